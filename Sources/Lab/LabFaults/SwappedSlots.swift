import TouchKitContacts
import TouchKitGeometry

/// A fault that exchanges the slots and tracking ids of two contacts at random intervals, like a
/// controller that confuses contacts.
struct SwappedSlots: FaultStage {
    private enum State: Sendable {
        /// Fewer than two contacts are reported.
        case idle
        /// Two contacts are exchanged at the given time.
        case waiting(until: Timestamp)
    }

    private let seconds: Double
    private let device: DeviceID
    private var state = State.idle
    private var random: RepeatableRandom
    private var contacts: ReportedContacts
    /// The slots of the contacts that are reported; the memory is reused.
    private var reported: [Int] = []

    /// Creates a stage that exchanges the slots and tracking ids of two contacts at random
    /// intervals of about `seconds`.
    init(seconds: Double, _ touchscreen: TouchscreenProperties, _ random: RepeatableRandom) {
        self.seconds = seconds
        device = touchscreen.device
        contacts = ReportedContacts(slotCount: touchscreen.slotCount)
        self.random = random
    }

    func nextDeadline(isEnding: Bool) -> Timestamp? {
        guard case .waiting(let until) = state, !isEnding else { return nil }
        return until
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.appendReport(to: &$0) }
        updateReported()
        switch state {
        case .idle where reported.count > 1: startInterval(at: frame.time)
        case .waiting where reported.count < 2: state = .idle
        case .idle, .waiting: break
        }
    }

    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer) {
        updateReported()
        let first = Int(random.integer(in: 0...Int64(reported.count - 1)))
        let step = Int(random.integer(in: 1...Int64(reported.count - 1)))
        contacts.exchangeIdentities(reported[first], reported[(first + step) % reported.count])
        output.append(device: device, time: time) { contacts.appendReport(to: &$0) }
        startInterval(at: time)
    }

    private mutating func startInterval(at time: Timestamp) {
        state = .waiting(until: random.deadline(about: seconds, after: time))
    }

    private mutating func updateReported() {
        reported.removeAll(keepingCapacity: true)
        for slot in contacts.tracked.indices where contacts.tracked[slot]?.identity != nil {
            reported.append(slot)
        }
    }
}
