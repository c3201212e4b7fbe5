import TouchKit

/// Sets up the app: one window with a scene.
public final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let options: AppOptions
    private let saver: DrawingSaver?
    private let trouble: SavingTrouble?
    private var window: UIWindow?
    private var pictureKeeper: PictureKeeper?
    private lazy var statusMark = StatusMark()

    /// Makes the delegate of an app as it comes: with drawing.
    public required convenience override init() {
        self.init(options: AppOptions())
    }

    /// Makes the delegate of an app that shows what was chosen.
    ///
    /// - Parameters:
    ///   - options: What was chosen.
    ///   - saver: Knows the drawing that was made before, and stores what is done to it; without one,
    ///     a drawing begins empty and is gone at the end.
    ///   - trouble: Why there is no saver, for the people in front of the screen.
    public init(
        options: AppOptions, saver: DrawingSaver? = nil, trouble: SavingTrouble? = nil
    ) {
        self.options = options
        self.saver = saver
        self.trouble = trouble
        super.init()
    }

    /// Shows the scene.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        let controller = options.scene.makeController(options: options)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        self.window = window
        if let scene = controller as? DrawingSceneController {
            follow(scene.drawingController)
        }
        showSavingState()
        return true
    }

    private func follow(_ controller: DrawingViewController) {
        guard let saver else { return }
        saver.follow(controller.drawing)
        pictureKeeper = PictureKeeper(saver: saver) { controller.drawingView.isBusy }
    }

    private func showSavingState() {
        if let trouble { statusMark.show(trouble) }
        guard let saver else { return }
        saver.onState = { [weak self] in self?.show($0) }
        show(saver.state)
    }

    private func show(_ state: DrawingSaver.State) {
        pictureKeeper?.stateChanged(to: state)
        switch state {
        case .failing(let error): statusMark.show(.error(error))
        case .saved, .saving: if statusMark.trouble != nil { statusMark.hide() }
        }
    }

    /// Waits until the drawing is stored.
    public func applicationWillTerminate(_ application: UIApplication) {
        saver?.finish()
    }
}
