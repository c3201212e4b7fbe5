import KioskServices
import TouchKit
import TouchKitContacts

/// An object that opens the lock screen, the maintenance menu and its full-screen tools, each in a
/// window over the scene.
///
/// A gesture opens the lock screen, and the correct unlock pattern opens the menu. Orientation
/// calibration has its own gesture, which opens the lock screen first if a pattern is stored. At
/// most one window is open at a time. Without a stored pattern, the gestures for the lock screen
/// have no effect.
final class MaintenanceCoordinator: UIGestureRecognizerDelegate {
    /// The time without a touch after which the lock screen closes, in seconds.
    static let lockIdleLimit = 30.0
    /// The time without a touch after which the maintenance menu closes, in seconds.
    static let menuIdleLimit = 60.0
    /// The time without a touch after which the field test closes, in seconds. The limit exceeds
    /// the total duration of the pages of the test that need no input.
    static let fieldTestIdleLimit = 600.0

    /// The window that is open, or `nil` if no window is open. Its root view controller is the lock
    /// screen, the menu or a tool.
    private var openWindow: OverlayWindow?
    /// Whether the maintenance menu must close when the pending change of rotation or scale is
    /// confirmed or reverted. `true` if the display was lost during the change.
    private var closesAfterDisplayChange = false
    private let authenticator: (any PatternAuthenticator)?
    private let services: KioskContext?
    private let technicianScreens: (any TechnicianScreens)?
    private let lockController: LockViewController?
    private let showScene: (Scene) -> Void
    /// Called after a window was closed.
    var onClose: (() -> Void)?
    /// Whether no window is open.
    var isClosed: Bool { openWindow == nil }
    private var orientationGestureDetector: OrientationGestureDetector?
    private lazy var threeFingerHold = ThreeFingerHoldGestureRecognizer(
        target: self, action: { $0.handleLockGesture })
    private lazy var cornerTaps = CornerTapsGestureRecognizer(
        target: self, action: { $0.handleLockGesture })

    /// Creates a coordinator and adds the gesture recognizers that open the lock screen to a
    /// window.
    ///
    /// - Parameters:
    ///   - window: The window of the scenes.
    ///   - authenticator: The object that checks unlock patterns. If `nil`, the menu cannot be
    ///     opened.
    ///   - services: The kiosk's services. If `nil`, the menu offers only the items that need no
    ///     services, and orientation calibration is not available. The field test is offered, too,
    ///     but does not open.
    ///   - detectsOrientationGesture: Whether a gesture starts orientation calibration.
    ///   - technicianScreens: The factory of the screens for technicians, such as the field test,
    ///     or `nil` to offer no such screens.
    ///   - showScene: A closure that shows the scene that the user has chosen in the menu.
    init(
        window: UIWindow, authenticator: (any PatternAuthenticator)?, services: KioskContext?,
        detectsOrientationGesture: Bool,
        technicianScreens: (any TechnicianScreens)?, showScene: @escaping (Scene) -> Void
    ) {
        self.authenticator = authenticator
        self.services = services
        self.technicianScreens = technicianScreens
        self.showScene = showScene
        lockController = authenticator.map { LockViewController(authenticator: $0) }
        if let lockController {
            lockController.onCancel = { [weak self] in self?.close() }
            for recognizer in [threeFingerHold, cornerTaps] {
                recognizer.delegate = self
                window.addGestureRecognizer(recognizer)
            }
        }
        if let services, detectsOrientationGesture {
            orientationGestureDetector = makeOrientationGestureDetector(services)
        }
    }

    // MARK: Gestures

    /// Returns whether a gesture that opens the lock screen may begin. Each of these gestures
    /// requires a stored unlock pattern. Corner taps also require a touchscreen that reports fewer
    /// than three contacts.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer === cornerTaps, !permitsCornerTaps { return false }
        return authenticator?.hasPattern ?? false
    }

    /// Whether corner taps may open the lock screen, because the touchscreens report too few
    /// contacts for the three-finger hold.
    private var permitsCornerTaps: Bool {
        services?.screen.contactCapacity.map {
            $0 < ThreeFingerHoldGestureRecognizer.contactCount
        } ?? false
    }

    /// Opens the lock screen when one of its gestures is recognized, unless a maintenance window is
    /// already open.
    private func handleLockGesture(_ recognizer: UIGestureRecognizer) {
        guard recognizer.state == .began || recognizer.state == .ended,
            isClosed
        else { return }
        cancelInteraction()
        showLock { [weak self] in self?.showMenu() }
    }

    /// Cancels all touches and gestures of the scene, and hides its edit menu.
    private func cancelInteraction() {
        UIApplication.shared.beginIgnoringInteractionEvents()
        UIApplication.shared.endIgnoringInteractionEvents()
        UIMenuController.shared.hideMenu()
    }

    private func makeOrientationGestureDetector(
        _ services: KioskContext
    ) -> OrientationGestureDetector {
        let detector = OrientationGestureDetector(rawTouches: services.rawTouches)
        detector.isEnabled = { [weak self] in self?.isClosed ?? false }
        detector.lockUsesCornerTaps = { [weak self] in
            guard let self else { return false }
            return permitsCornerTaps && authenticator?.hasPattern == true
        }
        detector.onRequest = { [weak self] in self?.handleOrientationRequest($0) }
        return detector
    }

    /// Opens orientation calibration. If a pattern is stored, opens the lock first, because a wrong
    /// calibration makes the touchscreen unusable.
    private func handleOrientationRequest(_ request: OrientationRequest) {
        cancelInteraction()
        guard authenticator?.hasPattern == true else { return showOrientation(request) }
        showLock { [weak self] in
            // The contacts of the gesture were cancelled before the pattern was drawn.
            self?.showOrientation(OrientationRequest(device: request.device, restingSlots: 0))
        }
    }

    // MARK: Windows

    /// Opens the lock, and calls `onUnlock` when the correct pattern is drawn.
    private func showLock(onUnlock: @escaping () -> Void) {
        guard let lockController else { return }
        lockController.onUnlock = onUnlock
        // Touch positions on the lock screen reveal the pattern, so logs must not contain them.
        show(lockController, idleLimit: Self.lockIdleLimit).isSecret = true
        lockController.open()
    }

    private func showMenu() {
        guard openWindow?.rootViewController is LockViewController else { return }
        close()
        let controller = MaintenanceViewController(
            services: services, technicianScreens: technicianScreens)
        controller.onDone = { [weak self] in self?.close() }
        controller.onScene = { [weak self] scene in
            self?.close()
            self?.showScene(scene)
        }
        controller.onDisplayChangeEnd = { [weak self] in
            guard let self, closesAfterDisplayChange else { return }
            close()
        }
        controller.onCleaning = { [weak self] in self?.showCleaning() }
        controller.onFieldTest = { [weak self] in self?.showFieldTest() }
        controller.onOrientation = { [weak self] in self?.showOrientation() }
        show(controller, idleLimit: Self.menuIdleLimit)
    }

    private func showCleaning() {
        close()
        let controller = CleaningViewController()
        controller.onEnd = { [weak self] in self?.close() }
        show(controller)
    }

    /// Opens the field test, which checks the touchscreen. While it is open, the gestures for the
    /// lock screen have no effect, because the test itself uses many contacts.
    func showFieldTest() {
        guard let services, let technicianScreens else { return }
        close()
        let controller = technicianScreens.makeFieldTestController(services: services) {
            [weak self] in self?.close()
        }
        show(controller, idleLimit: Self.fieldTestIdleLimit)
    }

    /// Opens orientation calibration, which determines how the touchscreen is mounted.
    ///
    /// - Parameters:
    ///   - request: The request that a gesture on a touchscreen has made, or `nil` to calibrate the
    ///     touchscreen that is tapped first.
    ///   - onDone: Called when the calibration ends by itself, but not when another window replaces
    ///     it.
    func showOrientation(
        _ request: OrientationRequest? = nil, onDone: @escaping () -> Void = {}
    ) {
        guard let services else { return }
        close()
        let controller = OrientationViewController(
            rawTouches: services.rawTouches, request: request)
        controller.onDone = { [weak self] in
            self?.close()
            onDone()
        }
        show(controller)
    }

    /// Opens a window that shows `controller`. The window closes after `idleLimit` seconds without
    /// a touch, unless the limit is `nil`.
    @discardableResult
    private func show(
        _ controller: UIViewController, idleLimit: Double? = nil
    ) -> OverlayWindow {
        let window = OverlayWindow(controller)
        if let idleLimit {
            window.monitorIdleTime(limit: idleLimit) { [weak self] in self?.close() }
        }
        openWindow = window
        return window
    }

    /// Closes the open maintenance window, if any, and ends the tasks of its view controller.
    func close() {
        closesAfterDisplayChange = false
        guard let window = openWindow else { return }
        openWindow = nil
        let screen = window.rootViewController as? any MaintenanceScreen
        window.dismiss()
        screen?.close()
        // Contacts on the closed window must not count for the orientation gesture.
        orientationGestureDetector?.reset()
        onClose?()
    }

    /// Closes the open maintenance window. The method is called when the display is about to
    /// disconnect.
    ///
    /// A pending change of rotation or scale may be the reason for the disconnection. In this case,
    /// the menu stays open until the change is confirmed or reverted.
    func displayWillDisconnect() {
        if let menu = openWindow?.rootViewController as? MaintenanceViewController,
            menu.isDisplayChangePending
        {
            closesAfterDisplayChange = true
            return
        }
        close()
    }
}

/// A view controller that fills a maintenance window and has tasks to end when the window closes.
@MainActor
protocol MaintenanceScreen: UIViewController {
    /// Ends the tasks of the view controller. The method is called after the window is dismissed.
    func close()
}
