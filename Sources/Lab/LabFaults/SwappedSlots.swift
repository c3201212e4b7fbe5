import TouchKitContacts
import TouchKitGeometry

/// A controller that takes two fingers for each other: from then on each is reported by the other's slot and tracking
/// id.
struct SwappedSlots: PanelFaultStage {
    private enum State: Sendable {
        /// Fewer than two fingers are down.
        case alone
        /// Two or more are, and will be taken for each other then.
        case together(until: Timestamp)
    }

    private let seconds: Double
    private let device: DeviceID
    private var state = State.alone
    private var random: RepeatableRandom
    private var contacts: FaultContacts
    /// The slots of the fingers that are reported; its memory is used again.
    private var reported: [Int] = []

    init(seconds: Double, _ panel: FaultyPanel, _ random: RepeatableRandom) {
        self.seconds = seconds
        device = panel.device
        contacts = FaultContacts(slotCount: panel.slotCount)
        self.random = random
    }

    func nextDue(isEnding: Bool) -> Timestamp? {
        guard case .together(let until) = state, !isEnding else { return nil }
        return until
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.report(into: &$0) }
        findReported()
        switch state {
        case .alone where reported.count > 1: wait(from: frame.time)
        case .together where reported.count < 2: state = .alone
        case .alone, .together: break
        }
    }

    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer) {
        findReported()
        let first = Int(random.whole(in: 0...Int64(reported.count - 1)))
        let step = Int(random.whole(in: 1...Int64(reported.count - 1)))
        contacts.exchangeNames(reported[first], reported[(first + step) % reported.count])
        output.append(device: device, time: time) { contacts.report(into: &$0) }
        wait(from: time)
    }

    private mutating func wait(from time: Timestamp) {
        state = .together(
            until: time.advanced(byMicroseconds: random.microseconds(about: seconds)))
    }

    private mutating func findReported() {
        reported.removeAll(keepingCapacity: true)
        for slot in contacts.fingers.indices where contacts.fingers[slot]?.name != nil {
            reported.append(slot)
        }
    }
}
