import KioskServices
import TouchKit
import TouchKitContacts

/// The way to the maintenance menu: who asks is shown the lock, who has the pattern the menu; and to the
/// orientation wizard, which may open without.
///
/// One thing is shown at a time, in a window over everything. Without a pattern nobody can ask for the menu: it
/// is off, and nothing says so.
final class MaintenanceAccess: UIGestureRecognizerDelegate {
    /// After how long without a touch the lock's window goes, in seconds.
    static let lockIdleness = 30.0
    /// After how long without a touch the menu goes, in seconds.
    static let menuIdleness = 60.0
    /// And a field test: longer than one takes that nobody does, all pages to the end.
    static let fieldTestIdleness = 600.0

    /// What is shown.
    private enum Stage {
        case closed
        case lock(OverlayWindow)
        case menu(OverlayWindow, MaintenanceViewController)
        case cleaning(OverlayWindow, CleaningViewController)
        case fieldTest(OverlayWindow)
        case orientation(OverlayWindow, OrientationViewController)
    }

    private var stage = Stage.closed
    /// Whether the display went while a picture was tried on it.
    private var isOverdue = false
    private let keeper: (any LockKeeper)?
    private let services: KioskServices?
    private let fieldTest: FieldTestSetup
    private let lockController: LockViewController?
    private let showScene: (Scene) -> Void
    private var orientationAsking: OrientationAsking?
    private lazy var hold = HoldToAskGestureRecognizer(target: self, action: { $0.asked })
    private lazy var corners = CornersGestureRecognizer(target: self, action: { $0.asked })

    /// Lets fingers ask anywhere in a window.
    ///
    /// - Parameters:
    ///   - window: The scenes' window.
    ///   - keeper: Who judges patterns; without one nobody can ask for the menu.
    ///   - services: What the menu can offer beside what an app can do by itself.
    ///   - fieldTest: What a field test needs.
    ///   - showScene: Shows the scene that was chosen.
    init(
        window: UIWindow, keeper: (any LockKeeper)?, services: KioskServices?,
        fieldTest: FieldTestSetup = FieldTestSetup(), showScene: @escaping (Scene) -> Void
    ) {
        self.keeper = keeper
        self.services = services
        self.fieldTest = fieldTest
        self.showScene = showScene
        lockController = keeper.map { LockViewController(keeper: $0) }
        if let lockController {
            lockController.onRight = { [weak self] in self?.showMenu() }
            lockController.onCancel = { [weak self] in self?.close() }
            for recognizer in [hold, corners] {
                recognizer.delegate = self
                window.addGestureRecognizer(recognizer)
            }
        }
        if let services { orientationAsking = makeOrientationAsking(services) }
    }

    // MARK: Asking

    /// Nobody can ask where no pattern is set. Corners are there where one of the devices can't tell
    /// three fingers apart; three fingers prove by themselves that a panel can.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer === corners, !cornersCanAsk { return false }
        return keeper?.hasPattern ?? false
    }

    private var cornersCanAsk: Bool {
        services?.panel.fingerCapacity.map { $0 < HoldToAskGestureRecognizer.fingers } ?? false
    }

    private func asked(_ recognizer: UIGestureRecognizer) {
        guard recognizer.state == .began || recognizer.state == .ended, case .closed = stage else {
            return
        }
        endTouches()
        showLock()
    }

    /// Fingers that are down, and gestures that go on beside the one that asked, are over as well.
    private func endTouches() {
        UIApplication.shared.beginIgnoringInteractionEvents()
        UIApplication.shared.endIgnoringInteractionEvents()
        UIMenuController.shared.hideMenu()
    }

    /// The wizard may be asked for while nothing else is shown. What the lock's corners mean is the lock's.
    private func makeOrientationAsking(_ services: KioskServices) -> OrientationAsking {
        let asking = OrientationAsking(rawTouches: services.rawTouches)
        asking.mayAsk = { [weak self] in
            if case .closed = self?.stage { true } else { false }
        }
        asking.cornersAreTaken = { [weak self] in
            guard let self else { return false }
            return cornersCanAsk && keeper?.hasPattern == true
        }
        asking.onAsk = { [weak self] device, slots in
            self?.endTouches()
            self?.showOrientation(asker: (device, slots))
        }
        return asking
    }

    // MARK: Windows

    private func showLock() {
        guard let lockController else { return }
        let window = OverlayWindow(lockController)
        // Where fingers are on it is the pattern.
        window.isSecret = true
        window.watchIdleness(seconds: Self.lockIdleness) { [weak self] in self?.close() }
        stage = .lock(window)
        lockController.open()
    }

    private func showMenu() {
        guard case .lock = stage else { return }
        close()
        let controller = MaintenanceViewController(services: services)
        controller.onDone = { [weak self] in self?.close() }
        controller.onScene = { [weak self] scene in
            self?.close()
            self?.showScene(scene)
        }
        controller.onDisplayTrialEnd = { [weak self] in
            guard let self, isOverdue else { return }
            close()
        }
        controller.onCleaning = { [weak self] in self?.showCleaning() }
        controller.onFieldTest = { [weak self] in self?.showFieldTest() }
        controller.onOrientation = { [weak self] in self?.showOrientation() }
        let window = OverlayWindow(controller)
        window.watchIdleness(seconds: Self.menuIdleness) { [weak self] in self?.close() }
        stage = .menu(window, controller)
    }

    private func showCleaning() {
        close()
        let controller = CleaningViewController()
        controller.onEnd = { [weak self] in self?.close() }
        stage = .cleaning(OverlayWindow(controller), controller)
    }

    /// While it is shown nobody can ask for the menu: it takes more than three fingers.
    func showFieldTest() {
        guard let services else { return }
        close()
        let controller = fieldTest.makeController(services: services)
        controller.onDone = { [weak self] in self?.close() }
        let window = OverlayWindow(controller)
        window.watchIdleness(seconds: Self.fieldTestIdleness) { [weak self] in self?.close() }
        stage = .fieldTest(window)
    }

    /// The orientation wizard, for one panel that asked for it or for any.
    ///
    /// - Parameter onDone: Is called when it is over, but not when something else took its place.
    func showOrientation(
        asker: (device: DeviceID, resting: UInt64)? = nil, onDone: @escaping () -> Void = {}
    ) {
        guard let services else { return }
        close()
        let controller = OrientationViewController(rawTouches: services.rawTouches, asker: asker)
        controller.onDone = { [weak self] in
            self?.close()
            onDone()
        }
        stage = .orientation(OverlayWindow(controller), controller)
    }

    /// Takes away whatever is shown; what it began ends.
    func close() {
        let open = stage
        stage = .closed
        isOverdue = false
        switch open {
        case .closed:
            break
        case .lock(let window):
            window.dismiss()
            lockController?.close()
        case .menu(let window, let controller):
            window.dismiss()
            controller.close()
        case .cleaning(let window, let controller):
            window.dismiss()
            controller.close()
        case .fieldTest(let window):
            window.dismiss()
        case .orientation(let window, let controller):
            window.dismiss()
            controller.close()
        }
        // Fingers that were seen before are none that ask now.
        orientationAsking?.forget()
    }

    /// The display is gone: nobody sees what was open. Only a picture that was turned a moment ago may
    /// still be kept, for turning it may be why; the menu goes after that.
    func displayWillGo() {
        if case .menu(_, let controller) = stage, controller.isTryingDisplay {
            isOverdue = true
            return
        }
        close()
    }
}
