import Geometry
import Glibc
import Store
import TestSupport

/// Strokes as people draw them on 800 × 480 points: lines from here to there, and free hand with a point
/// every few points of the way, that goes on and turns as a hand does.
struct PeoplesStrokes {
    static let screen = CGSize(width: 800, height: 480)
    private static let colors = [
        "black", "red", "orange", "yellow", "green", "blue", "purple", "white",
    ]

    private var random = SeededRandom(seed: 2_026)
    private var nextID: Int64 = 1

    /// The next stroke: two of five are drawn free hand.
    mutating func next() -> StoredStroke {
        let isLine = random.next(below: 5) < 3
        let stroke = StoredStroke(
            id: nextID, level: nextID, tool: isLine ? "line" : "pen",
            color: Self.colors[random.next(below: Self.colors.count)],
            width: [4, 10, 10, 20][random.next(below: 4)], points: isLine ? line() : scribble())
        nextID += 1
        return stroke
    }

    private mutating func place() -> CGPoint {
        CGPoint(
            x: random.number(in: 0...Self.screen.width),
            y: random.number(in: 0...Self.screen.height))
    }

    private mutating func line() -> [CGPoint] {
        let start = place()
        let angle = random.number(in: 0...(2 * Double.pi))
        let length = random.number(in: 20...300)
        return [start, CGPoint(x: start.x + length * cos(angle), y: start.y + length * sin(angle))]
    }

    private mutating func scribble() -> [CGPoint] {
        var points = [place()]
        var angle = random.number(in: 0...(2 * Double.pi))
        var turn = 0.0
        for _ in 0..<(10 + random.next(below: 60)) {
            turn = 0.8 * turn + random.number(in: -0.15...0.15)
            angle += turn
            let step = random.number(in: 3...8)
            let last = points[points.count - 1]
            points.append(CGPoint(x: last.x + step * cos(angle), y: last.y + step * sin(angle)))
        }
        return points
    }

    /// Stores a drawing of so many strokes in an empty folder.
    static func store(_ count: Int, in folder: String) throws {
        let store = try DrawingStore(folder: folder, access: .readWrite)
        var strokes = PeoplesStrokes()
        try store.apply([.canvas(screen)])
        var left = count
        while left > 0 {
            let part = min(left, 5_000)
            try store.apply([.put((0..<part).map { _ in strokes.next() })])
            left -= part
        }
    }
}
