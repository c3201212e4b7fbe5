import TouchKitContacts
import TouchKitGeometry

/// A slot whose finger is lost now and then, and found again under another tracking id.
///
/// ```
///             0.5 to 1.5 s               150 ms
///     hears ───────────────▶ deaf ───────────────▶ hears
/// ```
struct LostSlot: PanelFaultStage {
    private enum State: Sendable {
        case hears(until: Timestamp)
        case deaf(until: Timestamp)
    }

    /// How long a finger is lost, in microseconds.
    static let deafness: Int64 = 150_000

    private let slot: Int
    private let device: DeviceID
    private var state: State
    private var random: RepeatableRandom
    private var contacts: FaultContacts

    init(_ slot: Int, _ panel: FaultyPanel, _ random: RepeatableRandom, start: Timestamp) {
        self.slot = slot
        device = panel.device
        contacts = FaultContacts(slotCount: panel.slotCount)
        self.random = random
        state = .hears(
            until: start.advanced(byMicroseconds: self.random.microseconds(about: 1)))
    }

    func nextDue(isEnding: Bool) -> Timestamp? {
        switch state {
        case .hears(let until): isEnding ? nil : until
        case .deaf(let until): until
        }
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        report(device: frame.device, at: frame.time, into: &output)
    }

    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer) {
        switch state {
        case .hears:
            state = .deaf(until: time.advanced(byMicroseconds: Self.deafness))
        case .deaf:
            state = .hears(until: time.advanced(byMicroseconds: random.microseconds(about: 1)))
        }
        report(device: device, at: time, into: &output)
    }

    private mutating func report(
        device: DeviceID, at time: Timestamp, into output: inout TouchFrameBuffer
    ) {
        var isDeaf = false
        if case .deaf = state { isDeaf = true }
        contacts.change(slot) { $0.isHidden = isDeaf }
        output.append(device: device, time: time) { contacts.report(into: &$0) }
    }
}
