import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerOrientation
import TouchTrackerTestSupport

/// The orientation wizard on the screen: what is tried, kept and taken back.
@Suite("The orientation wizard's screen", .serialized)
@MainActor
struct OrientationScreenTests {
    private let mirror = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)

    private func mirrored(_ stage: MaintenanceStage) -> PanelHand {
        let hand = PanelHand(stage)
        hand.distort = PanelHand.mirror
        hand.hold()
        return hand
    }

    @Test("What a third tap confirms is kept, and the screen goes.")
    func kept() {
        let stage = MaintenanceStage()
        let hand = mirrored(stage)
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.second)
        #expect(stage.rawTouches.calibrations == [mirror])
        #expect(stage.rawTouches.kept.isEmpty)
        #expect(stage.texts == ["Tap here to keep", "15", "Else as before"])
        hand.tap(hand.marks.third)
        #expect(stage.rawTouches.calibrations == [mirror])
        #expect(stage.rawTouches.kept == [hand.device])
        #expect(stage.texts == ["Done", "It is kept for this panel"])
        stage.simulator.advance(by: 3.1)
        #expect(stage.overlay == nil)
        #expect(stage.application.nextDeadline == nil)
        // The one that opens it unasked watches on.
        #expect(stage.rawTouches.observers.count == 1)
        stage.expectNothingLeft()
    }

    @Test("What isn't confirmed is taken back after 15 seconds, which are counted down.")
    func unconfirmed() {
        let stage = MaintenanceStage()
        let hand = PanelHand(stage)
        let former = TouchCalibration(a: 0, b: 1, c: 0, d: 1, e: 0, f: 0)
        hand.change { $0.calibration = former }
        hand.distort = PanelHand.mirror
        hand.hold()
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.second)
        stage.simulator.advance(by: 0.1)
        for seconds in [15, 14, 13] {
            #expect(stage.texts.contains("\(seconds)"), "\(stage.texts)")
            stage.simulator.advance(by: 1)
        }
        hand.tap(hand.marks.second)
        stage.simulator.advance(by: 12.5)
        #expect(stage.texts == ["Not confirmed", "It is as before"])
        #expect(stage.rawTouches.calibrations == [mirror, former])
        stage.simulator.advance(by: 3.1)
        #expect(stage.overlay == nil)
        #expect(stage.rawTouches.kept.isEmpty)
        stage.expectNothingLeft()
    }

    @Test("When the display goes while it is tried, it is taken back.")
    func displayGone() {
        let stage = MaintenanceStage(.touches)
        let hand = mirrored(stage)
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.second)
        stage.application.resignActive()
        #expect(stage.rawTouches.calibrations == [mirror, .identity])
        #expect(stage.overlay == nil)
        #expect(stage.application.nextDeadline == nil)
    }

    @Test("When the panel is unplugged it is over.")
    func unplugged() {
        let stage = MaintenanceStage()
        let hand = mirrored(stage)
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.second)
        stage.rawTouches.panels = []
        stage.endTurn()
        #expect(stage.overlay == nil)
        #expect(stage.rawTouches.calibrations == [mirror])
    }

    @Test("Taps that make no sense are asked for again, with why.")
    func refused() {
        let stage = MaintenanceStage()
        let hand = mirrored(stage)
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.first)
        #expect(
            stage.texts == ["Tap the mark", "Too close to each other: once more"])
        hand.tap(hand.marks.first)
        hand.tap(CGPoint(x: hand.marks.second.x, y: hand.marks.first.y))
        #expect(stage.texts.last == "Not on the marks: once more")
        #expect(stage.rawTouches.calibrations.isEmpty)
    }

    @Test("What can't be kept says why.")
    func complaint() {
        let stage = MaintenanceStage()
        stage.rawTouches.complaint = "No folder for it is known: it holds until the next start"
        let hand = mirrored(stage)
        for mark in [hand.marks.first, hand.marks.second, hand.marks.third] { hand.tap(mark) }
        #expect(
            stage.texts == ["Done", "No folder for it is known: it holds until the next start"])
    }

    @Test("From the menu any panel may be set; without one there is a word.")
    func menu() throws {
        let stage = MaintenanceStage()
        stage.openMenu()
        try stage.tap(.orientation)
        #expect(stage.texts.contains("No touch panel is plugged in"))
        try stage.tap("Done")
        let hand = PanelHand(stage)
        hand.change { $0.isCalibrationKept = true }
        stage.simulator.advance(to: 500)
        stage.openMenu()
        try stage.tap(.orientation)
        #expect(hand.isWizardShown)
        for mark in [hand.marks.first, hand.marks.second, hand.marks.third] { hand.tap(mark) }
        #expect(stage.rawTouches.calibrations == [.identity])
        #expect(stage.rawTouches.kept == [hand.device])
        stage.expectNothingLeft()
    }

    @Test("On a picture that was turned meanwhile the marks are others, and it begins anew.")
    func turned() {
        let stage = MaintenanceStage()
        let hand = mirrored(stage)
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.second)
        stage.turn(.clockwise90)
        #expect(hand.isWizardShown)
        #expect(stage.rawTouches.calibrations == [mirror, .identity])
        for mark in [hand.marks.first, hand.marks.second, hand.marks.third] { hand.tap(mark) }
        #expect(stage.rawTouches.kept == [hand.device])
        #expect(stage.rawTouches.calibrations.last == mirror)
    }

    @Test("A board that was asked for it begins with it, and with the field test after it.")
    func asked() {
        for hasFieldTest in [false, true] {
            let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
            let rawTouches = ScriptedRawTouches(panels: [
                PanelDescription(id: DeviceID(rawValue: 1), name: "Panel", slotCount: 10)
            ])
            var options = AppOptions()
            options.beginsWithOrientation = true
            options.beginsWithFieldTest = hasFieldTest
            simulator.application.launch(
                AppDelegate(
                    options: options,
                    services: KioskServices(
                        panel: TestPanel(width: 800, height: 480, scale: 1), system: TestSystem(),
                        frames: TestFrames(), rehearsals: TestRehearsals(),
                        rawTouches: rawTouches, display: ScriptedDisplayInformation())))
            func root() -> UIViewController? {
                simulator.application.windows.first { $0.windowLevel > .alert }?
                    .rootViewController
            }
            #expect(root() != nil)
            #expect(!(root() is FieldTestViewController))
            simulator.advance(by: 31)
            #expect((root() is FieldTestViewController) == hasFieldTest)
        }
    }
}
