import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// The gestures that open the lock: the three-finger hold and the corner taps.
@Suite("Lock gestures", .serialized)
@MainActor
struct LockGestureTests {
    @Test(
        "Three fingers that rest for three seconds open the lock in every scene.",
        arguments: Scene.allCases)
    func everyScene(scene: Scene) {
        let app = MaintenanceTestApp(scene)
        app.holdThreeFingers(seconds: 2.9)
        #expect(app.overlay == nil)
        app.simulator.advance(by: 1)
        app.holdThreeFingers()
        #expect(app.isLockShown)
        #expect(app.texts == ["Draw the pattern", "Cancel"])
        app.expectNoTouchesLeft()
    }

    @Test("The gesture cancels the scene's touches and leaves no ink.")
    func noInk() throws {
        let app = MaintenanceTestApp()
        let scene = try #require(app.scene as? DrawingSceneController)
        let view = scene.drawingController.drawingView
        app.simulator.advance(by: 1)
        let before = app.simulator.render()
        for finger in 0..<3 {
            app.simulator.down(finger, at: CGPoint(x: 200 + CGFloat(finger) * 120, y: 200))
        }
        for step in 1...20 {
            app.simulator.move(
                1, to: CGPoint(x: 320 + CGFloat(step % 2) * 15, y: 200 + CGFloat(step % 3) * 4))
            app.simulator.advance(by: 0.1)
        }
        #expect(view.unfinishedStrokeCount > 0 || scene.drawingController.isStrokePickedUp)
        app.simulator.advance(by: 1.1)
        #expect(app.isLockShown)
        #expect(view.unfinishedStrokeCount == 0 && !scene.drawingController.isStrokePickedUp)
        // The cancelled contacts are ignored until they lift.
        app.simulator.move(0, to: CGPoint(x: 600, y: 300))
        for finger in 0..<3 { app.simulator.up(finger) }
        try app.tap("Cancel")
        app.simulator.advance(by: 3)
        #expect(scene.drawingController.drawing.strokes.isEmpty)
        #expect(app.simulator.render().isEqual(to: before))
        app.expectNoTouchesLeft()
    }

    @Test("Other contact counts, late contacts and moving contacts don't open the lock.")
    func otherContacts() {
        let app = MaintenanceTestApp(.touches)
        let simulator = app.simulator
        func down(_ fingers: Range<Int>, thenWait seconds: Double = 0) {
            for finger in fingers {
                simulator.down(finger, at: CGPoint(x: 100 + CGFloat(finger) * 90, y: 150))
            }
            simulator.advance(by: seconds)
        }
        func up(_ fingers: Range<Int>) {
            for finger in fingers { simulator.up(finger) }
            simulator.advance(by: 0.1)
            #expect(app.overlay == nil)
        }
        down(0..<2, thenWait: 5)
        up(0..<2)
        down(0..<4, thenWait: 5)
        up(3..<4)
        simulator.advance(by: 5)
        up(0..<3)
        // A fourth contact after two seconds.
        down(0..<3, thenWait: 2)
        down(3..<4, thenWait: 5)
        up(0..<4)
        // A movement of 21 points.
        down(0..<3, thenWait: 2)
        simulator.move(1, to: CGPoint(x: 211, y: 150))
        simulator.advance(by: 5)
        up(0..<3)
        // The third contact one second later.
        down(0..<2, thenWait: 1)
        down(2..<3, thenWait: 5)
        up(0..<3)
        // One contact lifts early and comes down again.
        down(0..<3, thenWait: 2)
        up(2..<3)
        down(2..<3, thenWait: 5)
        up(0..<3)
        // Three contacts in addition to two that were already down.
        down(3..<5, thenWait: 1)
        down(0..<3, thenWait: 5)
        up(0..<5)
        // A movement of 20 points is permitted.
        down(0..<3)
        simulator.move(1, to: CGPoint(x: 210, y: 150))
        simulator.advance(by: 3.01)
        #expect(app.isLockShown)
    }

    @Test("The gestures have no effect without a pattern, and work as soon as one is set.")
    func noPattern() {
        let app = MaintenanceTestApp(.touches)
        app.authenticator.hasPattern = false
        app.screen.contactCapacity = 1
        app.holdThreeFingers()
        tapCorners(app)
        #expect(app.overlay == nil)
        app.authenticator.hasPattern = true
        tapCorners(app)
        #expect(app.isLockShown)
    }

    @Test("Without a lock the gesture has no effect.")
    func noLock() {
        let app = MaintenanceTestApp(.touches, hasLock: false)
        app.holdThreeFingers()
        #expect(app.overlay == nil)
    }

    // MARK: Corner taps

    private func tapCorners(
        _ app: MaintenanceTestApp, order: [Int] = [0, 1, 2, 3], pause: Double = 0.5,
        inset: CGFloat = 60
    ) {
        let size = app.sceneWindow?.bounds.size ?? .zero
        for corner in order {
            let x = corner == 1 || corner == 2 ? size.width - inset : inset
            let y = corner >= 2 ? size.height - inset : inset
            app.tap(CGPoint(x: x, y: y))
            app.simulator.advance(by: pause)
        }
    }

    @Test(
        "Corner taps in order open the lock if a device reports fewer than three contacts.",
        arguments: [1, 2])
    func corners(capacity: Int) {
        let app = MaintenanceTestApp(.draw)
        app.screen.contactCapacity = capacity
        tapCorners(app)
        #expect(app.isLockShown)
        app.expectNoTouchesLeft()
    }

    @Test("With the pen, each of the first three taps draws a dot and the last one none.")
    func cornerTapsDrawDots() throws {
        let app = MaintenanceTestApp(.draw, width: 720, height: 1_280)
        app.screen.contactCapacity = 1
        let scene = try #require(app.scene as? DrawingSceneController)
        scene.drawingController.tool = .pen
        tapCorners(app)
        #expect(app.isLockShown)
        #expect(scene.drawingController.drawing.strokes.count == 3)
        #expect(!scene.drawingController.isStrokePickedUp)
    }

    @Test(
        "Corner taps have no effect if all devices report three contacts, or without a device.",
        arguments: [nil, 3, 10])
    func cornersOnMultitouch(capacity: Int?) {
        let app = MaintenanceTestApp(.draw)
        app.screen.contactCapacity = capacity
        tapCorners(app)
        #expect(app.overlay == nil)
    }

    @Test("Corner taps in another order, too slow or too far from a corner don't open the lock.")
    func otherCornerTaps() {
        let app = MaintenanceTestApp(.touches)
        app.screen.contactCapacity = 1
        for order in [[0, 3, 2, 1], [1, 2, 3, 0], [0, 1, 1, 2, 3], [0, 1, 2], [3]] {
            tapCorners(app, order: order, pause: 0.3)
            #expect(app.overlay == nil, "\(order)")
            app.simulator.advance(by: 5)
        }
        tapCorners(app, pause: 1.4)
        tapCorners(app, inset: 66)
        #expect(app.overlay == nil)
        // A tap outside the corners in the middle of the sequence.
        tapCorners(app, order: [0, 1])
        app.tap(CGPoint(x: 300, y: 200))
        tapCorners(app, order: [2, 3])
        #expect(app.overlay == nil)
        // A second tap in the first corner restarts the sequence.
        tapCorners(app, order: [0, 0, 1, 2, 3])
        #expect(app.isLockShown)
    }

    @Test("Corner taps have no effect while another contact is down.")
    func cornerTapsWithSecondContact() {
        let app = MaintenanceTestApp(.touches)
        app.screen.contactCapacity = 1
        app.simulator.down(1, at: CGPoint(x: 300, y: 200))
        tapCorners(app)
        app.simulator.up(1)
        #expect(app.overlay == nil)
    }

    // MARK: Effect on the scene

    /// Plays ten random contacts, and returns the touch trace and the app afterwards.
    private func play(_ scene: Scene, seed: UInt64, hasLock: Bool) -> (
        lines: [String], app: MaintenanceTestApp
    ) {
        let app = MaintenanceTestApp(scene, hasLock: hasLock)
        app.screen.contactCapacity = 1
        var lines: [String] = []
        app.application.touchTrace = { line in
            // The numbers of unnamed recognizers depend on earlier tests.
            var words = line.split(separator: " ")
            if words[1] == "action", words.count == 5 { words.remove(at: 3) }
            lines.append(words.joined(separator: " "))
        }
        var touches = RandomTouches(seed: seed, size: CGSize(width: 800, height: 480))
        for _ in 0..<2_400 {
            touches.step(app.simulator)
            app.simulator.advance(by: 1.0 / 120)
        }
        touches.liftAll(app.simulator)
        app.simulator.advance(by: 2)
        #expect(app.overlay == nil)
        return (lines, app)
    }

    @Test(
        "Touches that are no lock gesture have the same effect as without a lock.",
        arguments: Scene.allCases)
    func otherTouches(scene: Scene) {
        for seed in 1...2 as ClosedRange<UInt64> {
            let without = play(scene, seed: seed, hasLock: false)
            let picture = without.app.simulator.render()
            let with = play(scene, seed: seed, hasLock: true)
            #expect(without.lines.count > 500)
            #expect(with.lines == without.lines)
            #expect(with.app.simulator.render().isEqual(to: picture))
        }
    }
}
