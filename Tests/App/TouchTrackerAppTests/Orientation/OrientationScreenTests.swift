import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerOrientation
import TouchTrackerTestSupport

/// The screen of orientation calibration: applying, storing and reverting a calibration.
@Suite("Orientation calibration screen", .serialized)
@MainActor
struct OrientationScreenTests {
    private let mirror = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)

    @Test("A calibration that the third tap confirms is stored, and the screen closes.")
    func confirmed() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        touchscreen.tapMarks(2)
        #expect(app.rawTouches.calibrations == [mirror])
        #expect(app.rawTouches.devicesWithSavedCalibration.isEmpty)
        #expect(app.texts == ["Tap here to keep", "15", "Else as before"])
        touchscreen.tap(touchscreen.marks.third)
        #expect(app.rawTouches.calibrations == [mirror])
        #expect(app.rawTouches.devicesWithSavedCalibration == [touchscreen.device])
        #expect(app.texts == ["Done", "It is kept for this panel"])
        app.simulator.advance(by: 3.1)
        #expect(app.overlay == nil)
        #expect(app.application.nextDeadline == nil)
        // The gesture detector still observes the touchscreens.
        #expect(app.rawTouches.observers.count == 1)
        app.expectNoTouchesLeft()
    }

    @Test("An unconfirmed calibration reverts after a countdown of 15 seconds.")
    func unconfirmed() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen(app)
        let previous = TouchCalibration(a: 0, b: 1, c: 0, d: 1, e: 0, f: 0)
        touchscreen.change { $0.calibration = previous }
        touchscreen.mounting = TestTouchscreen.mirror
        touchscreen.hold()
        touchscreen.tapMarks(2)
        app.simulator.advance(by: 0.1)
        for seconds in [15, 14, 13] {
            #expect(app.texts.contains("\(seconds)"), "\(app.texts)")
            app.simulator.advance(by: 1)
        }
        touchscreen.tap(touchscreen.marks.second)
        app.simulator.advance(by: 12.5)
        #expect(app.texts == ["Not confirmed", "It is as before"])
        #expect(app.rawTouches.calibrations == [mirror, previous])
        app.simulator.advance(by: 3.1)
        #expect(app.overlay == nil)
        #expect(app.rawTouches.devicesWithSavedCalibration.isEmpty)
        app.expectNoTouchesLeft()
    }

    @Test("A contact that is no tap restarts the 30 s after which the screen closes.")
    func timeout() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        app.simulator.advance(by: 25)
        touchscreen.down(0, CGPoint(x: 100, y: 100))
        touchscreen.up(0, CGPoint(x: 100, y: 100))
        app.simulator.advance(by: 29)
        #expect(touchscreen.isCalibrationShown)
        app.simulator.advance(by: 1.2)
        #expect(app.overlay == nil)
        app.expectNoTouchesLeft()
    }

    @Test("A confirming tap within the countdown counts if a busy machine reads it late.")
    func pendingTap() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        touchscreen.tapMarks(2)
        let countdownBegan = CACurrentMediaTime()
        app.simulator.advance(by: 14.5)
        touchscreen.leavePendingTap(touchscreen.marks.third, at: countdownBegan + 14.8)
        app.simulator.advance(by: 1)
        #expect(app.rawTouches.calibrations == [mirror])
        #expect(app.rawTouches.devicesWithSavedCalibration == [touchscreen.device])
    }

    @Test("An unconfirmed calibration reverts when the display is lost.")
    func displayLost() {
        let app = MaintenanceTestApp(.touches, hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        touchscreen.tapMarks(2)
        app.application.resignActive()
        #expect(app.rawTouches.calibrations == [mirror, .identity])
        #expect(app.overlay == nil)
        #expect(app.application.nextDeadline == nil)
    }

    @Test("Disconnecting the touchscreen ends the calibration.")
    func disconnected() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        touchscreen.tapMarks(2)
        app.rawTouches.touchscreens = []
        app.performPendingCalls()
        #expect(app.overlay == nil)
        #expect(app.rawTouches.calibrations == [mirror])
    }

    @Test("Taps that determine no calibration restart it with a reason.")
    func failedFit() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        touchscreen.tap(touchscreen.marks.first)
        touchscreen.tap(touchscreen.marks.first)
        #expect(
            app.texts == ["Tap the mark", "Too close to each other: once more"])
        touchscreen.tap(touchscreen.marks.first)
        touchscreen.tap(CGPoint(x: touchscreen.marks.second.x, y: touchscreen.marks.first.y))
        #expect(app.texts.last == "Not on the marks: once more")
        #expect(app.rawTouches.calibrations.isEmpty)
    }

    @Test("If a confirmed calibration cannot be stored, the reason is shown.")
    func storeError() {
        let app = MaintenanceTestApp(hasPattern: false)
        let cause = "Not saved: no state folder is known. Valid until the next start"
        app.rawTouches.saveError = cause
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        touchscreen.tapMarks()
        #expect(app.texts == ["Done", cause])
    }

    @Test("The menu calibrates any touchscreen, and shows a message without one.")
    func menu() throws {
        let app = MaintenanceTestApp()
        app.openMenu()
        try app.tap(.orientation)
        #expect(app.texts.contains("No touch panel is plugged in"))
        try app.tap("Done")
        let touchscreen = TestTouchscreen(app)
        touchscreen.change { $0.hasStoredCalibration = true }
        app.simulator.advance(to: 500)
        app.openMenu()
        try app.tap(.orientation)
        #expect(touchscreen.isCalibrationShown)
        touchscreen.tapMarks()
        #expect(app.rawTouches.calibrations == [.identity])
        #expect(app.rawTouches.devicesWithSavedCalibration == [touchscreen.device])
        app.expectNoTouchesLeft()
    }

    @Test("Rotating the screen restarts the calibration with other marks.")
    func rotatedScreen() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        touchscreen.tapMarks(2)
        app.rotateScreen(to: .clockwise90)
        #expect(touchscreen.isCalibrationShown)
        #expect(app.rawTouches.calibrations == [mirror, .identity])
        touchscreen.tapMarks()
        #expect(app.rawTouches.devicesWithSavedCalibration == [touchscreen.device])
        #expect(app.rawTouches.calibrations.last == mirror)
    }

    @Test("The app opens the calibration at launch if requested, and then the field test.")
    func openedAtLaunch() {
        for hasFieldTest in [false, true] {
            let panel = TouchscreenDescription(
                id: DeviceID(rawValue: 1), name: "Panel", slotCount: 10)
            let app = MaintenanceTestApp(hasLock: false, touchscreens: [panel]) {
                $0.opensOrientationAtLaunch = true
                $0.opensFieldTestAtLaunch = hasFieldTest
            }
            func isFieldTestShown() -> Bool {
                app.overlay?.rootViewController is TestTechnicianScreens.FieldTestController
            }
            #expect(app.overlay?.rootViewController != nil)
            #expect(!isFieldTestShown())
            app.simulator.advance(by: 31)
            #expect(isFieldTestShown() == hasFieldTest)
        }
    }
}
