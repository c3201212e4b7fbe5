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

/// Two parabolas fitted through the newest samples of a touch by weighted least squares, in a short
/// and in a long time window. Both fits are computed at once, one per vector lane.
///
/// Newer samples have more weight. Times and positions are relative to the newest sample, which
/// avoids the rounding errors of large numbers. Android's velocity tracker also fits polynomials to
/// the samples in a time window.
struct ParabolaFits {
    /// The number of the short window's lane.
    static let short = 0
    /// The number of the long window's lane.
    static let long = 1

    /// The lengths of the time windows, in milliseconds.
    private let windows: SIMD2<Double>
    /// The numbers of samples in the windows.
    private var counts = SIMD2<Double>()
    // The sums of w·tⁿ, w·x·tⁿ and w·y·tⁿ, with t from −1 at the beginning of the window to 0.
    private var s0 = SIMD2<Double>()
    private var s1 = SIMD2<Double>()
    private var s2 = SIMD2<Double>()
    private var s3 = SIMD2<Double>()
    private var s4 = SIMD2<Double>()
    private var x0 = SIMD2<Double>()
    private var x1 = SIMD2<Double>()
    private var x2 = SIMD2<Double>()
    private var y0 = SIMD2<Double>()
    private var y1 = SIMD2<Double>()
    private var y2 = SIMD2<Double>()

    /// Creates fits without samples.
    ///
    /// - Parameters:
    ///   - short: The length of the short time window, in milliseconds.
    ///   - long: The length of the long time window, in milliseconds.
    init(short: Double, long: Double) {
        windows = SIMD2(short, long)
    }

    /// Adds a sample to the windows that contain it. Add the samples from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - age: The age relative to the newest sample, in milliseconds.
    ///   - dx: The horizontal offset from the newest sample, in points.
    ///   - dy: The vertical offset from the newest sample, in points.
    /// - Returns: Whether the sample is in the long window. If not, all older samples are outside
    ///   both windows, too.
    @inline(__always)
    mutating func add(age: Double, dx: Double, dy: Double) -> Bool {
        var t = SIMD2(repeating: -age) / windows
        guard t[Self.long] > -1 else { return false }
        // The weight falls to 0 at the end of the window, so that samples that leave the window
        // cause no jumps. A sample outside the short window gets exactly the weight 0.
        t[Self.short] = max(t[Self.short], -1)
        counts += SIMD2(t[Self.short] > -1 ? 1 : 0, 1)
        let weight = (1 + t) * (1 + t)
        let (wt, wtt) = (weight * t, weight * t * t)
        s0 += weight
        s1 += wt
        s2 += wtt
        s3 += wtt * t
        s4 += wtt * t * t
        x0 += weight * dx
        x1 += wt * dx
        x2 += wtt * dx
        y0 += weight * dy
        y1 += wt * dy
        y2 += wtt * dy
        return true
    }

    /// Returns the fitted motion at the newest sample, or `nil` if there are fewer than four
    /// samples in the window or their times are too close together.
    ///
    /// An acceleration that increases the speed is halved, because it rarely continues for long. A
    /// deceleration is used unchanged.
    ///
    /// - Parameter lane: The window: `short` or `long`.
    func motion(_ lane: Int) -> TouchMotion? {
        guard counts[lane] >= 4 else { return nil }
        let (s0, s1, s2, s3, s4) = (s0[lane], s1[lane], s2[lane], s3[lane], s4[lane])
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
        let horizontal = solve((x0[lane], x1[lane], x2[lane]))
        let vertical = solve((y0[lane], y1[lane], y2[lane]))
        let isSpeedingUp =
            horizontal.speed * horizontal.curvature + vertical.speed * vertical.curvature > 0
        let window = windows[lane]
        let factor = (isSpeedingUp ? 1 : 2) / (window * window)
        return TouchMotion(
            velocity: CGVector(dx: horizontal.speed / window, dy: vertical.speed / window),
            acceleration: CGVector(
                dx: horizontal.curvature * factor, dy: vertical.curvature * factor))
    }
}
