import KioskDisplay
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// A test drawing of five lines drawn simultaneously by five contacts, without the toolbar.
@MainActor
enum FiveLineDrawing {
    /// The start and end of each line, in scanout pixels; the lines do not overlap.
    static let lines: [(from: (x: Int, y: Int), to: (x: Int, y: Int))] = [
        ((60, 60), (60, 420)), ((110, 40), (330, 200)), ((400, 440), (400, 60)),
        ((450, 80), (740, 90)), ((460, 430), (730, 150)),
    ]

    /// Draws the lines, and compares the screen with a replay of the recorded evdev events, pixel
    /// by pixel.
    ///
    /// The comparison is made while the contacts are down and after they have lifted.
    ///
    /// - Parameters:
    ///   - board: The board, whose kiosk shows an empty drawing.
    ///   - rotation: The rotation of the kiosk's picture, or `nil`.
    ///   - decoder: The decoder of the touchscreen, which has decoded all earlier events.
    static func draw(
        on board: VirtualBoard, rotation: Rotation? = nil, decoder: inout SlotDecoder
    ) throws {
        try board.startRecordingTouches()
        try drawHeld(on: board)
        let held = try board.waitForStillScreenshot()
        expectEnds(of: held, color: Ink.held)
        #expect(held.count(of: Ink.finished) == 0)
        for slot in lines.indices { try board.up(slot) }
        let finished = try board.waitForPicture { $0.count(of: Ink.held) == 0 }
        expectEnds(of: finished, color: Ink.finished)
        let recording = EvdevRecording(
            try board.stopRecordingTouches(), decoder: &decoder)
        #expect(finished.differingPixels(try replay(recording, on: board, rotation: rotation)) == 0)
        // The touch frames before the first lift give the picture with held contacts.
        let lift = recording.frames.firstIndex { frame in
            frame.contacts.contains { $0.state == .up }
        }
        let before = EvdevRecording(frames: Array(recording.frames[..<(try #require(lift))]))
        #expect(held.differingPixels(try replay(before, on: board, rotation: rotation)) == 0)
    }

    /// Draws lines simultaneously, one contact for each line, and leaves the contacts down.
    static func drawHeld(
        _ lines: [(from: (x: Int, y: Int), to: (x: Int, y: Int))] = FiveLineDrawing.lines,
        on board: VirtualBoard
    ) throws {
        try board.moveContacts(lines.count, steps: 20) { slot, step in
            let (from, to) = lines[slot]
            return (from.x + (to.x - from.x) * step / 20, from.y + (to.y - from.y) * step / 20)
        }
    }

    private static func replay(
        _ recording: EvdevRecording, on board: VirtualBoard, rotation: Rotation?
    ) throws -> Bitmap {
        let mode = DisplayMode(width: board.displayWidth, height: board.displayHeight)
        return try BoardTests.replay(recording, on: mode, rotation: rotation).display.screenshot()
    }

    /// Expects both ends of every line at the positions of the contacts, within 1 pixel.
    private static func expectEnds(of picture: Screenshot, color: UInt32) {
        for line in lines {
            #expect(picture[line.from.x, line.from.y] == color)
            #expect(picture[line.to.x, line.to.y] == color)
            let atEnd = picture.reach(beyond: line.to, from: line.from, color: color)
            let atStart = picture.reach(beyond: line.from, from: line.to, color: color)
            #expect(abs(atEnd - 5) <= 1, "the line ends \(atEnd) pixels beyond \(line.to)")
            #expect(abs(atStart - 5) <= 1, "the line begins \(atStart) pixels before \(line.from)")
        }
    }
}
