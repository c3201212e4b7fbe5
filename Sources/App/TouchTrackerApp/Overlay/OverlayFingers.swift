import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// All fingers of the overlay, by the rows they have.
final class OverlayFingers {
    /// The fingers, some of which nothing is to be seen of.
    private(set) var all: [OverlayFinger] = []
    /// The most fingers that were down at once.
    private(set) var mostDown = 0
    /// How far from its middle a finger that rests is reported, in pixels.
    var restRadius = 12.0

    /// So many rows at least there may be; a lifted finger's trail goes early rather than that there are
    /// more.
    private static let usualRows = 10

    /// The most marks of all fingers that are down, but for the fewest that each has.
    private static let mostMarks = 360
    private static let fewestMarks = 36

    init() {
        for _ in 0..<Self.usualRows { add() }
    }

    /// The number of fingers that are down.
    var down: Int {
        var count = 0
        for finger in all where finger.isDown { count += 1 }
        return count
    }

    /// The rows it takes to show them.
    var rows: Int { (all.lastIndex { $0.isShown } ?? -1) + 1 }

    /// A panel reported a frame.
    ///
    /// - Complexity: O(contacts × fingers); allocates only where there are more than ever.
    func take(_ frame: TouchFrame, of panel: PanelDescription, geometry: ScreenGeometry) {
        for contact in frame.contacts {
            switch contact.state {
            case .down:
                finger(frame.device, contact.slot)?.lift()
                let finger = free()
                finger.begin(contact, of: frame.device, restRadius: restRadius)
                report(contact, of: finger, at: frame.time, panel, geometry)
                mostDown = max(mostDown, down)
            case .motion:
                // Whose coming down wasn't seen isn't shown.
                guard let finger = finger(frame.device, contact.slot) else { continue }
                report(contact, of: finger, at: frame.time, panel, geometry)
            case .up, .cancel:
                finger(frame.device, contact.slot)?.lift()
            }
        }
    }

    /// The most marks that a finger has: of many fingers' trails the ends go. Who holds three fingers on a panel
    /// looks at its marks, who holds ten counts them.
    var mostMarksOfEach: Int { max(Self.mostMarks / max(down, 1), Self.fewestMarks) }

    /// Nothing is to be seen of any finger from now on.
    func forgetAll() {
        for finger in all { finger.forget() }
    }

    private func report(
        _ contact: TouchContact, of finger: OverlayFinger, at time: Timestamp,
        _ panel: PanelDescription, _ geometry: ScreenGeometry
    ) {
        let place = geometry.point(normalized: contact.position, calibration: panel.calibration)
        finger.add(
            OverlayFinger.Report(
                place: place, raw: contact.rawPosition, pressure: contact.pressure,
                radius: contact.majorRadius.map {
                    $0 * Double(geometry.scanoutWidth) / geometry.scale
                }), pixel: geometry.canvasPoint(place), at: time)
    }

    private func finger(_ device: DeviceID, _ slot: Int) -> OverlayFinger? {
        all.first { $0.isDown && $0.device == device && $0.slot == slot }
    }

    /// One that isn't seen, or that was lifted longest ago.
    private func free() -> OverlayFinger {
        if let unseen = all.first(where: { !$0.isShown }) { return unseen }
        var oldest: OverlayFinger?
        for finger in all where !finger.isDown {
            if let oldest, oldest.newestTime <= finger.newestTime { continue }
            oldest = finger
        }
        return oldest ?? add()
    }

    @discardableResult
    private func add() -> OverlayFinger {
        let finger = OverlayFinger(number: all.count)
        all.append(finger)
        return finger
    }
}
