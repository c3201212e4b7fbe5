import TouchKitContacts
import TouchKitGeometry

/// A fault that loses the contact in one slot at random intervals, and then reports the contact
/// again with another tracking id.
///
/// ```
///                0.5 to 1.5 s             150 ms
///     reporting ───────────▶ silent ──────────────▶ reporting
/// ```
struct LostSlot: FaultStage {
    private enum State: Sendable {
        /// The slot reports its contact until the given time.
        case reporting(until: Timestamp)
        /// The slot reports no contact until the given time.
        case silent(until: Timestamp)
    }

    /// The time for which a contact is lost, in microseconds.
    static let silentDuration: Int64 = 150_000

    private let slot: Int
    private let device: DeviceID
    private var state: State
    private var random: RepeatableRandom
    private var contacts: ReportedContacts

    /// Creates a stage for contacts in `slot`; the first interval begins at `start`.
    init(
        _ slot: Int, _ touchscreen: TouchscreenProperties, _ random: RepeatableRandom,
        start: Timestamp
    ) {
        self.slot = slot
        device = touchscreen.device
        contacts = ReportedContacts(slotCount: touchscreen.slotCount)
        self.random = random
        state = .reporting(until: self.random.deadline(about: 1, after: start))
    }

    func nextDeadline(isEnding: Bool) -> Timestamp? {
        switch state {
        case .reporting(let until): isEnding ? nil : until
        case .silent(let until): until
        }
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        appendReport(device: frame.device, at: frame.time, into: &output)
    }

    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer) {
        switch state {
        case .reporting:
            state = .silent(until: time.advanced(byMicroseconds: Self.silentDuration))
        case .silent:
            state = .reporting(until: random.deadline(about: 1, after: time))
        }
        appendReport(device: device, at: time, into: &output)
    }

    private mutating func appendReport(
        device: DeviceID, at time: Timestamp, into output: inout TouchFrameBuffer
    ) {
        var isSilent = false
        if case .silent = state { isSilent = true }
        contacts.modifyContact(in: slot) { $0.isHidden = isSilent }
        output.append(device: device, time: time) { contacts.appendReport(to: &$0) }
    }
}
