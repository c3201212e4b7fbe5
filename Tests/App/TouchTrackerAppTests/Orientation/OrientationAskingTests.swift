import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerOrientation
import TouchTrackerTestSupport

/// Who may open the orientation wizard unasked, and when.
@Suite("Asking for the orientation wizard", .serialized)
@MainActor
struct OrientationAskingTests {
    @Test("Five fingers that rest for five seconds open it, whatever way round the panel is.")
    func five() {
        let stage = MaintenanceStage()
        let hand = PanelHand(stage)
        hand.distort = { CGPoint(x: 1 - $0.y, y: 1 - $0.x) }
        hand.hold(seconds: 4.9)
        #expect(stage.overlay == nil)
        stage.simulator.advance(by: 1)
        hand.hold(4)
        #expect(stage.overlay == nil)
        stage.simulator.advance(by: 1)
        hand.hold()
        #expect(hand.isWizardShown)
        stage.expectNothingLeft()
    }

    @Test("What the five have drawn by then is taken back.")
    func noInk() throws {
        let stage = MaintenanceStage()
        let hand = PanelHand(stage)
        let scene = try #require(stage.scene as? DrawingSceneController)
        hand.hold(lifts: false)
        #expect(hand.isWizardShown)
        #expect(scene.drawingController.drawingView.heldCount == 0)
        for finger in 0..<5 {
            hand.move(finger, CGPoint(x: 200, y: 100))
            hand.up(finger)
        }
        #expect(scene.drawingController.drawing.strokes.isEmpty)
        stage.expectNothingLeft()
    }

    @Test("Fingers that still rest when it opens have to be lifted before one of them taps.")
    func resting() {
        let stage = MaintenanceStage()
        let hand = PanelHand(stage)
        hand.hold(lifts: false)
        hand.up(0)
        hand.tap(hand.marks.first)
        #expect(hand.isWizardShown)
        for finger in 1..<5 { hand.up(finger) }
        hand.tap(hand.marks.first)
        #expect(stage.texts.contains("And this one"))
    }

    @Test("On a panel with a calibration it opens within two minutes of the boot alone.")
    func kept() {
        let stage = MaintenanceStage()
        let hand = PanelHand(stage)
        hand.change { $0.isCalibrationKept = true }
        hand.hold()
        #expect(hand.isWizardShown)
        stage.simulator.advance(by: 31)
        #expect(stage.overlay == nil)
        stage.simulator.advance(to: 121)
        hand.hold()
        #expect(stage.overlay == nil)
        stage.expectNothingLeft()
    }

    @Test("And within two minutes of its being plugged in.")
    func plugged() {
        let stage = MaintenanceStage()
        let hand = PanelHand(stage)
        stage.simulator.advance(to: 1_000)
        hand.change {
            $0.isCalibrationKept = true
            $0.pluggedIn = Timestamp(seconds: 900)
        }
        hand.hold()
        #expect(hand.isWizardShown)
        stage.simulator.advance(by: 31)
        #expect(stage.overlay == nil)
        hand.hold()
        #expect(stage.overlay == nil)
        // Another one beside it that has none may ask at any time, and be set alone.
        let other = PanelHand(stage, number: 2)
        other.hold()
        #expect(hand.isWizardShown)
        hand.tap(hand.marks.first)
        #expect(hand.isWizardShown)
        other.tap(other.marks.first)
        #expect(stage.texts.contains("And this one"))
    }

    @Test(
        "Where a panel can't tell five fingers apart, its corners open it: all around, from any, either way.",
        arguments: [[0, 1, 2, 3], [1, 2, 3, 0], [3, 2, 1, 0], [1, 0, 3, 2]],
        [false, true])
    func corners(order: [Int], isMirrored: Bool) {
        let stage = MaintenanceStage(.touches)
        stage.keeper.hasPattern = false
        let hand = PanelHand(stage, slots: 2)
        stage.panel.fingerCapacity = 2
        if isMirrored { hand.distort = PanelHand.mirror }
        hand.hold()
        #expect(stage.overlay == nil)
        hand.tapCorners(order)
        #expect(hand.isWizardShown)
        stage.expectNothingLeft()
    }

    @Test("A panel that can tell five apart has no corners.")
    func noCorners() {
        let stage = MaintenanceStage(.touches)
        let hand = PanelHand(stage, slots: 5)
        hand.tapCorners([1, 2, 3, 0])
        #expect(stage.overlay == nil)
    }

    @Test("The lock's corners are the lock's, where a pattern is set; all others open the wizard.")
    func lockCorners() throws {
        let stage = MaintenanceStage(.touches)
        let hand = PanelHand(stage, slots: 1)
        stage.panel.fingerCapacity = 1
        hand.tapCorners([0, 1, 2, 3])
        #expect(stage.isLockShown)
        try stage.tap("Cancel")
        hand.tapCorners([1, 2, 3, 0])
        #expect(hand.isWizardShown)
        stage.simulator.advance(by: 31)
        // On a mirrored panel the lock's are others.
        hand.distort = PanelHand.mirror
        hand.tapCorners([0, 1, 2, 3])
        #expect(hand.isWizardShown)
        stage.simulator.advance(by: 31)
        hand.tapCorners([1, 0, 3, 2])
        #expect(stage.isLockShown)
        stage.expectNothingLeft()
    }

    @Test("Over the lock, the menu, the cleaning screen and a field test nobody asks.")
    func overlays() throws {
        let stage = MaintenanceStage(.touches)
        let hand = PanelHand(stage)
        stage.hold()
        #expect(stage.isLockShown)
        hand.hold()
        #expect(stage.isLockShown)
        stage.draw(stage.keeper.right)
        stage.simulator.advance(by: 0.4)
        #expect(stage.isMenuShown)
        hand.hold()
        #expect(stage.isMenuShown)
        try stage.tap(.benchmark)
        hand.hold()
        #expect(!hand.isWizardShown)
        try stage.tap("Back")
        try stage.tap(.cleaning)
        hand.hold()
        #expect(stage.texts.contains("Cleaning"))
        stage.simulator.advance(by: 31)
        #expect(stage.overlay == nil)
        stage.openMenu()
        try stage.tap(.fieldTest)
        hand.hold()
        #expect(!hand.isWizardShown)
        stage.expectNothingLeft()
    }

    @Test("Fingers that came down on something else don't open it afterwards.")
    func before() {
        let stage = MaintenanceStage(.touches)
        let hand = PanelHand(stage)
        stage.hold()
        hand.hold(seconds: 1, lifts: false)
        #expect(stage.isLockShown)
        stage.simulator.advance(by: 31)
        #expect(stage.overlay == nil)
        stage.simulator.advance(by: 10)
        #expect(stage.overlay == nil)
    }

    @Test("It works without a lock, too.")
    func noLock() {
        let stage = MaintenanceStage(hasLock: false)
        let hand = PanelHand(stage)
        hand.hold()
        #expect(hand.isWizardShown)
    }

    @Test("While nobody rests five fingers nothing is timed.")
    func idle() {
        let stage = MaintenanceStage(.touches)
        let hand = PanelHand(stage)
        #expect(stage.application.nextDeadline == nil)
        hand.down(0, CGPoint(x: 100, y: 100))
        hand.move(0, CGPoint(x: 300, y: 100))
        hand.up(0)
        stage.simulator.advance(by: 5)
        #expect(stage.application.nextDeadline == nil)
    }
}
