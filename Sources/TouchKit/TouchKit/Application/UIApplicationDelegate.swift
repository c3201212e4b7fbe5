/// What an application's own code is told about its life.
@MainActor
public protocol UIApplicationDelegate: AnyObject {
    /// Makes the delegate; the runtime does.
    init()
    /// The application is set up: make a window and show it. The answer is ignored.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// Touches are about to stop: they are cancelled after this.
    func applicationWillResignActive(_ application: UIApplication)
    /// Touches come from now on.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The application is about to end, after touches have: the place to complete what is being
    /// written.
    func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}

    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
}
