import TouchKitContacts
import TouchKitGeometry

/// A band of the panel that feels nothing: a broken line of its grid.
struct DeadBand: PanelFaultStage {
    private let isColumn: Bool
    private let middle: Double
    private let halfWidth: Double
    private var contacts: FaultContacts

    /// - Parameters:
    ///   - across: Whether it is a column, from top to bottom; else a row.
    ///   - middle: Where its middle is, as a part of the width or height.
    ///   - width: How wide it is, in millimetres.
    ///   - panel: The panel.
    init(across: Bool, middle: Double, width: Double, _ panel: FaultyPanel) {
        isColumn = across
        self.middle = middle
        halfWidth = width / 2 / (across ? panel.size.width : panel.size.height)
        contacts = FaultContacts(slotCount: panel.slotCount)
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        for slot in contacts.fingers.indices {
            contacts.change(slot) { finger in
                let position = finger.contact.position
                let distance = abs((isColumn ? position.x : position.y) - middle)
                finger.isHidden = distance <= halfWidth
            }
        }
        output.append(device: frame.device, time: frame.time) { contacts.report(into: &$0) }
    }
}
