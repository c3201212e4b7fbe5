import TouchKitContacts
import TouchKitGeometry

/// Ten fingers on a panel that reports 240 times a second, for as long as one likes: repeatable, and
/// without allocating.
package struct TenFingerRobot {
    /// What the fingers do.
    package enum Play: String, CaseIterable, Sendable {
        /// All ten are down all the time and move; every five seconds they are lifted once.
        case moving
        /// Each does what it likes: strokes, taps, double taps, rests, and comes down elsewhere.
        case playing
    }

    /// Reports a second.
    package static let rate = 240
    /// The number of fingers.
    package static let fingers = 10
    /// What each finger does.
    private enum Doing {
        case away(reports: Int)
        case resting(reports: Int)
        case moving(reports: Int)
    }

    private struct Finger {
        var doing = Doing.away(reports: 1)
        var trackingID: Int32 = 0
        var place = CGPoint.zero
        /// How far it goes in a report, in parts of the panel.
        var step = CGVector.zero
    }

    private let play: Play
    private var random: SeededRandom
    private var hands = [Finger](repeating: Finger(), count: TenFingerRobot.fingers)
    private var nextTrackingID: Int32 = 1
    private var reports: Int64 = 0
    private let start: Timestamp

    /// Makes a robot whose first report is made at a time.
    package init(_ play: Play, seed: UInt64 = 240, start: Timestamp = .zero) {
        self.play = play
        self.start = start
        random = SeededRandom(seed: seed)
    }

    /// When the next report is made.
    package var nextTime: Timestamp {
        start.advanced(byMicroseconds: reports * 1_000_000 / Int64(Self.rate))
    }

    /// Makes the next report; one without contacts if no finger did anything.
    package mutating func next(into frame: inout TouchFrame) {
        frame.time = nextTime
        frame.contacts.removeAll(keepingCapacity: true)
        reports += 1
        let liftsAll = play == .moving && reports % Int64(5 * Self.rate) == 0
        for slot in hands.indices { act(slot, lifts: liftsAll, into: &frame) }
    }

    /// Lifts all fingers that are down.
    package mutating func liftAll(into frame: inout TouchFrame) {
        frame.time = nextTime
        frame.contacts.removeAll(keepingCapacity: true)
        reports += 1
        for slot in hands.indices { act(slot, lifts: true, into: &frame) }
    }

    private mutating func act(_ slot: Int, lifts: Bool, into frame: inout TouchFrame) {
        var finger = hands[slot]
        defer { hands[slot] = finger }
        switch finger.doing {
        case .away(let reports):
            if reports > 0 || lifts {
                finger.doing = .away(reports: max(reports - 1, 0))
                return
            }
            finger.trackingID = nextTrackingID
            nextTrackingID &+= 1
            begin(&finger)
            report(slot, finger, .down, into: &frame)
        case .resting(let reports):
            if reports <= 0 || lifts { return lift(slot, &finger, into: &frame) }
            finger.doing = .resting(reports: reports - 1)
            // Having rested, it may go on.
            if reports == 1, random.next(below: 2) == 0 { go(&finger) }
        case .moving(let reports):
            if reports <= 0 || lifts { return lift(slot, &finger, into: &frame) }
            finger.doing = .moving(reports: reports - 1)
            move(&finger)
            report(slot, finger, .motion, into: &frame)
        }
    }

    /// Comes down somewhere, or where it was: two taps in the same place are a double tap.
    private mutating func begin(_ finger: inout Finger) {
        let isElsewhere = play == .moving || random.next(below: 3) > 0
        if isElsewhere || finger.place == .zero {
            // What there is to be touched is often in the middle.
            let isMiddle = play == .playing && random.next(below: 4) == 0
            let range = isMiddle ? 0.4...0.6 : 0.01...0.99
            finger.place = CGPoint(x: random.number(in: range), y: random.number(in: range))
        }
        switch play == .moving ? 9 : random.next(below: 10) {
        case 0, 1, 2: finger.doing = .resting(reports: 6 + random.next(below: 30))
        case 3: finger.doing = .resting(reports: 140 + random.next(below: 100))
        default: go(&finger)
        }
    }

    private mutating func go(_ finger: inout Finger) {
        let reports = play == .moving ? Int.max / 2 : 20 + random.next(below: 600)
        finger.doing = .moving(reports: reports)
        finger.step = CGVector(
            dx: random.number(in: -0.004...0.004), dy: random.number(in: -0.004...0.004))
    }

    /// Goes on in a wandering curve, and back at the panel's edge.
    private mutating func move(_ finger: inout Finger) {
        finger.step.dx += random.number(in: -0.000_4...0.000_4)
        finger.step.dy += random.number(in: -0.000_4...0.000_4)
        let most = 0.006
        finger.step.dx = min(max(finger.step.dx, -most), most)
        finger.step.dy = min(max(finger.step.dy, -most), most)
        if !(0.005...0.995).contains(finger.place.x + finger.step.dx) { finger.step.dx.negate() }
        if !(0.005...0.995).contains(finger.place.y + finger.step.dy) { finger.step.dy.negate() }
        finger.place.x = min(max(finger.place.x + finger.step.dx, 0), 0.999)
        finger.place.y = min(max(finger.place.y + finger.step.dy, 0), 0.999)
    }

    private mutating func lift(_ slot: Int, _ finger: inout Finger, into frame: inout TouchFrame) {
        report(slot, finger, .up, into: &frame)
        finger.doing = .away(reports: play == .moving ? 4 : 8 + random.next(below: 80))
    }

    private func report(
        _ slot: Int, _ finger: Finger, _ state: TouchContact.State, into frame: inout TouchFrame
    ) {
        frame.contacts.append(
            TouchContact(
                slot: slot, trackingID: finger.trackingID, state: state, position: finger.place))
    }
}
