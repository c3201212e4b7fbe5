import Foundation
import Testing
import TouchTrackerTestSupport

/// A board whose plug is pulled at any moment, again and again.
@Suite(
    "Power cuts", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct PowerCutsTests {
    /// How often the plug is pulled; `scripts/test --all` asks for a hundred.
    private static let count =
        ProcessInfo.processInfo.environment["TOUCHTRACKER_POWER_CUTS"].flatMap { Int($0) } ?? 2
    /// Each fifth time before anything could be drawn.
    private static let early = 5
    private static let seed: UInt64 = 20_261_122

    @Test(
        "Whenever the plug is pulled, the file system is clean, the board boots, and every stroke that was durable is there, once."
    )
    func cuts() throws {
        var random = SeededRandom(seed: Self.seed)
        let image = try #require(BoardEnvironment.imageDirectory)
        var table = StrokeTable(disk: try BoardDisk(copying: image, name: "power-cuts"))
        for cut in 0..<Self.count {
            if table.isFull {
                table = StrokeTable(disk: try BoardDisk(copying: image, name: "power-cuts"))
            }
            var options = VirtualBoard.Options(image: image)
            options.disk = table.disk
            let board = try VirtualBoard.boot(options)
            if cut % Self.early == Self.early - 1 {
                Thread.sleep(forTimeInterval: random.number(in: 0...12))
            } else {
                try board.waitForPicture()
                try board.waitForTouch()
                try table.expectShown(on: board)
                try table.draw(frames: 10 + random.next(below: 240), on: board, random: &random)
            }
            // kill -9.
            try board.stop()
            let lost = try table.settle(cut: cut)
            print(
                "power cut \(cut): \(table.stored.count) strokes are stored, \(lost) weren't durable yet"
            )
        }
        var options = VirtualBoard.Options(image: image)
        options.disk = table.disk
        let board = try VirtualBoard.boot(options)
        try board.waitForPicture()
        try table.expectShown(on: board)
        try board.keepScreenshot("power-cuts")
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }
}

/// Short lines, each in a place of its own, and which of them the disk has to have.
private struct StrokeTable {
    private static let cell = 32
    private static let columns = 22
    private static let rows = 10
    private static let margin = 32

    let disk: BoardDisk
    /// The places of what is on the disk, in the order in which it was drawn.
    private(set) var stored: [Int] = []
    /// What was drawn since.
    private var drawn: [Int] = []
    /// The newest generation that the kiosk has said is durable.
    private var durable: Int64 = 0
    private var next = 0

    init(disk: BoardDisk) {
        self.disk = disk
    }

    /// Whether the next start might not find room for what it draws.
    var isFull: Bool { next > Self.columns * Self.rows - 50 }

    private func middle(of place: Int) -> (x: Int, y: Int) {
        (
            Self.margin + place % Self.columns * Self.cell + Self.cell / 2,
            Self.margin + place / Self.columns * Self.cell + Self.cell / 2
        )
    }

    /// All that is stored comes back to the screen, and nothing else is on it.
    func expectShown(on board: VirtualBoard) throws {
        try board.waitForPicture(timeoutSeconds: 30) { picture in
            (0..<Self.columns * Self.rows).allSatisfy { place in
                let middle = middle(of: place)
                return (picture[middle.x, middle.y] == Ink.finished) == stored.contains(place)
            }
        }
    }

    /// Draws for so many touch frames, and asks now and then what is durable.
    mutating func draw(frames: Int, on board: VirtualBoard, random: inout SeededRandom) throws {
        var left = frames
        while left > 0 {
            let middle = middle(of: next)
            for step in 0..<7 {
                // The plug is pulled with the finger on the screen, too.
                guard left > 0 else { return }
                left -= 1
                let x = middle.x - 9 + 3 * step
                if step == 0 {
                    try board.down(0, x: x, y: middle.y)
                } else {
                    try board.move(0, x: x, y: middle.y)
                }
            }
            try board.up(0)
            drawn.append(next)
            next += 1
            if random.next(below: 3) == 0 { durable = try board.durableGeneration() }
        }
    }

    /// Looks at what is on the disk: what was there, then the first of what was drawn, at least as many as
    /// those of the generation that was said to be durable.
    ///
    /// - Returns: How many are lost.
    mutating func settle(cut: Int) throws -> Int {
        let drawing = try disk.drawing()
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
        // The place of the stroke that was never finished is left free.
        next += 1
        return lost
    }
}
