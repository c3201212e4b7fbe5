import KioskServices
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
    private let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
    private let rawTouches = ScriptedRawTouches(touchscreens: [
        FieldTestDriver.makeTouchscreen(1), FieldTestDriver.makeTouchscreen(2),
    ])
    private let controller: BringUpViewController

    init() {
        controller = BringUpViewController(
            rawTouches: rawTouches, frames: TestFrameRecords(),
            display: ScriptedDisplayInformation(
                DisplayInfo(name: "card0:DSI-1", pixelWidth: 800, pixelHeight: 480)),
            duration: 20)
    }

    private var texts: [String] {
        controller.view.subviews.compactMap { ($0 as? UILabel)?.text }
    }

    private func report(_ state: TouchContact.State, x: Double, of index: Int = 0) {
        let touchscreen = rawTouches.touchscreens[index]
        let frame = TouchFrame(
            device: touchscreen.id, time: simulator.application.now,
            contacts: [
                TouchContact(
                    slot: 0, trackingID: 1, state: state, position: CGPoint(x: x, y: 0.5))
            ])
        rawTouches.report(frame, of: touchscreen)
    }

    @Test("The instructions follow each other, and the result comes once at the end")
    func measurement() throws {
        var results: [(BringUpResult, TouchscreenDescription?)] = []
        controller.onDone = { results.append(($0, $1)) }
        simulator.window.rootViewController = controller
        simulator.advance(by: 0.1)
        #expect(texts == ["Draw circles with one finger", "10"])
        report(.down, x: 0.2)
        for step in 1...100 {
            simulator.advance(by: 0.02)
            report(.motion, x: 0.2 + Double(step) * 0.005)
            // Another touchscreen is not measured.
            report(.motion, x: 0.5, of: 1)
        }
        #expect(UIApplication.shared.isIdleTimerDisabled)
        report(.up, x: 0.7)
        simulator.advance(by: 10)
        #expect(texts.first == "Rest one finger, without moving")
        simulator.advance(by: 5)
        #expect(texts.first == "Lift all fingers")
        #expect(results.isEmpty)
        simulator.advance(by: 10)
        #expect(results.count == 1)
        let (result, touchscreen) = try #require(results.first)
        #expect(touchscreen?.id == DeviceID(rawValue: 1))
        #expect(abs((result.reportHertz ?? 0) - 50) < 0.1)
        #expect(result.maximumContacts == 1)
        #expect(!UIApplication.shared.isIdleTimerDisabled)
        // A measurement that ended receives no more touches.
        report(.down, x: 0.1)
        simulator.advance(by: 60)
        #expect(results.count == 1)
    }

    @Test("The square follows the finger")
    func square() throws {
        simulator.window.rootViewController = controller
        simulator.advance(by: 0.1)
        simulator.down(1, at: CGPoint(x: 300, y: 200))
        simulator.move(1, to: CGPoint(x: 420, y: 260))
        let square = try #require(
            controller.view.subviews.first { $0.frame.width == 60 && $0.frame.height == 60 })
        #expect(square.center == CGPoint(x: 420, y: 260))
    }

    @Test("The delegate shows the measurement in a window")
    func delegate() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        simulator.application.launch(BringUpDelegate(controller: controller))
        simulator.advance(by: 0.1)
        #expect(controller.view.window != nil && texts.count == 2)
    }
}
