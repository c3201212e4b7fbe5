import KioskDisplay
import KioskRuntime
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// The real main loop in virtual time.
@Suite("Main loop", .serialized)
@MainActor
struct MainLoopTests {
    private let stage = MainLoopStage()

    @Test("If frames take longer than a period, the loop waits for events before each frame")
    func slowFrames() throws {
        let report = try stage.run(moving: 5) { () throws(DisplayError) in
            // The display reads the clock once per frame, after which 100 ms have passed.
            try HeadlessDisplay(mode: DisplayMode(width: 200, height: 120)) {
                stage.time.advance(by: 100_000)
                return stage.now()
            }
        }
        #expect((40...55).contains(report.frames))
        // The first frame is drawn before the loop waits.
        #expect(report.wakeUps >= UInt64(report.frames - 1))
    }
}
