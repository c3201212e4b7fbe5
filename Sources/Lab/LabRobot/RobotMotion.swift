import Glibc
import TouchKitContacts
import TouchKitGeometry

/// The motion of a contact: its position as a function of time, from its start to its lift.
///
/// A contact accelerates to its full speed within `accelerationSeconds`, like a finger.
enum RobotMotion: Sendable {
    /// A contact at a fixed position.
    case rest(CGPoint)
    /// A spiral around the center with one turn per second. The radius decreases, so that ink is
    /// drawn on fresh pixels.
    case circle
    /// A rest at the center long enough for a long press, followed by circles around the center.
    case drag
    /// One of two contacts on opposite sides of the center; `side` is -1 or 1.
    case pinch(side: Double)
    /// Loops around a slowly moving point.
    case loops(RobotLoops)
    /// A straight upward motion that accelerates until the contact lifts after `flingDuration`.
    case fling

    /// The center of the touchscreen.
    static let center = CGPoint(x: 0.5, y: 0.5)
    /// The time at which the two contacts of a pinch start, in microseconds. The preceding tap has
    /// been recognized as a single tap by then.
    static let pinchStart: Int64 = 800_000
    /// The time at which the two contacts of a pinch start to move, in microseconds.
    private static let pinchMotionStart: Int64 = 900_000
    /// The time for which the contact of a drag rests before it moves, in seconds; a long press
    /// requires 0.5 s.
    private static let pressSeconds = 0.8
    /// The duration of a fling, in microseconds.
    static let flingDuration: Int64 = 120_000
    /// The position at which a fling starts.
    private static let flingStart = CGPoint(x: 0.6, y: 0.75)
    /// The length of a fling, as a fraction of the touchscreen's height.
    private static let flingLength = 0.6
    private static let radius = 0.28
    private static let accelerationSeconds = 0.12

    /// Returns the contact's position at `time`, as fractions of the touchscreen's size.
    ///
    /// - Parameters:
    ///   - time: The time from the script's start, in microseconds.
    ///   - start: The time at which the contact started, in microseconds.
    func position(at time: Int64, since start: Int64) -> CGPoint {
        let seconds = Double(time - start) / 1_000_000
        switch self {
        case .rest(let position):
            return position
        case .circle:
            let turns = Self.acceleratedTime(seconds)
            return Self.positionOnCircle(Self.radius - 0.03 * turns, turns: turns)
        case .drag:
            let moving = Self.acceleratedTime(seconds - Self.pressSeconds)
            return Self.positionOnCircle(Self.radius * min(moving / 0.5, 1), turns: 0.75 * moving)
        case .pinch(let side):
            // Both contacts use the script's time, so that they stay on opposite sides.
            let moving = Self.acceleratedTime(Double(time - Self.pinchMotionStart) / 1_000_000)
            let distance = 0.15 + 0.08 * sin(2 * Double.pi * 0.7 * moving)
            let turn = 0.17 * sin(2 * Double.pi * 0.4 * moving)
            return Self.positionOnCircle(side * distance, turns: turn)
        case .loops(let loops):
            return loops.position(afterSeconds: Self.acceleratedTime(seconds))
        case .fling:
            let fraction = min(Double(time - start) / Double(Self.flingDuration), 1)
            return CGPoint(
                x: Self.flingStart.x,
                y: Self.flingStart.y - Self.flingLength * fraction * fraction)
        }
    }

    /// Returns the position on a circle around the center, as fractions of the touchscreen's size.
    /// `turns` is the angle in full turns.
    private static func positionOnCircle(_ radius: Double, turns: Double) -> CGPoint {
        let angle = 2 * Double.pi * turns
        return CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }

    /// Returns the motion time after `seconds` of real time. Motion time accelerates uniformly
    /// until it advances as fast as real time.
    private static func acceleratedTime(_ seconds: Double) -> Double {
        if seconds <= 0 { return 0 }
        if seconds < accelerationSeconds { return seconds * seconds / (2 * accelerationSeconds) }
        return seconds - accelerationSeconds / 2
    }
}

/// A motion composed of one oscillation per axis, each with its own frequency, and a slow drift.
struct RobotLoops: Sendable {
    private let start: CGPoint
    private let radius: CGVector
    private let turnsPerSecond: CGVector
    private let phase: CGVector
    private let drift: CGVector

    /// Creates a random motion that stays within twice the radius plus the drift from its start.
    ///
    /// - Parameters:
    ///   - start: The start position, as fractions of the touchscreen's size. The initializer
    ///     adjusts this position if the motion would leave `RobotScript.contactRange`.
    ///   - radius: The range of the amplitudes, as fractions of the touchscreen's size.
    ///   - turnsPerSecond: The range of the frequencies, in oscillations per second.
    ///   - drift: The largest drift during the motion, as a fraction of the touchscreen's size.
    ///   - random: The random number generator.
    init(
        start: CGPoint, radius: ClosedRange<Double>, turnsPerSecond: ClosedRange<Double>,
        drift: Double, _ random: inout RepeatableRandom
    ) {
        let range = RobotScript.contactRange
        let margin = 2 * radius.upperBound + drift
        self.start = CGPoint(
            x: min(max(start.x, range.lowerBound + margin), range.upperBound - margin),
            y: min(max(start.y, range.lowerBound + margin), range.upperBound - margin))
        self.radius = CGVector(dx: random.number(in: radius), dy: random.number(in: radius))
        self.turnsPerSecond = CGVector(
            dx: random.number(in: turnsPerSecond), dy: random.number(in: turnsPerSecond))
        let turn = 0...(2 * Double.pi)
        phase = CGVector(dx: random.number(in: turn), dy: random.number(in: turn))
        self.drift = CGVector(
            dx: random.number(in: -drift...drift), dy: random.number(in: -drift...drift))
    }

    /// Returns the position `seconds` after the start of the motion, as fractions of the
    /// touchscreen's size.
    func position(afterSeconds seconds: Double) -> CGPoint {
        let angleX = 2 * Double.pi * turnsPerSecond.dx * seconds + phase.dx
        let angleY = 2 * Double.pi * turnsPerSecond.dy * seconds + phase.dy
        let driftFraction = (1 - cos(2 * Double.pi * 0.15 * seconds)) / 2
        return CGPoint(
            x: start.x + radius.dx * (sin(angleX) - sin(phase.dx)) + drift.dx * driftFraction,
            y: start.y + radius.dy * (sin(angleY) - sin(phase.dy)) + drift.dy * driftFraction)
    }
}
