import KioskRuntime
import TouchKit

/// The application delegate.
final class AppDelegate: UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let controller = UIViewController()
        controller.view = DrawView(frame: window.bounds)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        return true
    }
}

@main
struct App {
    static func main() throws {
        try Kiosk.run(AppDelegate.self)
    }
}
