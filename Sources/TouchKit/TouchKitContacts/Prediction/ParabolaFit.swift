import TouchKitGeometry

/// Two parabolas, fitted through the newest samples of a touch in a short and in a long time window
/// by weighted least squares.
///
/// Newer samples have more weight. Times and positions are relative to the newest sample, which
/// avoids the rounding errors of large numbers. Android's velocity tracker also fits polynomials to
/// the samples in a time window.
struct ParabolaFit {
    /// A number for each window: lane 0 belongs to the short window, lane 1 to the long window.
    private typealias Pair = SIMD2<Double>

    /// The lengths of the time windows, in milliseconds.
    private let windows: Pair
    /// The number of samples in the short window.
    private var shortCount = 0
    /// The number of samples in the long window.
    private var longCount = 0
    // The sums of w·tⁿ, with t from −1 at the beginning of the window to 0.
    private var s0 = Pair()
    private var s1 = Pair()
    private var s2 = Pair()
    private var s3 = Pair()
    private var s4 = Pair()
    // The sums of w·x·tⁿ.
    private var x0 = Pair()
    private var x1 = Pair()
    private var x2 = Pair()
    // The sums of w·y·tⁿ.
    private var y0 = Pair()
    private var y1 = Pair()
    private var y2 = Pair()

    /// Creates a fit without samples. The lengths of the time windows are in milliseconds.
    init(shortWindow: Double, longWindow: Double) {
        windows = Pair(shortWindow, longWindow)
    }

    /// Adds a sample to the windows that contain it. Add the samples from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - age: The age relative to the newest sample, in milliseconds.
    ///   - x: The horizontal offset from the newest sample, in points.
    ///   - y: The vertical offset from the newest sample, in points.
    /// - Returns: Whether the long window contains the sample. If not, it contains no older sample.
    @inline(__always)
    mutating func add(age: Double, x: Double, y: Double) -> Bool {
        let t = -age / windows
        guard t[1] > -1 else { return false }
        longCount &+= 1
        if t[0] > -1 { shortCount &+= 1 }
        // The weight falls to 0 at the end of the window, so that samples that leave the window
        // cause no jumps.
        let rest = (1 + t).replacing(with: 0, where: t .< -1)
        let weight = rest * rest
        let (wt, wtt) = (weight * t, weight * t * t)
        s0 += weight
        s1 += wt
        s2 += wtt
        s3 += wtt * t
        s4 += wtt * t * t
        x0 += weight * x
        x1 += wt * x
        x2 += wtt * x
        y0 += weight * y
        y1 += wt * y
        y2 += wtt * y
        return true
    }

    /// The fitted motions at the newest sample. A motion is `nil` if there are fewer than four
    /// samples in its window or their times are too close together.
    ///
    /// An acceleration that increases the speed is halved, because it rarely continues for long. A
    /// deceleration is used unchanged.
    var motions: (short: TouchMotion?, long: TouchMotion?) {
        let (a, b, c) = (s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2)
        let determinant = s0 * a + s1 * b + s2 * c
        let (d, e, f) = (s0 * s4 - s2 * s2, s1 * s2 - s0 * s3, s0 * s2 - s1 * s1)
        func solve(_ p0: Pair, _ p1: Pair, _ p2: Pair, _ f0: Pair, _ f1: Pair, _ f2: Pair) -> Pair {
            let sum = p0 * f0 + p1 * f1
            return (sum + p2 * f2) / determinant
        }
        let (speedX, speedY) = (solve(x0, x1, x2, b, d, e), solve(y0, y1, y2, b, d, e))
        let (curveX, curveY) = (solve(x0, x1, x2, c, e, f), solve(y0, y1, y2, c, e, f))
        let change = speedX * curveX + speedY * curveY
        func motion(_ lane: Int, _ count: Int) -> TouchMotion? {
            guard count >= 4, determinant[lane] > 1e-9 else { return nil }
            let window = windows[lane]
            let factor = (change[lane] > 0 ? 1 : 2) / (window * window)
            return TouchMotion(
                velocity: CGVector(dx: speedX[lane] / window, dy: speedY[lane] / window),
                acceleration: CGVector(dx: curveX[lane] * factor, dy: curveY[lane] * factor))
        }
        return (motion(0, shortCount), motion(1, longCount))
    }
}
