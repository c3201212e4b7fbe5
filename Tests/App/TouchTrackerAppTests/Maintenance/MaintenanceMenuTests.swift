import KioskServices
import LabFieldTest
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The menu, and what its items do.
@Suite("Maintenance menu", .serialized)
@MainActor
struct MaintenanceMenuTests {
    private func items(_ stage: MaintenanceStage) -> [MaintenanceItem] {
        stage.views(IconButton.self).compactMap {
            if case .item(let item) = $0.face { return item }
            return nil
        }
    }

    // MARK: What it offers

    @Test("With all that a kiosk can offer, all items are there, at least 64 points large.")
    func everything() {
        for (width, height) in [(800.0, 480.0), (480, 800), (400, 240), (360, 640)] {
            let stage = MaintenanceStage(width: width, height: height)
            stage.openMenu()
            #expect(items(stage) == MaintenanceItem.allCases)
            for button in stage.views(IconButton.self) {
                let frame = button.convert(button.bounds, to: nil)
                #expect(frame.width >= 64 && frame.height >= 64)
                #expect(stage.overlay?.bounds.contains(frame) == true)
            }
            for button in stage.views(UIButton.self) { #expect(button.bounds.height >= 44) }
        }
    }

    @Test("What the machine doesn't offer isn't there.")
    func offers() {
        let stage = MaintenanceStage()
        stage.system.offers = [.powerOff]
        stage.openMenu()
        #expect(
            items(stage)
                == [.scenes, .fieldTest, .orientation, .benchmark, .display, .cleaning, .powerOff])
    }

    @Test("Without a kiosk's services there is what an app can do by itself.")
    func withoutServices() {
        let stage = MaintenanceStage(hasServices: false)
        stage.openMenu()
        #expect(items(stage) == [.scenes, .fieldTest, .cleaning])
    }

    // MARK: Going away

    @Test("It goes on Done, 60 seconds after the last touch, and with the display.")
    func goes() throws {
        let stage = MaintenanceStage(.touches)
        stage.openMenu()
        try stage.tap("Done")
        #expect(stage.overlay == nil)
        stage.openMenu()
        stage.simulator.advance(by: 50)
        stage.tap(CGPoint(x: 2, y: 470))
        stage.simulator.advance(by: 59.8)
        #expect(stage.isMenuShown)
        stage.simulator.advance(by: 0.3)
        #expect(stage.overlay == nil)
        #expect(stage.application.nextDeadline == nil)
        stage.openMenu()
        stage.application.resignActive()
        stage.application.becomeActive()
        #expect(stage.overlay == nil)
        stage.expectNothingLeft()
    }

    @Test("What a finger holds when it goes isn't done.")
    func heldWhileItGoes() throws {
        let stage = MaintenanceStage(.touches)
        stage.openMenu()
        stage.simulator.down(1, at: try stage.place(of: .item(.powerOff)))
        stage.simulator.advance(by: 1)
        try stage.tap("Done")
        stage.simulator.advance(by: 5)
        stage.simulator.up(1)
        #expect(stage.system.asked == [])
        stage.expectNothingLeft()
    }

    // MARK: Scenes

    @Test("The gallery shows every scene, and a tap on one shows it and closes the menu.")
    func gallery() throws {
        let stage = MaintenanceStage()
        stage.openMenu()
        try stage.tap(.scenes)
        let shown = stage.views(IconButton.self).compactMap { button in
            if case .scene(let scene) = button.face { return scene }
            return nil
        }
        #expect(shown == Scene.allCases)
        try stage.tap(stage.place(of: .scene(.pulse)))
        #expect(stage.overlay == nil)
        #expect(stage.scene is PulseViewController)
    }

    @Test("The drawing, its view and what can be undone are kept while other scenes are shown.")
    func drawingIsKept() throws {
        let stage = MaintenanceStage()
        let scene = try #require(stage.scene as? DrawingSceneController)
        let drawing = scene.drawingController.drawing
        drawing.add(
            [CGPoint(x: 50, y: 50), CGPoint(x: 200, y: 100)], tool: .line, color: .red, width: 10)
        stage.delegate.show(.pulse)
        let pulse = stage.scene
        stage.delegate.show(.pulse)
        #expect(stage.scene !== pulse)
        stage.turn(.clockwise90)
        stage.delegate.show(.draw)
        #expect(stage.scene === scene)
        #expect(scene.view.frame == CGRect(x: 0, y: 0, width: 480, height: 800))
        #expect(drawing.strokes.count == 1 && drawing.canUndo)
    }

    @Test("A scene that is replaced under fingers loses them.")
    func replacedUnderFingers() {
        let stage = MaintenanceStage(.arena)
        #expect(stage.application.gestureObserver != nil)
        stage.simulator.down(1, at: CGPoint(x: 50, y: 50))
        stage.delegate.show(.draw)
        #expect(stage.application.gestureObserver == nil)
        stage.simulator.move(1, to: CGPoint(x: 90, y: 90))
        stage.simulator.up(1)
        stage.simulator.advance(by: 2)
        stage.expectNothingLeft()
    }

    @Test("Without a panel there is nothing to test, and the menu says so.")
    func fieldTestWithoutPanel() throws {
        for hasServices in [true, false] {
            let stage = MaintenanceStage(hasServices: hasServices)
            stage.openMenu()
            try stage.tap(.fieldTest)
            #expect(stage.isMenuShown)
            #expect(stage.texts.contains("No touch panel is plugged in"))
        }
    }

    @Test(
        "The field test covers the scene, takes three fingers for itself, and gives it back at Done."
    )
    func fieldTest() throws {
        let stage = MaintenanceStage(.pulse)
        let panel = PanelDescription(id: DeviceID(rawValue: 1), name: "Panel", slotCount: 10)
        stage.rawTouches.panels = [panel]
        let scene = stage.scene
        stage.openMenu()
        try stage.tap(.fieldTest)
        #expect(stage.texts.contains("Touch the screen to begin"))
        // One watches all the time: who asks for the orientation wizard.
        #expect(stage.rawTouches.observers.count == 2)
        stage.hold(seconds: 6)
        #expect(!stage.isLockShown && stage.texts.contains("Touch the screen to begin"))
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
        let layout = FieldTestLayout(stage: FieldTestStage(geometry: geometry, slotCount: 10))
        let button = layout.nextButton
        let place = geometry.normalized(point: CGPoint(x: button.midX, y: button.midY))
        var presses = 0
        while stage.overlay != nil, presses < 40 {
            for state in [TouchContact.State.down, .up] {
                let contact = TouchContact(
                    slot: 0, trackingID: Int32(presses), state: state, position: place)
                let time = Timestamp(seconds: stage.simulator.time)
                stage.rawTouches.tell(
                    TouchFrame(device: panel.id, time: time, contacts: [contact]), of: panel)
                // The button of the page that is painted has to be held.
                stage.simulator.advance(by: presses == 1 ? 1.2 : 0.15)
            }
            presses += 1
        }
        #expect(stage.overlay == nil && stage.scene === scene)
        #expect(stage.rawTouches.observers.count == 1)
        #expect(stage.application.nextDeadline == nil)
        stage.expectNothingLeft()
    }

    @Test("A field test that nobody goes on with goes by itself, and with the display.")
    func fieldTestGoes() throws {
        let stage = MaintenanceStage()
        stage.rawTouches.panels = [
            PanelDescription(id: DeviceID(rawValue: 1), name: "Panel", slotCount: 10)
        ]
        stage.openMenu()
        try stage.tap(.fieldTest)
        stage.simulator.advance(by: 599)
        #expect(stage.overlay != nil)
        stage.simulator.advance(by: 2)
        #expect(stage.overlay == nil && stage.rawTouches.observers.count == 1)
        stage.openMenu()
        try stage.tap(.fieldTest)
        stage.application.resignActive()
        stage.application.becomeActive()
        #expect(stage.overlay == nil && stage.rawTouches.observers.count == 1)
    }

    // MARK: The machine

    @Test(
        "Restart, power off and the console are asked for once, after two seconds of holding.",
        arguments: [
            (MaintenanceItem.restart, SystemRequest.restart, "Restarting"),
            (.powerOff, .powerOff, "Turning off"),
            (.console, .console, "Leaving for the console"),
        ])
    func held(item: MaintenanceItem, request: SystemRequest, word: String) throws {
        let stage = MaintenanceStage()
        stage.openMenu()
        try stage.tap(item)
        try stage.hold(item, seconds: 1.9)
        #expect(stage.system.asked == [])
        try stage.hold(item, seconds: 6)
        #expect(stage.system.asked == [request])
        #expect(stage.texts.contains(word))
    }

    @Test("Why something can't be is said for ten seconds.")
    func trouble() throws {
        let stage = MaintenanceStage()
        stage.system.trouble = "The unit doesn't let it"
        stage.openMenu()
        try stage.hold(.restart, seconds: 2.1)
        stage.simulator.advance(by: 9.8)
        #expect(stage.texts.contains("The unit doesn't let it"))
        stage.simulator.advance(by: 0.2)
        #expect(!stage.texts.contains("The unit doesn't let it"))
    }

    @Test("What nobody did within ten seconds is said in the menu, as long as it is open.")
    func failure() throws {
        let stage = MaintenanceStage()
        #expect(stage.system.onFailure == nil)
        stage.openMenu()
        try stage.hold(.restart, seconds: 2.1)
        stage.simulator.advance(by: 10)
        stage.system.onFailure?("nobody took it")
        #expect(stage.texts.contains("nobody took it"))
        stage.simulator.advance(by: 10)
        #expect(!stage.texts.contains("nobody took it"))
        try stage.tap("Done")
        #expect(stage.system.onFailure == nil)
    }

    // MARK: Cleaning

    @Test("For 30 seconds no finger does anything, those that are down in the end neither.")
    func cleaning() throws {
        let stage = MaintenanceStage(.pulse)
        let pulse = try #require(stage.scene?.view)
        stage.openMenu()
        try stage.tap(.cleaning)
        #expect(stage.texts.contains("30") && !stage.isMenuShown)
        let began = pulse.touchCounts.began
        stage.hold()
        stage.tap(CGPoint(x: 40, y: 400))
        #expect(stage.texts.contains("27"))
        #expect(stage.application.isIdleTimerDisabled)
        stage.simulator.advance(by: 24)
        #expect(stage.texts.contains("3"))
        stage.simulator.advance(by: 3)
        #expect(stage.overlay == nil)
        #expect(!stage.application.isIdleTimerDisabled)
        #expect(pulse.touchCounts.began == began)
        stage.expectNothingLeft()
        stage.tap(CGPoint(x: 40, y: 400))
        #expect(pulse.touchCounts.began == began + 1)
    }

    @Test(
        "Who still wipes when the time is over presses nothing: it stays until the cloth has gone.")
    func wiping() throws {
        let stage = MaintenanceStage(.pulse)
        let pulse = try #require(stage.scene?.view)
        stage.openMenu()
        try stage.tap(.cleaning)
        let began = pulse.touchCounts.began
        stage.simulator.advance(by: 29)
        stage.simulator.down(1, at: CGPoint(x: 40, y: 400))
        stage.simulator.advance(by: 2)
        #expect(stage.texts.contains("0"))
        #expect(stage.texts.contains("Leave the screen alone"))
        // The cloth jumps.
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.3)
        stage.simulator.down(2, at: CGPoint(x: 300, y: 200))
        stage.simulator.advance(by: 2)
        stage.simulator.up(2)
        stage.simulator.advance(by: 0.4)
        #expect(stage.overlay != nil)
        stage.simulator.advance(by: 0.2)
        #expect(stage.overlay == nil)
        #expect(pulse.touchCounts.began == began)
        stage.expectNothingLeft()
    }

    @Test(
        "Something left on the glass keeps it for ten seconds at most, and does nothing until lifted."
    )
    func leftOnTheGlass() throws {
        let stage = MaintenanceStage(.pulse)
        let pulse = try #require(stage.scene?.view)
        stage.openMenu()
        try stage.tap(.cleaning)
        let began = pulse.touchCounts.began
        stage.simulator.advance(by: 29)
        stage.simulator.down(1, at: CGPoint(x: 40, y: 400))
        stage.simulator.advance(by: 10.5)
        #expect(stage.overlay != nil)
        stage.simulator.advance(by: 0.6)
        #expect(stage.overlay == nil)
        stage.simulator.move(1, to: CGPoint(x: 300, y: 200))
        stage.simulator.advance(by: 5)
        stage.simulator.up(1)
        #expect(pulse.touchCounts.began == began)
        stage.expectNothingLeft()
        stage.tap(CGPoint(x: 40, y: 400))
        #expect(pulse.touchCounts.began == began + 1)
    }

    @Test("It goes with the display, and covers a screen of another size.")
    func cleaningAndDisplay() throws {
        let stage = MaintenanceStage(.pulse)
        stage.openMenu()
        try stage.tap(.cleaning)
        stage.turn(.clockwise90)
        #expect(stage.overlay?.frame == CGRect(x: 0, y: 0, width: 480, height: 800))
        stage.application.resignActive()
        stage.application.becomeActive()
        #expect(stage.overlay == nil)
        stage.simulator.advance(by: 31)
        #expect(stage.application.nextDeadline == nil)
    }
}
