import Glibc
import TouchKitContacts
import TouchKitGeometry

/// Strokes after what is known of hands: movements of least jerk (Flash and Hogan, *The coordination of
/// arm movements*, 1985) that begin before the one before has ended and add up to it (Flash and Henis,
/// 1991), with the 8 to 12 Hz of physiological tremor, rounded to the whole points of a panel.
package enum LeastJerk {
    private struct Movement {
        var begin: Double
        var duration: Double
        var way: CGVector
    }

    /// Forty strokes at a panel's rate.
    package static func strokes(rate: Int) -> StrokeSet {
        var random = SeededRandom(seed: UInt64(rate))
        let strokes = (0..<40).map { _ in stroke(rate: rate, &random) }
        return StrokeSet(name: "least jerk, \(rate) Hz", source: .model, strokes: strokes)
    }

    /// Fingers that rest on panels that are never quite sure where.
    package static var resting: StrokeSet {
        var random = SeededRandom(seed: 1)
        var strokes: [[FingerSample]] = []
        for rate in [60, 125, 240] {
            for _ in 0..<6 {
                var stroke: [FingerSample] = []
                for index in 0..<2 * rate {
                    let place = CGPoint(
                        x: 400 + Double(random.next(below: 3)),
                        y: 240 + Double(random.next(below: 3)))
                    stroke.append(sample(index, rate: rate, place))
                }
                strokes.append(stroke)
            }
        }
        return StrokeSet(name: "resting, ± 1 point", source: .model, strokes: strokes)
    }

    private static func sample(_ index: Int, rate: Int, _ place: CGPoint) -> FingerSample {
        FingerSample(
            finger: FingerID(rawValue: 1),
            time: Timestamp(microseconds: Int64(index) * 1_000_000 / Int64(rate)),
            position: place)
    }

    private static func stroke(rate: Int, _ random: inout SeededRandom) -> [FingerSample] {
        let start = place(&random)
        var from = start
        var begin = 0.0
        var movements: [Movement] = []
        for _ in 0...(1 + random.next(below: 5)) {
            let to = place(&random)
            let way = CGVector(dx: to.x - from.x, dy: to.y - from.y)
            let length = hypot(way.dx, way.dy)
            let duration = random.number(in: 0.2...0.7) * (0.5 + length / 500)
            movements.append(Movement(begin: begin, duration: duration, way: way))
            begin += duration * random.number(in: 0.5...1.05)
            from = to
        }
        let end = movements.map { $0.begin + $0.duration }.max() ?? 0
        let tremor = random.number(in: 0.1...0.4)
        let frequency = random.number(in: 8...12) * 2 * Double.pi
        let phases = (random.number(in: 0...6), random.number(in: 0...6))
        var samples: [FingerSample] = []
        for index in 0...Int(end * Double(rate)) {
            let time = Double(index) / Double(rate)
            var place = start
            for movement in movements {
                let part = min(max((time - movement.begin) / movement.duration, 0), 1)
                let done = part * part * part * (10 - 15 * part + 6 * part * part)
                place.x += movement.way.dx * done
                place.y += movement.way.dy * done
            }
            place.x = (place.x + tremor * sin(frequency * time + phases.0)).rounded()
            place.y = (place.y + tremor * sin(frequency * time + phases.1)).rounded()
            // The kernel doesn't report a place twice.
            if samples.last?.position == place { continue }
            samples.append(sample(index, rate: rate, place))
        }
        return samples
    }

    private static func place(_ random: inout SeededRandom) -> CGPoint {
        CGPoint(x: random.number(in: 30...770), y: random.number(in: 30...450))
    }
}
