import Glibc
import TouchKit

/// An application whose only view moves for a while, then rests, after which the process receives
/// SIGTERM.
package final class AnimatedViewApp: UIApplicationDelegate {
    private let window = UIWindow(frame: UIScreen.main.bounds)
    private var moving = 0.0
    private var resting = 0.0

    /// Creates an application whose view does not move and that ends at once.
    package init() {}

    /// Creates an application whose view moves by 100 points.
    ///
    /// - Parameters:
    ///   - moving: The duration of the movement, in seconds.
    ///   - resting: The time between the end of the movement and SIGTERM, in seconds.
    package convenience init(moving: Double, resting: Double) {
        self.init()
        self.moving = moving
        self.resting = resting
    }

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        view.backgroundColor = .white
        window.addSubview(view)
        window.makeKeyAndVisible()
        if moving > 0 {
            UIView.animate(withDuration: moving, delay: 0, options: .curveLinear) {
                view.center.x += 100
            }
        }
        application.schedule(after: moving + resting) {
            // A service manager sends SIGTERM too; this thread's loop reads it.
            pthread_kill(pthread_self(), SIGTERM)
        }
        return true
    }
}
