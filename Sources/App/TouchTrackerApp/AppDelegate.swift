import KioskServices
import TouchKit
import TouchTrackerStore

/// Sets up the app: one window with a scene, and over it what is asked for with a pattern.
package final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let options: AppOptions
    private let saver: DrawingSaver?
    private let trouble: StoreError?
    private let services: KioskServices?
    private let lock: (any LockKeeper)?
    private let fieldTest: FieldTestSetup
    private var window: UIWindow?
    private var pictureKeeper: PictureKeeper?
    private var maintenance: MaintenanceAccess?
    private let replay: ReplayServices?
    private var overlay: TouchOverlay?
    private var complaintWindow: ComplaintWindow?
    private lazy var statusMark = StatusMark()
    /// Made when it is shown first, and kept: the drawing and what can be undone stay while other scenes
    /// are shown.
    private lazy var drawingScene = makeDrawingScene()

    /// Makes the delegate of an app as it comes: with drawing.
    package required convenience override init() {
        self.init(options: AppOptions())
    }

    /// Makes the delegate of an app that shows what was chosen.
    ///
    /// - Parameters:
    ///   - options: What was chosen.
    ///   - saver: Knows the drawing that was made before, and stores what is done to it; without one,
    ///     a drawing begins empty and is gone at the end.
    ///   - trouble: Why there is no saver where there should be one, for the people in front of the screen.
    ///   - services: What the kiosk offers beyond UIKit; without, the maintenance menu has only what an
    ///     app can do by itself.
    ///   - lock: Knows whose the maintenance menu is; without one there is none.
    ///   - fieldTest: What a field test needs.
    ///   - replay: What a replay offers, where it is one.
    package init(
        options: AppOptions, saver: DrawingSaver? = nil, trouble: StoreError? = nil,
        services: KioskServices? = nil, lock: (any LockKeeper)? = nil,
        fieldTest: FieldTestSetup = FieldTestSetup(), replay: ReplayServices? = nil
    ) {
        self.options = options
        self.saver = saver
        self.trouble = trouble
        self.services = services
        self.lock = lock
        self.replay = replay
        self.fieldTest = fieldTest
        super.init()
    }

    /// Shows the first scene.
    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        self.window = window
        show(options.scene)
        window.makeKeyAndVisible()
        if lock != nil || services != nil {
            maintenance = MaintenanceAccess(
                window: window, keeper: lock, services: services, fieldTest: fieldTest
            ) { [weak self] scene in self?.show(scene) }
        }
        if options.hasOverlay { overlay = makeOverlay() }
        showWhatWasAsked()
        complaintWindow = ComplaintWindow(options.complaints)
        return true
    }

    /// What the board was started for, over everything: touch is put right before it is tested.
    private func showWhatWasAsked() {
        let beginsWithFieldTest = options.beginsWithFieldTest
        if options.beginsWithOrientation {
            maintenance?.showOrientation { [weak self] in
                if beginsWithFieldTest { self?.maintenance?.showFieldTest() }
            }
        } else if beginsWithFieldTest {
            maintenance?.showFieldTest()
        }
    }

    private func makeOverlay() -> TouchOverlay? {
        if let services {
            return TouchOverlay(
                rawTouches: services.rawTouches, frames: services.frames,
                display: services.display)
        }
        return replay.map {
            TouchOverlay(rawTouches: $0.rawTouches, frames: $0.frames, display: $0.display)
        }
    }

    /// The display is gone, or the end is near.
    package func applicationWillResignActive(_ application: UIApplication) {
        maintenance?.displayWillGo()
    }

    /// Waits until the drawing is stored.
    package func applicationWillTerminate(_ application: UIApplication) {
        saver?.finish()
    }

    // MARK: Scenes

    /// Shows a scene in place of the one that is shown, whose touches are cancelled. The drawing comes
    /// back as it was; all others begin anew.
    package func show(_ scene: Scene) {
        if window?.rootViewController != nil {
            // What belongs to the scene before, and isn't in its view.
            UIMenuController.shared.hideMenu()
            UIApplication.shared.gestureObserver = nil
        }
        window?.rootViewController =
            scene == .draw ? drawingScene : scene.makeController(options: options)
    }

    private func makeDrawingScene() -> UIViewController {
        let scene = DrawingSceneController(hasToolbar: options.hasToolbar)
        scene.drawingController.drawingView.predictsInk = options.predictsInk
        if let saver { follow(scene.drawingController, saver) }
        if let trouble { statusMark.show(trouble) }
        return scene
    }

    // MARK: Saving

    private func follow(_ controller: DrawingViewController, _ saver: DrawingSaver) {
        saver.follow(controller.drawing)
        pictureKeeper = PictureKeeper(saver: saver) { controller.drawingView.isBusy }
        saver.onState = { [weak self] in self?.show($0) }
        show(saver.state)
    }

    private func show(_ state: DrawingSaver.State) {
        pictureKeeper?.stateChanged(to: state)
        switch state {
        case .failing(let error): statusMark.show(error)
        case .saved, .saving: if statusMark.trouble != nil { statusMark.hide() }
        }
    }
}
