import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// A request to calibrate the orientation of a touchscreen, made by a gesture on it.
struct OrientationRequest {
    /// The touchscreen on which the gesture was made.
    let device: DeviceID
    /// The slots of the contacts that were still down when the gesture was complete, as a bit mask:
    /// bit *n* stands for slot *n*.
    let restingSlots: UInt64
}

/// A detector of the gesture that starts orientation calibration: five fingers that rest for five
/// seconds, or taps in the four corners on touchscreens with fewer than five contacts.
///
/// The detector reads uncalibrated touch frames, so the gesture works with every mounting
/// orientation. On a touchscreen with a stored calibration, the gesture works only within two
/// minutes after boot or after the touchscreen was connected. No timer runs unless five fingers
/// rest on a touchscreen.
final class OrientationGestureDetector: UIResponder, RawTouchObserver {
    /// The time after boot, or after the connection of a touchscreen with a stored calibration, in
    /// which the gesture works on this touchscreen, in seconds.
    static let recalibrationPeriod = 120.0

    /// A closure that returns whether the detector currently processes touch frames.
    var isEnabled: () -> Bool = { true }
    /// A closure that returns whether taps in the four corners, clockwise from the upper left,
    /// currently open the lock screen. If it returns `true`, these taps do not start orientation
    /// calibration.
    var lockUsesCornerTaps: () -> Bool = { false }
    /// Called when the gesture is complete, with a request to calibrate the touchscreen on which it
    /// was made.
    var onRequest: ((OrientationRequest) -> Void)?

    /// The progress of the gestures on one touchscreen.
    private struct MonitoredDevice {
        let device: DeviceID
        var hold = FiveContactHold()
        var cornerTaps = CornerTapSequence()
    }

    private let rawTouches: any RawTouches
    private var monitored: [MonitoredDevice] = []
    /// The time at which the scheduled timer fires, in seconds, or `nil` if no timer is scheduled.
    private var timerDeadline: Double?
    private static let timerFired = Selector("timerFired") {
        (detector: OrientationGestureDetector) in
        detector.timerFired
    }

    /// Creates a detector that immediately starts to observe the touchscreens of `rawTouches`.
    init(rawTouches: any RawTouches) {
        self.rawTouches = rawTouches
        super.init()
        rawTouches.addPositionObserver(self)
    }

    /// Discards the progress of all gestures. Contacts that are down count only after they have
    /// lifted and come down again.
    func reset() {
        for index in monitored.indices {
            monitored[index] = MonitoredDevice(device: monitored[index].device)
        }
    }

    // MARK: Touches

    /// Processes a touch frame of a touchscreen. The method allocates memory only for a new
    /// touchscreen and for the fifth contact.
    func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        guard isEnabled() else { return }
        var index = monitored.firstIndex { $0.device == touchscreen.id }
        if index == nil {
            index = monitored.count
            monitored.append(MonitoredDevice(device: touchscreen.id))
        }
        guard let index else { return }
        if touchscreen.slotCount < FiveContactHold.contactCount {
            if let taps = monitored[index].cornerTaps.process(frame) {
                handleCornerTaps(taps, on: touchscreen)
            }
            return
        }
        monitored[index].hold.process(frame)
        if let deadline = monitored[index].hold.deadline { scheduleTimer(at: deadline.seconds) }
    }

    /// Discards the progress of gestures on touchscreens that are no longer connected.
    func touchscreensChanged() {
        // Reading the list of touchscreens opens their devices, which is avoided if possible.
        if monitored.isEmpty { return }
        let touchscreens = rawTouches.touchscreens
        monitored.removeAll { monitored in !touchscreens.contains { $0.id == monitored.device } }
    }

    private func handleCornerTaps(
        _ taps: CornerTapSequence.FirstTaps, on touchscreen: TouchscreenDescription
    ) {
        if lockUsesCornerTaps(), Self.areLockTaps(taps, on: touchscreen) { return }
        if acceptsRequest(from: touchscreen) {
            onRequest?(OrientationRequest(device: touchscreen.id, restingSlots: 0))
        }
    }

    /// Returns whether the first two taps of a sequence are in the upper left and the upper right
    /// corner, where the sequence that opens the lock screen begins. The positions are mapped with
    /// the current calibration.
    private static func areLockTaps(
        _ taps: CornerTapSequence.FirstTaps, on touchscreen: TouchscreenDescription
    ) -> Bool {
        let geometry = UIScreen.main.geometry
        let middle = CGPoint(x: geometry.bounds.midX, y: geometry.bounds.midY)
        let first = geometry.point(normalized: taps.first, calibration: touchscreen.calibration)
        let second = geometry.point(normalized: taps.second, calibration: touchscreen.calibration)
        return first.x < middle.x && first.y < middle.y
            && second.x > middle.x && second.y < middle.y
    }

    private func acceptsRequest(from touchscreen: TouchscreenDescription) -> Bool {
        let now = CACurrentMediaTime()
        return !touchscreen.hasStoredCalibration || now < Self.recalibrationPeriod
            || touchscreen.connectionTime.map { now - $0.seconds < Self.recalibrationPeriod }
                ?? false
    }

    // MARK: Time

    /// Starts a timer that fires at `time`, in seconds, unless a timer is already scheduled. When
    /// that timer fires earlier, it schedules another timer if necessary.
    private func scheduleTimer(at time: Double) {
        if timerDeadline != nil { return }
        timerDeadline = time
        perform(Self.timerFired, with: nil, afterDelay: max(time - CACurrentMediaTime(), 0))
    }

    private func timerFired() {
        timerDeadline = nil
        let now = Timestamp(seconds: CACurrentMediaTime())
        for index in monitored.indices {
            guard let deadline = monitored[index].hold.deadline else { continue }
            guard deadline <= now else {
                scheduleTimer(at: deadline.seconds)
                continue
            }
            let device = monitored[index].device
            let slots = monitored[index].hold.slots
            guard monitored[index].hold.consumeHold(at: now), isEnabled(),
                let touchscreen = rawTouches.touchscreens.first(where: { $0.id == device }),
                acceptsRequest(from: touchscreen)
            else { continue }
            onRequest?(OrientationRequest(device: device, restingSlots: slots))
            return
        }
    }
}
