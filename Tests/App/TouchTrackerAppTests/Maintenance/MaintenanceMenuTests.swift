import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// The items of the maintenance menu and their effects.
@Suite("Maintenance menu", .serialized)
@MainActor
struct MaintenanceMenuTests {
    private func items(_ app: MaintenanceTestApp) -> [MaintenanceItem] {
        app.views(IconButton.self).compactMap {
            if case .item(let item) = $0.face { return item }
            return nil
        }
    }

    // MARK: Items

    @Test("With all services, the menu has all items, and each button is at least 64 points large.")
    func allItems() {
        for (width, height) in [(800.0, 480.0), (480, 800), (400, 240), (360, 640)] {
            let app = MaintenanceTestApp(width: width, height: height)
            app.openMenu()
            #expect(items(app) == MaintenanceItem.allCases)
            for button in app.views(IconButton.self) {
                let frame = button.convert(button.bounds, to: nil)
                #expect(frame.width >= 64 && frame.height >= 64)
                #expect(app.overlay?.bounds.contains(frame) == true)
            }
            for button in app.views(UIButton.self) { #expect(button.bounds.height >= 44) }
        }
    }

    @Test("Items for requests that the machine does not permit are missing.")
    func permittedRequests() {
        let app = MaintenanceTestApp()
        app.machine.availableRequests = [.powerOff]
        app.openMenu()
        #expect(
            items(app)
                == [.scenes, .fieldTest, .orientation, .benchmark, .display, .cleaning, .powerOff])
    }

    @Test("Without the kiosk's services, only the items that need none are offered.")
    func withoutServices() {
        let app = MaintenanceTestApp(hasServices: false)
        app.openMenu()
        #expect(items(app) == [.scenes, .fieldTest, .cleaning])
    }

    @Test("Without technician screens, field test and benchmark are not offered.")
    func withoutTechnicianScreens() {
        let app = MaintenanceTestApp(technicianScreens: nil)
        app.openMenu()
        #expect(
            items(app) == MaintenanceItem.allCases.filter { $0 != .fieldTest && $0 != .benchmark }
        )
    }

    // MARK: Closing

    @Test("The menu closes by Done, 60 seconds after the last touch, and when the display is lost.")
    func closing() throws {
        let app = MaintenanceTestApp(.touches)
        app.openMenu()
        try app.tap("Done")
        #expect(app.overlay == nil)
        app.openMenu()
        app.simulator.advance(by: 50)
        app.tap(CGPoint(x: 2, y: 470))
        app.simulator.advance(by: 59.8)
        #expect(app.isMenuShown)
        app.simulator.advance(by: 0.3)
        #expect(app.overlay == nil)
        #expect(app.application.nextDeadline == nil)
        app.openMenu()
        app.application.resignActive()
        app.application.becomeActive()
        #expect(app.overlay == nil)
        app.expectNoTouchesLeft()
    }

    @Test("An item that is held while the menu closes sends no request.")
    func heldWhileClosing() throws {
        let app = MaintenanceTestApp(.touches)
        app.openMenu()
        app.simulator.down(1, at: try app.center(of: .item(.powerOff)))
        app.simulator.advance(by: 1)
        try app.tap("Done")
        app.simulator.advance(by: 5)
        app.simulator.up(1)
        #expect(app.machine.sentRequests == [])
        app.expectNoTouchesLeft()
    }

    // MARK: Scenes

    @Test("The gallery contains every scene; a tap on one shows the scene and closes the menu.")
    func gallery() throws {
        let app = MaintenanceTestApp()
        app.openMenu()
        try app.tap(.scenes)
        let shown = app.views(IconButton.self).compactMap { button in
            if case .scene(let scene) = button.face { return scene }
            return nil
        }
        #expect(shown == Scene.allCases)
        try app.tap(app.center(of: .scene(.pulse)))
        #expect(app.overlay == nil)
        #expect(app.scene is PulseViewController)
    }

    @Test("The drawing scene keeps its drawing and undo history while other scenes are shown.")
    func drawingSceneReturns() throws {
        let app = MaintenanceTestApp()
        let scene = try #require(app.scene as? DrawingSceneController)
        let drawing = scene.drawingController.drawing
        drawing.add(
            [CGPoint(x: 50, y: 50), CGPoint(x: 200, y: 100)], tool: .line, color: .red, width: 10)
        app.delegate.show(.pulse)
        let pulse = app.scene
        app.delegate.show(.pulse)
        #expect(app.scene !== pulse)
        app.rotateScreen(to: .clockwise90)
        app.delegate.show(.draw)
        #expect(app.scene === scene)
        #expect(scene.view.frame == CGRect(x: 0, y: 0, width: 480, height: 800))
        #expect(drawing.strokes.count == 1 && drawing.canUndo)
    }

    @Test("Replacing a scene cancels its touches.")
    func replacedWhileTouched() {
        let app = MaintenanceTestApp(.arena)
        #expect(app.application.gestureObserver != nil)
        app.simulator.down(1, at: CGPoint(x: 50, y: 50))
        app.delegate.show(.draw)
        #expect(app.application.gestureObserver == nil)
        app.simulator.move(1, to: CGPoint(x: 90, y: 90))
        app.simulator.up(1)
        app.simulator.advance(by: 2)
        app.expectNoTouchesLeft()
    }

    @Test("Without a touchscreen the field test does not open, and the menu shows a message.")
    func fieldTestWithoutTouchscreen() throws {
        for hasServices in [true, false] {
            let app = MaintenanceTestApp(hasServices: hasServices)
            app.openMenu()
            try app.tap(.fieldTest)
            #expect(app.isMenuShown)
            #expect(app.texts.contains("No touch panel is plugged in"))
        }
    }

    // MARK: The machine

    @Test(
        "Restart, power off and console are requested once, after two seconds of holding.",
        arguments: [
            (MaintenanceItem.restart, SystemRequest.restart, "Restarting"),
            (.powerOff, .powerOff, "Turning off"),
            (.console, .console, "Leaving for the console"),
        ])
    func requests(item: MaintenanceItem, request: SystemRequest, message: String) throws {
        let app = MaintenanceTestApp()
        app.openMenu()
        try app.tap(item)
        try app.hold(item, seconds: 1.9)
        #expect(app.machine.sentRequests == [])
        try app.hold(item, seconds: 6)
        #expect(app.machine.sentRequests == [request])
        #expect(app.texts.contains(message))
    }

    @Test("If a request cannot be sent, the error is shown for ten seconds.")
    func sendError() throws {
        let app = MaintenanceTestApp()
        app.machine.sendError = "The unit doesn't let it"
        app.openMenu()
        try app.hold(.restart, seconds: 2.1)
        app.simulator.advance(by: 9.8)
        #expect(app.texts.contains("The unit doesn't let it"))
        app.simulator.advance(by: 0.2)
        #expect(!app.texts.contains("The unit doesn't let it"))
    }

    @Test("If a request has no effect, the failure is shown in the menu while it is open.")
    func requestFailure() throws {
        let app = MaintenanceTestApp()
        #expect(app.machine.onFailure == nil)
        app.openMenu()
        try app.hold(.restart, seconds: 2.1)
        app.simulator.advance(by: 10)
        app.machine.onFailure?("restart: no effect")
        #expect(app.texts.contains("restart: no effect"))
        app.simulator.advance(by: 10)
        #expect(!app.texts.contains("restart: no effect"))
        try app.tap("Done")
        #expect(app.machine.onFailure == nil)
    }

    // MARK: Cleaning

    @Test("The cleaning screen ignores touches for 30 seconds.")
    func cleaning() throws {
        let app = MaintenanceTestApp(.pulse)
        let pulse = try #require(app.scene?.view)
        app.openMenu()
        try app.tap(.cleaning)
        #expect(app.texts.contains("30") && !app.isMenuShown)
        let began = pulse.touchCounts.began
        app.holdThreeFingers()
        app.tap(CGPoint(x: 40, y: 400))
        #expect(app.texts.contains("27"))
        #expect(app.application.isIdleTimerDisabled)
        app.simulator.advance(by: 24)
        #expect(app.texts.contains("3"))
        app.simulator.advance(by: 3)
        #expect(app.overlay == nil)
        #expect(!app.application.isIdleTimerDisabled)
        #expect(pulse.touchCounts.began == began)
        app.expectNoTouchesLeft()
        app.tap(CGPoint(x: 40, y: 400))
        #expect(pulse.touchCounts.began == began + 1)
    }

    /// Opens the cleaning screen, and touches it one second before its end.
    ///
    /// - Returns: The view of the scene, and the number of touches that began there before.
    private func touchAtEndOfCleaning(_ app: MaintenanceTestApp) throws -> (UIView, Int) {
        let pulse = try #require(app.scene?.view)
        app.openMenu()
        try app.tap(.cleaning)
        let began = pulse.touchCounts.began
        app.simulator.advance(by: 29)
        app.simulator.down(1, at: CGPoint(x: 40, y: 400))
        return (pulse, began)
    }

    @Test("The cleaning screen stays until it was not touched for half a second.")
    func touchedAtEnd() throws {
        let app = MaintenanceTestApp(.pulse)
        let (pulse, began) = try touchAtEndOfCleaning(app)
        app.simulator.advance(by: 2)
        #expect(app.texts.contains("0"))
        #expect(app.texts.contains("Leave the screen alone"))
        // The contact is lost for 0.3 s, for example where a cloth does not touch the screen.
        app.simulator.up(1)
        app.simulator.advance(by: 0.3)
        app.simulator.down(2, at: CGPoint(x: 300, y: 200))
        app.simulator.advance(by: 2)
        app.simulator.up(2)
        app.simulator.advance(by: 0.4)
        #expect(app.overlay != nil)
        app.simulator.advance(by: 0.2)
        #expect(app.overlay == nil)
        #expect(pulse.touchCounts.began == began)
        app.expectNoTouchesLeft()
    }

    @Test("A resting contact delays the end by at most ten seconds, and is ignored until it lifts.")
    func restingContact() throws {
        let app = MaintenanceTestApp(.pulse)
        let (pulse, began) = try touchAtEndOfCleaning(app)
        app.simulator.advance(by: 10.5)
        #expect(app.overlay != nil)
        app.simulator.advance(by: 0.6)
        #expect(app.overlay == nil)
        app.simulator.move(1, to: CGPoint(x: 300, y: 200))
        app.simulator.advance(by: 5)
        app.simulator.up(1)
        #expect(pulse.touchCounts.began == began)
        app.expectNoTouchesLeft()
        app.tap(CGPoint(x: 40, y: 400))
        #expect(pulse.touchCounts.began == began + 1)
    }

    @Test("The cleaning screen covers a rotated screen, and closes when the display is lost.")
    func cleaningAndDisplay() throws {
        let app = MaintenanceTestApp(.pulse)
        app.openMenu()
        try app.tap(.cleaning)
        app.rotateScreen(to: .clockwise90)
        #expect(app.overlay?.frame == CGRect(x: 0, y: 0, width: 480, height: 800))
        app.application.resignActive()
        app.application.becomeActive()
        #expect(app.overlay == nil)
        app.simulator.advance(by: 31)
        #expect(app.application.nextDeadline == nil)
    }
}
