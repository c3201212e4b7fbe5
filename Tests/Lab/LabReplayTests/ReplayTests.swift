import Foundation
import KioskDisplay
import KioskImages
import KioskRuntime
import KioskServices
import LabRecordings
import LabReplay
import Synchronization
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// Recordings that are played to an application without a display.
@Suite("Headless replay", .serialized)
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

    /// A delegate that counts raw frames, touch deliveries and deliveries before their frame.
    private final class OrderRecorder: UIResponder, UIApplicationDelegate, RawTouchObserver {
        final class Surface: UIView {
            weak var recorder: OrderRecorder?
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                recorder?.recordDelivery(of: touches)
            }
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                recorder?.recordDelivery(of: touches)
            }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
                recorder?.recordDelivery(of: touches)
            }
        }

        let services: ReplayContext?
        var newest = Timestamp.zero
        var touchscreens: Set<TouchscreenDescription> = []
        var frames = 0
        var deliveries = 0
        var prematureDeliveries = 0
        private var window: UIWindow?

        required override convenience init() { self.init(nil) }

        init(_ services: ReplayContext?) {
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
            surface.recorder = self
            surface.isMultipleTouchEnabled = true
            window.addSubview(surface)
            window.makeKeyAndVisible()
            self.window = window
            return true
        }

        func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
            frames += 1
            newest = frame.time
            touchscreens.insert(touchscreen)
        }

        func touchscreensChanged() {}

        func recordDelivery(of touches: Set<UITouch>) {
            deliveries += 1
            for touch in touches where Timestamp(seconds: touch.timestamp) > newest {
                prematureDeliveries += 1
            }
        }
    }

    @Test(
        "Observers of raw touches receive the recording's frames before views receive the touches")
    func rawTouches() throws {
        var recorder: OrderRecorder?
        let recording = try Self.recording("ten-fingers-at-random")
        _ = try Kiosk.replay(
            recording: StreamedRecording(recording), options: Self.options(),
            makingDelegate: { (services: ReplayContext) in
                let made = OrderRecorder(services)
                recorder = made
                return made
            })
        let made = try #require(recorder)
        var player = RecordingPlayer(recording)
        var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
        var frames = 0
        while player.next(into: &frame) { frames += 1 }
        #expect(made.frames == frames && frames > 0)
        #expect(made.deliveries > 0 && made.prematureDeliveries == 0)
        let touchscreen = try #require(made.touchscreens.first)
        #expect(made.touchscreens == Set(made.services?.rawTouches.touchscreens ?? []))
        #expect(touchscreen.name == recording.devices[0].description.name)
        #expect(touchscreen.identity == recording.devices[0].description.identity)
        let info = try #require(made.services?.display.info)
        #expect((info.pixelWidth, info.pixelHeight) == (800, 480))
        #expect(info.physicalSize == nil)
        #expect(made.services?.frames.records.isEmpty == true, "the session has been released")
    }

    /// Replays a recording to the drawing scene with the line tool on gray paper.
    private static func replayDrawing(
        _ recording: Recording, options: Kiosk.ReplayOptions = Self.options()
    ) throws -> Bitmap {
        try Kiosk.replay(
            recording: StreamedRecording(recording), options: options,
            makingDelegate: { _ in
                AppDelegate(options: AppOptions(paper: .gray, tool: .line))
            })
    }

    @Test("The same recording always gives the same PNG file, bit for bit")
    func repeats() throws {
        let folder = TemporaryFolder()
        let names = try Self.names
        #expect(names.count >= 6)
        for name in names {
            let recording = try Self.recording(name)
            for index in 0..<2 {
                let picture = try Self.replayDrawing(recording)
                try PNGFile.write(picture, to: "\(folder.path)/\(index).png")
            }
            #expect(try folder.bytes("0.png") == folder.bytes("1.png"), "\(name)")
        }
    }

    @Test("A recording of one contact draws a line at the contact's positions, upright and rotated")
    func draws() throws {
        let recording = try Self.recording("one-line")
        let upright = try Self.replayDrawing(recording)
        try expectPicture(upright, matches: "one-line")
        let turned = try Self.replayDrawing(
            recording, options: Self.options(rotation: .clockwise90))
        #expect(turned.width == 480)
        #expect(turned.height == 800)
        // The contact starts at (100, 100) of the scanout, which is rotated clockwise.
        #expect(turned[100, 699] == 0xFF00_0000)
    }

    @Test("The callback receives every frame, numbered from 1, and the call returns the last one")
    func everyFrame() throws {
        var numbers: [Int] = []
        // The line of the recording crosses this pixel of the empty drawing.
        var pixels: [UInt32] = []
        let picture = try Kiosk.replay(
            recording: StreamedRecording(try Self.recording("one-line")), options: Self.options(),
            makingDelegate: { _ in AppDelegate() }
        ) { picture, number in
            numbers.append(number)
            pixels.append(picture[400, 250])
        }
        #expect(numbers == numbers.indices.map { $0 + 1 })
        // 22 touch frames at 100 Hz on a 60 Hz display, and the empty drawing.
        #expect(numbers.count > 8)
        #expect(pixels.last == picture[400, 250] && pixels.last != pixels.first)
    }

    /// A delegate that animates a square across half of the screen in half a second.
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

    @Test("Animations run in a replay at the display's refresh rate")
    func animates() throws {
        var lastNumber = 0
        let picture = try Kiosk.replay(
            recording: StreamedRecording(try Self.recording("one-line")), options: Self.options(),
            makingDelegate: { _ in MovingDelegate() }
        ) { _, number in lastNumber = number }
        #expect((28...33).contains(lastNumber))
        #expect(picture[410, 10] == 0xFFFF_FFFF)
        #expect(picture[10, 10] == 0xFF00_0000)
    }

    @Test("A recording whose file has become shorter ends the replay with an error")
    func shortenedFile() throws {
        let folder = TemporaryFolder()
        let bytes = [UInt8](
            try Data(contentsOf: Self.folder.appendingPathComponent("one-line.yml")))
        let path = try folder.write(bytes, to: "a.yml")
        let recording = try StreamedRecording(path: path)
        try folder.truncate("a.yml", to: bytes.count / 2)
        do {
            _ = try Kiosk.replay(
                recording: recording, options: Self.options(),
                makingDelegate: { (services: ReplayContext) in OrderRecorder(services) })
            Issue.record("no error")
        } catch let error as RecordingError {
            #expect(error.kind == .unreadable)
        }
    }

    /// A delegate with a drawing view that has no gesture recognizers and receives every touch.
    private final class DrawingViewDelegate: UIResponder, UIApplicationDelegate {
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

    @Test("The trace has a line for each contact, with the calibration of the udev properties")
    func trace() throws {
        var recording = try Self.recording("taps")
        let plain = Lines()
        _ = try Kiosk.replay(
            recording: StreamedRecording(recording), options: Self.options(trace: plain),
            makingDelegate: { _ in DrawingViewDelegate() })
        // Five taps: the view receives the beginning and the end of each.
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
            recording: StreamedRecording(recording), options: Self.options(trace: mirrored),
            makingDelegate: { _ in DrawingViewDelegate() })
        #expect(mirrored.all.first?.hasSuffix(" 0.250000 0.416687 600.00 200.01") == true)
    }
}
