import TouchKitContacts
import TouchKitGeometry

/// A fault that never reports the lift of one contact, so that its slot stays occupied permanently.
struct StuckContact: FaultStage {
    private enum State: Sendable {
        /// No contact is stuck yet; `lifts` contacts have lifted so far.
        case waiting(lifts: Int)
        /// A contact is stuck.
        case stuck
    }

    /// The largest distance between a lift and the position of the stuck contact, in millimeters.
    static let maximumDistance = 8.0
    /// The number of the lift, counted from 1, that is not reported if no position is given.
    private static let stuckLift = 3

    private let position: CGPoint?
    private let size: TouchscreenSize
    private var state = State.waiting(lifts: 0)
    private var contacts: ReportedContacts

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - position: The position of the lift, as fractions of the size, or `nil` for the third
    ///     lift at any position.
    ///   - touchscreen: The properties of the touchscreen.
    init(near position: CGPoint?, _ touchscreen: TouchscreenProperties) {
        self.position = position
        size = touchscreen.size
        contacts = ReportedContacts(slotCount: touchscreen.slotCount)
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        for contact in frame.contacts where contact.state == .up {
            guard case .waiting(let lifts) = state,
                contacts.tracked.indices.contains(contact.slot),
                let lifted = contacts.tracked[contact.slot], lifted.identity != nil
            else { continue }
            let isStuck =
                position.map { size.distance($0, lifted.contact.position) <= Self.maximumDistance }
                ?? (lifts + 1 == Self.stuckLift)
            state = isStuck ? .stuck : .waiting(lifts: lifts + 1)
            if isStuck { contacts.abandonContact(in: contact.slot) }
        }
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.appendReport(to: &$0) }
    }
}
