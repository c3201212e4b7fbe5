import Glibc

/// A timing curve, which maps the elapsed fraction of an animation's duration to a fraction of the
/// way from the start value to the end value.
package enum AnimationCurve: Hashable {
    /// Constant speed.
    case linear
    /// A cubic Bézier curve, as used by the ease-in and ease-out options.
    case bezier(CubicBezier)
    /// A damped spring, which may overshoot the end value.
    case spring(SpringCurve)

    /// Returns the fraction of the way from the start value to the end value: 0 at the start and 1
    /// at the end. A spring may exceed 1.
    ///
    /// - Parameter progress: The elapsed fraction of the duration; values outside 0…1 are clamped.
    package func fraction(at progress: Double) -> Double {
        if progress <= 0 { return 0 }
        if progress >= 1 { return 1 }
        return switch self {
        case .linear: progress
        case .bezier(let curve): curve.y(at: progress)
        case .spring(let spring): spring.fraction(at: progress)
        }
    }
}

/// A cubic Bézier timing curve from (0, 0) to (1, 1).
///
/// The x coordinates of both control points are in 0…1.
package struct CubicBezier: Hashable {
    /// The x coordinate of the first control point, 0…1.
    var x1: Double
    /// The y coordinate of the first control point.
    var y1: Double
    /// The x coordinate of the second control point, 0…1.
    var x2: Double
    /// The y coordinate of the second control point.
    var y2: Double

    // The control points are those that Apple documents for the named curves of
    // `CAMediaTimingFunction`.
    /// A curve that starts slowly.
    package static let easeIn = CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    /// A curve that ends slowly.
    package static let easeOut = CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    /// A curve that starts and ends slowly.
    package static let easeInOut = CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// Returns the y coordinate of the curve at `x`, which must be in 0…1.
    ///
    /// The curve parameter is bisected 40 times, which reaches a precision of 1e-12. Because x
    /// increases with the parameter, the bisection always converges.
    func y(at x: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if Self.value(x1, x2, at: middle) < x { low = middle } else { high = middle }
        }
        return Self.value(y1, y2, at: (low + high) / 2)
    }

    /// Returns the x or y coordinate of the curve at the curve parameter `t`, given the same
    /// coordinate of both control points.
    private static func value(_ first: Double, _ second: Double, at t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}

/// The timing curve of a damped spring. Unless a frequency is specified, the oscillation decays to
/// 1/1000 by the end of the duration.
package struct SpringCurve: Hashable {
    /// The damping ratio, 0.01…1; 1 is critically damped.
    private let damping: Double
    /// The undamped angular frequency, in radians per animation duration.
    private var frequency: Double
    /// The initial velocity, as a multiple of the total distance per animation duration.
    private let velocity: Double

    /// Creates the curve of a spring.
    ///
    /// - Parameters:
    ///   - dampingRatio: The damping ratio: 1 for no oscillation, values near 0 for strong
    ///     oscillation. The ratio is clamped to 0.01…1.
    ///   - velocity: The initial velocity, as a multiple of the total distance per animation
    ///     duration.
    package init(dampingRatio: Double, velocity: Double) {
        // Below 0.01 the oscillation is faster than the refresh rate of any display.
        damping = dampingRatio.isNaN ? 1 : min(max(dampingRatio, 0.01), 1)
        self.velocity = velocity.isFinite ? velocity : 0
        // Solves for a remaining amplitude of 1/1000: exp(-ζω), or (1 + ω)·exp(-ω) at critical
        // damping.
        frequency = damping < 1 ? 6.907_755 / damping : 9.233_413
    }

    /// Creates the curve of a spring with a frequency of its own, which may still move at the end
    /// of the duration.
    ///
    /// - Parameters:
    ///   - dampingRatio: The damping ratio, clamped to 0.01…1.
    ///   - frequency: The undamped angular frequency, in radians per animation duration.
    ///   - velocity: The initial velocity, as a multiple of the total distance per animation
    ///     duration.
    package init(dampingRatio: Double, frequency: Double, velocity: Double) {
        self.init(dampingRatio: dampingRatio, velocity: velocity)
        if frequency.isFinite && frequency > 0 { self.frequency = frequency }
    }

    /// Returns the fraction of the way from the start value to the end value. The fraction exceeds
    /// 1 where the spring overshoots.
    ///
    /// - Parameter progress: The elapsed fraction of the duration, 0…1.
    package func fraction(at progress: Double) -> Double {
        let decay = exp(-damping * frequency * progress)
        guard damping < 1 else {
            return 1 - decay * (1 + (frequency - velocity) * progress)
        }
        let turning = frequency * (1 - damping * damping).squareRoot()
        let sineShare = (damping * frequency - velocity) / turning
        return 1 - decay * (cos(turning * progress) + sineShare * sin(turning * progress))
    }
}
