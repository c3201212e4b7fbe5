import Testing
import TouchTrackerVirtualBoard

/// Front-buffer ink on real kernels.
///
/// The kiosk flips only once per second, so ink written to the front buffer is in the scanned-out
/// framebuffer before the next flip.
@Suite("Front-buffer ink on a board", .serialized, .requiresBoard)
struct FrontBufferInkBoardTests {
    /// The positions of the pen's stroke: down at the first, held at the last.
    private static let line: [(x: Int, y: Int)] = [
        (150, 150), (200, 160), (250, 200), (300, 260),
    ]
    /// Longer than the time between two frames, in seconds of the board.
    private static let frameTime = 1.3

    @Test("Front-buffer ink is scanned out before the flip, and identical after it")
    func virtio() throws {
        let board = try VirtualBoard.bootKiosk()
        try expectInk(on: board, card: "/dev/dri/card0", arguments: [])
    }

    @Test(
        "On vkms, front-buffer ink is in the scanned-out buffer before and after the flip",
        .requiresVirtualDisplays)
    func vkms() throws {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.bootKiosk(image: image, displayWidth: 800, displayHeight: 600)
        let card = try board.loadVirtualDisplay()
        try expectInk(on: board, card: card, arguments: ["--card", card, "--mode", "800x600"])
    }

    private func expectInk(
        on board: VirtualBoard, card: String, arguments: [String]
    ) throws {
        let front = try draw(on: board, card: card, ink: "front", arguments)
        let flip = try draw(on: board, card: card, ink: "flip", arguments)
        #expect(front == flip)
    }

    /// Draws strokes with an ink path, and returns the scanned-out bytes after the flip.
    ///
    /// The stroke's movements follow after the frame with its start has been shown. On a loaded
    /// host they may come so late that the next flip is due at the same time, so drawing is
    /// repeated until front-buffer ink has been sampled between two flips.
    private func draw(
        on board: VirtualBoard, card: String, ink: String, _ arguments: [String]
    ) throws -> [UInt8] {
        let last = Self.line[Self.line.count - 1]
        var scanout: [UInt8] = []
        try board.wait(for: "ink before the flip with --ink \(ink)") {
            try board.restartKiosk(
                arguments: ["--tool", "pen", "--ink", ink, "--frame-rate", "1"] + arguments)
            try board.waitUntilIdle(seconds: Self.frameTime)
            try board.startSamplingScanout(of: card, x: last.x, y: last.y)
            try board.down(0, x: Self.line[0].x, y: Self.line[0].y)
            let first = try #require(try board.scanoutSamples().first)
            try board.waitForFlip(from: first.framebuffer)
            for position in Self.line.dropFirst() {
                try board.move(0, x: position.x, y: position.y)
            }
            try board.waitUntilIdle(seconds: Self.frameTime)
            try board.stopSamplingScanout()
            scanout = try board.scanout(of: card).bytes
            let samples = try board.scanoutSamples()
            try board.up(0)
            let counters = try board.stopKioskAndReadCounters()
            return try isInk(ink, counters, samples)
        }
        return scanout
    }

    /// Expects samples and counters that fit the ink path, and returns whether they prove it.
    private func isInk(
        _ ink: String, _ counters: [String: Int], _ samples: [ScanoutSample]
    ) throws -> Bool {
        let first = try #require(samples.firstIndex { $0.color == Ink.finished }, "\(samples)")
        #expect(samples[..<first].allSatisfy { $0.color == Ink.ground })
        #expect(samples[first...].allSatisfy { $0.color == Ink.finished })
        let before = try #require(samples[..<first].last)
        #expect(samples.last?.framebuffer != before.framebuffer)
        let isBeforeFlip = before.framebuffer == samples[first].framebuffer
        let count = try #require(counters["ink"])
        if ink == "front" { return isBeforeFlip && count > 0 }
        #expect(!isBeforeFlip && count == 0, "\(samples)")
        return true
    }
}
