import KioskDisplay
import KioskRuntime
import Testing
import TouchTrackerTestSupport

/// Counts wake-ups of the real main loop in real time, on a headless display.
@Suite("Kiosk wake-ups", .serialized)
@MainActor
struct KioskWakeUpsTests {
    private func run(moving: Double, resting: Double) throws -> KioskReport {
        let options = KioskOptions(
            output: .headless(DisplayMode(width: 200, height: 120)), input: .none)
        return try Kiosk.run(options: options) { AnimatedViewApp(moving: moving, resting: resting) }
    }

    @Test("An idle kiosk is woken only for its end")
    func idle() throws {
        let report = try run(moving: 0, resting: 1)
        #expect(report.frames == 1)
        // The call that ends the kiosk, and the signal.
        #expect(report.wakeUps <= 2)
    }

    @Test("An animation causes one wake-up per frame")
    func moving() throws {
        let report = try run(moving: 1, resting: 0.5)
        #expect(report.frames > 10)
        // In addition to the frames: the end of the animation, the call that ends the kiosk, the
        // signal, and rare frames in which the view moved by less than a pixel.
        #expect(report.wakeUps <= UInt64(report.frames) + 6)
    }
}
