import TouchKitContacts
import TouchKitGeometry

/// A fault that adds contacts without a finger, to simulate water or electrical noise.
///
/// ```
///            0.5 to 1.5 × seconds              20 to 80 ms
///   absent ───────────────────────▶ down ────────────────────▶ absent
/// ```
struct GhostContacts: FaultStage {
    private enum State: Sendable {
        /// The next ghost starts at the given time.
        case absent(until: Timestamp)
        /// A ghost is down until the given time.
        case down(TouchContact, ReportedContacts.Identity, until: Timestamp)
    }

    /// The duration of a ghost, in microseconds.
    static let duration: ClosedRange<Int64> = 20_000...80_000

    private let seconds: Double
    private let device: DeviceID
    private var state: State
    private var random: RepeatableRandom
    private var contacts: ReportedContacts

    /// Creates a stage that adds ghosts at random intervals of about `seconds`, beginning at
    /// `start`.
    init(
        seconds: Double, _ touchscreen: TouchscreenProperties, _ random: RepeatableRandom,
        start: Timestamp
    ) {
        self.seconds = seconds
        device = touchscreen.device
        contacts = ReportedContacts(slotCount: touchscreen.slotCount)
        self.random = random
        state = .absent(until: self.random.deadline(about: seconds, after: start))
    }

    func nextDeadline(isEnding: Bool) -> Timestamp? {
        switch state {
        case .absent(let until): isEnding ? nil : until
        case .down(_, _, let until): until
        }
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.appendReport(to: &$0) }
    }

    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer) {
        switch state {
        case .absent:
            let x = random.number(in: 0...1)
            let position = CGPoint(x: x, y: random.number(in: 0...1))
            let duration = random.integer(in: Self.duration)
            // Without a free slot this ghost is omitted.
            guard let identity = contacts.reserveIdentity() else {
                startInterval(at: time)
                return
            }
            var ghost = TouchContact(
                slot: identity.slot, trackingID: identity.trackingID, state: .down,
                position: position)
            output.append(device: device, time: time) { $0.append(ghost) }
            ghost.state = .up
            state = .down(ghost, identity, until: time.advanced(byMicroseconds: duration))
        case .down(let ghost, let identity, _):
            contacts.release(identity)
            output.append(device: device, time: time) { $0.append(ghost) }
            startInterval(at: time)
        }
    }

    private mutating func startInterval(at time: Timestamp) {
        state = .absent(until: random.deadline(about: seconds, after: time))
    }
}
