import LabScreens
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// Plays random touches of ten fingers to the lock and the maintenance menu.
@Suite("Random touches on the maintenance menu", .serialized)
@MainActor
struct MaintenanceRandomTouchTests {
    /// Plays random touches, interrupted by attempts to open the menu and by pauses.
    ///
    /// - Parameters:
    ///   - stage: The app.
    ///   - seed: The seed of the random touches.
    ///   - seconds: The duration in virtual seconds.
    ///   - check: Called after each frame.
    private func play(
        _ stage: MaintenanceTestApp, seed: UInt64, seconds: Double, _ check: () -> Void
    ) {
        var random = SeededRandom(seed: seed)
        let size = stage.sceneWindow?.bounds.size ?? .zero
        var touches = RandomTouches(
            seed: seed &+ 1_000, size: CGSize(width: size.width, height: size.height))
        let end = stage.simulator.time + seconds
        while stage.simulator.time < end {
            for _ in 0..<240 {
                touches.step(stage.simulator)
                stage.simulator.advance(by: 1.0 / 60)
                check()
            }
            touches.liftAll(stage.simulator)
            switch random.next(below: 6) {
            case 0: stage.simulator.advance(by: 35)
            case 1:
                stage.application.resignActive()
                stage.simulator.advance(by: 1)
                stage.application.becomeActive()
            default:
                stage.holdThreeFingers()
                // Random patterns, drawn as fast as the lockout delay permits.
                for _ in 0..<2 where stage.isLockShown {
                    var dots = Array(1...9)
                    dots.shuffle(using: &random)
                    stage.drawPattern(Array(dots[..<(3 + random.next(below: 5))]))
                    stage.simulator.advance(by: 1.5 + Double(random.next(below: 4)))
                    check()
                }
            }
            check()
        }
        stage.simulator.advance(by: 100)
    }

    @Test(
        "Without the pattern the menu stays closed for twenty minutes, and no window remains",
        arguments: [Scene.draw, .arena])
    func withoutPattern(scene: Scene) {
        let stage = MaintenanceTestApp.lab(scene)
        stage.screen.contactCapacity = 1
        stage.authenticator.correctDots = [5, 1, 6, 7, 2, 9, 4, 3, 8]
        var locks = 0
        var wasShown = false
        play(stage, seed: 77, seconds: 1_200) {
            let overlay = stage.overlay
            if (overlay != nil) != wasShown { locks += wasShown ? 0 : 1 }
            wasShown = overlay != nil
            #expect(overlay == nil || overlay?.isSecret == true)
        }
        #expect(locks > 20)
        #expect(stage.authenticator.checkCount > 5 && stage.authenticator.failedAttemptCount > 2)
        #expect(stage.overlay == nil)
        stage.expectNoTouchesLeft()
        // The menu still opens with the pattern.
        stage.simulator.advance(by: 300)
        stage.openMenu()
        #expect(stage.isMenuShown)
    }

    @Test(
        "Random touches in the open menu leave a working app and no window", arguments: 1...3)
    func inTheMenu(seed: Int) throws {
        let stage = MaintenanceTestApp.lab()
        stage.screen.brightness = 0.5
        stage.authenticator.lockoutDelays = [0]
        stage.frames.addFrames(100)
        for round in 0..<6 {
            if stage.overlay == nil { stage.openMenu() }
            // The first three-finger hold only closes a palette that is still open.
            if stage.overlay == nil { stage.openMenu() }
            #expect(stage.isMenuShown)
            let pages = [MaintenanceItem.display, .benchmark, .scenes, .cleaning]
            if round < pages.count { try stage.tap(pages[round]) }
            play(stage, seed: UInt64(seed * 10 + round), seconds: 40) {}
            #expect(stage.overlay == nil)
            stage.expectNoTouchesLeft()
        }
        #expect(!stage.screen.appliedSettings.isEmpty)
        stage.simulator.advance(by: 2)
        #expect(!stage.application.needsFrames)
    }

    @Test("Rotating the screen keeps all windows and buttons inside the screen")
    func rotation() throws {
        let stage = MaintenanceTestApp.lab()
        for rotation in [Rotation.clockwise90, .halfTurn, .clockwise270, .none] {
            func rotateAndCheck() throws {
                stage.rotateScreen(to: rotation)
                let overlay = try #require(stage.overlay)
                #expect(overlay.frame == UIScreen.main.bounds)
                for button in stage.views(UIControl.self) {
                    #expect(overlay.bounds.contains(button.convert(button.bounds, to: nil)))
                }
            }
            stage.holdThreeFingers()
            try rotateAndCheck()
            stage.drawPattern(stage.authenticator.correctDots)
            stage.simulator.advance(by: 0.4)
            try rotateAndCheck()
            for item in [MaintenanceItem.scenes, .display, .benchmark] {
                try stage.tap(item)
                try rotateAndCheck()
                try stage.tap("Back")
            }
            try stage.tap(.cleaning)
            try rotateAndCheck()
            stage.simulator.advance(by: 31)
        }
        stage.expectNoTouchesLeft()
    }
}
