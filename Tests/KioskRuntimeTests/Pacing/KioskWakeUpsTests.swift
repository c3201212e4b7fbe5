import Display
import Glibc
import KioskRuntime
import Testing
import TouchKit

/// The real loop, in real time and in memory: how often it is woken, counted.
@Suite("Kiosk's wake-ups", .serialized)
@MainActor
struct KioskWakeUpsTests {
    /// Something moves for a while, then nothing does, then the kiosk is ended.
    private final class Mover: UIApplicationDelegate {
        let window = UIWindow(frame: UIScreen.main.bounds)
        private var moving = 0.0
        private var resting = 0.0

        convenience init(moving: Double, resting: Double) {
            self.init()
            self.moving = moving
            self.resting = resting
        }

        func application(
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

    private func run(moving: Double, resting: Double) throws -> KioskReport {
        let options = KioskOptions(
            output: .headless(DisplayMode(width: 200, height: 120)), input: .none)
        return try Kiosk.run(options: options) { Mover(moving: moving, resting: resting) }
    }

    @Test("A kiosk in which nothing happens is woken by its end alone.")
    func idle() throws {
        let report = try run(moving: 0, resting: 1)
        #expect(report.frames == 1)
        // The call that ends it, and the signal.
        #expect(report.wakeUps <= 2)
    }

    @Test("While something moves a frame takes one wake-up.")
    func moving() throws {
        let report = try run(moving: 1, resting: 0.5)
        #expect(report.frames > 10)
        // Beside the frames: the end of the motion, the call that ends it all, and the signal; and a
        // frame now and then in which the view hasn't moved by a pixel.
        #expect(report.wakeUps <= UInt64(report.frames) + 6)
        #expect(report.missedVblanks == 0)
    }
}
