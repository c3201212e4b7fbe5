import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// The view controller of orientation calibration, which determines how a touchscreen is mounted.
///
/// The controller shows the marks, passes uncalibrated touch frames to the calibration, and applies
/// the resulting calibration until the user confirms it. A confirmed calibration is stored. A
/// calibration that the user does not confirm is reverted.
///
/// The controller uses no `UITouch`, because the positions of touches may be wrong.
final class OrientationViewController: UIViewController, MaintenanceScreen {
    /// Called when the calibration has ended because of the taps of the user, a timeout, or the
    /// removal of the touchscreen. Not called after `close()`.
    var onDone: (() -> Void)?

    private let rawTouches: any RawTouches
    /// The request that a gesture on a touchscreen has made, or `nil` to calibrate the touchscreen
    /// that is tapped first.
    private let request: OrientationRequest?
    private var calibration: OrientationCalibration
    private let orientationView = OrientationView(frame: .zero)
    private var isOpen = false
    /// The touchscreen and the calibration to restore if the user does not confirm the new
    /// calibration, or `nil` if no unconfirmed calibration is applied.
    private var previous: (device: DeviceID, calibration: TouchCalibration)?
    /// The reason why a confirmed calibration could not be stored, or `nil` if there was no error.
    private var storeError: String?
    private static let timerFired = Selector("timerFired") {
        (controller: OrientationViewController) in
        controller.timerFired
    }

    /// Creates a controller that starts an orientation calibration.
    ///
    /// - Parameters:
    ///   - rawTouches: The source of the touch frames.
    ///   - request: The request that a gesture on a touchscreen has made, or `nil` to calibrate the
    ///     touchscreen that is tapped first.
    init(rawTouches: any RawTouches, request: OrientationRequest? = nil) {
        self.rawTouches = rawTouches
        self.request = request
        calibration = Self.makeCalibration(
            device: request?.device, restingSlots: request?.restingSlots ?? 0)
        super.init()
    }

    private static func makeCalibration(
        device: DeviceID?, restingSlots: UInt64
    ) -> OrientationCalibration {
        OrientationCalibration(
            geometry: UIScreen.main.geometry, device: device, resting: restingSlots,
            at: Timestamp(seconds: CACurrentMediaTime()))
    }

    /// Creates the view that shows the marks.
    override func loadView() {
        view = orientationView
    }

    /// Starts to observe the touchscreens.
    override func viewDidLoad() {
        isOpen = true
        rawTouches.addPositionObserver(self)
        update()
    }

    /// Stops observing the touchscreens and reverts an unconfirmed calibration.
    func close() {
        guard isOpen else { return }
        isOpen = false
        rawTouches.removeObserver(self)
        Self.cancelPreviousPerformRequests(withTarget: self)
        revertCalibration()
    }

    /// Restarts the calibration if the geometry of the screen has changed, because the marks have
    /// other positions in the new geometry.
    override func viewDidLayoutSubviews() {
        guard isOpen, UIScreen.main.geometry != calibration.marks.geometry else { return }
        revertCalibration()
        calibration = Self.makeCalibration(device: request?.device, restingSlots: 0)
        update()
    }

    // MARK: Time

    private func timerFired() {
        guard isOpen else { return }
        let time = rawTouches.readUpToNow()
        guard isOpen else { return }
        calibration.advance(to: time)
        update()
    }

    /// Schedules the timer for the next timeout of the calibration, or for the next second of a
    /// visible countdown.
    private func scheduleTimer() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        guard let deadline = calibration.nextDeadline?.seconds else { return }
        var delay = max(deadline - CACurrentMediaTime(), 0)
        if calibration.remainingSeconds != nil, delay > 0 {
            let part = delay.truncatingRemainder(dividingBy: 1)
            delay = part > 1e-3 ? part : 1
        }
        perform(Self.timerFired, with: nil, afterDelay: delay + rawTouches.timeDelay + 1e-6)
    }

    // MARK: Phases

    /// Applies, stores or reverts the resulting calibration, depending on the current phase, and
    /// updates the view.
    private func update() {
        switch calibration.phase {
        case .first, .second:
            break
        case .confirming(let result, _):
            applyCalibration(result)
        case .ended(.confirmed, _):
            storeCalibration()
        case .ended(.unconfirmed, _):
            revertCalibration()
        case .closed:
            close()
            onDone?()
            return
        }
        orientationView.show(calibration, storeError: storeError)
        scheduleTimer()
    }

    /// Applies a new calibration to the touchscreen until `storeCalibration()` or
    /// `revertCalibration()` is called. Does nothing if an unconfirmed calibration is already
    /// applied.
    private func applyCalibration(_ result: TouchCalibration) {
        guard previous == nil, let device = calibration.device else { return }
        let present = rawTouches.touchscreens.first { $0.id == device }?.calibration ?? .identity
        previous = (device, present)
        rawTouches.setCalibration(result, of: device)
    }

    private func storeCalibration() {
        guard let device = previous?.device else { return }
        previous = nil
        storeError = rawTouches.storeCalibration(of: device)
    }

    private func revertCalibration() {
        guard let previous else { return }
        self.previous = nil
        rawTouches.setCalibration(previous.calibration, of: previous.device)
    }
}

extension OrientationViewController: RawTouchObserver {
    /// Passes a touch frame to the calibration in progress and updates the view.
    func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        guard isOpen else { return }
        let before = calibration.phase
        calibration.process(frame)
        if calibration.phase != before {
            update()
        } else {
            orientationView.showContact(at: calibration.calibratedPosition)
        }
    }

    /// Ends the calibration if its touchscreen has been disconnected.
    func touchscreensChanged() {
        guard isOpen, let device = calibration.device,
            !rawTouches.touchscreens.contains(where: { $0.id == device })
        else { return }
        // Disconnecting has already discarded the unconfirmed calibration.
        previous = nil
        calibration.handleRemoval(of: device)
        update()
    }
}
