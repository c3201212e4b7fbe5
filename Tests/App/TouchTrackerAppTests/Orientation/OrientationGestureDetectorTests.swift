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

/// The gestures that start orientation calibration, and when they are accepted.
@Suite("OrientationGestureDetector", .serialized)
@MainActor
struct OrientationGestureDetectorTests {
    @Test("Five contacts that rest for five seconds start it, in any mounting orientation.")
    func fiveContacts() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen(app)
        touchscreen.mounting = { CGPoint(x: 1 - $0.y, y: 1 - $0.x) }
        touchscreen.hold(seconds: 4.9)
        #expect(app.overlay == nil)
        app.simulator.advance(by: 1)
        touchscreen.hold(4)
        #expect(app.overlay == nil)
        app.simulator.advance(by: 1)
        touchscreen.hold()
        #expect(touchscreen.isCalibrationShown)
        app.expectNoTouchesLeft()
    }

    @Test("The gesture cancels the scene's touches and leaves no ink.")
    func noInk() throws {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen(app)
        let scene = try #require(app.scene as? DrawingSceneController)
        touchscreen.hold(lifts: false)
        #expect(touchscreen.isCalibrationShown)
        #expect(scene.drawingController.drawingView.unfinishedStrokeCount == 0)
        for finger in 0..<5 {
            touchscreen.move(finger, CGPoint(x: 200, y: 100))
            touchscreen.up(finger)
        }
        #expect(scene.drawingController.drawing.strokes.isEmpty)
        app.expectNoTouchesLeft()
    }

    @Test("The contacts of the gesture must lift before a tap counts.")
    func restingContacts() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen(app)
        touchscreen.hold(lifts: false)
        touchscreen.up(0)
        touchscreen.tap(touchscreen.marks.first)
        #expect(touchscreen.isCalibrationShown)
        for finger in 1..<5 { touchscreen.up(finger) }
        touchscreen.tap(touchscreen.marks.first)
        #expect(app.texts.contains("And this one"))
    }

    @Test("A touchscreen with a stored calibration starts it only within two minutes after boot.")
    func storedCalibration() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen(app)
        touchscreen.change { $0.hasStoredCalibration = true }
        touchscreen.hold()
        #expect(touchscreen.isCalibrationShown)
        app.simulator.advance(by: 31)
        #expect(app.overlay == nil)
        app.simulator.advance(to: 121)
        touchscreen.hold()
        #expect(app.overlay == nil)
        app.expectNoTouchesLeft()
    }

    @Test("A touchscreen with a stored calibration starts it within two minutes after connection.")
    func connectedTouchscreen() {
        let app = MaintenanceTestApp(hasPattern: false)
        let touchscreen = TestTouchscreen(app)
        app.simulator.advance(to: 1_000)
        touchscreen.change {
            $0.hasStoredCalibration = true
            $0.connectionTime = Timestamp(seconds: 900)
        }
        touchscreen.hold()
        #expect(touchscreen.isCalibrationShown)
        app.simulator.advance(by: 31)
        #expect(app.overlay == nil)
        touchscreen.hold()
        #expect(app.overlay == nil)
        // Another touchscreen without a calibration starts it at any time, for itself only.
        let other = TestTouchscreen(app, number: 2)
        other.hold()
        #expect(touchscreen.isCalibrationShown)
        touchscreen.tap(touchscreen.marks.first)
        #expect(touchscreen.isCalibrationShown)
        other.tap(other.marks.first)
        #expect(app.texts.contains("And this one"))
    }

    @Test(
        "On touchscreens with fewer than five slots, corner taps in a circle start it.",
        arguments: [[0, 1, 2, 3], [1, 2, 3, 0], [3, 2, 1, 0], [1, 0, 3, 2]],
        [false, true])
    func cornerTaps(order: [Int], isMirrored: Bool) {
        let app = MaintenanceTestApp(.touches, hasPattern: false)
        let touchscreen = TestTouchscreen(app, slots: 2)
        app.screen.contactCapacity = 2
        if isMirrored { touchscreen.mounting = TestTouchscreen.mirror }
        touchscreen.hold()
        #expect(app.overlay == nil)
        touchscreen.tapCorners(order)
        #expect(touchscreen.isCalibrationShown)
        app.expectNoTouchesLeft()
    }

    @Test("On touchscreens with five slots, corner taps have no effect.")
    func noCornerTaps() {
        let app = MaintenanceTestApp(.touches)
        let touchscreen = TestTouchscreen(app, slots: 5)
        touchscreen.tapCorners([1, 2, 3, 0])
        #expect(app.overlay == nil)
    }

    @Test("With a pattern, corner taps open the lock, in its order for the menu.")
    func lockCornerTaps() throws {
        let app = MaintenanceTestApp(.touches)
        let touchscreen = TestTouchscreen(app, slots: 1)
        app.screen.contactCapacity = 1
        func unlock() {
            #expect(app.isLockShown)
            app.drawPattern(app.authenticator.correctDots)
            app.simulator.advance(by: 0.4)
        }
        touchscreen.tapCorners([0, 1, 2, 3])
        unlock()
        #expect(app.isMenuShown)
        try app.tap("Done")
        touchscreen.tapCorners([1, 2, 3, 0])
        unlock()
        #expect(touchscreen.isCalibrationShown)
        app.simulator.advance(by: 31)
        // On a mirrored touchscreen the lock's order is another one.
        touchscreen.mounting = TestTouchscreen.mirror
        touchscreen.tapCorners([0, 1, 2, 3])
        unlock()
        #expect(touchscreen.isCalibrationShown)
        app.simulator.advance(by: 31)
        touchscreen.tapCorners([1, 0, 3, 2])
        unlock()
        #expect(app.isMenuShown)
        app.expectNoTouchesLeft()
    }

    @Test("With a pattern, the gesture opens the lock, and the pattern starts the calibration.")
    func pattern() throws {
        let app = MaintenanceTestApp(.touches)
        let touchscreen = TestTouchscreen(app)
        let other = TestTouchscreen(app, number: 2)
        touchscreen.hold()
        #expect(app.isLockShown && !touchscreen.isCalibrationShown)
        try app.tap("Cancel")
        #expect(app.overlay == nil)
        touchscreen.hold()
        app.drawPattern([1, 4, 7, 8])
        app.simulator.advance(by: 4)
        #expect(app.isLockShown && !touchscreen.isCalibrationShown)
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.4)
        #expect(touchscreen.isCalibrationShown && !app.isLockShown && !app.isMenuShown)
        // The touchscreen of the gesture is calibrated, not the one that is tapped first.
        other.tap(other.marks.first)
        #expect(touchscreen.isCalibrationShown)
        touchscreen.tapMarks()
        #expect(app.rawTouches.devicesWithSavedCalibration == [touchscreen.device])
        app.simulator.advance(by: 3.1)
        #expect(app.overlay == nil)
        // The lock opens the menu again when it is opened by its own gesture.
        app.openMenu()
        #expect(app.isMenuShown)
        app.expectNoTouchesLeft()
    }

    @Test("With a pattern, a mirrored calibration cannot be stored without it.")
    func calibrationWithoutPattern() {
        let app = MaintenanceTestApp(.touches)
        let touchscreen = TestTouchscreen(app)
        touchscreen.hold()
        #expect(app.isLockShown)
        for mark in [touchscreen.marks.first, touchscreen.marks.second, touchscreen.marks.third] {
            touchscreen.tap(TestTouchscreen.mirror(mark, width: 800))
        }
        #expect(app.rawTouches.calibrations.isEmpty)
        #expect(app.rawTouches.devicesWithSavedCalibration.isEmpty)
    }

    @Test(
        "The gesture has no effect over the lock, the menu, the cleaning screen and a field test.")
    func overlays() throws {
        let app = MaintenanceTestApp(.touches)
        let touchscreen = TestTouchscreen(app)
        app.holdThreeFingers()
        #expect(app.isLockShown)
        touchscreen.hold()
        #expect(app.isLockShown)
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.4)
        #expect(app.isMenuShown)
        touchscreen.hold()
        #expect(app.isMenuShown)
        try app.tap(.benchmark)
        touchscreen.hold()
        #expect(!touchscreen.isCalibrationShown)
        try app.tap("Back")
        try app.tap(.cleaning)
        touchscreen.hold()
        #expect(app.texts.contains("Cleaning"))
        app.simulator.advance(by: 31)
        #expect(app.overlay == nil)
        app.openMenu()
        try app.tap(.fieldTest)
        touchscreen.hold()
        #expect(!touchscreen.isCalibrationShown)
        app.expectNoTouchesLeft()
    }

    @Test("Contacts that came down on another window don't count after it closed.")
    func contactsOnOtherWindow() {
        let app = MaintenanceTestApp(.touches)
        let touchscreen = TestTouchscreen(app)
        app.holdThreeFingers()
        touchscreen.hold(seconds: 1, lifts: false)
        #expect(app.isLockShown)
        app.simulator.advance(by: 31)
        #expect(app.overlay == nil)
        app.simulator.advance(by: 10)
        #expect(app.overlay == nil)
    }

    @Test("The gesture works without a lock.")
    func noLock() {
        let app = MaintenanceTestApp(hasLock: false)
        let touchscreen = TestTouchscreen(app)
        touchscreen.hold()
        #expect(touchscreen.isCalibrationShown)
    }

    @Test("If the option is off, no gesture starts the calibration, but the menu does.")
    func optionOff() throws {
        let app = MaintenanceTestApp(.touches) { $0.detectsOrientationGesture = false }
        let touchscreen = TestTouchscreen(app)
        touchscreen.hold()
        TestTouchscreen(app, slots: 2, number: 2).tapCorners([1, 2, 3, 0])
        #expect(app.overlay == nil)
        app.openMenu()
        try app.tap(.orientation)
        #expect(touchscreen.isCalibrationShown)
        app.expectNoTouchesLeft()
    }

    @Test("A contact that moves and lifts leaves no timer.")
    func noTimer() {
        let app = MaintenanceTestApp(.touches)
        let touchscreen = TestTouchscreen(app)
        #expect(app.application.nextDeadline == nil)
        touchscreen.down(0, CGPoint(x: 100, y: 100))
        touchscreen.move(0, CGPoint(x: 300, y: 100))
        touchscreen.up(0)
        app.simulator.advance(by: 5)
        #expect(app.application.nextDeadline == nil)
    }
}
