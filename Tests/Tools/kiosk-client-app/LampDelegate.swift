import KioskRuntime
import TouchKit

/// A client app of the shortest form: a yellow screen.
@main
final class LampDelegate: UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.backgroundColor = .yellow
        window.makeKeyAndVisible()
        return true
    }
}
