import Glibc
import TouchKitContacts
import TouchKitGeometry

/// Synthetic strokes from a model of human hand movement.
///
/// The strokes consist of minimum-jerk movements (Flash and Hogan, *The coordination of arm
/// movements*, 1985) that overlap and add up (Flash and Henis, 1991), plus physiological tremor of
/// 8 to 12 Hz. Positions are rounded to whole points.
package enum MinimumJerkStrokes {
    /// A minimum-jerk movement; times are in seconds.
    private struct Movement {
        var begin: Double
        var duration: Double
        var displacement: CGVector
    }

    /// Returns forty strokes sampled at `rate` Hz.
    package static func strokes(rate: Int) -> StrokeSet {
        var random = SeededRandom(seed: UInt64(rate))
        let strokes = (0..<40).map { _ in stroke(rate: rate, &random) }
        return StrokeSet(name: "minimum jerk, \(rate) Hz", source: .model, strokes: strokes)
    }

    /// Strokes of resting contacts whose reported positions are noisy by ± 1 point.
    package static var resting: StrokeSet {
        var random = SeededRandom(seed: 1)
        var strokes: [[TouchSample]] = []
        for rate in [60, 125, 240] {
            for _ in 0..<6 {
                var stroke: [TouchSample] = []
                for index in 0..<2 * rate {
                    let position = CGPoint(
                        x: 400 + Double(random.next(below: 3)),
                        y: 240 + Double(random.next(below: 3)))
                    stroke.append(sample(index, rate: rate, position))
                }
                strokes.append(stroke)
            }
        }
        return StrokeSet(name: "resting, ± 1 point", source: .model, strokes: strokes)
    }

    private static func sample(_ index: Int, rate: Int, _ position: CGPoint) -> TouchSample {
        TouchSample(
            touch: TouchIdentifier(rawValue: 1),
            time: Timestamp(microseconds: Int64(index) * 1_000_000 / Int64(rate)),
            position: position)
    }

    private static func stroke(rate: Int, _ random: inout SeededRandom) -> [TouchSample] {
        let start = randomPosition(&random)
        var from = start
        var begin = 0.0
        var movements: [Movement] = []
        for _ in 0...(1 + random.next(below: 5)) {
            let to = randomPosition(&random)
            let displacement = CGVector(dx: to.x - from.x, dy: to.y - from.y)
            let length = hypot(displacement.dx, displacement.dy)
            let duration = random.number(in: 0.2...0.7) * (0.5 + length / 500)
            movements.append(Movement(begin: begin, duration: duration, displacement: displacement))
            begin += duration * random.number(in: 0.5...1.05)
            from = to
        }
        let end = movements.map { $0.begin + $0.duration }.max() ?? 0
        let tremor = random.number(in: 0.1...0.4)
        let frequency = random.number(in: 8...12) * 2 * Double.pi
        let phases = (random.number(in: 0...6), random.number(in: 0...6))
        var samples: [TouchSample] = []
        for index in 0...Int(end * Double(rate)) {
            let time = Double(index) / Double(rate)
            var position = start
            for movement in movements {
                let part = min(max((time - movement.begin) / movement.duration, 0), 1)
                let done = part * part * part * (10 - 15 * part + 6 * part * part)
                position.x += movement.displacement.dx * done
                position.y += movement.displacement.dy * done
            }
            position.x = (position.x + tremor * sin(frequency * time + phases.0)).rounded()
            position.y = (position.y + tremor * sin(frequency * time + phases.1)).rounded()
            // The kernel does not report an unchanged position.
            if samples.last?.position == position { continue }
            samples.append(sample(index, rate: rate, position))
        }
        return samples
    }

    private static func randomPosition(_ random: inout SeededRandom) -> CGPoint {
        CGPoint(x: random.number(in: 30...770), y: random.number(in: 30...450))
    }
}
