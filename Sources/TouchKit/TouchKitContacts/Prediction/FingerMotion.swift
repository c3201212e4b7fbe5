import TouchKitGeometry

/// How a finger moves at a moment, as far as where it will be follows from it.
struct FingerMotion: Hashable, Sendable {
    /// In points per millisecond.
    var velocity = CGVector.zero
    /// In points per millisecond².
    var acceleration = CGVector.zero

    /// It stays where it is.
    static let rest = FingerMotion()

    /// How far it is from where it was, so many milliseconds later; in points.
    func offset(after milliseconds: Double) -> CGVector {
        let half = milliseconds * milliseconds / 2
        return CGVector(
            dx: velocity.dx * milliseconds + acceleration.dx * half,
            dy: velocity.dy * milliseconds + acceleration.dy * half)
    }

    /// Adds a part of another motion.
    mutating func add(_ other: FingerMotion, times part: Double) {
        velocity.dx += other.velocity.dx * part
        velocity.dy += other.velocity.dy * part
        acceleration.dx += other.acceleration.dx * part
        acceleration.dy += other.acceleration.dy * part
    }
}

/// The parabola through the samples of a window that fits best, by weighted least squares; the newest
/// samples count most. Lines and parabolas over a window are what Android's velocity tracker fits, too.
///
/// Times and places are those before the newest sample: nothing is lost in large numbers.
struct ParabolaFit {
    private let windowMilliseconds: Double
    private var count = 0
    // The sums of w·tⁿ, w·x·tⁿ, w·y·tⁿ; t from −1, the window's beginning, to 0.
    private var s0 = 0.0
    private var s1 = 0.0
    private var s2 = 0.0
    private var s3 = 0.0
    private var s4 = 0.0
    private var x = (0.0, 0.0, 0.0)
    private var y = (0.0, 0.0, 0.0)

    /// - Parameter windowMilliseconds: How long the window is.
    init(windowMilliseconds: Double) {
        self.windowMilliseconds = windowMilliseconds
    }

    /// Takes a sample in.
    ///
    /// - Parameters:
    ///   - age: How much older than the newest one it is, in milliseconds.
    ///   - dx: How far it is from the newest one, in points.
    ///   - dy: The same, downwards.
    /// - Returns: Whether it lay in the window; none that is older does, if it didn't.
    mutating func take(age: Double, dx: Double, dy: Double) -> Bool {
        let t = -age / windowMilliseconds
        guard t > -1 else { return false }
        // Nothing jumps where a sample leaves the window.
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

    /// The motion at the newest sample; nil where there are too few samples for it.
    ///
    /// A finger that gets faster doesn't go on so for long: half of that is left out. One that gets
    /// slower will stop or turn.
    var motion: FingerMotion? {
        guard count >= 4 else { return nil }
        let (a, b, c) = (s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2)
        let determinant = s0 * a + s1 * b + s2 * c
        guard determinant > 1e-9 else { return nil }
        let (d, e, f) = (s0 * s4 - s2 * s2, s1 * s2 - s0 * s3, s0 * s2 - s1 * s1)
        func solve(_ sums: (Double, Double, Double)) -> (speed: Double, bend: Double) {
            (
                (b * sums.0 + d * sums.1 + e * sums.2) / determinant,
                (c * sums.0 + e * sums.1 + f * sums.2) / determinant
            )
        }
        let (along, down) = (solve(x), solve(y))
        let isGettingFaster = along.speed * along.bend + down.speed * down.bend > 0
        let window = windowMilliseconds
        let bend = (isGettingFaster ? 1 : 2) / (window * window)
        return FingerMotion(
            velocity: CGVector(dx: along.speed / window, dy: down.speed / window),
            acceleration: CGVector(dx: along.bend * bend, dy: down.bend * bend))
    }
}
