import Glibc
import TouchKitGeometry

/// Why nothing can be made of two taps.
package enum OrientationRefusal: Error, Hashable, Sendable {
    /// They were at nearly the same place.
    case tooClose
    /// No way of mounting a panel explains them, or two do as well as each other.
    case unclear
}

/// What two taps on two marks say of a panel: which of the eight ways round it is, and how far its scale and
/// its place are off.
///
/// With each of the two orders of the axes a line through two taps fits exactly, so the right one is told by
/// what it would take: the order that needs the lesser stretching, if the other needs clearly more. That is
/// right for panels whose axes are stretched by less than half as much again, one against the other.
enum OrientationFit {
    /// What isn't mended along an axis, as a part of the screen's shorter side: hands miss by that much, and
    /// mending a miss would do harm at the edges.
    static let handMiss = 0.03
    /// How much a panel may be stretched or pressed together along an axis.
    static let scales = 0.5...2.0
    /// Nearer to each other, as a part of the panel, taps say nothing.
    static let leastDistance = 0.15
    /// How near to the limit between the two orders of axes nobody decides, as a ratio.
    static let margin = 1.3

    /// The calibration that takes the taps to the marks.
    ///
    /// - Parameters:
    ///   - taps: Where the panel reported the first and the second tap, 0…1 and uncorrected.
    ///   - targets: Where the marks are, 0…1 across the panel as it is scanned out.
    ///   - miss: How far a hand may miss, along each axis of the targets.
    /// - Throws: `OrientationRefusal` where they mean nothing sensible.
    static func calibration(
        taps: (CGPoint, CGPoint), targets: (CGPoint, CGPoint), miss: CGVector
    ) throws(OrientationRefusal) -> TouchCalibration {
        if max(abs(taps.0.x - taps.1.x), abs(taps.0.y - taps.1.y)) < leastDistance {
            throw .tooClose
        }
        let straight = Candidate(taps, targets)
        let swapped = Candidate(
            (CGPoint(x: taps.0.y, y: taps.0.x), CGPoint(x: taps.1.y, y: taps.1.x)), targets)
        // Of two orders of axes that are as likely as each other, the difference is 0; it grows with the
        // square of the marks' own ratio.
        let ratio = log(
            abs((targets.0.x - targets.1.x) / (targets.0.y - targets.1.y)))
        let least = 2 * abs(ratio) * log(margin)
        guard abs(straight.cost - swapped.cost) >= least else { throw .unclear }
        let swaps = swapped.cost < straight.cost
        let best = swaps ? swapped : straight
        guard best.isBelievable else { throw .unclear }
        let x = best.x.line(miss: miss.dx)
        let y = best.y.line(miss: miss.dy)
        return swaps
            ? TouchCalibration(a: 0, b: x.slope, c: x.start, d: y.slope, e: 0, f: y.start)
            : TouchCalibration(a: x.slope, b: 0, c: x.start, d: 0, e: y.slope, f: y.start)
    }

    /// One order of the axes.
    private struct Candidate {
        let x: Axis
        let y: Axis

        init(_ taps: (CGPoint, CGPoint), _ targets: (CGPoint, CGPoint)) {
            x = Axis(taps: (taps.0.x, taps.1.x), targets: (targets.0.x, targets.1.x))
            y = Axis(taps: (taps.0.y, taps.1.y), targets: (targets.0.y, targets.1.y))
        }

        /// How much stretching it takes: the sum of the squares of its logarithms.
        var cost: Double { x.stretch * x.stretch + y.stretch * y.stretch }

        var isBelievable: Bool {
            scales.contains(abs(x.slope)) && scales.contains(abs(y.slope))
        }
    }

    /// What two taps say of one axis of the screen.
    private struct Axis {
        let taps: (Double, Double)
        let targets: (Double, Double)

        var slope: Double { (targets.0 - targets.1) / (taps.0 - taps.1) }

        /// Finite, also where the taps don't differ.
        var stretch: Double { min(abs(log(abs(slope))), 20) }

        /// The way from a tap to its mark: as little as explains both, but for what a hand misses.
        func line(miss: Double) -> (slope: Double, start: Double) {
            let upright = slope > 0 ? 1.0 : -1.0
            let start = slope > 0 ? 0.0 : 1.0
            let errors = (
                targets.0 - (upright * taps.0 + start), targets.1 - (upright * taps.1 + start)
            )
            if max(abs(errors.0), abs(errors.1)) <= miss { return (upright, start) }
            if abs(errors.0 - errors.1) <= miss {
                return (upright, rounded(start + (errors.0 + errors.1) / 2))
            }
            return (rounded(slope), rounded(targets.0 - slope * taps.0))
        }

        /// To a millionth: less than any panel tells apart.
        private func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 + 0 }
    }
}
