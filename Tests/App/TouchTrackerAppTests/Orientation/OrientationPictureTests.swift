import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerOrientation
import TouchTrackerTestSupport

/// What the orientation wizard looks like.
@Suite("Orientation pictures", .serialized)
@MainActor
struct OrientationPictureTests {
    @Test(
        "The marks, the question and both ends.",
        arguments: [(800.0, 480.0, 1.0), (320, 240, 1), (240, 320, 1), (720, 1_280, 1)])
    func pages(width: Double, height: Double, scale: Double) throws {
        let stage = MaintenanceStage(.touches, width: width, height: height, scale: scale)
        let hand = PanelHand(stage)
        hand.distort = PanelHand.mirror
        func expect(_ name: String) throws {
            try expectPicture(
                stage.simulator.render(), matches: "\(name)-\(Int(width))x\(Int(height))")
        }
        hand.hold()
        try expect("first")
        hand.tap(hand.marks.first)
        try expect("second")
        hand.tap(hand.marks.first)
        try expect("refused")
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.second)
        stage.simulator.advance(by: 3.5)
        hand.down(0, hand.marks.third)
        try expect("confirming")
        stage.simulator.advance(by: 0.1)
        hand.up(0)
        try expect("kept")
    }

    @Test("Not confirmed.")
    func unconfirmed() throws {
        let stage = MaintenanceStage(.touches)
        let hand = PanelHand(stage)
        hand.distort = PanelHand.mirror
        hand.hold()
        hand.tap(hand.marks.first)
        hand.tap(hand.marks.second)
        stage.simulator.advance(by: 15.5)
        try expectPicture(stage.simulator.render(), matches: "unconfirmed")
    }
}
