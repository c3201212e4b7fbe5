import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// Golden pictures of the lock, the menu and its pages.
@Suite("Maintenance pictures", .serialized)
@MainActor
struct MaintenancePictureTests {
    private func expect(_ app: MaintenanceTestApp, _ name: String) throws {
        try expectPicture(app.simulator.render(), matches: name)
    }

    @Test(
        "The lock with a pattern being drawn.",
        arguments: [(800.0, 480.0, 1.0), (480, 800, 1), (400, 240, 2)])
    func lock(width: Double, height: Double, scale: Double) throws {
        let app = MaintenanceTestApp(.touches, width: width, height: height, scale: scale)
        app.holdThreeFingers()
        let view = try #require(app.patternView)
        for (number, dot) in [1, 2, 5].enumerated() {
            let position = view.convert(view.center(ofDot: dot), to: nil)
            if number == 0 {
                app.simulator.down(1, at: position)
            } else {
                app.simulator.move(1, to: position)
            }
        }
        try expect(app, "lock-\(Int(width))x\(Int(height))@\(Int(scale))")
    }

    @Test("The lock after a wrong pattern, and during a lockout.")
    func lockResults() throws {
        let app = MaintenanceTestApp(.touches)
        app.holdThreeFingers()
        app.drawPattern([1, 2, 3, 6])
        app.simulator.advance(by: 0.31)
        try expect(app, "lock-wrong")
        app.simulator.advance(by: 4)
        app.authenticator.lockOut(forSeconds: 30)
        app.authenticator.checkDuration = 0
        app.drawPattern([1, 2, 3, 6])
        app.simulator.advance(by: 0.01)
        try expect(app, "lock-waiting")
    }

    @Test(
        "The menu.",
        arguments: [(800.0, 480.0, 1.0), (480, 800, 1), (400, 240, 2), (360, 640, 1)])
    func menu(width: Double, height: Double, scale: Double) throws {
        let app = MaintenanceTestApp(.touches, width: width, height: height, scale: scale)
        app.openMenu()
        try expect(app, "menu-\(Int(width))x\(Int(height))@\(Int(scale))")
    }

    @Test("The menu while an item is held, and with an error message.")
    func menuMessages() throws {
        let app = MaintenanceTestApp(.touches)
        app.openMenu()
        app.simulator.down(1, at: try app.center(of: .item(.restart)))
        app.simulator.advance(by: 1)
        try expect(app, "menu-held")
        app.machine.sendError =
            "Restart isn't possible: the unit touchtracker-restart.path doesn't run"
        app.simulator.advance(by: 1.1)
        app.simulator.up(1)
        app.simulator.advance(by: 2)
        try expect(app, "menu-trouble")
    }

    @Test("The gallery.", arguments: [(800.0, 480.0), (480, 800)])
    func gallery(width: Double, height: Double) throws {
        let app = MaintenanceTestApp(.touches, width: width, height: height)
        app.openMenu()
        try app.tap(.scenes)
        try expect(app, "gallery-\(Int(width))x\(Int(height))")
    }

    @Test(
        "The display page and its confirmation.", arguments: [(800.0, 480.0, 1.0), (400, 240, 2)])
    func display(width: Double, height: Double, scale: Double) throws {
        let app = MaintenanceTestApp(.touches, width: width, height: height, scale: scale)
        app.screen.brightness = 0.7
        app.openMenu()
        try app.tap(.display)
        try expect(app, "display-\(Int(width))x\(Int(height))@\(Int(scale))")
        try app.tap("180°")
        app.simulator.advance(by: 3.1)
        // A half turn, because the simulator's picture does not rotate and must keep its size.
        try expect(app, "display-\(Int(width))x\(Int(height))@\(Int(scale))-question")
    }

    @Test("The cleaning screen.")
    func cleaning() throws {
        let app = MaintenanceTestApp(.touches)
        app.openMenu()
        try app.tap(.cleaning)
        app.simulator.advance(by: 3.5)
        try expect(app, "cleaning")
    }
}
