import Glibc
import TouchKit

/// An application of one view: it moves for a while, then nothing does, then the kiosk is ended.
package final class MovingApp: UIApplicationDelegate {
    private let window = UIWindow(frame: UIScreen.main.bounds)
    private var moving = 0.0
    private var resting = 0.0

    package init() {}

    /// - Parameters:
    ///   - moving: For how long the view moves, in seconds.
    ///   - resting: How long it takes from then until the end, in seconds.
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
            // As a service manager would; sent to this thread, whose loop reads it.
            pthread_kill(pthread_self(), SIGTERM)
        }
        return true
    }
}
