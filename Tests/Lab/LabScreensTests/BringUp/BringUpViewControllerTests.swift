import KioskServices
import KioskText
import LabDoctor
import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

@Suite("Bring-up screen", .serialized)
@MainActor
struct BringUpViewControllerTests {
    @Test("The instructions follow each other, and the result comes once at the end")
    func measurement() throws {
        let screen = BringUpScreen()
        var results: [(BringUpResult, TouchscreenDescription?)] = []
        screen.controller.onDone = { results.append(($0, $1)) }
        screen.simulator.window.rootViewController = screen.controller
        screen.simulator.advance(by: 0.1)
        #expect(screen.texts == ["Draw circles with one finger", "10"])
        screen.report(.down, x: 0.2)
        for step in 1...100 {
            screen.simulator.advance(by: 0.02)
            screen.report(.motion, x: 0.2 + Double(step) * 0.005)
            // Another touchscreen is not measured.
            screen.report(.motion, x: 0.5, of: 1)
        }
        #expect(UIApplication.shared.isIdleTimerDisabled)
        screen.report(.up, x: 0.7)
        screen.simulator.advance(by: 10)
        #expect(screen.texts.first == "Rest one finger, without moving")
        screen.simulator.advance(by: 5)
        #expect(screen.texts.first == "Lift all fingers")
        #expect(results.isEmpty)
        screen.simulator.advance(by: 10)
        #expect(results.count == 1)
        let (result, touchscreen) = try #require(results.first)
        #expect(touchscreen?.id == DeviceID(rawValue: 1))
        #expect(abs((result.reportHertz ?? 0) - 50) < 0.1)
        #expect(result.maximumContacts == 1)
        #expect(!UIApplication.shared.isIdleTimerDisabled)
        // A measurement that ended receives no more touches.
        screen.report(.down, x: 0.1)
        screen.simulator.advance(by: 60)
        #expect(results.count == 1)
    }

    @Test(
        "Each instruction is shown whole",
        arguments: [(240.0, 320.0), (320, 240), (480, 800), (600, 400), (800, 480)])
    func instructions(width: Double, height: Double) throws {
        let screen = BringUpScreen(size: CGSize(width: width, height: height))
        screen.simulator.window.rootViewController = screen.controller
        var instructions: Set<String> = []
        for _ in 0..<38 {
            screen.simulator.advance(by: 0.5)
            screen.simulator.window.layoutIfNeeded()
            let label = try #require(screen.controller.view.subviews.first as? UILabel)
            instructions.insert(label.text ?? "")
            #expect(label.sizeThatFits(.zero).width <= label.bounds.width, "\(label.text ?? "")")
        }
        #expect(instructions == Set(BringUpMeasurement.Phase.allCases.map(\.instruction)))
    }

    @Test("The square follows the finger")
    func square() throws {
        let screen = BringUpScreen()
        screen.simulator.window.rootViewController = screen.controller
        screen.simulator.advance(by: 0.1)
        screen.simulator.down(1, at: CGPoint(x: 300, y: 200))
        screen.simulator.move(1, to: CGPoint(x: 420, y: 260))
        let square = try #require(
            screen.controller.view.subviews.first { $0.frame.width == 60 && $0.frame.height == 60 })
        #expect(square.center == CGPoint(x: 420, y: 260))
    }

    @Test("The delegate shows the measurement in a window")
    func delegate() {
        let screen = BringUpScreen()
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        simulator.application.launch(BringUpDelegate(controller: screen.controller))
        simulator.advance(by: 0.1)
        #expect(screen.controller.view.window != nil && screen.texts.count == 2)
    }
}

/// A bring-up screen in a touch simulator. Each test creates its own, because the newest
/// application is `UIApplication.shared`.
@MainActor
private final class BringUpScreen {
    let simulator: TouchSimulator
    let rawTouches = ScriptedRawTouches(touchscreens: [
        FieldTestDriver.makeTouchscreen(1), FieldTestDriver.makeTouchscreen(2),
    ])
    let controller: BringUpViewController

    /// Creates a screen with the font of a kiosk.
    init(size: CGSize = CGSize(width: 800, height: 480)) {
        simulator = TouchSimulator(screenSize: size, glyphs: SystemFont().glyphs)
        controller = BringUpViewController(
            rawTouches: rawTouches, frames: TestFrameRecords(),
            display: ScriptedDisplayInformation(
                DisplayInfo(name: "card0:DSI-1", pixelWidth: 800, pixelHeight: 480)),
            duration: 20)
    }

    var texts: [String] {
        controller.view.subviews.compactMap { ($0 as? UILabel)?.text }
    }

    func report(_ state: TouchContact.State, x: Double, of index: Int = 0) {
        let touchscreen = rawTouches.touchscreens[index]
        let frame = TouchFrame(
            device: touchscreen.id, time: simulator.application.now,
            contacts: [
                TouchContact(
                    slot: 0, trackingID: 1, state: state, position: CGPoint(x: x, y: 0.5))
            ])
        rawTouches.report(frame, of: touchscreen)
    }
}
