import Glibc
import TouchKitGeometry

/// A reason why two taps do not determine the calibration of a touchscreen.
package enum OrientationFitError: Error, Hashable, Sendable {
    /// Both taps have nearly the same position.
    case tooClose
    /// No mounting orientation is consistent with the taps, or two orientations are equally
    /// plausible.
    case unclear
}

/// A namespace for the computation of a touchscreen's calibration from two taps on two marks. The
/// result is one of eight mounting orientations with a correction of scale and offset.
///
/// A linear map fits both taps exactly, whether the axes are swapped or not. The fit chooses the
/// axis order that needs less scaling, if the other order needs clearly more. The choice is correct
/// for touchscreens whose axes differ in scale by less than a factor of 1.5.
enum OrientationFit {
    /// The maximum error along an axis that the fit leaves uncorrected, as a fraction of the
    /// screen's shorter side.
    ///
    /// A finger can miss a mark by this distance. Correcting such an error would worsen positions
    /// at the edges.
    static let tapTolerance = 0.03
    /// The range of absolute scale factors that the fit accepts along an axis.
    static let scales = 0.5...2.0
    /// The distance that the two taps must have along at least one axis, as a fraction of the side
    /// length of the touchscreen.
    static let minimumDistance = 0.15
    /// The minimum ratio of the distances between the two taps along the two axes of the
    /// touchscreen. At smaller ratios, both axis orders are about equally plausible, and the fit
    /// throws `unclear`.
    static let ambiguityRatio = 1.3

    /// Returns the calibration that maps the positions of two taps to the positions of their marks.
    ///
    /// - Parameters:
    ///   - taps: The reported positions of the first and the second tap without calibration, 0…1
    ///     along the axes of the touchscreen.
    ///   - targets: The positions of the marks, 0…1 along the axes of the scanout.
    ///   - tolerance: The maximum error that is not corrected, for each axis of the scanout.
    /// - Throws: `OrientationFitError` if the taps do not determine a calibration.
    static func calibration(
        taps: (CGPoint, CGPoint), targets: (CGPoint, CGPoint), tolerance: CGVector
    ) throws(OrientationFitError) -> TouchCalibration {
        if max(abs(taps.0.x - taps.1.x), abs(taps.0.y - taps.1.y)) < minimumDistance {
            throw .tooClose
        }
        let unswapped = Candidate(taps, targets)
        let swapped = Candidate(
            (CGPoint(x: taps.0.y, y: taps.0.x), CGPoint(x: taps.1.y, y: taps.1.x)), targets)
        // The costs differ by 2 · |ratio| times the logarithm of the ratio between the taps'
        // distances along both axes. The difference is 0 if both axis orders are equally likely.
        let ratio = log(
            abs((targets.0.x - targets.1.x) / (targets.0.y - targets.1.y)))
        let minimumDifference = 2 * abs(ratio) * log(ambiguityRatio)
        guard abs(unswapped.cost - swapped.cost) >= minimumDifference else { throw .unclear }
        let swaps = swapped.cost < unswapped.cost
        let best = swaps ? swapped : unswapped
        guard best.isPlausible else { throw .unclear }
        let x = best.x.line(tolerance: tolerance.dx)
        let y = best.y.line(tolerance: tolerance.dy)
        return swaps
            ? TouchCalibration(a: 0, b: x.slope, c: x.start, d: y.slope, e: 0, f: y.start)
            : TouchCalibration(a: x.slope, b: 0, c: x.start, d: 0, e: y.slope, f: y.start)
    }

    /// A fit of both taps with one of the two axis orders (axes swapped or not swapped).
    private struct Candidate {
        let x: Axis
        let y: Axis

        init(_ taps: (CGPoint, CGPoint), _ targets: (CGPoint, CGPoint)) {
            x = Axis(taps: (taps.0.x, taps.1.x), targets: (targets.0.x, targets.1.x))
            y = Axis(taps: (taps.0.y, taps.1.y), targets: (targets.0.y, targets.1.y))
        }

        /// The amount of scaling that the fit needs: the sum of the squared logarithms of the scale
        /// factors of both axes.
        var cost: Double { x.logScale * x.logScale + y.logScale * y.logScale }

        /// Whether the scale factors of both axes are within `scales`.
        var isPlausible: Bool {
            scales.contains(abs(x.slope)) && scales.contains(abs(y.slope))
        }
    }

    /// The linear fit of both taps along one axis of the screen.
    private struct Axis {
        let taps: (Double, Double)
        let targets: (Double, Double)

        var slope: Double { (targets.0 - targets.1) / (taps.0 - taps.1) }

        /// The absolute value of the logarithm of the scale factor. The value is limited to 20, so
        /// that it is finite for equal taps.
        var logScale: Double { min(abs(log(abs(slope))), 20) }

        /// Returns the linear map from reported positions to positions on the screen that fits both
        /// taps within `tolerance`. The map makes the smallest sufficient correction: none, an
        /// offset, or an offset and a scale.
        func line(tolerance: Double) -> (slope: Double, start: Double) {
            let unitSlope = slope > 0 ? 1.0 : -1.0
            let start = slope > 0 ? 0.0 : 1.0
            let errors = (
                targets.0 - (unitSlope * taps.0 + start), targets.1 - (unitSlope * taps.1 + start)
            )
            if max(abs(errors.0), abs(errors.1)) <= tolerance { return (unitSlope, start) }
            if abs(errors.0 - errors.1) <= tolerance {
                return (unitSlope, rounded(start + (errors.0 + errors.1) / 2))
            }
            return (rounded(slope), rounded(targets.0 - slope * taps.0))
        }

        /// Returns `number` rounded to a millionth, a precision that exceeds the resolution of
        /// touchscreens.
        private func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 + 0 }
    }
}
