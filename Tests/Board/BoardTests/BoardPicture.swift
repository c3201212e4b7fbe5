import Foundation
import KioskDisplay
import KioskRuntime
import LabReplay
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The colors of the drawing scene, 0xRRGGBB.
enum Ink {
    /// The background.
    static let ground: UInt32 = 0xAAAAAA
    /// A line under a contact.
    static let held: UInt32 = 0xFF0000
    /// A finished line.
    static let finished: UInt32 = 0x000000
    /// A selected stroke, or a stroke moved by contacts.
    static let carried: UInt32 = 0x00E640
}

extension Screenshot {
    /// Returns the number of pixels that differ from a picture, or `Int.max` if the sizes differ.
    func differingPixels(_ bitmap: Bitmap) -> Int {
        guard bitmap.width == width, bitmap.height == height else { return .max }
        var count = 0
        for y in 0..<height {
            for x in 0..<width where self[x, y] != bitmap[x, y] & 0xFF_FFFF { count += 1 }
        }
        return count
    }

    /// The screenshot as an opaque bitmap.
    var bitmap: Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width { bitmap[x, y] = 0xFF00_0000 | self[x, y] }
        }
        return bitmap
    }

    /// Returns the number of pixels of a color.
    func count(of color: UInt32) -> Int {
        var count = 0
        for y in 0..<height {
            for x in 0..<width where self[x, y] == color { count += 1 }
        }
        return count
    }

    /// Returns how far a line 10 pixels wide extends beyond one of its ends, in pixels.
    ///
    /// A round cap extends by 5 pixels.
    ///
    /// - Parameters:
    ///   - end: The position of the end.
    ///   - start: The position of the other end.
    ///   - color: The color of the line.
    func reach(beyond end: (x: Int, y: Int), from start: (x: Int, y: Int), color: UInt32) -> Double
    {
        let dx = Double(end.x - start.x)
        let dy = Double(end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        var reach = -1.0
        for tenth in 0..<120 {
            let distance = Double(tenth) / 10
            let x = Int(Double(end.x) + dx / length * distance)
            let y = Int(Double(end.y) + dy / length * distance)
            guard (0..<width).contains(x), (0..<height).contains(y) else { break }
            if isMostly(self[x, y], color) { reach = distance }
        }
        return reach
    }

    /// Returns whether a pixel is more similar to `color` than to the background.
    private func isMostly(_ pixel: UInt32, _ color: UInt32) -> Bool {
        func distance(_ other: UInt32) -> Int {
            [0, 8, 16].reduce(0) { sum, shift in
                sum + abs(Int(pixel >> UInt32(shift) & 0xFF) - Int(other >> UInt32(shift) & 0xFF))
            }
        }
        return distance(color) < distance(Ink.ground)
    }
}

extension VirtualBoard {
    /// Waits for watchdog keep-alives, and expects that the kiosk does nothing else meanwhile.
    func expectOnlyKeepAlives(_ count: Int) throws {
        try waitForKeepAlives(1)
        let before = try kioskProcessStatistics()
        try waitForKeepAlives(count)
        let after = try kioskProcessStatistics()
        #expect(after.process == before.process)
        // A keep-alive may have been sent before the second reading, and may wait for a lock.
        #expect(after.waits - before.waits <= 2 * (count + 1))
    }

    /// Presses a button of the field test until the page changes, and returns its picture.
    ///
    /// The field test ignores presses of less than 90 ms and of more than a second, which a press
    /// on a busy machine may take.
    @discardableResult
    func pressUntilNextPage(x: Int, y: Int) throws -> Screenshot {
        let last = try waitForStillScreenshot()
        var page = last
        try wait(for: "the next page of the field test") {
            try down(0, x: x, y: y)
            Thread.sleep(forTimeInterval: 0.2)
            try up(0)
            page = try waitForStillScreenshot()
            return page != last
        }
        return page
    }

    /// Presses the button of the field test's first page for more than a second of the board's
    /// time, because painting the page touches the button, too.
    func pressLong(x: Int, y: Int) throws {
        try down(0, x: x, y: y)
        try waitOnBoard(seconds: 1.2)
        try up(0)
    }

    /// Draws a line with one contact, and waits until finished ink is shown at all its positions.
    @discardableResult
    func drawShownLine(_ positions: (x: Int, y: Int)..., slot: Int = 0) throws -> Screenshot {
        try drawLine(through: positions, slot: slot)
        return try waitForPicture { picture in
            positions.allSatisfy { picture[$0.x, $0.y] == Ink.finished }
        }
    }
}

extension AppOptions {
    /// Returns the options of the kiosk on test boards, as in `Tests/Board/touchtracker.yaml`: the
    /// line tool on gray paper.
    static func lineTool(hasToolbar: Bool = true) -> AppOptions {
        AppOptions(hasToolbar: hasToolbar, paper: .gray, tool: .line)
    }
}

/// Replays a recording to the app on a headless display of 800 × 480, and returns the display's
/// picture.
@MainActor
func replay(
    _ recording: EvdevRecording, rotation: Rotation? = nil,
    app: AppOptions = .lineTool(hasToolbar: false), shown: () -> Void = {}
) throws -> Bitmap {
    try replay(
        recording, on: DisplayMode(width: 800, height: 480), rotation: rotation, app: app,
        shown: shown
    ).display.screenshot()
}

/// Replays a recording to the app on a headless display, and returns the canvas and the display.
@MainActor
func replay(
    _ recording: EvdevRecording, on mode: DisplayMode, rotation: Rotation? = nil,
    app: AppOptions = .lineTool(hasToolbar: false), shown: () -> Void = {}
) throws -> (canvas: Bitmap, display: HeadlessDisplay) {
    let start = recording.frames.first?.time ?? .zero
    var frames = recording.frames[...]
    return try Kiosk.replay(
        options: Kiosk.ReplayOptions(mode: mode, rotation: rotation),
        makingDelegate: { _ in AppDelegate(options: app) }, onFrame: { _, _ in shown() }
    ) {
        guard var frame = frames.popFirst() else { return false }
        frame.time = Timestamp(microseconds: frame.time.microseconds(since: start))
        $0 = frame
        return true
    }
}
