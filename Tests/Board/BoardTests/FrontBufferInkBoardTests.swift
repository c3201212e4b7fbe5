import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// Front-buffer ink on real kernels.
///
/// The kiosk flips only once per second. Ink that is visible earlier was written to the front
/// buffer.
@Suite(
    "Front-buffer ink on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
@MainActor
struct FrontBufferInkBoardTests {
    /// The position of the toolbar's tool button.
    private static let tool = (x: 32, y: 447)

    /// The positions of the pen's stroke: down at the first, held at the last.
    private static let line = [(150, 150), (200, 160), (250, 200), (300, 260)]

    /// Returns the kiosk's arguments for an ink path and one frame per second.
    private func arguments(ink: String) -> [String] {
        ["--ink", ink, "--frame-rate", "1"]
    }

    /// Selects the pen, and waits until the toolbar has stopped changing at one frame per second.
    private func selectPen(_ board: VirtualBoard) throws {
        try board.down(0, x: Self.tool.x, y: Self.tool.y)
        try board.up(0)
        Thread.sleep(forTimeInterval: 4)
    }

    /// Draws the stroke and leaves the contact down; its start and the rest are in separate frames.
    private func drawLine(_ board: VirtualBoard) throws {
        try board.down(0, x: Self.line[0].0, y: Self.line[0].1)
        Thread.sleep(forTimeInterval: 0.3)
        for position in Self.line.dropFirst() { try board.move(0, x: position.0, y: position.1) }
    }

    /// Draws the stroke and leaves the contact down.
    ///
    /// - Returns: The time between the contact's start and the visible end of the stroke, in
    ///   seconds.
    private func measureDrawing(_ board: VirtualBoard) throws -> Double {
        let begin = Date()
        try drawLine(board)
        let last = Self.line[Self.line.count - 1]
        while true {
            let picture = try board.screenshot()
            let seconds = Date().timeIntervalSince(begin)
            if picture[last.0, last.1] == Ink.finished || seconds > 20 { return seconds }
        }
    }

    /// Waits until all pending frames have been shown, and returns the screenshot.
    private func settledScreenshot(_ board: VirtualBoard) throws -> Screenshot {
        Thread.sleep(forTimeInterval: 4)
        return try board.waitForStillScreenshot()
    }

    @Test(
        "On virtio-gpu, front-buffer ink is visible before the flip, and identical after it"
    )
    func virtio() throws {
        let board = try VirtualBoard.bootKiosk(arguments: arguments(ink: "front"))
        try selectPen(board)
        // The contact's start causes a frame, and the next frame comes a second later. A slow host
        // may need several attempts to take the screenshot before that.
        var soonest = Double.infinity
        for _ in 0..<8 {
            soonest = min(soonest, try measureDrawing(board))
            if soonest < 0.9 { break }
            try board.up(0)
            Thread.sleep(forTimeInterval: 4)
            try board.restartKiosk(arguments: arguments(ink: "front"))
            try selectPen(board)
        }
        try board.exportScreenshot("ink-front")
        #expect(soonest < 0.9)
        let front = try settledScreenshot(board)
        try board.up(0)
        #expect(try #require(board.stopKioskAndReadCounters()["ink"]) > 0)

        try board.restartKiosk(arguments: arguments(ink: "flip"))
        try selectPen(board)
        let seconds = try measureDrawing(board)
        print(
            "the end of the stroke is visible after \(soonest) s with --ink front,",
            "\(seconds) s with --ink flip"
        )
        #expect(seconds >= 0.95)
        let flip = try settledScreenshot(board)
        try board.exportScreenshot("ink-flipped")
        #expect(front == flip)
        try board.up(0)
        #expect(try board.stopKioskAndReadCounters()["ink"] == 0)
        try board.stop()
    }

    @Test(
        "On vkms, front-buffer ink is in the scanned-out buffer before and after the flip",
        .enabled(
            if: BoardEnvironment.vkmsImageDirectory != nil, BoardEnvironment.reasonIfVKMSIsMissing))
    func vkms() throws {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        try board.waitForPicture()
        let card = try board.loadVirtualDisplay()
        var scanouts: [[UInt8]] = []
        let last = Self.line[Self.line.count - 1]
        for ink in ["front", "flip"] {
            try board.restartKiosk(
                arguments: ["--card", card, "--mode", "800x600"] + arguments(ink: ink))
            // Touch positions refer to 800 × 480, but this mode has 800 × 600 pixels.
            try board.down(0, x: Self.tool.x, y: (600 - 33) * 480 / 600)
            try board.up(0)
            Thread.sleep(forTimeInterval: 4)
            try board.startSamplingScanout(of: card, x: last.0, y: last.1 * 600 / 480)
            try drawLine(board)
            Thread.sleep(forTimeInterval: 4)
            let samples = try board.stopSamplingScanout()
            print("vkms, \(ink): \(samples)")
            let first = try #require(samples.firstIndex { $0.color == Ink.finished })
            #expect(samples[..<first].allSatisfy { $0.color == Ink.ground })
            #expect(samples[first...].allSatisfy { $0.color == Ink.finished })
            let before = try #require(samples[..<first].last)
            // Front-buffer ink appears in the framebuffer shown before, other ink with a flip.
            #expect((before.framebuffer == samples[first].framebuffer) == (ink == "front"))
            #expect(samples.last?.framebuffer != before.framebuffer)
            scanouts.append(try board.scanout(of: card).bytes)
            try board.up(0)
            let counters = try board.stopKioskAndReadCounters()
            #expect((counters["ink"] ?? 0 > 0) == (ink == "front"))
        }
        #expect(scanouts[0] == scanouts[1])
        try board.stop()
    }
}
