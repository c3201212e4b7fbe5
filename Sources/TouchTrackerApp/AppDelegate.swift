import TouchKit

/// Sets up the app: one window with a scene.
public final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let options: AppOptions
    private let saver: DrawingSaver?
    private var window: UIWindow?

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
    public init(options: AppOptions, saver: DrawingSaver? = nil) {
        self.options = options
        self.saver = saver
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
            saver?.follow(scene.drawingController.drawing)
        }
        return true
    }

    /// Waits until the drawing is stored.
    public func applicationWillTerminate(_ application: UIApplication) {
        saver?.finish()
    }
}
