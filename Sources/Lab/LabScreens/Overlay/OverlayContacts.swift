import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// The contacts of all touchscreens that the touch overlay shows, in the order of their rows.
final class OverlayContacts {
    /// All contacts by row number, including invisible contacts.
    private(set) var all: [OverlayContact] = []
    /// The largest number of contacts that were down at the same time.
    private(set) var maximumDownCount = 0
    /// The maximum distance of a resting contact from its mean position, in pixels.
    var restRadius = 12.0

    /// The number of rows that always exist. If all rows are visible, a new contact reuses the row
    /// of a lifted contact, and a row is added only if all contacts are down.
    private static let usualRowCount = 10

    /// The maximum number of marks in all trails together. With many contacts the total may be
    /// larger, because each trail may contain `minimumTrailLength` marks.
    private static let maximumMarkCount = 360
    /// The number of marks that each trail may contain, regardless of the number of contacts.
    private static let minimumTrailLength = 36

    init() {
        for _ in 0..<Self.usualRowCount { addRow() }
    }

    /// The number of contacts that are down.
    var downCount: Int {
        var count = 0
        for contact in all where contact.isDown { count += 1 }
        return count
    }

    /// The number of rows up to the last visible contact.
    var rowCount: Int { (all.lastIndex { $0.isShown } ?? -1) + 1 }

    /// Updates the contacts from a touch frame.
    ///
    /// - Parameters:
    ///   - frame: The touch frame, uncalibrated.
    ///   - touchscreen: The touchscreen that reported the frame.
    ///   - geometry: The geometry of the screen.
    /// - Complexity: O(n·m) for n contacts in the frame and m rows. Allocates only if more contacts
    ///   are down than ever before.
    func process(
        _ frame: TouchFrame, of touchscreen: TouchscreenDescription, geometry: ScreenGeometry
    ) {
        for contact in frame.contacts {
            switch contact.state {
            case .down:
                downContact(frame.device, contact.slot)?.lift()
                let new = unusedContact()
                new.begin(contact, of: frame.device, restRadius: restRadius)
                addReport(contact, to: new, at: frame.time, touchscreen, geometry)
                maximumDownCount = max(maximumDownCount, downCount)
            case .motion:
                // A contact is shown only if its `.down` state was processed.
                guard let known = downContact(frame.device, contact.slot) else { continue }
                addReport(contact, to: known, at: frame.time, touchscreen, geometry)
            case .up, .cancel:
                downContact(frame.device, contact.slot)?.lift()
            }
        }
    }

    /// The maximum number of marks in each trail, which is smaller while more contacts are down.
    var maximumTrailLength: Int {
        max(Self.maximumMarkCount / max(downCount, 1), Self.minimumTrailLength)
    }

    /// Ends all contacts and removes all trails.
    func hideAll() {
        for contact in all { contact.hide() }
    }

    /// Adds the values of a reported contact to `target`, with the position converted to points and
    /// pixels.
    private func addReport(
        _ contact: TouchContact, to target: OverlayContact, at time: Timestamp,
        _ touchscreen: TouchscreenDescription, _ geometry: ScreenGeometry
    ) {
        let position = geometry.point(
            normalized: contact.position, calibration: touchscreen.calibration)
        target.add(
            OverlayContact.Report(
                position: position, rawPosition: contact.rawPosition, pressure: contact.pressure,
                radius: contact.majorRadius.map {
                    $0 * Double(geometry.scanoutWidth) / geometry.scale
                }), pixel: geometry.canvasPoint(position), at: time)
    }

    /// Returns the contact that is down in a slot of a device, or `nil` if there is none.
    private func downContact(_ device: DeviceID, _ slot: Int) -> OverlayContact? {
        all.first { $0.isDown && $0.device == device && $0.slot == slot }
    }

    /// Returns an object for a new contact: an invisible contact, otherwise the lifted contact
    /// whose last report is the oldest, or a new object if all contacts are down.
    private func unusedContact() -> OverlayContact {
        if let invisible = all.first(where: { !$0.isShown }) { return invisible }
        var oldest: OverlayContact?
        for contact in all where !contact.isDown {
            if let oldest, oldest.newestTime <= contact.newestTime { continue }
            oldest = contact
        }
        return oldest ?? addRow()
    }

    @discardableResult
    private func addRow() -> OverlayContact {
        let contact = OverlayContact(row: all.count)
        all.append(contact)
        return contact
    }
}
