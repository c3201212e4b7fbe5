import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Ten fingers that want to get out.
@Suite("Hostile fingers", .serialized)
@MainActor
struct HostileFingersTests {
    /// Plays for so many virtual seconds; every now and then three fingers ask.
    private func play(
        _ stage: MaintenanceStage, seed: UInt64, seconds: Double, _ look: () -> Void
    ) {
        var random = SeededRandom(seed: seed)
        let size = stage.sceneWindow?.bounds.size ?? .zero
        var hands = RandomHands(
            seed: seed &+ 1_000, size: CGSize(width: size.width, height: size.height))
        let end = stage.simulator.time + seconds
        while stage.simulator.time < end {
            for _ in 0..<240 {
                hands.step(stage.simulator)
                stage.simulator.advance(by: 1.0 / 60)
                look()
            }
            hands.liftAll(stage.simulator)
            switch random.next(below: 6) {
            case 0: stage.simulator.advance(by: 35)
            case 1:
                stage.application.resignActive()
                stage.simulator.advance(by: 1)
                stage.application.becomeActive()
            default:
                stage.hold()
                // Guesses: as fast as the lock lets try.
                for _ in 0..<2 where stage.isLockShown {
                    var dots = Array(1...9)
                    dots.shuffle(using: &random)
                    stage.draw(Array(dots[..<(3 + random.next(below: 5))]))
                    stage.simulator.advance(by: 1.5 + Double(random.next(below: 4)))
                    look()
                }
            }
            look()
        }
        stage.simulator.advance(by: 100)
    }

    @Test(
        "Without the pattern nobody sees the menu in twenty minutes, and no window stays.",
        arguments: [Scene.draw, .arena])
    func withoutPattern(scene: Scene) {
        let stage = MaintenanceStage(scene)
        stage.panel.fingerCapacity = 1
        stage.keeper.right = [5, 1, 6, 7, 2, 9, 4, 3, 8]
        var locks = 0
        var wasShown = false
        play(stage, seed: 77, seconds: 1_200) {
            let overlay = stage.overlay
            if (overlay != nil) != wasShown { locks += wasShown ? 0 : 1 }
            wasShown = overlay != nil
            #expect(overlay == nil || overlay?.isSecret == true)
        }
        #expect(locks > 20)
        #expect(stage.keeper.asked > 5 && stage.keeper.wrongTries > 2)
        #expect(stage.overlay == nil)
        stage.expectNothingLeft()
        // It is still there for who has it.
        stage.simulator.advance(by: 300)
        stage.openMenu()
        #expect(stage.isMenuShown)
    }

    @Test(
        "In the open menu they may do what it offers, and in the end it is gone.", arguments: 1...3)
    func inTheMenu(seed: Int) throws {
        let stage = MaintenanceStage()
        stage.panel.brightness = 0.5
        stage.keeper.waits = [0]
        stage.frames.add(100)
        for round in 0..<6 {
            if stage.overlay == nil { stage.openMenu() }
            // A palette that they have left open takes the first hand, and goes: who asks, asks again.
            if stage.overlay == nil { stage.openMenu() }
            #expect(stage.isMenuShown)
            let pages = [MaintenanceItem.display, .benchmark, .scenes, .cleaning]
            if round < pages.count { try stage.tap(pages[round]) }
            play(stage, seed: UInt64(seed * 10 + round), seconds: 40) { _ = stage.overlay }
            #expect(stage.overlay == nil)
            stage.expectNothingLeft()
        }
        #expect(!stage.panel.shown.isEmpty)
        stage.simulator.advance(by: 2)
        #expect(!stage.application.needsFrames)
    }

    @Test("A screen that is turned while any of the windows is up leaves them whole.")
    func turning() throws {
        let stage = MaintenanceStage()
        for rotation in [Rotation.clockwise90, .halfTurn, .clockwise270, .none] {
            func turn() throws {
                stage.turn(rotation)
                let overlay = try #require(stage.overlay)
                #expect(overlay.frame == UIScreen.main.bounds)
                for button in stage.views(UIControl.self) {
                    #expect(overlay.bounds.contains(button.convert(button.bounds, to: nil)))
                }
            }
            stage.hold()
            try turn()
            stage.draw(stage.keeper.right)
            stage.simulator.advance(by: 0.4)
            try turn()
            for item in [MaintenanceItem.scenes, .display, .benchmark] {
                try stage.tap(item)
                try turn()
                try stage.tap("Back")
            }
            try stage.tap(.cleaning)
            try turn()
            stage.simulator.advance(by: 31)
        }
        stage.expectNothingLeft()
    }
}
