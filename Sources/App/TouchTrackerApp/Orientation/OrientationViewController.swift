import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// The view controller of orientation calibration. The controller shows the marks, passes
/// uncalibrated touch frames to the calibration, and applies the resulting calibration until the
/// user confirms it. A confirmed calibration is stored; an unconfirmed one is reverted.
///
/// The controller uses no `UITouch`, because the positions of touches may be wrong.
final class OrientationViewController: UIViewController {
    /// The time after a deadline at which its timer fires, in seconds, so that touch frames with
    /// timestamps before the deadline are processed first.
    static let timerDelay = 0.05

    /// Called when the calibration ends by itself, but not after `close()`.
    var onDone: (() -> Void)?

    private let rawTouches: any RawTouches
    /// The gesture that requested the calibration, or `nil` to calibrate the touchscreen that is
    /// tapped first.
    private let request: OrientationRequest?
    private var calibration: OrientationCalibration
    private let orientationView = OrientationView(frame: .zero)
    private var isOpen = false
    /// The calibration to restore if the user does not confirm the new one, or `nil` if no
    /// unconfirmed calibration is applied.
    private var previous: (device: DeviceID, calibration: TouchCalibration)?
    /// The reason why a confirmed calibration was not stored, or `nil` if there was no error.
    private var storeError: String?
    private static let timerFired = Selector("timerFired") {
        (controller: OrientationViewController) in
        controller.timerFired
    }

    /// Creates a screen that starts a calibration.
    ///
    /// - Parameters:
    ///   - rawTouches: The touch frames of the touchscreens.
    ///   - request: The gesture that requested the calibration, or `nil` to calibrate the
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

    /// Creates the view with the marks.
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

    /// Restarts the calibration if the geometry of the screen changed, because the marks move.
    override func viewDidLayoutSubviews() {
        guard isOpen, UIScreen.main.geometry != calibration.marks.geometry else { return }
        revertCalibration()
        calibration = Self.makeCalibration(device: request?.device, restingSlots: 0)
        update()
    }

    // MARK: Time

    private func timerFired() {
        guard isOpen else { return }
        calibration.advance(to: Timestamp(seconds: CACurrentMediaTime() - Self.timerDelay))
        update()
    }

    /// Schedules the timer for the next timeout, or for the next second of a visible countdown.
    private func scheduleTimer() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        guard let deadline = calibration.nextDeadline?.seconds else { return }
        var delay = max(deadline - CACurrentMediaTime(), 0)
        if calibration.remainingSeconds != nil, delay > 0 {
            let part = delay.truncatingRemainder(dividingBy: 1)
            delay = part > 1e-3 ? part : 1
        }
        perform(Self.timerFired, with: nil, afterDelay: delay + Self.timerDelay + 1e-6)
    }

    // MARK: Phases

    /// Applies, stores or reverts the calibration as the phase requires, and updates the view.
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

    /// Applies a calibration until `storeCalibration()` or `revertCalibration()` is called.
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
    /// Passes a touch frame of the touchscreens to the calibration in progress.
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

    /// Ends the calibration if its touchscreen was disconnected.
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
