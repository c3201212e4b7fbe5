import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// Tests a session whose display is disconnected and connected again.
@Suite("Session without a display", .serialized)
@MainActor
struct SessionWithoutDisplayTests {
    private let kiosk: ScriptedKiosk
    private let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
    private var session: Session { kiosk.session }
    private let later = Timestamp(seconds: 1)

    init() throws {
        let drawing = drawing
        drawing.isMultipleTouchEnabled = true
        kiosk = try ScriptedKiosk { _ in drawing }
    }

    private func display(_ width: Int, _ height: Int) throws -> (HeadlessDisplay, ScreenGeometry) {
        (
            try kiosk.makeDisplay(width: width, height: height),
            ScreenGeometry(scanoutWidth: width, scanoutHeight: height, rotation: nil, scale: 1)
        )
    }

    @Test(
        "Losing the display cancels touches, ignores new ones, and no frame is pending")
    func hides() throws {
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 100, y: 100))
        // Including pending touches.
        session.receive(touchscreen.frame(1, .down, x: 300, y: 100))
        session.hideDisplay(at: later)
        #expect(!session.hasDisplay)
        #expect(drawing.unfinishedStrokeCount == 0)
        #expect(kiosk.application.touchAudit.total.cancelled == 2)
        #expect(kiosk.application.applicationState == .inactive)
        session.receive(touchscreen.frame(0, .motion, x: 200, y: 100))
        session.receive(touchscreen.frame(2, .down, x: 200, y: 100))
        #expect(session.workArrived(at: later) == .sleep)
        #expect(session.flipCompleted(at: later, now: later) == .sleep)
        #expect(session.watchesInput)
        session.hideDisplay(at: later)
        #expect(kiosk.application.touchAudit.total.began == 2)
        #expect(kiosk.application.touchAudit.liveTouches == 0)
    }

    @Test("Timers run while no display is shown")
    func timers() throws {
        var calls = 0
        kiosk.application.schedule(after: 0.5) { calls += 1 }
        session.hideDisplay(at: .zero)
        session.advanceTimers(to: later)
        #expect(calls == 1)
    }

    @Test("A display that returns shows the whole picture, and contacts from before are ignored")
    func sameSize() throws {
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 100, y: 100))
        try kiosk.step(touchscreen.frame(0, .motion, x: 700, y: 400))
        try kiosk.step(touchscreen.frame(0, .up, x: 0, y: 0))
        let picture = kiosk.display.screenshot()
        session.hideDisplay(at: later)
        let (other, geometry) = try display(800, 480)
        session.showDisplay(other, geometry: geometry)
        #expect(kiosk.application.applicationState == .active)
        #expect(try kiosk.runFrame())
        #expect(other.screenshot().isEqual(to: picture))
        #expect(other.presentedDamage.rects == [geometry.canvas])
        // A contact from before must not become a touch until it is put down again.
        try kiosk.step(touchscreen.frame(0, .motion, x: 10, y: 10))
        #expect(drawing.unfinishedStrokeCount == 0)
    }

    @Test("On a display of another size, windows fill the screen and touches match the picture")
    func otherSize() throws {
        let application = kiosk.application
        let window = try #require(application.windows.first)
        session.hideDisplay(at: later)
        let (other, geometry) = try display(400, 300)
        session.showDisplay(other, geometry: geometry)
        #expect(window.frame == CGRect(x: 0, y: 0, width: 400, height: 300))
        #expect(try kiosk.runFrame())
        #expect(other.presentedDamage.rects == [geometry.canvas])
        var touchscreen = TouchFrameGenerator(width: 400, height: 300)
        try kiosk.step(touchscreen.frame(0, .down, x: 390, y: 290))
        try kiosk.step(touchscreen.frame(0, .up, x: 0, y: 0))
        #expect(
            drawing.drawing.strokes.map(\.points) == [
                [CGPoint(x: 390, y: 290), CGPoint(x: 390, y: 290)]
            ])
    }
}
