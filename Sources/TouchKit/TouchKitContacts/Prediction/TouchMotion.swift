import TouchKitGeometry

/// The velocity and acceleration of a touch, from which its position is extrapolated.
struct TouchMotion: Hashable, Sendable {
    /// The velocity, in points per millisecond.
    var velocity = CGVector.zero
    /// The acceleration, in points per millisecond².
    var acceleration = CGVector.zero

    /// The motion of a resting touch: velocity and acceleration are zero.
    static let rest = TouchMotion()

    /// Returns the displacement that the motion causes in `milliseconds`, in points.
    func displacement(after milliseconds: Double) -> CGVector {
        let half = milliseconds * milliseconds / 2
        return CGVector(
            dx: velocity.dx * milliseconds + acceleration.dx * half,
            dy: velocity.dy * milliseconds + acceleration.dy * half)
    }

    /// Adds the velocity and acceleration of `other`, multiplied by `weight`.
    mutating func add(_ other: TouchMotion, weight: Double) {
        velocity.dx += other.velocity.dx * weight
        velocity.dy += other.velocity.dy * weight
        acceleration.dx += other.acceleration.dx * weight
        acceleration.dy += other.acceleration.dy * weight
    }
}

/// A parabola fitted through the newest samples of a touch by weighted least squares.
///
/// Newer samples have more weight. Times and positions are relative to the newest sample, which
/// avoids the rounding errors of large numbers. Android's velocity tracker also fits polynomials to
/// the samples in a time window.
struct ParabolaFit {
    /// The length of the time window, in milliseconds.
    private let window: Double
    /// The number of samples in the window.
    private var count = 0
    // The sums of w·tⁿ, with t from −1 at the beginning of the window to 0.
    private var s0 = 0.0
    private var s1 = 0.0
    private var s2 = 0.0
    private var s3 = 0.0
    private var s4 = 0.0
    // The sums of w·x·tⁿ and w·y·tⁿ, one per vector lane.
    private var p0 = SIMD2<Double>()
    private var p1 = SIMD2<Double>()
    private var p2 = SIMD2<Double>()

    /// Creates a fit without samples.
    ///
    /// - Parameter window: The length of the time window, in milliseconds.
    init(window: Double) {
        self.window = window
    }

    /// Adds a sample if the window contains it. Add the samples from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - age: The age relative to the newest sample, in milliseconds.
    ///   - offset: The horizontal and vertical offset from the newest sample, in points.
    /// - Returns: Whether the window contains the sample. If not, it contains no older sample.
    @inline(__always)
    mutating func add(age: Double, offset: SIMD2<Double>) -> Bool {
        let t = -age / window
        guard t > -1 else { return false }
        count &+= 1
        // The weight falls to 0 at the end of the window, so that samples that leave the window
        // cause no jumps.
        let weight = (1 + t) * (1 + t)
        let (wt, wtt) = (weight * t, weight * t * t)
        s0 += weight
        s1 += wt
        s2 += wtt
        s3 += wtt * t
        s4 += wtt * t * t
        p0 += weight * offset
        p1 += wt * offset
        p2 += wtt * offset
        return true
    }

    /// The fitted motion at the newest sample, or `nil` if there are fewer than four samples in the
    /// window or their times are too close together.
    ///
    /// An acceleration that increases the speed is halved, because it rarely continues for long. A
    /// deceleration is used unchanged.
    var motion: TouchMotion? {
        guard count >= 4 else { return nil }
        let (a, b, c) = (s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2)
        let determinant = s0 * a + s1 * b + s2 * c
        guard determinant > 1e-9 else { return nil }
        let (d, e, f) = (s0 * s4 - s2 * s2, s1 * s2 - s0 * s3, s0 * s2 - s1 * s1)
        func solve(_ f0: Double, _ f1: Double, _ f2: Double) -> SIMD2<Double> {
            let sum = p0 * f0 + p1 * f1
            return (sum + p2 * f2) / determinant
        }
        let (speed, curvature) = (solve(b, d, e), solve(c, e, f))
        let isSpeedingUp = speed.x * curvature.x + speed.y * curvature.y > 0
        let factor = (isSpeedingUp ? 1 : 2) / (window * window)
        return TouchMotion(
            velocity: CGVector(dx: speed.x / window, dy: speed.y / window),
            acceleration: CGVector(dx: curvature.x * factor, dy: curvature.y * factor))
    }
}
