import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Power cuts at random moments while a board boots and draws.
@Suite("Power cuts", .serialized, .requiresBoard)
struct PowerCutTests {
    /// The number of power cuts: 1, or 10 with `scripts/test --all`.
    private static let count =
        ProcessInfo.processInfo.environment["TOUCHTRACKER_POWER_CUTS"].flatMap { Int($0) } ?? 1
    /// The interval of cuts that happen during boot, before anything can be drawn.
    private static let earlyCutInterval = 5
    private static let seed: UInt64 = 20_261_122

    @Test(
        "After a power cut the file system is clean and every durable stroke is stored exactly once"
    )
    func cuts() throws {
        var random = SeededRandom(seed: Self.seed)
        let image = try #require(BoardEnvironment.imageDirectory)
        var table = StrokeMap(disk: try BoardDisk(copying: image, name: "power-cuts"))
        var largestCount = 0
        for cut in 0..<Self.count {
            if table.isFull {
                table = StrokeMap(disk: try BoardDisk(copying: image, name: "power-cuts"))
            }
            let board = try VirtualBoard.boot(VirtualBoard.Options(image: image, disk: table.disk))
            if cut % Self.earlyCutInterval == Self.earlyCutInterval - 1 {
                board.letRun(seconds: random.number(in: 0...12))
            } else {
                try board.waitForPicture()
                try board.waitForTouchscreen()
                try table.expectShown(on: board)
                try table.draw(frames: 10 + random.next(below: 240), on: board, random: &random)
            }
            // Ends QEMU with SIGKILL.
            try board.stop()
            let lost = try table.verifyDisk(cut: cut)
            print("power cut \(cut): \(table.stored.count) strokes stored, \(lost) not durable")
            largestCount = max(largestCount, table.stored.count)
        }
        #expect(largestCount > 0, "no stroke was stored")
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image, disk: table.disk))
        try board.waitForPicture()
        try table.expectShown(on: board)
        #expect(try board.failedUnits() == "")
    }
}

/// A table of cells with one short line each, and the lines that the disk must contain.
private struct StrokeMap {
    /// The size of a cell, in pixels.
    private static let cell = 32
    private static let columns = 22
    private static let rows = 10
    private static let margin = 32

    /// The disk of the board.
    let disk: BoardDisk
    /// The cells of the stored lines, in drawing order.
    private(set) var stored: [Int] = []
    /// The cells of the lines drawn since the last power cut.
    private var drawn: [Int] = []
    /// The newest generation that the kiosk has reported as durable.
    private var durable: Int64 = 0
    /// The cell of the next line.
    private var next = 0

    init(disk: BoardDisk) {
        self.disk = disk
    }

    /// Whether too few free cells are left for another boot.
    var isFull: Bool { next > Self.columns * Self.rows - 50 }

    private func center(of cell: Int) -> (x: Int, y: Int) {
        (
            Self.margin + cell % Self.columns * Self.cell + Self.cell / 2,
            Self.margin + cell / Self.columns * Self.cell + Self.cell / 2
        )
    }

    /// Waits until exactly the stored lines are on the screen.
    func expectShown(on board: VirtualBoard) throws {
        try board.waitForPicture { picture in
            (0..<Self.columns * Self.rows).allSatisfy { cell in
                let center = center(of: cell)
                return (picture[center.x, center.y] == Ink.finished) == stored.contains(cell)
            }
        }
    }

    /// Draws lines with `frames` touch frames, and sometimes reads the durable generation.
    mutating func draw(frames: Int, on board: VirtualBoard, random: inout SeededRandom) throws {
        var left = frames
        while left > 0 {
            let center = center(of: next)
            for step in 0..<7 {
                // Some cuts happen while a contact is down.
                guard left > 0 else { return }
                left -= 1
                let x = center.x - 9 + 3 * step
                if step == 0 {
                    try board.down(0, x: x, y: center.y)
                } else {
                    try board.move(0, x: x, y: center.y)
                }
            }
            try board.up(0)
            drawn.append(next)
            next += 1
            if random.next(below: 3) == 0 { durable = try board.durableGeneration() }
        }
    }

    /// Verifies the drawing on the disk after a power cut.
    ///
    /// The disk must contain the lines stored before, followed by the first lines drawn since, at
    /// least up to the generation reported as durable.
    ///
    /// - Returns: The number of lost lines.
    mutating func verifyDisk(cut: Int) throws -> Int {
        let drawing = try disk.readDrawing()
        #expect(drawing.skippedIDs.isEmpty, "cut \(cut)")
        let found = drawing.strokes.map { stroke -> Int in
            let point = stroke.points[0]
            let column = (Int(point.x) - Self.margin) / Self.cell
            return column + (Int(point.y) - Self.margin) / Self.cell * Self.columns
        }
        let all = stored + drawn
        #expect(found == Array(all.prefix(found.count)), "cut \(cut)")
        #expect(found.count >= stored.count, "cut \(cut)")
        #expect(drawing.generation >= durable, "cut \(cut)")
        let lost = all.count - found.count
        stored = found
        drawn = []
        durable = 0
        // The cell of the unfinished line stays empty.
        next += 1
        return lost
    }
}
