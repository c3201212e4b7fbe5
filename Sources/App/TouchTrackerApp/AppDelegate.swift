import KioskServices
import TouchKit
import TouchTrackerStore

/// The delegate of the TouchTracker app. The delegate shows a scene, saves the drawing, and opens
/// the maintenance menu over the scene.
package final class AppDelegate: UIResponder, UIApplicationDelegate {
    let options: AppOptions
    var persistence: DrawingPersistence?
    var pageSource: PageSource?
    /// The page that is shown when all edits of the current page are durable, or `nil` if no other
    /// page was requested.
    var requestedPage: PageRequest?
    private let storeError: StoreError?
    private let services: KioskContext?
    private let authenticator: (any PatternAuthenticator)?
    private let technicianScreens: (any TechnicianScreens)?
    private let replay: ReplayContext?
    private(set) var window: UIWindow?
    /// The timer that begins a new page, or `nil` if the time without a touch has no effect. The
    /// timer starts with each page and each change, and is not started again when the page is empty
    /// at its end, so the idle kiosk does not keep waking up.
    var pageReset: IdleTimer?
    var pictureSaver: IdlePictureSaver?
    private(set) var maintenance: MaintenanceCoordinator?
    private var touchOverlay: UIWindow?
    private var warningWindow: ConfigurationWarningWindow?
    lazy var statusMark = StatusMark()
    /// The view controller of the drawing scene. The controller is created at first use and
    /// retained, so that the drawing and its undo history survive while another scene is shown.
    lazy var drawingScene = makeDrawingScene()

    /// Creates a delegate with the default options. With these options, the app shows the drawing
    /// scene and saves nothing.
    package required convenience override init() {
        self.init(options: AppOptions())
    }

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - options: The options of the app.
    ///   - persistence: The object that restores and saves the drawing. If `nil`, the drawing
    ///     starts empty and is not saved.
    ///   - pageSource: The pages of the drawing, one of which `persistence` saves. If `nil`, the
    ///     drawing has one page.
    ///   - storeError: The reason why the drawing cannot be saved, which the app shows on the
    ///     screen, or `nil` if the drawing can be saved.
    ///   - services: The kiosk's services. If `nil`, the maintenance menu offers only the items
    ///     that need no services. The field test is offered, too, but does not open.
    ///   - authenticator: The object that checks the unlock pattern of the maintenance menu. If
    ///     `nil`, the menu cannot be opened.
    ///   - technicianScreens: The factory of the screens for technicians, such as the field test.
    ///     If `nil`, the app offers no such screens.
    ///   - replay: The services of a headless replay or benchmark. If `services` is `nil`, the
    ///     touch overlay uses these services.
    package init(
        options: AppOptions, persistence: DrawingPersistence? = nil,
        pageSource: PageSource? = nil, storeError: StoreError? = nil, services: KioskContext? = nil,
        authenticator: (any PatternAuthenticator)? = nil,
        technicianScreens: (any TechnicianScreens)? = nil, replay: ReplayContext? = nil
    ) {
        self.options = options
        self.persistence = persistence
        self.pageSource = pageSource
        self.storeError = storeError
        self.services = services
        self.authenticator = authenticator
        self.replay = replay
        self.technicianScreens = technicianScreens
        super.init()
    }

    /// Creates the app's window with the first scene, and opens the additional screens that the
    /// options request, for example the field test.
    ///
    /// - Returns: `true`.
    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = ActivityWindow(frame: UIScreen.main.bounds)
        self.window = window
        pageReset = makePageReset(in: window)
        show(options.scene)
        window.makeKeyAndVisible()
        if authenticator != nil || services != nil {
            maintenance = MaintenanceCoordinator(
                window: window, authenticator: authenticator, services: services,
                detectsOrientationGesture: options.detectsOrientationGesture,
                technicianScreens: technicianScreens
            ) { [weak self] scene in self?.show(scene) }
            maintenance?.onClose = { [weak window] in window?.recordActivity() }
        }
        if options.showsTouchOverlay { touchOverlay = makeTouchOverlay() }
        openRequestedScreens()
        warningWindow = ConfigurationWarningWindow(options.configurationErrors)
        return true
    }

    /// Opens orientation calibration and the field test, if the options request them.
    ///
    /// The calibration comes first, because the field test needs correct touch positions.
    private func openRequestedScreens() {
        let opensFieldTest = options.opensFieldTestAtLaunch
        if options.opensOrientationAtLaunch {
            maintenance?.showOrientation { [weak self] in
                if opensFieldTest { self?.maintenance?.showFieldTest() }
            }
        } else if opensFieldTest {
            maintenance?.showFieldTest()
        }
    }

    private func makeTouchOverlay() -> UIWindow? {
        if let services {
            return technicianScreens?.makeTouchOverlay(
                rawTouches: services.rawTouches, frames: services.frames,
                display: services.display)
        }
        return replay.flatMap {
            technicianScreens?.makeTouchOverlay(
                rawTouches: $0.rawTouches, frames: $0.frames, display: $0.display)
        }
    }

    /// Closes the open maintenance window, for example the lock screen or the maintenance menu. The
    /// method is called when the display is lost or the app is about to terminate.
    package func applicationWillResignActive(_ application: UIApplication) {
        maintenance?.displayWillDisconnect()
    }

    /// Stores all edits of the drawing before the app terminates.
    package func applicationWillTerminate(_ application: UIApplication) {
        persistence?.finish()
    }

    // MARK: Scenes

    /// Replaces the current scene with `scene` and cancels all touches of the current scene.
    ///
    /// The drawing scene keeps its state while another scene is shown. Every other scene is created
    /// anew each time it is shown.
    package func show(_ scene: Scene) {
        if window?.rootViewController != nil {
            // The edit menu and the gesture observer belong to the old scene, but are not part of
            // its view.
            UIMenuController.shared.hideMenu()
            UIApplication.shared.gestureObserver = nil
        }
        window?.rootViewController =
            scene == .draw ? drawingScene : scene.makeController(options: options)
    }

    func makeDrawingScene() -> DrawingSceneController {
        let scene = DrawingSceneController(options: options)
        if let persistence {
            connect(persistence, to: scene.drawingController)
            if pageSource != nil {
                scene.onPagesRequest = { [weak self] in self?.showPages() }
                scene.onUserDrawingEnd = { [weak self] in self?.scheduleRequestedPage() }
            }
        }
        if let storeError { statusMark.show(storeError) }
        return scene
    }

    // MARK: Saving

    private func connect(
        _ persistence: DrawingPersistence, to controller: DrawingViewController
    ) {
        var settings = persistence.settings(defaults: controller.settings)
        if let tool = options.tool { settings.tool = tool }
        controller.settings = settings
        controller.onSettingsChange = { [weak persistence] in persistence?.store($0) }
        persistence.attach(to: controller.drawing)
        if let pageReset {
            controller.drawing.observe { [weak pageReset] _ in pageReset?.start() }
            pageReset.start()
        }
        pictureSaver = IdlePictureSaver(persistence: persistence) {
            controller.drawingView.isUserDrawing
        }
        persistence.onState = { [weak self] in self?.handleSavingState($0) }
        handleSavingState(persistence.state)
    }

    private func handleSavingState(_ state: DrawingPersistence.State) {
        pictureSaver?.handleStateChange(to: state)
        if state == .saved { showRequestedPage() }
        switch state {
        case .failing(let error): statusMark.show(error)
        case .saved, .saving: if statusMark.error != nil { statusMark.hide() }
        }
    }
}
