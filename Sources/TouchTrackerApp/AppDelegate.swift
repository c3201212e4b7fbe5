import TouchKit

/// Sets up the app: one window with a scene.
public final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let options: AppOptions
    private var window: UIWindow?

    /// Makes the delegate of an app as it comes: with drawing.
    public required convenience override init() {
        self.init(options: AppOptions())
    }

    /// Makes the delegate of an app that shows what was chosen.
    public init(options: AppOptions) {
        self.options = options
        super.init()
    }

    /// Shows the scene.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = options.scene.makeController(options: options)
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}
