import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// A wizard, and fingers as a panel reports them.
struct Hand {
    var wizard: OrientationWizard
    /// In microseconds.
    private(set) var time: Int64
    private var trackingID: Int32 = 0

    init(
        _ geometry: ScreenGeometry, device: DeviceID? = nil, resting: UInt64 = 0,
        at time: Int64 = 1_000_000
    ) {
        wizard = OrientationWizard(
            geometry: geometry, device: device, resting: resting,
            at: Timestamp(microseconds: time))
        self.time = time
    }

    var outcome: OrientationWizard.Outcome? {
        guard case .ended(let outcome, _) = wizard.phase else { return nil }
        return outcome
    }

    /// Lets seconds go by.
    mutating func wait(_ seconds: Double) {
        time += Int64(seconds * 1e6)
        wizard.advance(to: Timestamp(microseconds: time))
    }

    mutating func report(
        _ state: TouchContact.State, _ place: CGPoint, slot: Int = 0, device: UInt32 = 1
    ) {
        time += 8_000
        wizard.receive(
            TouchFrame(
                device: DeviceID(rawValue: device), time: Timestamp(microseconds: time),
                contacts: [
                    TouchContact(slot: slot, trackingID: 1, state: state, position: place)
                ]))
    }

    /// Taps for a twentieth of a second.
    mutating func tap(_ place: CGPoint, slot: Int = 0, device: UInt32 = 1) {
        time += 100_000
        report(.down, place, slot: slot, device: device)
        time += 50_000
        report(.up, place, slot: slot, device: device)
    }
}
