import TouchKitContacts
import TouchKitGeometry

/// A contact whose lift the panel doesn't notice, ever: its slot stays taken, and nothing is reported of it.
struct StuckContact: PanelFaultStage {
    private enum State: Sendable {
        /// So many contacts were lifted so far.
        case waiting(lifts: Int)
        case stuck
    }

    /// How near to the place it has to be lifted, in millimetres.
    static let reach = 8.0
    /// Where no place is named, this one sticks.
    private static let unluckyLift = 3

    private let place: CGPoint?
    private let size: PanelSize
    private var state = State.waiting(lifts: 0)
    private var contacts: FaultContacts

    /// - Parameters:
    ///   - place: Where, as parts of the panel; anywhere if nil.
    ///   - panel: The panel.
    init(near place: CGPoint?, _ panel: FaultyPanel) {
        self.place = place
        size = panel.size
        contacts = FaultContacts(slotCount: panel.slotCount)
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        for contact in frame.contacts where contact.state == .up {
            guard case .waiting(let lifts) = state,
                contacts.fingers.indices.contains(contact.slot),
                let finger = contacts.fingers[contact.slot], finger.name != nil
            else { continue }
            let sticks =
                place.map { size.distance($0, finger.contact.position) <= Self.reach }
                ?? (lifts + 1 == Self.unluckyLift)
            state = sticks ? .stuck : .waiting(lifts: lifts + 1)
            if sticks { contacts.leaveBehind(contact.slot) }
        }
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.report(into: &$0) }
    }
}
