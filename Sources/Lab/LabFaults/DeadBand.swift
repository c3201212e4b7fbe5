import TouchKitContacts
import TouchKitGeometry

/// A fault that removes contacts within a band, as if a line of the sensor grid were broken.
struct DeadBand: FaultStage {
    private let isColumn: Bool
    private let center: Double
    private let halfWidth: Double
    private var contacts: ReportedContacts

    /// Creates a band.
    ///
    /// - Parameters:
    ///   - isColumn: Whether the band is a column, from top to bottom, instead of a row.
    ///   - center: The center of the band, as a fraction of the width or height.
    ///   - width: The width of the band, in millimeters.
    ///   - touchscreen: The properties of the touchscreen.
    init(isColumn: Bool, center: Double, width: Double, _ touchscreen: TouchscreenProperties) {
        self.isColumn = isColumn
        self.center = center
        halfWidth = width / 2 / (isColumn ? touchscreen.size.width : touchscreen.size.height)
        contacts = ReportedContacts(slotCount: touchscreen.slotCount)
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        for slot in contacts.tracked.indices {
            contacts.modifyContact(in: slot) { tracked in
                let position = tracked.contact.position
                let distance = abs((isColumn ? position.x : position.y) - center)
                tracked.isHidden = distance <= halfWidth
            }
        }
        output.append(device: frame.device, time: frame.time) { contacts.appendReport(to: &$0) }
    }
}
