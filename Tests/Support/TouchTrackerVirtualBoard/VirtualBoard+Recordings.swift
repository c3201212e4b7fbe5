import Foundation
import LabRecordings
import TouchKitContacts

extension VirtualBoard {
    /// Sends all touch frames of a recording as fast as the board accepts them, ignoring their
    /// times.
    package func play(_ recording: Recording) throws {
        for touches in recording.frames {
            try frame { batch in
                for contact in touches.contacts {
                    let raw = contact.rawPosition
                    switch contact.state {
                    case .down, .motion:
                        batch.setRaw(
                            contact.slot, rawX: Int(raw?.x ?? 0), rawY: Int(raw?.y ?? 0),
                            isNew: contact.state == .down)
                    case .up, .cancel:
                        batch.up(contact.slot)
                    }
                }
            }
        }
    }
}
