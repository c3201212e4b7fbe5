import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerOrientation
import TouchTrackerTestSupport

/// Golden pictures of orientation calibration.
@Suite("Orientation pictures", .serialized)
@MainActor
struct OrientationPictureTests {
    @Test(
        "The marks, the confirmation and the outcome.",
        arguments: [(800.0, 480.0), (320, 240), (240, 320), (720, 1_280)])
    func pages(width: Double, height: Double) throws {
        let app = MaintenanceTestApp(.touches, width: width, height: height, hasPattern: false)
        let touchscreen = TestTouchscreen.calibratingMirrored(app)
        func expect(_ name: String) throws {
            try expectPicture(
                app.simulator.render(), matches: "\(name)-\(Int(width))x\(Int(height))")
        }
        try expect("first")
        touchscreen.tap(touchscreen.marks.first)
        try expect("second")
        touchscreen.tap(touchscreen.marks.first)
        try expect("refused")
        touchscreen.tapMarks(2)
        app.simulator.advance(by: 3.5)
        touchscreen.down(0, touchscreen.marks.third)
        try expect("confirming")
        app.simulator.advance(by: 0.1)
        touchscreen.up(0)
        try expect("kept")
    }

    @Test("The outcome of an unconfirmed calibration.")
    func unconfirmed() throws {
        let app = MaintenanceTestApp(.touches, hasPattern: false)
        TestTouchscreen.calibratingMirrored(app).tapMarks(2)
        app.simulator.advance(by: 15.5)
        try expectPicture(app.simulator.render(), matches: "unconfirmed")
    }
}
