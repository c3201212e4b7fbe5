import TouchKitContacts
import TouchKitGeometry

/// The contacts of a robot script. The value determines when each contact starts, how the contact
/// moves and when it lifts.
///
/// All times are in microseconds from the script's start.
struct RobotContacts: Sendable {
    private enum State: Sendable {
        /// The contact is lifted until the given time.
        case lifted(until: Int64)
        /// The contact came down at `since`, follows the motion, and lifts at `until`. If `until`
        /// is `never`, the contact lifts only with all other contacts.
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

    /// The minimum time from the start of a contact to the end of the script, in microseconds.
    /// Contacts that would start later are omitted.
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
        contacts = (0..<name.contactCount).map { index in
            ScriptedContact(state: .lifted(until: Self.firstStart(of: index, in: name, &random)))
        }
        self.random = random
    }

    /// Appends the contacts that start, move or lift at `time`, and advances the script to that
    /// time.
    ///
    /// - Parameters:
    ///   - time: The time of the touch frame, in microseconds from the script's start.
    ///   - liftsAll: Whether all contacts lift in this touch frame.
    ///   - end: The time at which all contacts will lift, in microseconds from the script's start.
    ///   - output: The array to which the changed contacts are appended.
    mutating func appendFrame(
        at time: Int64, liftsAll: Bool, end: Int64, to output: inout [TouchContact]
    ) {
        for index in contacts.indices {
            switch contacts[index].state {
            case .lifted(let start):
                guard !liftsAll, time >= start, time <= end - Self.minimumRemainingTime else {
                    continue
                }
                startContact(index, at: time)
                append(index, .down, to: &output)
            case .down(let motion, let since, let until):
                if liftsAll || time >= until {
                    append(index, .up, to: &output)
                    contacts[index].state = .lifted(until: nextStart(of: index, after: time))
                    continue
                }
                let position = motion.position(at: time, since: since)
                if position == contacts[index].position { continue }
                contacts[index].position = position
                append(index, .motion, to: &output)
            }
        }
    }

    private mutating func startContact(_ index: Int, at time: Int64) {
        let (motion, duration) = chooseMotion(of: index)
        contacts[index].state = .down(
            motion, since: time, until: duration == Self.never ? duration : time + duration)
        contacts[index].position = motion.position(at: time, since: time)
        contacts[index].startCount += 1
        contacts[index].trackingID = nextTrackingID
        nextTrackingID = nextTrackingID == 0xffff ? 1 : nextTrackingID + 1
    }

    private func append(
        _ index: Int, _ state: TouchContact.State, to output: inout [TouchContact]
    ) {
        output.append(
            TouchContact(
                slot: index, trackingID: contacts[index].trackingID, state: state,
                position: contacts[index].position))
    }

    // MARK: The scripts

    /// Returns the time at which the contact with an index first starts. Start times differ,
    /// because real fingers never touch at exactly the same time.
    private static func firstStart(
        of index: Int, in name: RobotScript.Name, _ random: inout RepeatableRandom
    ) -> Int64 {
        switch name {
        case .circle, .drag, .fling: 100_000
        // The first contact taps, and then starts again at almost the time of the second contact.
        case .pinchRotate: index == 0 ? 100_000 : RobotMotion.pinchStart + 30_000
        case .tapStorm, .scribble, .sparkles:
            100_000 + Int64(index) * 20_000 + random.integer(in: 0...15_000)
        }
    }

    /// Returns the time at which the contact with an index starts again after its lift at `time`,
    /// or `never` if the script does not start the contact again.
    private mutating func nextStart(of index: Int, after time: Int64) -> Int64 {
        switch name {
        case .drag: Self.never
        case .circle: time + 200_000
        case .pinchRotate:
            index == 0 && contacts[0].startCount == 1 ? RobotMotion.pinchStart : Self.never
        case .tapStorm: time + random.integer(in: 70_000...130_000)
        case .scribble: time + random.integer(in: 60_000...250_000)
        case .sparkles: time + random.integer(in: 150_000...500_000)
        case .fling: time + 1_180_000
        }
    }

    /// Returns the motion of the contact with an index, which is about to start, and the duration
    /// of the contact in microseconds. The duration is `never` if the contact lifts only with all
    /// other contacts.
    private mutating func chooseMotion(of index: Int) -> (RobotMotion, duration: Int64) {
        switch name {
        case .circle:
            return (.circle, 4_000_000)
        case .drag:
            return (.drag, Self.never)
        case .pinchRotate:
            if index == 0, contacts[0].startCount == 0 {
                return (.rest(RobotMotion.center), 60_000)
            }
            return (.pinch(side: index == 0 ? -1 : 1), Self.never)
        case .tapStorm:
            let repeatsPosition = contacts[index].startCount > 0 && random.integer(in: 0...2) == 0
            let position = repeatsPosition ? contacts[index].position : randomStartPosition()
            return (.rest(position), random.integer(in: 45_000...90_000))
        case .scribble:
            let loops = RobotLoops(
                start: randomStartPosition(), radius: 0.03...0.08, turnsPerSecond: 1.5...3,
                drift: 0.04, &random)
            return (.loops(loops), random.integer(in: 600_000...2_400_000))
        case .sparkles:
            let loops = RobotLoops(
                start: randomStartPosition(), radius: 0.05...0.08, turnsPerSecond: 0.4...1,
                drift: 0.04, &random)
            return (.loops(loops), random.integer(in: 3_000_000...6_000_000))
        case .fling:
            return (.fling, RobotMotion.flingDuration)
        }
    }

    private mutating func randomStartPosition() -> CGPoint {
        let range = RobotScript.startRange
        let x = random.number(in: range)
        return CGPoint(x: x, y: random.number(in: range))
    }
}
