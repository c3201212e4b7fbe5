import Foundation
import KioskDisplay
import KioskImages
import KioskRuntime
import KioskServices
import LabRecordings
import Synchronization
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// Recordings played in memory.
@Suite("Replay", .serialized)
@MainActor
struct ReplayTests {
    private static let folder = Repository.root
        .appendingPathComponent("Tests/Lab/LabRecordingsTests/Recordings")

    private static func recording(_ name: String) throws -> Recording {
        try Recording.read(path: folder.appendingPathComponent("\(name).yml").path)
    }

    private static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()
        }
    }

    private final class Lines: Sendable {
        private let stored = Mutex<[String]>([])
        var all: [String] { stored.withLock { $0 } }
        var sink: @Sendable (String) -> Void {
            { line in self.stored.withLock { $0.append(line) } }
        }
    }

    private static func options(
        rotation: Rotation? = nil, trace: Lines? = nil
    ) -> Kiosk.ReplayOptions {
        Kiosk.ReplayOptions(
            mode: DisplayMode(width: 800, height: 480), rotation: rotation,
            trace: trace?.sink)
    }

    /// Notes what panels report and what reaches a view, in order.
    private final class Witness: UIResponder, UIApplicationDelegate, RawTouchObserver {
        final class Surface: UIView {
            weak var witness: Witness?
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                witness?.note(touches)
            }
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                witness?.note(touches)
            }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
                witness?.note(touches)
            }
        }

        let services: ReplayServices?
        var newest = Timestamp.zero
        var panels: Set<PanelDescription> = []
        var frames = 0
        var deliveries = 0
        var late = 0
        private var window: UIWindow?

        required override convenience init() { self.init(nil) }

        init(_ services: ReplayServices?) {
            self.services = services
            super.init()
            services?.rawTouches.addObserver(self)
        }

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            let window = UIWindow()
            let surface = Surface(frame: window.bounds)
            surface.witness = self
            surface.isMultipleTouchEnabled = true
            window.addSubview(surface)
            window.makeKeyAndVisible()
            self.window = window
            return true
        }

        func rawTouches(_ frame: TouchFrame, of panel: PanelDescription) {
            frames += 1
            newest = frame.time
            panels.insert(panel)
        }

        func panelsChanged() {}

        func note(_ touches: Set<UITouch>) {
            deliveries += 1
            for touch in touches where Timestamp(seconds: touch.timestamp) > newest { late += 1 }
        }
    }

    @Test("Raw touches are the recording's frames, and come before what is delivered of them.")
    func rawTouches() throws {
        var witness: Witness?
        let recording = try Self.recording("ten-fingers-at-random")
        _ = try Kiosk.replay(
            recording: recording, options: Self.options(),
            makingDelegate: { (services: ReplayServices) in
                let made = Witness(services)
                witness = made
                return made
            })
        let made = try #require(witness)
        var player = RecordingPlayer(recording)
        var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
        var frames = 0
        while player.next(into: &frame) { frames += 1 }
        #expect(made.frames == frames && frames > 0)
        #expect(made.deliveries > 0 && made.late == 0)
        let panel = try #require(made.panels.first)
        #expect(made.panels == Set(made.services?.rawTouches.panels ?? []))
        #expect(panel.name == recording.devices[0].description.name)
        #expect(panel.identity == recording.devices[0].description.identity)
        let info = try #require(made.services?.display.info)
        #expect((info.pixelWidth, info.pixelHeight) == (800, 480))
        #expect(info.physicalSize == nil)
        #expect(made.services?.frames.records.isEmpty == true, "the session has gone")
    }

    @Test("The same recording gives the same file of the same picture, bit for bit.")
    func repeats() throws {
        let place = NSTemporaryDirectory() + "replay-\(getpid())"
        defer { for index in 0..<2 { unlink("\(place)-\(index).png") } }
        let names = try Self.names
        #expect(names.count >= 6)
        for name in names {
            let recording = try Self.recording(name)
            for index in 0..<2 {
                let picture = try Kiosk.replay(
                    AppDelegate.self, recording: recording, options: Self.options())
                try PNGFile.write(picture, to: "\(place)-\(index).png")
            }
            let first = FileManager.default.contents(atPath: "\(place)-0.png")
            #expect(first != nil)
            #expect(first == FileManager.default.contents(atPath: "\(place)-1.png"), "\(name)")
        }
    }

    @Test("A recording of one finger draws its line, where the finger was, upright or turned.")
    func draws() throws {
        let recording = try Self.recording("one-line")
        let upright = try Kiosk.replay(
            AppDelegate.self, recording: recording, options: Self.options())
        try expectPicture(upright, matches: "one-line")
        let turned = try Kiosk.replay(
            AppDelegate.self, recording: recording, options: Self.options(rotation: .clockwise90))
        #expect(turned.width == 480)
        #expect(turned.height == 800)
        // The finger came down at (100, 100) of the scanout, which is turned clockwise.
        #expect(turned[100, 699] == 0xFF00_0000)
    }

    @Test("Every frame is handed out, numbered from 1, and the last one is the answer.")
    func everyFrame() throws {
        var numbers: [Int] = []
        var last: UInt32?
        let picture = try Kiosk.replay(
            AppDelegate.self, recording: try Self.recording("one-line"), options: Self.options()
        ) { picture, number in
            numbers.append(number)
            last = picture[400, 250]
        }
        #expect(numbers == Array(1...numbers.count))
        // 22 hardware frames at 100 Hz on a display of 60 Hz, and the empty drawing.
        #expect(numbers.count > 8)
        #expect(last == picture[400, 250])
    }

    /// Moves a square across half of the screen in half a second.
    private final class MovingDelegate: UIApplicationDelegate {
        private let window = UIWindow()

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
            view.backgroundColor = .white
            window.addSubview(view)
            window.makeKeyAndVisible()
            UIView.animate(withDuration: 0.5) { view.center.x += 400 }
            return true
        }
    }

    @Test("What moves by itself moves in a replay, at the display's pace.")
    func animates() throws {
        var shown = 0
        let picture = try Kiosk.replay(
            MovingDelegate.self, recording: try Self.recording("one-line"), options: Self.options()
        ) { _, number in shown = number }
        #expect((28...33).contains(shown))
        #expect(picture[410, 10] == 0xFFFF_FFFF)
        #expect(picture[10, 10] == 0xFF00_0000)
    }

    /// Shows a drawing view without any gesture, which hears of every finger.
    private final class SlateDelegate: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            let window = UIWindow()
            window.addSubview(DrawingView(frame: window.bounds))
            window.makeKeyAndVisible()
            return true
        }
    }

    @Test("The trace has a line for each contact, with the calibration that udev asked for.")
    func trace() throws {
        var recording = try Self.recording("taps")
        let plain = Lines()
        _ = try Kiosk.replay(
            SlateDelegate.self, recording: recording, options: Self.options(trace: plain))
        // Five taps: each comes down and goes up, and the view hears of both.
        #expect(plain.all.count == 20)
        #expect(plain.all.filter { $0.contains(" view DrawingView touches") }.count == 10)
        let first = try #require(plain.all.first?.split(separator: " "))
        #expect(
            first.dropFirst().joined(separator: " ")
                == "1 0 down 8192 13654 0.250000 0.416687 200.00 200.01")
        recording.devices[0].udevProperties.append(
            Recording.UdevProperty(key: "LIBINPUT_CALIBRATION_MATRIX", value: "-1 0 1 0 1 0"))
        let mirrored = Lines()
        _ = try Kiosk.replay(
            SlateDelegate.self, recording: recording, options: Self.options(trace: mirrored))
        #expect(mirrored.all.first?.hasSuffix(" 0.250000 0.416687 600.00 200.01") == true)
    }

    @Test("Numbers in a trace are rounded to their digits, whatever their sign.")
    func decimals() {
        #expect(TouchTrace.decimal(0, digits: 2) == "0.00")
        #expect(TouchTrace.decimal(1.005, digits: 2) == "1.00")
        #expect(TouchTrace.decimal(1.015_001, digits: 2) == "1.02")
        #expect(TouchTrace.decimal(-0.25, digits: 1) == "-0.3")
        #expect(TouchTrace.decimal(12.000_001, digits: 6) == "12.000001")
        #expect(TouchTrace.decimal(1e300, digits: 6) == "1e+300")
    }
}
