import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerOrientation
import TouchTrackerTestSupport

/// A simulated touchscreen with any mounting orientation.
///
/// Each contact produces an uncalibrated touch frame, and a touch in the simulator at the position
/// that the present calibration yields.
@MainActor
final class TestTouchscreen {
    /// The app under test.
    let app: MaintenanceTestApp
    /// The identifier of the touchscreen.
    let device: DeviceID
    /// Maps a position of the screen to the reported position, both 0…1 along each axis.
    var mounting: (CGPoint) -> CGPoint = { $0 }
    private var downSlots: Set<Int> = []

    /// Creates a touchscreen and connects it.
    init(_ app: MaintenanceTestApp, slots: Int = 10, number: UInt32 = 1) {
        self.app = app
        device = DeviceID(rawValue: number)
        app.rawTouches.touchscreens.append(
            TouchscreenDescription(
                id: device, name: "Panel \(number)", node: "/dev/input/event1", slotCount: slots))
    }

    /// Connects a mirrored touchscreen, and starts its calibration by the gesture.
    static func calibratingMirrored(_ app: MaintenanceTestApp) -> TestTouchscreen {
        let touchscreen = TestTouchscreen(app)
        touchscreen.mounting = TestTouchscreen.mirror
        touchscreen.hold()
        return touchscreen
    }

    /// Returns a position mirrored along x: the mounting of a mirrored touchscreen.
    static func mirror(_ position: CGPoint) -> CGPoint {
        CGPoint(x: 1 - position.x, y: position.y)
    }

    /// Returns a position in points mirrored along x on a screen with the width `width`.
    static func mirror(_ point: CGPoint, width: CGFloat) -> CGPoint {
        CGPoint(x: width - point.x, y: point.y)
    }

    /// The properties of the touchscreen, or a placeholder after its disconnection.
    var description: TouchscreenDescription {
        app.rawTouches.touchscreens.first { $0.id == device }
            ?? TouchscreenDescription(id: device, name: "gone")
    }

    /// Changes the properties of the touchscreen.
    func change(_ body: (inout TouchscreenDescription) -> Void) {
        for index in app.rawTouches.touchscreens.indices
        where app.rawTouches.touchscreens[index].id == device {
            body(&app.rawTouches.touchscreens[index])
        }
    }

    /// Reports a contact change at a position on the screen, in points.
    private func report(_ state: TouchContact.State, _ slot: Int, _ point: CGPoint) {
        let geometry = UIScreen.main.geometry
        let reported = mounting(geometry.normalized(point: point))
        app.rawTouches.report(
            TouchFrame(
                device: device, time: Timestamp(seconds: CACurrentMediaTime()),
                contacts: [
                    TouchContact(slot: slot, trackingID: 1, state: state, position: reported)
                ]), of: description)
        let calibrated = geometry.point(
            normalized: reported, calibration: description.calibration)
        switch state {
        case .down:
            downSlots.insert(slot)
            app.simulator.down(slot, at: calibrated)
        case .motion: app.simulator.move(slot, to: calibrated)
        case .up where downSlots.contains(slot):
            downSlots.remove(slot)
            app.simulator.up(slot)
        case .up, .cancel: break
        }
    }

    /// Puts a contact down at a position in points.
    func down(_ slot: Int, _ point: CGPoint) { report(.down, slot, point) }

    /// Moves a contact to a position in points.
    func move(_ slot: Int, _ point: CGPoint) { report(.motion, slot, point) }

    /// Lifts a contact.
    func up(_ slot: Int, _ point: CGPoint = .zero) { report(.up, slot, point) }

    /// Taps a position in points for 60 ms, after a pause of 0.3 s.
    func tap(_ point: CGPoint) {
        app.simulator.advance(by: 0.3)
        down(0, point)
        app.simulator.advance(by: 0.06)
        up(0, point)
        app.performPendingCalls()
    }

    /// Leaves a tap of 60 ms at a position in points and a time in seconds pending in the kernel,
    /// so that only a read of pending touch frames reports it.
    func leavePendingTap(_ point: CGPoint, at time: Double) {
        let reported = mounting(UIScreen.main.geometry.normalized(point: point))
        app.rawTouches.onRead = { [unowned self] in
            app.rawTouches.onRead = nil
            for (state, delay) in [(TouchContact.State.down, 0), (.up, 0.06)] {
                let contact = TouchContact(
                    slot: 0, trackingID: 1, state: state, position: reported)
                app.rawTouches.report(
                    TouchFrame(
                        device: device, time: Timestamp(seconds: time + delay),
                        contacts: [contact]), of: description)
            }
        }
    }

    /// Rests contacts on the screen for `seconds`, and lifts them unless `lifts` is `false`.
    func hold(_ count: Int = 5, seconds: Double = 5.05, lifts: Bool = true) {
        let bounds = UIScreen.main.bounds
        for slot in 0..<count {
            down(
                slot,
                CGPoint(x: bounds.width * (0.2 + 0.12 * CGFloat(slot)), y: bounds.height * 0.1))
        }
        app.simulator.advance(by: seconds)
        if lifts { for slot in 0..<count { up(slot) } }
    }

    /// The marks of orientation calibration on the present screen.
    var marks: OrientationMarks { OrientationMarks(geometry: UIScreen.main.geometry) }

    /// Taps the first `count` marks.
    func tapMarks(_ count: Int = 3) {
        for mark in [marks.first, marks.second, marks.third].prefix(count) { tap(mark) }
    }

    /// Taps corners of the screen, numbered 0 to 3 clockwise from the upper left.
    func tapCorners(_ corners: [Int]) {
        let size = UIScreen.main.bounds.size
        for corner in corners {
            tap(
                CGPoint(
                    x: corner == 1 || corner == 2 ? size.width - 20 : 20,
                    y: corner >= 2 ? size.height - 20 : 20))
        }
    }

    /// Whether orientation calibration is open and waits for the first tap.
    var isCalibrationShown: Bool { app.texts.contains { $0 == "Tap the mark" } }
}
