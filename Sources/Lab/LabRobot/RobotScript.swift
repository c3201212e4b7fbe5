import TouchKitContacts
import TouchKitGeometry

/// What a hand does on a touch panel, report by report: the same for the same name, rate, duration and
/// seed.
///
/// Places are parts of the panel as it is scanned out, whatever its size; times begin at 0. Fingers come
/// down within `landing`, so that none meets a toolbar at an edge, and stay within `reach`. Reports in which
/// nothing changes aren't made, as no kernel would pass them on; the last one lifts what is still down.
/// The speeds are people's: see docs/robot.md.
package struct RobotScript: TouchFrameSource {
    /// What is played.
    package enum Name: String, CaseIterable, Sendable {
        /// One finger goes round and round, four times, and again.
        case circle
        /// Ten fingers scribble.
        case scribble
        /// Four fingers tap as fast as fingers do, now and then twice in a place.
        case tapStorm = "tap-storm"
        /// A tap selects the stroke in the middle (`strokeBegin`, `strokeEnd`); then two fingers take
        /// hold of it, spread, close and turn.
        case pinchRotate = "pinch-rotate"
        /// A finger rests on the stroke in the middle until it is picked up, and drags it around.
        case drag
        /// Ten fingers wander.
        case sparkles

        /// The most fingers that are down at a time.
        package var fingers: Int {
            switch self {
            case .circle, .drag: 1
            case .pinchRotate: 2
            case .tapStorm: 4
            case .scribble, .sparkles: 10
            }
        }
    }

    /// Where fingers come down, in parts of the panel: on a screen 240 points high as well, that is
    /// farther than a toolbar reaches.
    package static let landing = 0.22...0.78
    /// Where fingers are, in parts of the panel.
    package static let reach = 0.05...0.95
    /// Where the stroke begins that `pinchRotate` and `drag` take hold of, in parts of the panel.
    package static let strokeBegin = CGPoint(x: 0.3, y: 0.5)
    /// Where it ends.
    package static let strokeEnd = CGPoint(x: 0.7, y: 0.5)

    /// What is played.
    package let name: Name
    /// Reports a second.
    package let rateHz: Int
    /// When everything is lifted, in microseconds.
    package let duration: Int64

    private var hand: RobotHand
    private var report: Int64 = 0
    private var isOver = false

    /// Makes a script at its beginning.
    ///
    /// - Parameters:
    ///   - name: What is played.
    ///   - rateHz: Reports a second, at least 1; panels have 60 to 240.
    ///   - duration: How long it takes, in microseconds; the last report comes at the first moment
    ///     that isn't before it.
    ///   - seed: Chooses among hands.
    package init(_ name: Name, rateHz: Int, duration: Int64, seed: UInt64 = 1) {
        self.name = name
        self.rateHz = max(rateHz, 1)
        self.duration = max(duration, 0)
        hand = RobotHand(name, seed: seed)
    }

    /// The most fingers that are down at a time.
    package var fingers: Int { name.fingers }

    /// Puts the next report into `frame`; allocates nothing once that has room for `fingers`.
    ///
    /// - Returns: Whether there was another one.
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        frame.device = DeviceID(rawValue: 1)
        frame.contacts.removeAll(keepingCapacity: true)
        while !isOver {
            frame.time = Timestamp(microseconds: report * 1_000_000 / Int64(rateHz))
            report += 1
            isOver = frame.time.microseconds >= duration
            hand.report(
                at: frame.time.microseconds, lifts: isOver, until: duration,
                into: &frame.contacts)
            if !frame.contacts.isEmpty { return true }
        }
        return false
    }
}
