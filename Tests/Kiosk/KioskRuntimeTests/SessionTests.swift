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
    @Test("While a visible window is secret, the touch trace is silent")
    func traceOfSecrets() throws {
        final class Lines { var count = 0 }
        let kiosk = try ScriptedKiosk { UIView(frame: $0) }
        let lines = Lines()
        kiosk.session.trace = TouchTrace { _ in lines.count += 1 }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 100, y: 100))
        #expect(lines.count == 1)
        // The secret window covers only a part, but contacts elsewhere may belong to the same hand.
        let window = UIWindow(frame: CGRect(x: 400, y: 0, width: 100, height: 100))
        window.isSecret = true
        try kiosk.step(touchscreen.frame(0, .motion, x: 120, y: 100))
        #expect(lines.count == 2, "a hidden window does not count")
        window.isHidden = false
        try kiosk.step(touchscreen.frame(0, .motion, x: 140, y: 100))
        try kiosk.step(touchscreen.frame(1, .down, x: 450, y: 50))
        try kiosk.step(touchscreen.frame(1, .up, x: 450, y: 50))
        #expect(lines.count == 2)
        window.isHidden = true
        try kiosk.step(touchscreen.frame(0, .up, x: 140, y: 100))
        #expect(lines.count == 3)
    }

    @Test("Unplugging a device cancels its touches")
    func unplugging() throws {
        let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in drawing }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 100, y: 100))
        #expect(drawing.unfinishedStrokeCount == 1)
        kiosk.session.deviceRemoved(DeviceID(rawValue: 1), at: .zero)
        try kiosk.runFrame()
        #expect(drawing.unfinishedStrokeCount == 0)
        #expect(kiosk.application.touchAudit.total.cancelled == 1)
    }

    @Test("A device's calibration is applied to its touches")
    func calibration() throws {
        let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in drawing }
        kiosk.session.deviceAdded(
            DeviceID(rawValue: 1),
            calibration: TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0))
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 200, y: 120))
        try kiosk.step(touchscreen.frame(0, .up, x: 0, y: 0))
        #expect(
            drawing.drawing.strokes.map(\.points) == [
                [CGPoint(x: 600, y: 120), CGPoint(x: 600, y: 120)]
            ])
    }

    /// A view that stores how far the newest prediction is ahead of its touch, in points.
    private final class PredictingView: UIView {
        var ahead: CGFloat = 0

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let touch = touches.first,
                let last = event?.predictedTouches(for: touch)?.last
            else { return }
            ahead = last.location(in: self).x - touch.location(in: self).x
        }
    }

    @Test("Touches of a polled device are predicted half an interval further")
    func polledDevice() throws {
        func distance(_ polling: TouchPolling?) throws -> CGFloat {
            let view = PredictingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
            let kiosk = try VblankKiosk(mode: DisplayMode(width: 800, height: 480)) {
                $0.addSubview(view)
            }
            kiosk.session.deviceAdded(
                DeviceID(rawValue: 1), calibration: .identity, polling: polling)
            var touchscreen = TouchFrameGenerator(width: 800, height: 480)
            try kiosk.report(touchscreen.frame(0, .down, x: 100, y: 100))
            for step in 1...20 {
                try kiosk.advance(byMicroseconds: 4_000)
                try kiosk.report(touchscreen.frame(0, .motion, x: 100 + 4 * Double(step), y: 100))
            }
            return view.ahead
        }
        let unpolled = try distance(nil)
        #expect(unpolled > 0)
        // One point per millisecond: half of 4 ms.
        #expect(abs(try distance(TouchPolling(milliseconds: 4)) - unpolled - 2) < 0.1)
    }

    @Test(
        "A touch from before a timer's due time is delivered first, however late the loop runs")
    func touchesBeforeLaterCalls() throws {
        let drawing = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in drawing }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 100, y: 100))
        var heldAtCall: Int?
        kiosk.application.schedule(after: 0.5) { heldAtCall = drawing.unfinishedStrokeCount }
        var lift = touchscreen.frame(0, .up, x: 0, y: 0)
        lift.time = kiosk.application.now.advanced(byMicroseconds: 490_000)
        kiosk.session.receive(lift)
        kiosk.session.advanceTimers(to: lift.time.advanced(byMicroseconds: 50_000))
        #expect(heldAtCall == 0)
    }

    @Test("A frame's record contains the kernel time of every sample that it shows first")
    func recordsSamples() throws {
        let kiosk = try ScriptedKiosk { DrawingView(frame: $0) }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        var down = touchscreen.frame(0, .down, x: 100, y: 100)
        down.time = Timestamp(microseconds: 111)
        var motion = touchscreen.frame(0, .motion, x: 200, y: 100)
        motion.time = Timestamp(microseconds: 222)
        kiosk.session.receive(down)
        kiosk.session.receive(motion)
        try kiosk.runFrame()
        let record = try #require(kiosk.session.frameLog.newest)
        #expect(record.samples.map(\.time.microseconds) == [111, 222])
        #expect(record.activeTouches == 1)
        #expect(record.committed <= record.flipped)
        #expect(record.woken <= record.latched)
    }
}
