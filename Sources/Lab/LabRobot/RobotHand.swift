import TouchKitContacts
import TouchKitGeometry

/// The fingers of a script: when each comes down, for how long, and what it does until it is lifted.
struct RobotHand: Sendable {
    private enum Doing: Sendable {
        /// It is in the air until then.
        case away(until: Int64)
        /// It is on the panel until then.
        case down(RobotMotion, since: Int64, until: Int64)
    }

    private struct Finger: Sendable {
        var doing: Doing
        var trackingID: Int32 = 0
        var place = CGPoint.zero
        /// How often it came down.
        var landings = 0
    }

    /// A finger that has less time left than that doesn't come down any more, in microseconds.
    private static let leastStay: Int64 = 400_000
    private static let never = Int64.max

    private let name: RobotScript.Name
    private var fingers: [Finger]
    private var random: RepeatableRandom
    private var nextTrackingID: Int32 = 1

    init(_ name: RobotScript.Name, seed: UInt64) {
        self.name = name
        var random = RepeatableRandom(seed: seed)
        fingers = (0..<name.fingers).map { number in
            Finger(doing: .away(until: Self.firstLanding(name, finger: number, &random)))
        }
        self.random = random
    }

    /// Appends what the fingers do at a moment; a finger's number is its slot.
    ///
    /// - Parameters:
    ///   - time: In microseconds from the beginning.
    ///   - lifts: Whether everything is lifted now.
    ///   - end: When everything will be lifted.
    ///   - contacts: Gets what changed.
    mutating func report(
        at time: Int64, lifts: Bool, until end: Int64, into contacts: inout [TouchContact]
    ) {
        for number in fingers.indices {
            switch fingers[number].doing {
            case .away(let landing):
                guard !lifts, time >= landing, time <= end - Self.leastStay else { continue }
                land(number, at: time)
                append(number, .down, to: &contacts)
            case .down(let motion, let since, let until):
                if lifts || time >= until {
                    append(number, .up, to: &contacts)
                    fingers[number].doing = .away(until: nextLanding(number, after: time))
                    continue
                }
                let place = motion.place(at: time, since: since)
                if place == fingers[number].place { continue }
                fingers[number].place = place
                append(number, .motion, to: &contacts)
            }
        }
    }

    private mutating func land(_ number: Int, at time: Int64) {
        let (motion, stay) = choose(number, at: time)
        fingers[number].doing = .down(
            motion, since: time, until: stay == Self.never ? stay : time + stay)
        fingers[number].place = motion.place(at: time, since: time)
        fingers[number].landings += 1
        fingers[number].trackingID = nextTrackingID
        nextTrackingID = nextTrackingID == 0xffff ? 1 : nextTrackingID + 1
    }

    private func append(
        _ number: Int, _ state: TouchContact.State, to contacts: inout [TouchContact]
    ) {
        contacts.append(
            TouchContact(
                slot: number, trackingID: fingers[number].trackingID, state: state,
                position: fingers[number].place))
    }

    // MARK: What each script's fingers do; all times in microseconds

    /// When a finger comes down first: fingers of a hand never come down in the same moment.
    private static func firstLanding(
        _ name: RobotScript.Name, finger: Int, _ random: inout RepeatableRandom
    ) -> Int64 {
        switch name {
        case .circle, .drag: 100_000
        // The first one taps, comes back, and the second one comes with it.
        case .pinchRotate: finger == 0 ? 100_000 : RobotMotion.pinchLanding + 30_000
        case .tapStorm, .scribble, .sparkles:
            100_000 + Int64(finger) * 20_000 + random.whole(in: 0...15_000)
        }
    }

    /// When a finger comes down again that was lifted.
    private mutating func nextLanding(_ number: Int, after time: Int64) -> Int64 {
        switch name {
        case .drag: Self.never
        case .circle: time + 200_000
        case .pinchRotate:
            number == 0 && fingers[0].landings == 1 ? RobotMotion.pinchLanding : Self.never
        case .tapStorm: time + random.whole(in: 70_000...130_000)
        case .scribble: time + random.whole(in: 60_000...250_000)
        case .sparkles: time + random.whole(in: 150_000...500_000)
        }
    }

    /// What a finger does that comes down now, and for how long.
    private mutating func choose(_ number: Int, at time: Int64) -> (RobotMotion, stay: Int64) {
        switch name {
        case .circle:
            return (.circle, 4_000_000)
        case .drag:
            return (.drag, Self.never)
        case .pinchRotate:
            if number == 0, fingers[0].landings == 0 {
                return (.rest(RobotMotion.middle), 60_000)
            }
            return (.pinch(side: number == 0 ? -1 : 1), Self.never)
        case .tapStorm:
            let staysThere = fingers[number].landings > 0 && random.whole(in: 0...2) == 0
            let place = staysThere ? fingers[number].place : somewhere()
            return (.rest(place), random.whole(in: 45_000...90_000))
        case .scribble:
            let loops = RobotLoops(
                start: somewhere(), radius: 0.03...0.08, turnsPerSecond: 1.5...3, drift: 0.04,
                &random)
            return (.loops(loops), random.whole(in: 600_000...2_400_000))
        case .sparkles:
            let loops = RobotLoops(
                start: somewhere(), radius: 0.05...0.08, turnsPerSecond: 0.4...1, drift: 0.04,
                &random)
            return (.loops(loops), random.whole(in: 3_000_000...6_000_000))
        }
    }

    private mutating func somewhere() -> CGPoint {
        let range = RobotScript.landing
        let x = random.number(in: range)
        return CGPoint(x: x, y: random.number(in: range))
    }
}
