import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// The orientation wizard on the screen: gives it what panels report, lets the calibration that it found hold on
/// trial, and keeps it or takes it back.
///
/// Nothing of it is done by `UITouch`es: they may be anywhere.
final class OrientationViewController: UIViewController {
    /// Frames of a moment may still come for so long after it, in seconds.
    static let lateness = 0.05

    /// Is called when it is over; not when it is closed from outside.
    var onDone: (() -> Void)?

    private let rawTouches: any RawTouches
    /// The panel that asked, and the slots of its fingers that are down, as bits; nil where any panel may be set.
    private let asker: (device: DeviceID, resting: UInt64)?
    private var wizard: OrientationWizard
    private let orientationView = OrientationView(frame: .zero)
    private var isListening = false
    /// The calibration that holds if the one on trial isn't confirmed.
    private var former: (device: DeviceID, calibration: TouchCalibration)?
    /// Why what was confirmed isn't kept.
    private var complaint: String?
    private static let tick = Selector("tick") { (controller: OrientationViewController) in
        controller.tick
    }

    /// Makes a wizard.
    ///
    /// - Parameters:
    ///   - rawTouches: Touches as panels report them.
    ///   - asker: The panel that asked by itself, which alone may be set then, and the slots of its fingers that
    ///     are down; nil where somebody who may chose the wizard.
    init(rawTouches: any RawTouches, asker: (device: DeviceID, resting: UInt64)? = nil) {
        self.rawTouches = rawTouches
        self.asker = asker
        wizard = Self.makeWizard(asker)
        super.init()
    }

    private static func makeWizard(
        _ asker: (device: DeviceID, resting: UInt64)?
    ) -> OrientationWizard {
        OrientationWizard(
            geometry: UIScreen.main.geometry, device: asker?.device,
            resting: asker?.resting ?? 0, at: Timestamp(seconds: CACurrentMediaTime()))
    }

    /// Makes the view.
    override func loadView() {
        view = orientationView
    }

    /// Listens from now on.
    override func viewDidLoad() {
        isListening = true
        rawTouches.addPlaceObserver(self)
        update()
    }

    /// It goes, for whatever reason: what is on trial is taken back.
    func close() {
        guard isListening else { return }
        isListening = false
        rawTouches.removeObserver(self)
        Self.cancelPreviousPerformRequests(withTarget: self)
        takeBack()
    }

    /// A picture of another size, or turned, has its marks elsewhere: it begins anew.
    override func viewDidLayoutSubviews() {
        guard isListening, UIScreen.main.geometry != wizard.marks.geometry else { return }
        takeBack()
        wizard = Self.makeWizard(asker.map { ($0.device, 0) })
        update()
    }

    // MARK: Time

    private func tick() {
        guard isListening else { return }
        wizard.advance(to: Timestamp(seconds: CACurrentMediaTime() - Self.lateness))
        update()
    }

    /// Looks at the clock when the wizard has something to do, and once a second while it counts down.
    private func schedule() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        guard let deadline = wizard.nextDeadline?.seconds else { return }
        var delay = max(deadline - CACurrentMediaTime(), 0)
        if wizard.secondsLeft != nil, delay > 0 {
            let part = delay.truncatingRemainder(dividingBy: 1)
            delay = part > 1e-3 ? part : 1
        }
        perform(Self.tick, with: nil, afterDelay: delay + Self.lateness + 1e-6)
    }

    // MARK: What becomes of it

    private func update() {
        switch wizard.phase {
        case .first, .second:
            break
        case .confirming(let calibration, _):
            tryOut(calibration)
        case .ended(.confirmed, _):
            keep()
        case .ended(.unconfirmed, _):
            takeBack()
        case .closed:
            close()
            onDone?()
            return
        }
        orientationView.show(wizard, complaint: complaint)
        schedule()
    }

    private func tryOut(_ calibration: TouchCalibration) {
        guard former == nil, let device = wizard.device else { return }
        let holds = rawTouches.panels.first { $0.id == device }?.calibration ?? .identity
        former = (device, holds)
        rawTouches.setCalibration(calibration, of: device)
    }

    private func keep() {
        guard let device = former?.device else { return }
        former = nil
        complaint = rawTouches.keepCalibration(of: device)
    }

    private func takeBack() {
        guard let former else { return }
        self.former = nil
        rawTouches.setCalibration(former.calibration, of: former.device)
    }
}

extension OrientationViewController: RawTouchObserver {
    /// Gives the wizard what a panel reports.
    func rawTouches(_ frame: TouchFrame, of panel: PanelDescription) {
        guard isListening else { return }
        let before = wizard.phase
        wizard.receive(frame)
        if wizard.phase != before {
            update()
        } else {
            orientationView.showFinger(wizard.triedFinger)
        }
    }

    /// It is over where the panel that is set has gone.
    func panelsChanged() {
        guard isListening, let device = wizard.device,
            !rawTouches.panels.contains(where: { $0.id == device })
        else { return }
        // Its calibration went with it.
        former = nil
        wizard.panelGone(device)
        update()
    }
}
