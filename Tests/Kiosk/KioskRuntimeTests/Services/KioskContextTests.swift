import Glibc
import KioskDisplay
import KioskRuntime
import KioskServices
import LabRobot
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Runs an app that uses the kiosk's services in the real main loop, on a headless display.
@Suite("KioskContext", .serialized)
@MainActor
struct KioskContextTests {
    /// An app that rotates the screen in one callback after the other, and then ends the kiosk.
    private final class Turner: UIApplicationDelegate {
        var services: KioskContext?
        let window = UIWindow(frame: UIScreen.main.bounds)
        /// The window's size at the start and the end of each callback.
        var sizes: [CGSize] = []
        var frames = 0

        convenience init(_ services: KioskContext) {
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
                    // Like a service manager; the signal goes to this thread, whose loop reads it.
                    pthread_kill(pthread_self(), SIGTERM)
                }
            }
            return true
        }

        /// Checks the window repeatedly; a deadline ends the kiosk in any case.
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
            services?.screen.set(rotation: rotation, scale: scale)
            services?.screen.saveSettings()
            sizes.append(window.bounds.size)
        }
    }

    @Test(
        "The screen rotates between two callbacks, never within one, and also after a restart")
    func turning() throws {
        let folder = TemporaryFolder()
        var options = KioskOptions(
            output: .headless(DisplayMode(width: 800, height: 480)), input: .none)
        options.screenSettingFile = "\(folder.path)/panel.yaml"
        var delegate: Turner?
        let report = try Kiosk.run(options: options) { services in
            #expect(services.screen.rotation == .none)
            #expect(services.screen.contactCapacity == nil)
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
        // Each picture was shown, except changes within one frame.
        #expect(turner.frames >= 1)
        #expect(report.frames >= turner.frames)
        #expect(try folder.text("panel.yaml").hasSuffix("rotation: 180\nscale: 1.0\n"))

        // The next start has the last rotation.
        try Kiosk.run(options: options) { services in
            #expect(services.screen.rotation == .halfTurn)
            return Turner(services)
        }
    }

    /// An app that plays a script as soon as there is a screen, and then ends the kiosk.
    private final class Player: UIApplicationDelegate {
        final class Pad: UIView {
            /// The number of samples that the view has received.
            private(set) var samples = 0

            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                receive(touches, event)
            }

            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                receive(touches, event)
            }

            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
                receive(touches, event)
            }

            private func receive(_ touches: Set<UITouch>, _ event: UIEvent?) {
                for touch in touches { samples += event?.coalescedTouches(for: touch)?.count ?? 0 }
                backgroundColor = UIColor(white: CGFloat(samples % 100) / 100, alpha: 1)
            }
        }

        var services: KioskContext?
        let window = UIWindow(frame: UIScreen.main.bounds)
        let pad = Pad(frame: UIScreen.main.bounds)
        var ends: [TouchPlaybackEnd] = []
        /// The number of reports that were dropped because the main loop was delayed.
        var droppedReports = 0
        /// The times from a sample's scheduled time to its display, in microseconds.
        var latencies: [Int64] = []

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            window.addSubview(pad)
            window.makeKeyAndVisible()
            services?.playback.start(.circle, rateHz: 120, seconds: 1) { [self] end in
                ends.append(end)
                let playback = services?.playback as? KioskTouchPlayback
                droppedReports = playback?.droppedFrames ?? 0
                endWhenShown()
            }
            return true
        }

        /// Ends the kiosk when all received reports were shown, or after `checks` checks.
        private func endWhenShown(checks: Int = 50) {
            UIApplication.shared.schedule(after: 0.1) { [self] in
                let records = services?.frames.records ?? []
                latencies = records.flatMap { record in
                    record.samples.compactMap { record.latencyMicroseconds(of: $0) }
                }
                if latencies.count + droppedReports < 100, checks > 1 {
                    return endWhenShown(checks: checks - 1)
                }
                pthread_kill(pthread_self(), SIGTERM)
            }
        }
    }

    @Test("In the real main loop, playback delivers or drops each report and calls its completion")
    func touchPlayback() throws {
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
        var script = RobotScript(.circle, rateHz: 120, duration: 1_000_000)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var reports = 0
        while script.next(into: &frame) { reports += 1 }
        #expect(player.pad.samples + player.droppedReports == reports)
        // 0.9 s of 120 reports per second; the last one is the lift.
        #expect((100...112).contains(player.latencies.count + player.droppedReports))
        #expect(!player.latencies.isEmpty && player.latencies.allSatisfy { $0 >= 0 })
        // Without dropped reports, the loop never stopped for more than 125 ms.
        #expect(report.frames >= 7 || player.droppedReports > 0)
    }
}
