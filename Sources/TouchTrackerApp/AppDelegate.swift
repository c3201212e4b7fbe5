import TouchKit

/// Sets up the app: one window with the drawing scene.
public final class AppDelegate: UIResponder, UIApplicationDelegate {
    private var window: UIWindow?

    /// Makes the delegate; the runtime does.
    public required override init() {}

    /// Shows the drawing scene.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = DrawingViewController()
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}
