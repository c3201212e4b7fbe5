/// A set of methods to manage shared behaviors for your app.
///
/// All methods have default implementations that do nothing. UIKit's background, scene and URL
/// methods are missing.
@MainActor
public protocol UIApplicationDelegate: AnyObject {
    /// Creates the delegate. The runtime calls this initializer.
    init()
    /// Tells the delegate that the launch process is complete and the app is ready to run. Create
    /// and show the window here.
    ///
    /// - Parameters:
    ///   - application: The application that has been launched.
    ///   - launchOptions: The launch options, which are always `nil`.
    /// - Returns: A Boolean value that the application ignores.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// Tells the delegate that the app is about to become inactive. All touches are cancelled after
    /// this call.
    func applicationWillResignActive(_ application: UIApplication)
    /// Tells the delegate that the app has become active and receives touches.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// Tells the delegate when the app is about to terminate, after all touches have been
    /// cancelled. Finish writing files here.
    func applicationWillTerminate(_ application: UIApplication)
}

/// Default implementations of the optional methods.
extension UIApplicationDelegate {
    /// Provides a default implementation that does nothing and returns `true`.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Provides a default implementation that does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}

    /// Provides a default implementation that does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}

    /// Provides a default implementation that does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
}
