import KioskServices
import LabFieldTest
import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

@Suite("Field test from the maintenance menu", .serialized)
@MainActor
struct FieldTestMenuTests {
    @Test(
        "The field test hides the scene and receives all touches until Done closes it"
    )
    func fieldTest() throws {
        let stage = MaintenanceTestApp.lab(.pulse)
        let touchscreen = TouchscreenDescription(
            id: DeviceID(rawValue: 1), name: "Panel", slotCount: 10)
        stage.rawTouches.touchscreens = [touchscreen]
        let scene = stage.scene
        stage.openMenu()
        try stage.tap(.fieldTest)
        #expect(stage.texts.contains("Touch the screen to begin"))
        // The other observer is the gesture detector of orientation calibration.
        #expect(stage.rawTouches.observers.count == 2)
        stage.holdThreeFingers(seconds: 6)
        #expect(!stage.isLockShown && stage.texts.contains("Touch the screen to begin"))
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
        let layout = FieldTestLayout(stage: FieldTestStage(geometry: geometry, slotCount: 10))
        let button = layout.nextButton
        let position = geometry.normalized(point: CGPoint(x: button.midX, y: button.midY))
        var presses = 0
        while stage.overlay != nil, presses < 40 {
            for state in [TouchContact.State.down, .up] {
                let contact = TouchContact(
                    slot: 0, trackingID: Int32(presses), state: state, position: position)
                let time = Timestamp(seconds: stage.simulator.time)
                stage.rawTouches.report(
                    TouchFrame(device: touchscreen.id, time: time, contacts: [contact]),
                    of: touchscreen)
                // The button of the coverage page must be held.
                stage.simulator.advance(by: presses == 1 ? 1.2 : 0.15)
            }
            presses += 1
        }
        #expect(stage.overlay == nil && stage.scene === scene)
        #expect(stage.rawTouches.observers.count == 1)
        #expect(stage.application.nextDeadline == nil)
        stage.expectNoTouchesLeft()
    }

    @Test(
        "The field test closes after ten minutes without touches, and when the app resigns active")
    func closesByItself() throws {
        let stage = MaintenanceTestApp.lab()
        stage.rawTouches.touchscreens = [
            TouchscreenDescription(id: DeviceID(rawValue: 1), name: "Panel", slotCount: 10)
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
}
