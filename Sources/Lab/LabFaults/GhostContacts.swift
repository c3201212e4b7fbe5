import TouchKitContacts
import TouchKitGeometry

/// Contacts that nobody makes: a bad supply, water, a screen too near.
///
/// ```
///            0.5 to 1.5 × seconds              20 to 80 ms
///     away ───────────────────────▶ there ───────────────────▶ away
/// ```
struct GhostContacts: PanelFaultStage {
    private enum State: Sendable {
        case away(until: Timestamp)
        case there(TouchContact, FaultContacts.Name, until: Timestamp)
    }

    /// How long a ghost is there, in microseconds.
    static let stay: ClosedRange<Int64> = 20_000...80_000

    private let seconds: Double
    private let device: DeviceID
    private var state: State
    private var random: RepeatableRandom
    private var contacts: FaultContacts

    init(
        seconds: Double, _ panel: FaultyPanel, _ random: RepeatableRandom, start: Timestamp
    ) {
        self.seconds = seconds
        device = panel.device
        contacts = FaultContacts(slotCount: panel.slotCount)
        self.random = random
        state = .away(
            until: start.advanced(byMicroseconds: self.random.microseconds(about: seconds)))
    }

    func nextDue(isEnding: Bool) -> Timestamp? {
        switch state {
        case .away(let until): isEnding ? nil : until
        case .there(_, _, let until): until
        }
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.report(into: &$0) }
    }

    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer) {
        switch state {
        case .away:
            let x = random.number(in: 0...1)
            let place = CGPoint(x: x, y: random.number(in: 0...1))
            let stay = random.whole(in: Self.stay)
            // Where every slot is taken, there is none this time.
            guard let name = contacts.takeName() else {
                haunt(after: time)
                return
            }
            var ghost = TouchContact(
                slot: name.slot, trackingID: name.trackingID, state: .down, position: place)
            output.append(device: device, time: time) { $0.append(ghost) }
            ghost.state = .up
            state = .there(ghost, name, until: time.advanced(byMicroseconds: stay))
        case .there(let ghost, let name, _):
            contacts.release(name)
            output.append(device: device, time: time) { $0.append(ghost) }
            haunt(after: time)
        }
    }

    private mutating func haunt(after time: Timestamp) {
        state = .away(
            until: time.advanced(byMicroseconds: random.microseconds(about: seconds)))
    }
}
