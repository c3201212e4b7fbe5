import Glibc
import KioskDisplay
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchTrackerTestSupport

/// The real loop, in memory: an app that uses what a kiosk offers it.
@Suite("Kiosk's services", .serialized)
@MainActor
struct KioskServicesTests {
    /// Turns the panel in one callback after the other, and ends the kiosk.
    private final class Turner: UIApplicationDelegate {
        var services: KioskServices?
        let window = UIWindow(frame: UIScreen.main.bounds)
        /// The window's size as each callback began and as it ended.
        var sizes: [CGSize] = []
        var frames = 0

        convenience init(_ services: KioskServices) {
            self.init()
            self.services = services
        }

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            window.backgroundColor = .white
            window.makeKeyAndVisible()
            turn(.clockwise90, scale: 2)
            wait(for: CGSize(width: 240, height: 400)) { [self] in
                turn(.halfTurn, scale: 1)
                wait(for: CGSize(width: 800, height: 480)) { [self] in
                    frames = services?.frames.records.count ?? 0
                    // As a service manager would; sent to this thread, whose loop reads it.
                    pthread_kill(pthread_self(), SIGTERM)
                }
            }
            return true
        }

        /// Looks at the window again and again: the kiosk ends after a while whatever it shows.
        private func wait(for size: CGSize, tries: Int = 500, _ action: @escaping () -> Void) {
            UIApplication.shared.schedule(after: 0.01) { [self] in
                if window.bounds.size == size || tries == 0 {
                    action()
                } else {
                    wait(for: size, tries: tries - 1, action)
                }
            }
        }

        private func turn(_ rotation: Rotation, scale: CGFloat) {
            sizes.append(window.bounds.size)
            services?.panel.show(rotation: rotation, scale: scale)
            services?.panel.keep()
            sizes.append(window.bounds.size)
        }
    }

    @Test(
        "The picture is turned between two callbacks, never within one, and again after a restart.")
    func turning() throws {
        let folder = try TemporaryFolder()
        var options = KioskOptions(
            output: .headless(DisplayMode(width: 800, height: 480)), input: .none)
        options.panelFile = "\(folder.path)/panel.yaml"
        var delegate: Turner?
        let report = try Kiosk.run(options: options) { services in
            #expect(services.panel.rotation == .none)
            #expect(services.panel.fingerCapacity == nil)
            let turner = Turner(services)
            delegate = turner
            return turner
        }
        let turner = try #require(delegate)
        let (landscape, portrait) = (
            CGSize(width: 800, height: 480), CGSize(width: 240, height: 400)
        )
        #expect(turner.sizes == [landscape, landscape, portrait, portrait])
        #expect(turner.window.bounds.size == landscape)
        // Each picture was shown, but for what came within one frame's time.
        #expect(turner.frames >= 1)
        #expect(report.frames >= turner.frames)
        #expect(try folder.text("panel.yaml").hasSuffix("rotation: 180\nscale: 1.0\n"))

        // The next start begins as the last one ended.
        try Kiosk.run(options: options) { services in
            #expect(services.panel.rotation == .halfTurn)
            return Turner(services)
        }
    }

    /// Plays a script as soon as there is a screen, and ends the kiosk with it.
    private final class Player: UIApplicationDelegate {
        private final class Pad: UIView {
            private var moves = 0
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                moves += 1
                backgroundColor = UIColor(white: CGFloat(moves % 100) / 100, alpha: 1)
            }
        }

        var services: KioskServices?
        let window = UIWindow(frame: UIScreen.main.bounds)
        var ends: [RehearsalEnd] = []
        /// From when a sample was due until it was on the screen, in microseconds.
        var latencies: [Int64] = []

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            window.addSubview(Pad(frame: window.bounds))
            window.makeKeyAndVisible()
            services?.rehearsals.start(.circle, rateHz: 120, seconds: 1) { [self] end in
                ends.append(end)
                UIApplication.shared.schedule(after: 0.1) { [self] in
                    let records = services?.frames.records ?? []
                    latencies = records.flatMap { record in
                        record.samples.compactMap { record.latencyMicroseconds(of: $0) }
                    }
                    pthread_kill(pthread_self(), SIGTERM)
                }
            }
            return true
        }
    }

    @Test("A rehearsal plays in the real loop: every report reaches a view, and the end is told.")
    func rehearsal() throws {
        let options = KioskOptions(
            output: .headless(DisplayMode(width: 200, height: 120)), input: .none)
        var delegate: Player?
        let report = try Kiosk.run(options: options) { services in
            let player = Player()
            player.services = services
            delegate = player
            return player
        }
        let player = try #require(delegate)
        #expect(player.ends == [.played])
        #expect(report.touchesBegan == 1 && report.touchesEnded == 1 && report.touchesLive == 0)
        // 0.9 s of 120 reports a second; the last of them is the lift.
        #expect((100...112).contains(player.latencies.count))
        #expect(player.latencies.allSatisfy { $0 >= 0 })
        #expect(report.frames > 10)
    }
}
