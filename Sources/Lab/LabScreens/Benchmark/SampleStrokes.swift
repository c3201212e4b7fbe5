import Glibc
import TouchKit
import TouchKitContacts
import TouchTrackerApp

/// A deterministic generator of realistic strokes: straight lines, and smoothly turning freehand
/// strokes with a sample every few points.
package struct SampleStrokes: Sendable {
    private let size: CGSize
    private var random: RepeatableRandom
    private var nextID = 1

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - size: The size of the screen in points; all strokes start on the screen.
    ///   - seed: The seed of the random numbers. The same seed gives the same strokes.
    package init(size: CGSize, seed: UInt64 = 2_026) {
        self.size = size
        random = RepeatableRandom(seed: seed)
    }

    /// Returns the next stroke, which must be drawn above all previous strokes. Two of five strokes
    /// are freehand.
    package mutating func nextStroke() -> Stroke {
        let isLine = random.next(below: 5) < 3
        let color = InkColor.allCases[random.next(below: InkColor.allCases.count)]
        let width = [InkWidth.thin, .medium, .medium, .thick][random.next(below: 4)].points
        let stroke = Stroke(
            id: nextID, tool: isLine ? .line : .pen,
            points: isLine ? randomLine() : randomFreehandPath(),
            color: color, width: width, level: nextID)
        nextID += 1
        return stroke
    }

    private mutating func randomPoint() -> CGPoint {
        let x = random.uniform(in: 0...size.width)
        return CGPoint(x: x, y: random.uniform(in: 0...size.height))
    }

    private mutating func randomLine() -> [CGPoint] {
        let start = randomPoint()
        let angle = random.uniform(in: 0...(2 * Double.pi))
        let length = random.uniform(in: 20...300)
        return [start, CGPoint(x: start.x + length * cos(angle), y: start.y + length * sin(angle))]
    }

    private mutating func randomFreehandPath() -> [CGPoint] {
        var points = [randomPoint()]
        var angle = random.uniform(in: 0...(2 * Double.pi))
        var turn = 0.0
        for _ in 0..<(10 + random.next(below: 60)) {
            turn = 0.8 * turn + random.uniform(in: -0.15...0.15)
            angle += turn
            let step = random.uniform(in: 3...8)
            let last = points[points.count - 1]
            points.append(CGPoint(x: last.x + step * cos(angle), y: last.y + step * sin(angle)))
        }
        return points
    }
}

extension RepeatableRandom {
    /// Returns a random integer in 0..<limit.
    fileprivate mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Returns a uniformly distributed random number in `range`.
    fileprivate mutating func uniform(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
