import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Five fingers that draw five lines at once on a board's bare slate.
@MainActor
enum FiveLines {
    /// Five lines, apart from each other: from, to, in scanout pixels.
    private static let lines: [(from: (x: Int, y: Int), to: (x: Int, y: Int))] = [
        ((60, 60), (60, 420)), ((110, 40), (330, 200)), ((400, 440), (400, 60)),
        ((450, 80), (740, 90)), ((460, 430), (730, 150)),
    ]

    /// Draws the five lines with five fingers at once, looks at the screen while they are held and
    /// after, and holds both pictures against what the kernel reported.
    static func draw(
        on board: VirtualBoard, rotation: Rotation?, name: String, decoder: inout SlotDecoder
    ) throws {
        try board.startRecordingTouches()
        try board.frame { batch in
            for (slot, line) in lines.enumerated() {
                batch.down(slot, x: line.from.x, y: line.from.y)
            }
        }
        for step in 1...20 {
            try board.frame { batch in
                for (slot, line) in lines.enumerated() {
                    batch.move(
                        slot, x: line.from.x + (line.to.x - line.from.x) * step / 20,
                        y: line.from.y + (line.to.y - line.from.y) * step / 20)
                }
            }
        }
        let held = try board.stillScreenshot()
        try board.keepScreenshot("\(name)-held")
        expectEnds(of: held, color: Ink.held)
        #expect(held.count(of: Ink.finished) == 0)
        for slot in lines.indices { try board.up(slot) }
        let finished = try board.waitForPicture(timeoutSeconds: 10) {
            $0.count(of: Ink.held) == 0
        }
        try board.keepScreenshot("\(name)-finished")
        expectEnds(of: finished, color: Ink.finished)
        let recording = KernelRecording(
            try board.stopRecordingTouches(), decoder: &decoder)
        #expect(finished.differingPixels(try replay(recording, rotation: rotation)) == 0)
        // The frames before the first lift are the held picture.
        let lift = recording.frames.firstIndex { frame in
            frame.contacts.contains { $0.state == .up }
        }
        let before = KernelRecording(frames: Array(recording.frames[..<(try #require(lift))]))
        #expect(held.differingPixels(try replay(before, rotation: rotation)) == 0)
    }

    /// Both ends of every line are where the finger was, within 1 pixel.
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
