import TouchKitContacts
import TouchKitGeometry

/// An endless, repeatable sequence of touch frames with ten contacts at 240 Hz.
///
/// Generating a frame does not allocate memory.
package struct RandomTouchGenerator {
    /// The behavior of the contacts.
    package enum Play: String, CaseIterable, Sendable {
        /// All ten contacts are down and move. All are lifted once every five seconds.
        case moving
        /// Each contact independently draws strokes, taps, double-taps, rests, and lifts.
        case playing
    }

    /// The number of touch frames per second.
    package static let rate = 240
    /// The number of contacts.
    package static let contactCount = 10

    /// The state of a contact, with the number of touch frames until the state changes.
    private enum State {
        case lifted(frames: Int)
        case resting(frames: Int)
        case moving(frames: Int)
    }

    private struct Contact {
        var state = State.lifted(frames: 1)
        var trackingID: Int32 = 0
        var position = CGPoint.zero
        /// The movement per touch frame, in normalized coordinates.
        var step = CGVector.zero
    }

    private let play: Play
    private var random: SeededRandom
    private var contacts = [Contact](
        repeating: Contact(), count: RandomTouchGenerator.contactCount)
    private var nextTrackingID: Int32 = 1
    private var frameCount: Int64 = 0
    private let start: Timestamp

    /// Creates a generator whose first touch frame has the time `start`.
    package init(_ play: Play, seed: UInt64 = 240, start: Timestamp = .zero) {
        self.play = play
        self.start = start
        random = SeededRandom(seed: seed)
    }

    /// The time of the next touch frame.
    package var nextTime: Timestamp {
        start.advanced(byMicroseconds: frameCount * 1_000_000 / Int64(Self.rate))
    }

    /// Replaces `frame` by the next touch frame, which has no contacts if nothing changed.
    package mutating func next(into frame: inout TouchFrame) {
        frame.time = nextTime
        frame.contacts.removeAll(keepingCapacity: true)
        frameCount += 1
        let liftsAll = play == .moving && frameCount % Int64(5 * Self.rate) == 0
        for slot in contacts.indices { advance(slot, lifts: liftsAll, into: &frame) }
    }

    /// Replaces `frame` by a touch frame in which all contacts that are down go up.
    package mutating func liftAll(into frame: inout TouchFrame) {
        frame.time = nextTime
        frame.contacts.removeAll(keepingCapacity: true)
        frameCount += 1
        for slot in contacts.indices { advance(slot, lifts: true, into: &frame) }
    }

    private mutating func advance(_ slot: Int, lifts: Bool, into frame: inout TouchFrame) {
        var contact = contacts[slot]
        defer { contacts[slot] = contact }
        switch contact.state {
        case .lifted(let frames):
            if frames > 0 || lifts {
                contact.state = .lifted(frames: max(frames - 1, 0))
                return
            }
            contact.trackingID = nextTrackingID
            nextTrackingID &+= 1
            begin(&contact)
            append(slot, contact, .down, to: &frame)
        case .resting(let frames):
            if frames <= 0 || lifts { return lift(slot, &contact, into: &frame) }
            contact.state = .resting(frames: frames - 1)
            // Half of the resting contacts move afterwards, the others lift.
            if frames == 1, random.next(below: 2) == 0 { startMoving(&contact) }
        case .moving(let frames):
            if frames <= 0 || lifts { return lift(slot, &contact, into: &frame) }
            contact.state = .moving(frames: frames - 1)
            move(&contact)
            append(slot, contact, .motion, to: &frame)
        }
    }

    /// Chooses the position at which a contact goes down, and its next state.
    ///
    /// A third of the contacts go down at their previous position, so that some taps form double
    /// taps.
    private mutating func begin(_ contact: inout Contact) {
        let isElsewhere = play == .moving || random.next(below: 3) > 0
        if isElsewhere || contact.position == .zero {
            // Many views to touch are in the middle of the screen.
            let isMiddle = play == .playing && random.next(below: 4) == 0
            let range = isMiddle ? 0.4...0.6 : 0.01...0.99
            contact.position = CGPoint(x: random.number(in: range), y: random.number(in: range))
        }
        switch play == .moving ? 9 : random.next(below: 10) {
        case 0, 1, 2: contact.state = .resting(frames: 6 + random.next(below: 30))
        case 3: contact.state = .resting(frames: 140 + random.next(below: 100))
        default: startMoving(&contact)
        }
    }

    private mutating func startMoving(_ contact: inout Contact) {
        let frames = play == .moving ? Int.max / 2 : 20 + random.next(below: 600)
        contact.state = .moving(frames: frames)
        contact.step = CGVector(
            dx: random.number(in: -0.004...0.004), dy: random.number(in: -0.004...0.004))
    }

    /// Moves a contact along a random curve that is reflected at the edges of the touchscreen.
    private mutating func move(_ contact: inout Contact) {
        contact.step.dx += random.number(in: -0.000_4...0.000_4)
        contact.step.dy += random.number(in: -0.000_4...0.000_4)
        let largest = 0.006
        contact.step.dx = min(max(contact.step.dx, -largest), largest)
        contact.step.dy = min(max(contact.step.dy, -largest), largest)
        let inside = 0.005...0.995
        if !inside.contains(contact.position.x + contact.step.dx) { contact.step.dx.negate() }
        if !inside.contains(contact.position.y + contact.step.dy) { contact.step.dy.negate() }
        contact.position.x = min(max(contact.position.x + contact.step.dx, 0), 0.999)
        contact.position.y = min(max(contact.position.y + contact.step.dy, 0), 0.999)
    }

    private mutating func lift(
        _ slot: Int, _ contact: inout Contact, into frame: inout TouchFrame
    ) {
        append(slot, contact, .up, to: &frame)
        contact.state = .lifted(frames: play == .moving ? 4 : 8 + random.next(below: 80))
    }

    private func append(
        _ slot: Int, _ contact: Contact, _ state: TouchContact.State, to frame: inout TouchFrame
    ) {
        frame.contacts.append(
            TouchContact(
                slot: slot, trackingID: contact.trackingID, state: state,
                position: contact.position))
    }
}
