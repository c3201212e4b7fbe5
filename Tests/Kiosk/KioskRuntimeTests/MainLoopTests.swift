import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
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

    @MainActor private final class CallCounter {
        var count = 0
    }

    @Test("A call that was posted before the launch is made without another event")
    func earlyCall() throws {
        let calls = CallCounter()
        RunLoop.main.perform { calls.count += 1 }
        _ = try stage.run { () throws(DisplayError) in
            try HeadlessDisplay(
                mode: DisplayMode(width: 80, height: 60), clock: { stage.now() })
        }
        #expect(calls.count == 1)
    }
}
