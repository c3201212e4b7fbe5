import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// An orientation calibration, with functions that send it touch frames and advance the time.
struct CalibrationTester {
    var calibration: OrientationCalibration
    /// The present time, in microseconds.
    private(set) var time: Int64 = 1_000_000

    init(_ geometry: ScreenGeometry, device: DeviceID? = nil, resting: UInt64 = 0) {
        calibration = OrientationCalibration(
            geometry: geometry, device: device, resting: resting,
            at: Timestamp(microseconds: time))
    }

    /// The outcome of the calibration, or `nil` before its end.
    var outcome: OrientationCalibration.Outcome? {
        guard case .ended(let outcome, _) = calibration.phase else { return nil }
        return outcome
    }

    /// Advances the time by `seconds`.
    mutating func wait(_ seconds: Double) {
        time += Int64(seconds * 1e6)
        calibration.advance(to: Timestamp(microseconds: time))
    }

    /// Sends a touch frame with one contact 8 ms later, at a position in 0…1 along each axis.
    mutating func report(
        _ state: TouchContact.State, _ position: CGPoint, slot: Int = 0, device: UInt32 = 1
    ) {
        time += 8_000
        calibration.process(
            TouchFrame(
                device: DeviceID(rawValue: device), time: Timestamp(microseconds: time),
                contacts: [
                    TouchContact(slot: slot, trackingID: 1, state: state, position: position)
                ]))
    }

    /// Taps a position in 0…1 along each axis, for about 60 ms.
    mutating func tap(_ position: CGPoint, slot: Int = 0, device: UInt32 = 1) {
        time += 100_000
        report(.down, position, slot: slot, device: device)
        time += 50_000
        report(.up, position, slot: slot, device: device)
    }
}
