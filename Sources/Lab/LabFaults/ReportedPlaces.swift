import TouchKitContacts
import TouchKitGeometry

/// The last step: places become such as the panel can say, in its own units, and what ends does so where it was
/// reported last.
struct ReportedPlaces: PanelFaultStage {
    private let axes: FaultyPanel.Axes?
    private var last: [TouchContact?]

    init(_ panel: FaultyPanel) {
        axes = panel.axes
        last = Array(repeating: nil, count: panel.slotCount)
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        output.append(device: frame.device, time: frame.time) { contacts in
            for contact in frame.contacts where last.indices.contains(contact.slot) {
                var reported = contact
                switch contact.state {
                case .motion where last[contact.slot] == nil:
                    continue
                case .down, .motion:
                    settle(&reported)
                    last[contact.slot] = reported
                case .up, .cancel:
                    guard let before = last[contact.slot] else { continue }
                    reported = before
                    reported.state = contact.state
                    last[contact.slot] = nil
                }
                contacts.append(reported)
            }
        }
    }

    /// A place that a fault made gets its device units, and is what they say.
    private func settle(_ contact: inout TouchContact) {
        guard let axes, contact.rawPosition == nil else { return }
        let x = axes.x.reported(at: contact.position.x)
        let y = axes.y.reported(at: contact.position.y)
        contact.rawPosition = TouchContact.RawPosition(x: x, y: y)
        contact.position = CGPoint(x: axes.x.normalize(x), y: axes.y.normalize(y))
    }
}

extension SlotDecoder.Axis {
    /// The value for a part of the range, never beyond its ends.
    fileprivate func reported(at part: Double) -> Int32 {
        min(max(value(at: part), minimum), max(minimum, maximum))
    }
}
