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
    private let windowMilliseconds: Double
    private var count = 0
    // The sums of w·tⁿ, w·x·tⁿ and w·y·tⁿ, with t from −1 at the beginning of the window to 0.
    private var s0 = 0.0
    private var s1 = 0.0
    private var s2 = 0.0
    private var s3 = 0.0
    private var s4 = 0.0
    private var x = (0.0, 0.0, 0.0)
    private var y = (0.0, 0.0, 0.0)

    /// Creates a fit without samples.
    ///
    /// - Parameter windowMilliseconds: The length of the time window, in milliseconds.
    init(windowMilliseconds: Double) {
        self.windowMilliseconds = windowMilliseconds
    }

    /// Adds a sample if it is in the time window. Add the samples from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - age: The age relative to the newest sample, in milliseconds.
    ///   - dx: The horizontal offset from the newest sample, in points.
    ///   - dy: The vertical offset from the newest sample, in points.
    /// - Returns: Whether the sample is in the window. If not, all older samples are outside the
    ///   window, too.
    mutating func add(age: Double, dx: Double, dy: Double) -> Bool {
        let t = -age / windowMilliseconds
        guard t > -1 else { return false }
        // The weight falls to 0 at the end of the window, so that samples that leave the window
        // cause no jumps.
        let weight = (1 + t) * (1 + t)
        let (wt, wtt) = (weight * t, weight * t * t)
        count += 1
        s0 += weight
        s1 += wt
        s2 += wtt
        s3 += wtt * t
        s4 += wtt * t * t
        x = (x.0 + weight * dx, x.1 + wt * dx, x.2 + wtt * dx)
        y = (y.0 + weight * dy, y.1 + wt * dy, y.2 + wtt * dy)
        return true
    }

    /// The fitted motion at the newest sample, or `nil` if there are fewer than four samples or
    /// their times are too close together.
    ///
    /// An acceleration that increases the speed is halved, because it rarely continues for long. A
    /// deceleration is used unchanged.
    var motion: TouchMotion? {
        guard count >= 4 else { return nil }
        let (a, b, c) = (s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2)
        let determinant = s0 * a + s1 * b + s2 * c
        guard determinant > 1e-9 else { return nil }
        let (d, e, f) = (s0 * s4 - s2 * s2, s1 * s2 - s0 * s3, s0 * s2 - s1 * s1)
        func solve(_ sums: (Double, Double, Double)) -> (speed: Double, curvature: Double) {
            (
                (b * sums.0 + d * sums.1 + e * sums.2) / determinant,
                (c * sums.0 + e * sums.1 + f * sums.2) / determinant
            )
        }
        let (horizontal, vertical) = (solve(x), solve(y))
        let isSpeedingUp =
            horizontal.speed * horizontal.curvature + vertical.speed * vertical.curvature > 0
        let window = windowMilliseconds
        let factor = (isSpeedingUp ? 1 : 2) / (window * window)
        return TouchMotion(
            velocity: CGVector(dx: horizontal.speed / window, dy: vertical.speed / window),
            acceleration: CGVector(
                dx: horizontal.curvature * factor, dy: vertical.curvature * factor))
    }
}
