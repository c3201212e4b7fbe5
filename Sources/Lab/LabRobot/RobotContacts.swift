import TouchKitContacts
import TouchKitGeometry

/// The contacts of a robot script: when each starts, how it moves and when it lifts.
///
/// All times are in microseconds from the script's start.
struct RobotContacts: Sendable {
    private enum State: Sendable {
        /// The contact is lifted until the given time.
        case lifted(until: Int64)
        /// The contact is down until the given time.
        case down(RobotMotion, since: Int64, until: Int64)
    }

    /// One contact, whose slot is its index in `contacts`.
    private struct ScriptedContact: Sendable {
        var state: State
        var trackingID: Int32 = 0
        var position = CGPoint.zero
        /// The number of times that the contact has been put down.
        var startCount = 0
    }

    /// The shortest time before the script's end at which a contact still starts, in microseconds.
    private static let minimumRemainingTime: Int64 = 400_000
    private static let never = Int64.max

    private let name: RobotScript.Name
    private var contacts: [ScriptedContact]
    private var random: RepeatableRandom
    private var nextTrackingID: Int32 = 1

    /// Creates the contacts of the script `name`, all of them lifted.
    init(_ name: RobotScript.Name, seed: UInt64) {
        self.name = name
        var random = RepeatableRandom(seed: seed)
        contacts = (0..<name.contactCount).map { number in
            ScriptedContact(state: .lifted(until: Self.firstStart(of: number, in: name, &random)))
        }
        self.random = random
    }

    /// Appends the contacts that change at `time` and updates the state.
    ///
    /// - time: The time of the touch frame, in microseconds from the script's start.
    ///   - liftsAll: Whether all contacts lift in this touch frame.
    ///   - end: The time at which all contacts will lift, in microseconds from the script's start.
    ///   - output: Receives the contacts of the touch frame.
    ///   - output: The contacts of the report.
    mutating func appendReport(
        at time: Int64, liftsAll: Bool, end: Int64, to output: inout [TouchContact]
    ) {
        for number in contacts.indices {
            switch contacts[number].state {
            case .lifted(let start):
                guard !liftsAll, time >= start, time <= end - Self.minimumRemainingTime else {
                    continue
                }
                startContact(number, at: time)
                append(number, .down, to: &output)
            case .down(let motion, let since, let until):
                if liftsAll || time >= until {
                    append(number, .up, to: &output)
                    contacts[number].state = .lifted(until: nextStart(of: number, after: time))
                    continue
                }
                let position = motion.position(at: time, since: since)
                if position == contacts[number].position { continue }
                contacts[number].position = position
                append(number, .motion, to: &output)
            }
        }
    }

    private mutating func startContact(_ number: Int, at time: Int64) {
        let (motion, duration) = chooseMotion(of: number)
        contacts[number].state = .down(
            motion, since: time, until: duration == Self.never ? duration : time + duration)
        contacts[number].position = motion.position(at: time, since: time)
        contacts[number].startCount += 1
        contacts[number].trackingID = nextTrackingID
        nextTrackingID = nextTrackingID == 0xffff ? 1 : nextTrackingID + 1
    }

    private func append(
        _ number: Int, _ state: TouchContact.State, to output: inout [TouchContact]
    ) {
        output.append(
            TouchContact(
                slot: number, trackingID: contacts[number].trackingID, state: state,
                position: contacts[number].position))
    }

    // MARK: The scripts

    /// Returns the time at which contact `number` first starts. Start times differ, because real
    /// fingers never touch at exactly the same time.
    private static func firstStart(
        of number: Int, in name: RobotScript.Name, _ random: inout RepeatableRandom
    ) -> Int64 {
        switch name {
        case .circle, .drag: 100_000
        // The first contact taps, and then starts again at almost the time of the second contact.
        case .pinchRotate: number == 0 ? 100_000 : RobotMotion.pinchStart + 30_000
        case .tapStorm, .scribble, .sparkles:
            100_000 + Int64(number) * 20_000 + random.whole(in: 0...15_000)
        }
    }

    /// Returns the time at which contact `number` starts again after its lift at `time`.
    private mutating func nextStart(of number: Int, after time: Int64) -> Int64 {
        switch name {
        case .drag: Self.never
        case .circle: time + 200_000
        case .pinchRotate:
            number == 0 && contacts[0].startCount == 1 ? RobotMotion.pinchStart : Self.never
        case .tapStorm: time + random.whole(in: 70_000...130_000)
        case .scribble: time + random.whole(in: 60_000...250_000)
        case .sparkles: time + random.whole(in: 150_000...500_000)
        }
    }

    /// Returns the motion of contact `number`, which is about to start, and the time until it lifts
    /// in microseconds.
    private mutating func chooseMotion(of number: Int) -> (RobotMotion, duration: Int64) {
        switch name {
        case .circle:
            return (.circle, 4_000_000)
        case .drag:
            return (.drag, Self.never)
        case .pinchRotate:
            if number == 0, contacts[0].startCount == 0 {
                return (.rest(RobotMotion.center), 60_000)
            }
            return (.pinch(side: number == 0 ? -1 : 1), Self.never)
        case .tapStorm:
            let repeatsPosition = contacts[number].startCount > 0 && random.whole(in: 0...2) == 0
            let position = repeatsPosition ? contacts[number].position : randomStartPosition()
            return (.rest(position), random.whole(in: 45_000...90_000))
        case .scribble:
            let loops = RobotLoops(
                start: randomStartPosition(), radius: 0.03...0.08, turnsPerSecond: 1.5...3,
                drift: 0.04, &random)
            return (.loops(loops), random.whole(in: 600_000...2_400_000))
        case .sparkles:
            let loops = RobotLoops(
                start: randomStartPosition(), radius: 0.05...0.08, turnsPerSecond: 0.4...1,
                drift: 0.04, &random)
            return (.loops(loops), random.whole(in: 3_000_000...6_000_000))
        }
    }

    private mutating func randomStartPosition() -> CGPoint {
        let range = RobotScript.startRange
        let x = random.number(in: range)
        return CGPoint(x: x, y: random.number(in: range))
    }
}
