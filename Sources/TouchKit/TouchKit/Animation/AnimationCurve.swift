import Glibc

/// How far a motion is, depending on how much of its time has passed.
package enum AnimationCurve: Hashable {
    case linear
    case bezier(CubicBezier)
    case spring(SpringCurve)

    /// The part of the way, 0 at the beginning and 1 at the end; a spring goes beyond.
    ///
    /// - Parameter progress: The part of the time, 0…1.
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

/// A curve from (0, 0) to (1, 1) with two control points, whose x lies in 0…1.
package struct CubicBezier: Hashable {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double

    // The control points that Apple documents for CAMediaTimingFunction's names.
    package static let easeIn = CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    package static let easeOut = CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    package static let easeInOut = CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// The height of the curve over a place of the time axis.
    ///
    /// x grows with the parameter, so halving an interval always finds it: 40 times for 1e-12.
    func y(at x: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if Self.value(x1, x2, at: middle) < x { low = middle } else { high = middle }
        }
        return Self.value(y1, y2, at: (low + high) / 2)
    }

    private static func value(_ first: Double, _ second: Double, at t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}

/// A damped oscillation about the end that has died down to a thousandth when its time is over.
package struct SpringCurve: Hashable {
    private let damping: Double
    /// Radians per duration.
    private let frequency: Double
    /// Ways per duration at the beginning.
    private let velocity: Double

    /// - Parameters:
    ///   - dampingRatio: 1 for no oscillation at all, near 0 for much of it.
    ///   - velocity: How fast it moves at the beginning, in whole ways per duration.
    package init(dampingRatio: Double, velocity: Double) {
        // Below a hundredth the oscillation is faster than any display.
        damping = dampingRatio.isNaN ? 1 : min(max(dampingRatio, 0.01), 1)
        self.velocity = velocity.isFinite ? velocity : 0
        // What is left over is exp(-ζω), and (1 + ω)·exp(-ω) without oscillation: a thousandth.
        frequency = damping < 1 ? 6.907_755 / damping : 9.233_413
    }

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
