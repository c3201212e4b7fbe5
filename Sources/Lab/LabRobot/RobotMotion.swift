import Glibc
import TouchKitContacts
import TouchKitGeometry

/// The way of a finger from where it comes down to where it is lifted, as a function of the time.
///
/// A hand starts softly: within `startSeconds` it comes up to its speed.
enum RobotMotion: Sendable {
    /// It stays where it is.
    case rest(CGPoint)
    /// Around the middle, once a second, and nearer to it each time: no ink is drawn over twice.
    case circle
    /// Rests until a long press is recognized, then around the middle.
    case drag
    /// One of two fingers, on opposite sides of the middle.
    case pinch(side: Double)
    /// Loops.
    case loops(RobotLoops)

    /// The panel's middle.
    static let middle = CGPoint(x: 0.5, y: 0.5)
    /// When the two fingers come down, in microseconds: a tap before it is known to be a single one
    /// then.
    static let pinchLanding: Int64 = 800_000
    /// When they begin to move.
    private static let pinchStart: Int64 = 900_000
    /// How long the finger rests that drags, in seconds: a long press takes 0.5.
    private static let press = 0.8
    private static let radius = 0.28
    private static let startSeconds = 0.12

    /// Where the finger is.
    ///
    /// - Parameters:
    ///   - time: In microseconds from the script's beginning.
    ///   - since: When it came down.
    func place(at time: Int64, since: Int64) -> CGPoint {
        let seconds = Double(time - since) / 1_000_000
        switch self {
        case .rest(let place):
            return place
        case .circle:
            let turns = Self.softened(seconds)
            return Self.onCircle(Self.radius - 0.03 * turns, turns: turns)
        case .drag:
            let moving = Self.softened(seconds - Self.press)
            return Self.onCircle(Self.radius * min(moving / 0.5, 1), turns: 0.75 * moving)
        case .pinch(let side):
            // By the script's time, so that both fingers agree.
            let moving = Self.softened(Double(time - Self.pinchStart) / 1_000_000)
            let distance = 0.15 + 0.08 * sin(2 * Double.pi * 0.7 * moving)
            let turn = 0.17 * sin(2 * Double.pi * 0.4 * moving)
            return Self.onCircle(side * distance, turns: turn)
        case .loops(let loops):
            return loops.place(afterSeconds: Self.softened(seconds))
        }
    }

    /// A place at a part of the panel's extents from its middle.
    private static func onCircle(_ radius: Double, turns: Double) -> CGPoint {
        let angle = 2 * Double.pi * turns
        return CGPoint(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
    }

    /// The time on a clock that comes up to its speed evenly.
    private static func softened(_ seconds: Double) -> Double {
        if seconds <= 0 { return 0 }
        if seconds < startSeconds { return seconds * seconds / (2 * startSeconds) }
        return seconds - startSeconds / 2
    }
}

/// A wandering figure: two swings at right angles of speeds of their own, and a slow drift.
struct RobotLoops: Sendable {
    private let start: CGPoint
    private let radius: CGVector
    private let turnsPerSecond: CGVector
    private let phase: CGVector
    private let drift: CGVector

    /// Makes a figure; it stays within twice the radius and once the drift of where it begins.
    ///
    /// - Parameters:
    ///   - start: Where it begins, in parts of the panel.
    ///   - radius: How far it swings, in parts of the panel.
    ///   - turnsPerSecond: How often.
    ///   - drift: How far it wanders, in parts of the panel.
    ///   - random: Chooses.
    init(
        start: CGPoint, radius: ClosedRange<Double>, turnsPerSecond: ClosedRange<Double>,
        drift: Double, _ random: inout RepeatableRandom
    ) {
        // Its swings have to stay on the panel, wherever in `landing` it begins.
        let range = RobotScript.reach
        let room = 2 * radius.upperBound + drift
        self.start = CGPoint(
            x: min(max(start.x, range.lowerBound + room), range.upperBound - room),
            y: min(max(start.y, range.lowerBound + room), range.upperBound - room))
        self.radius = CGVector(dx: random.number(in: radius), dy: random.number(in: radius))
        self.turnsPerSecond = CGVector(
            dx: random.number(in: turnsPerSecond), dy: random.number(in: turnsPerSecond))
        let turn = 0...(2 * Double.pi)
        phase = CGVector(dx: random.number(in: turn), dy: random.number(in: turn))
        self.drift = CGVector(
            dx: random.number(in: -drift...drift), dy: random.number(in: -drift...drift))
    }

    /// Where it is.
    func place(afterSeconds seconds: Double) -> CGPoint {
        let swingX = 2 * Double.pi * turnsPerSecond.dx * seconds + phase.dx
        let swingY = 2 * Double.pi * turnsPerSecond.dy * seconds + phase.dy
        let wandered = (1 - cos(2 * Double.pi * 0.15 * seconds)) / 2
        return CGPoint(
            x: start.x + radius.dx * (sin(swingX) - sin(phase.dx)) + drift.dx * wandered,
            y: start.y + radius.dy * (sin(swingY) - sin(phase.dy)) + drift.dy * wandered)
    }
}
