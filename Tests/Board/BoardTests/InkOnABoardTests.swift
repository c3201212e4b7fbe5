import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// Ink that is shown ahead of the flip, on real kernels. One picture a second leaves time to look: what is
/// seen before the next one was there without a flip.
@Suite(
    "Ink on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
@MainActor
struct InkOnABoardTests {
    private static let tool = (x: 32, y: 447)

    /// The line of a pen: it comes down at the first place, goes on, and rests at the last one.
    private static let line = [(150, 150), (200, 160), (250, 200), (300, 260)]

    private func arguments(ink: String) -> [String] {
        ["--ink", ink, "--frame-rate", "1"]
    }

    /// Takes the pen, and waits until nothing moves any more: at one picture a second the toolbar takes
    /// its time.
    private func takePen(_ board: VirtualBoard) throws {
        try board.down(0, x: Self.tool.x, y: Self.tool.y)
        try board.up(0)
        Thread.sleep(forTimeInterval: 4)
    }

    /// Comes down, which is a picture of its own, and goes on to the line's end.
    private func drawLine(_ board: VirtualBoard) throws {
        try board.down(0, x: Self.line[0].0, y: Self.line[0].1)
        Thread.sleep(forTimeInterval: 0.3)
        for place in Self.line.dropFirst() { try board.move(0, x: place.0, y: place.1) }
    }

    /// Draws with the pen, which stays down.
    ///
    /// - Returns: The time from the finger's coming down until its last place is seen, in seconds.
    private func draw(_ board: VirtualBoard) throws -> Double {
        let begin = Date()
        try drawLine(board)
        let last = Self.line[Self.line.count - 1]
        while true {
            let picture = try board.screenshot()
            let seconds = Date().timeIntervalSince(begin)
            if picture[last.0, last.1] == Ink.finished || seconds > 20 { return seconds }
        }
    }

    /// The screen with the pen's line, once all pictures have come.
    private func settled(_ board: VirtualBoard) throws -> Screenshot {
        Thread.sleep(forTimeInterval: 4)
        return try board.stillScreenshot()
    }

    @Test(
        "On virtio-gpu a screenshot before the flip shows the segment; after it, pictures are equal."
    )
    func virtio() throws {
        let board = try VirtualBoard.bootKiosk(arguments: arguments(ink: "front"))
        try takePen(board)
        // The first contact is a picture of its own; the next one can't come within a second. A machine
        // that is slow needs several tries to look in time.
        var soonest = Double.infinity
        for _ in 0..<8 {
            soonest = min(soonest, try draw(board))
            if soonest < 0.9 { break }
            try board.up(0)
            Thread.sleep(forTimeInterval: 4)
            try board.restartKiosk(arguments: arguments(ink: "front"))
            try takePen(board)
        }
        try board.keepScreenshot("ink-ahead")
        #expect(soonest < 0.9)
        let front = try settled(board)
        try board.up(0)
        #expect(try #require(board.stopKiosk()["ink"]) > 0)

        try board.restartKiosk(arguments: arguments(ink: "flip"))
        try takePen(board)
        let seconds = try draw(board)
        print(
            "a pen's last place is seen after \(soonest) s with ink ahead, \(seconds) s with the flip"
        )
        #expect(seconds >= 0.95)
        let flip = try settled(board)
        try board.keepScreenshot("ink-flipped")
        #expect(front == flip)
        try board.up(0)
        #expect(try board.stopKiosk()["ink"] == 0)
        try board.stop()
    }

    @Test(
        "On vkms the segment is in the memory that is scanned out before the flip, and stays with it.",
        .enabled(
            if: BoardEnvironment.vkmsImageDirectory != nil, BoardEnvironment.reasonIfVKMSIsMissing))
    func vkms() throws {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        try board.waitForPicture()
        let card = try board.virtualDisplay()
        var scanouts: [[UInt8]] = []
        let last = Self.line[Self.line.count - 1]
        for ink in ["front", "flip"] {
            try board.restartKiosk(
                arguments: ["--card", card, "--mode", "800x600"] + arguments(ink: ink))
            // The panel is as large as the mode: 800 × 480 of it are 800 × 600 here.
            try board.down(0, x: Self.tool.x, y: (600 - 33) * 480 / 600)
            try board.up(0)
            Thread.sleep(forTimeInterval: 4)
            try board.startWatchingScanout(of: card, x: last.0, y: last.1 * 600 / 480)
            try drawLine(board)
            Thread.sleep(forTimeInterval: 4)
            let looks = try board.stopWatchingScanout()
            print("vkms, \(ink): \(looks)")
            let first = try #require(looks.firstIndex { $0.color == Ink.finished })
            #expect(looks[..<first].allSatisfy { $0.color == Ink.ground })
            #expect(looks[first...].allSatisfy { $0.color == Ink.finished })
            let before = try #require(looks[..<first].last)
            // In the very framebuffer that was shown before, or brought by a flip.
            #expect((before.framebuffer == looks[first].framebuffer) == (ink == "front"))
            #expect(looks.last?.framebuffer != before.framebuffer)
            scanouts.append(try board.scanout(of: card).bytes)
            try board.up(0)
            let figures = try board.stopKiosk()
            #expect((figures["ink"] ?? 0 > 0) == (ink == "front"))
        }
        #expect(scanouts[0] == scanouts[1])
        try board.stop()
    }
}
