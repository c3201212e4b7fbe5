import TouchKitContacts
import TouchKitGeometry

/// The last stage of fault injection, which rounds positions to the touchscreen's device units and
/// ends each contact at its last reported position.
struct ReportedPositions: FaultStage {
    private let axes: TouchscreenProperties.Axes?
    /// The last report of each contact, indexed by slot; `nil` for a slot without a contact.
    private var lastReports: [TouchContact?]

    /// Creates a stage for a touchscreen without contacts.
    init(_ touchscreen: TouchscreenProperties) {
        axes = touchscreen.axes
        lastReports = Array(repeating: nil, count: touchscreen.slotCount)
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        output.append(device: frame.device, time: frame.time) { contacts in
            for contact in frame.contacts where lastReports.indices.contains(contact.slot) {
                var reported = contact
                switch contact.state {
                case .motion where lastReports[contact.slot] == nil:
                    continue
                case .down, .motion:
                    roundPosition(of: &reported)
                    lastReports[contact.slot] = reported
                case .up, .cancel:
                    guard let previous = lastReports[contact.slot] else { continue }
                    reported = previous
                    reported.state = contact.state
                    lastReports[contact.slot] = nil
                }
                contacts.append(reported)
            }
        }
    }

    /// Rounds a position that a fault has changed to whole device units, and sets `rawPosition`.
    private func roundPosition(of contact: inout TouchContact) {
        guard let axes, contact.rawPosition == nil else { return }
        let x = axes.x.clampedValue(at: contact.position.x)
        let y = axes.y.clampedValue(at: contact.position.y)
        contact.rawPosition = TouchContact.RawPosition(x: x, y: y)
        contact.position = CGPoint(x: axes.x.normalize(x), y: axes.y.normalize(y))
    }
}

extension SlotDecoder.Axis {
    /// Returns the value at a fraction of the axis's range, clamped to the range.
    fileprivate func clampedValue(at fraction: Double) -> Int32 {
        min(max(value(at: fraction), minimum), max(minimum, maximum))
    }
}
