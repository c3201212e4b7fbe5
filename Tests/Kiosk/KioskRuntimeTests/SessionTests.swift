import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Session", .serialized)
@MainActor
struct SessionTests {
    /// Keeps back, or changes, what it is told to.
    private final class Filter: TouchFilter {
        var seen = 0
        var passes = true
        var shift = 0.0

        func filter(_ frame: inout TouchFrame) -> Bool {
            seen += 1
            for index in frame.contacts.indices { frame.contacts[index].position.x += shift }
            return passes
        }
    }

    @Test(
        "Filters see every frame in their order; one that keeps a frame back ends its way, and nobody sees it behind them."
    )
    func filters() throws {
        let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in drawing }
        let first = Filter()
        let second = Filter()
        kiosk.session.filters = [first, second]
        var passed: [TouchContact.State] = []
        kiosk.session.onTouchFrame = { passed += $0.contacts.map(\.state) }
        var panel = Panel(width: 800, height: 480)
        second.shift = 0.25
        try kiosk.step(panel.frame(0, .down, x: 100, y: 100))
        first.passes = false
        try kiosk.step(panel.frame(0, .motion, x: 300, y: 100))
        first.passes = true
        second.shift = 0
        try kiosk.step(panel.frame(0, .up, x: 0, y: 0))
        #expect(first.seen == 3)
        #expect(second.seen == 2)
        #expect(passed == [.down, .up])
        #expect(
            drawing.drawing.strokes.map(\.points) == [
                [CGPoint(x: 300, y: 100), CGPoint(x: 300, y: 100)]
            ])
    }

    @Test("While a visible window is secret, the trace writes nothing, whatever is touched.")
    func traceOfSecrets() throws {
        final class Lines { var count = 0 }
        let kiosk = try ScriptedKiosk { UIView(frame: $0) }
        let lines = Lines()
        kiosk.session.trace = TouchTrace { _ in lines.count += 1 }
        var panel = Panel(width: 800, height: 480)
        try kiosk.step(panel.frame(0, .down, x: 100, y: 100))
        #expect(lines.count == 1)
        // It covers a part alone; contacts elsewhere may be of the same hand.
        let window = UIWindow(frame: CGRect(x: 400, y: 0, width: 100, height: 100))
        window.isSecret = true
        try kiosk.step(panel.frame(0, .motion, x: 120, y: 100))
        #expect(lines.count == 2, "a hidden window is none")
        window.isHidden = false
        try kiosk.step(panel.frame(0, .motion, x: 140, y: 100))
        try kiosk.step(panel.frame(1, .down, x: 450, y: 50))
        try kiosk.step(panel.frame(1, .up, x: 450, y: 50))
        #expect(lines.count == 2)
        window.isHidden = true
        try kiosk.step(panel.frame(0, .up, x: 140, y: 100))
        #expect(lines.count == 3)
    }

    @Test("A device that is unplugged takes its fingers with it.")
    func unplugging() throws {
        let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in drawing }
        var panel = Panel(width: 800, height: 480)
        try kiosk.step(panel.frame(0, .down, x: 100, y: 100))
        #expect(drawing.heldCount == 1)
        kiosk.session.deviceRemoved(DeviceID(rawValue: 1), at: .zero)
        try kiosk.runFrame()
        #expect(drawing.heldCount == 0)
        #expect(kiosk.application.touchAudit.total.cancelled == 1)
    }

    @Test("A device's calibration is applied to its touches.")
    func calibration() throws {
        let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in drawing }
        kiosk.session.deviceAdded(
            DeviceID(rawValue: 1),
            calibration: TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0))
        var panel = Panel(width: 800, height: 480)
        try kiosk.step(panel.frame(0, .down, x: 200, y: 120))
        try kiosk.step(panel.frame(0, .up, x: 0, y: 0))
        #expect(
            drawing.drawing.strokes.map(\.points) == [
                [CGPoint(x: 600, y: 120), CGPoint(x: 600, y: 120)]
            ])
    }

    @Test(
        "A touch that came before a call is due is delivered before it, however late the loop is.")
    func touchesBeforeLaterCalls() throws {
        let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in drawing }
        var panel = Panel(width: 800, height: 480)
        try kiosk.step(panel.frame(0, .down, x: 100, y: 100))
        var heldAtCall: Int?
        kiosk.application.schedule(after: 0.5) { heldAtCall = drawing.heldCount }
        var lift = panel.frame(0, .up, x: 0, y: 0)
        lift.time = kiosk.application.now.advanced(byMicroseconds: 490_000)
        kiosk.session.receive(lift)
        kiosk.session.advanceTimers(to: lift.time.advanced(byMicroseconds: 50_000))
        #expect(heldAtCall == 0)
    }

    @Test("A frame's record names the kernel's time of every sample that it shows first.")
    func recordsSamples() throws {
        let kiosk = try ScriptedKiosk { DrawingView(frame: $0) }
        var panel = Panel(width: 800, height: 480)
        var down = panel.frame(0, .down, x: 100, y: 100)
        down.time = Timestamp(microseconds: 111)
        var motion = panel.frame(0, .motion, x: 200, y: 100)
        motion.time = Timestamp(microseconds: 222)
        kiosk.session.receive(down)
        try kiosk.step(motion)
        let record = try #require(kiosk.session.frameLog.newest)
        #expect(record.samples.map(\.time.microseconds) == [111, 222])
        #expect(record.fingers == 1)
        #expect(record.committed <= record.flipped)
        #expect(record.woken <= record.latched)
    }
}
