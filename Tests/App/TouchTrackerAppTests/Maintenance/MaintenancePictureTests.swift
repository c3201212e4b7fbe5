import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What the lock, the menu and its pages look like.
@Suite("Maintenance pictures", .serialized)
@MainActor
struct MaintenancePictureTests {
    private func expect(_ stage: MaintenanceStage, _ name: String) throws {
        try expectPicture(stage.simulator.render(), matches: name)
    }

    @Test("The lock asks.", arguments: [(800.0, 480.0, 1.0), (480, 800, 1), (400, 240, 2)])
    func lock(width: Double, height: Double, scale: Double) throws {
        let stage = MaintenanceStage(.touches, width: width, height: height, scale: scale)
        stage.hold()
        let view = try #require(stage.patternView)
        for (number, dot) in [1, 2, 5].enumerated() {
            let place = view.convert(view.center(ofDot: dot), to: nil)
            if number == 0 {
                stage.simulator.down(1, at: place)
            } else {
                stage.simulator.move(1, to: place)
            }
        }
        try expect(stage, "lock-\(Int(width))x\(Int(height))@\(Int(scale))")
    }

    @Test("The lock lets wait, and says what was wrong.")
    func lockWaits() throws {
        let stage = MaintenanceStage(.touches)
        stage.hold()
        stage.draw([1, 2, 3, 6])
        stage.simulator.advance(by: 0.31)
        try expect(stage, "lock-wrong")
        stage.simulator.advance(by: 4)
        stage.keeper.wait(seconds: 30)
        stage.keeper.judging = 0
        stage.draw([1, 2, 3, 6])
        stage.simulator.advance(by: 0.01)
        try expect(stage, "lock-waiting")
    }

    @Test(
        "The menu.",
        arguments: [(800.0, 480.0, 1.0), (480, 800, 1), (400, 240, 2), (360, 640, 1)])
    func menu(width: Double, height: Double, scale: Double) throws {
        let stage = MaintenanceStage(.touches, width: width, height: height, scale: scale)
        stage.openMenu()
        try expect(stage, "menu-\(Int(width))x\(Int(height))@\(Int(scale))")
    }

    @Test("The menu while an item is held, and when it can't be done.")
    func menuHeld() throws {
        let stage = MaintenanceStage(.touches)
        stage.openMenu()
        stage.simulator.down(1, at: try stage.place(of: .item(.restart)))
        stage.simulator.advance(by: 1)
        try expect(stage, "menu-held")
        stage.system.trouble =
            "Restart isn't possible: the unit touchtracker-restart.path doesn't run"
        stage.simulator.advance(by: 1.1)
        stage.simulator.up(1)
        stage.simulator.advance(by: 2)
        try expect(stage, "menu-trouble")
    }

    @Test("The gallery.", arguments: [(800.0, 480.0), (480, 800)])
    func gallery(width: Double, height: Double) throws {
        let stage = MaintenanceStage(.touches, width: width, height: height)
        stage.openMenu()
        try stage.tap(.scenes)
        try expect(stage, "gallery-\(Int(width))x\(Int(height))")
    }

    @Test("The display page, and its question.", arguments: [(800.0, 480.0, 1.0), (400, 240, 2)])
    func display(width: Double, height: Double, scale: Double) throws {
        let stage = MaintenanceStage(.touches, width: width, height: height, scale: scale)
        stage.panel.brightness = 0.7
        stage.openMenu()
        try stage.tap(.display)
        try expect(stage, "display-\(Int(width))x\(Int(height))@\(Int(scale))")
        try stage.tap("180°")
        stage.simulator.advance(by: 3.1)
        // The simulator's picture isn't turned with the screen; this one has the same extent.
        try expect(stage, "display-\(Int(width))x\(Int(height))@\(Int(scale))-question")
    }

    @Test(
        "The benchmark's figures.", arguments: [(800.0, 480.0, 1.0), (480, 800, 1), (400, 240, 2)])
    func benchmark(width: Double, height: Double, scale: Double) throws {
        let stage = MaintenanceStage(.touches, width: width, height: height, scale: scale)
        let name = "\(Int(width))x\(Int(height))@\(Int(scale))"
        stage.openMenu()
        try stage.tap(.benchmark)
        try expect(stage, "benchmark-\(name)-start")
        try stage.tap("Start")
        for script in 0..<4 {
            stage.simulator.advance(by: 0.31)
            stage.frames.add(180, cost: 4_080 + Int64(script) * 330)
            if scale == 1, width > height || script == 1 {
                stage.rehearsals.play(on: stage.simulator, seconds: 3)
                try expect(stage, "benchmark-\(name)-\(BenchmarkTests.titles[script])")
            }
            if script == 2 { stage.frames.missedVblanks = 3 }
            stage.rehearsals.end(.played, on: stage.simulator)
            stage.simulator.advance(by: 0.31)
        }
        try expect(stage, "benchmark-\(name)")
    }

    @Test("The cleaning lock.")
    func cleaning() throws {
        let stage = MaintenanceStage(.touches)
        stage.openMenu()
        try stage.tap(.cleaning)
        stage.simulator.advance(by: 3.5)
        try expect(stage, "cleaning")
    }
}
