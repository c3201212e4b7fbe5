import Glibc
import TouchKit

/// Strokes as people draw them: lines from here to there, and free hand with a point every few points of
/// the way, that goes on and turns as a hand does. The same ones each time.
package struct SampleStrokes: Sendable {
    private let size: CGSize
    private var random: SampleRandom
    private var nextID = 1

    /// Makes a source of strokes.
    ///
    /// - Parameters:
    ///   - size: The extent of the screen that they are drawn on, in points.
    ///   - seed: Chooses among drawings.
    package init(size: CGSize, seed: UInt64 = 2_026) {
        self.size = size
        random = SampleRandom(seed: seed)
    }

    /// The next stroke, above all before it: two of five are drawn free hand.
    package mutating func next() -> Stroke {
        let isLine = random.next(below: 5) < 3
        let color = InkColor.allCases[random.next(below: InkColor.allCases.count)]
        let width = [InkWidth.thin, .medium, .medium, .thick][random.next(below: 4)].points
        let stroke = Stroke(
            id: nextID, tool: isLine ? .line : .pen, points: isLine ? line() : scribble(),
            color: color, width: width, level: nextID)
        nextID += 1
        return stroke
    }

    private mutating func place() -> CGPoint {
        let x = random.number(in: 0...size.width)
        return CGPoint(x: x, y: random.number(in: 0...size.height))
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
}

/// A repeatable source of numbers (SplitMix64: Steele, Lea, Flood 2014).
private struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
