import KioskDisplay
import KioskRuntime
import Testing
import TouchTrackerTestSupport

/// The real loop, in real time and in memory: how often it is woken, counted.
@Suite("Kiosk's wake-ups", .serialized)
@MainActor
struct KioskWakeUpsTests {
    private func run(moving: Double, resting: Double) throws -> KioskReport {
        let options = KioskOptions(
            output: .headless(DisplayMode(width: 200, height: 120)), input: .none)
        return try Kiosk.run(options: options) { MovingApp(moving: moving, resting: resting) }
    }

    @Test("A kiosk in which nothing happens is woken by its end alone.")
    func idle() throws {
        let report = try run(moving: 0, resting: 1)
        #expect(report.frames == 1)
        // The call that ends it, and the signal.
        #expect(report.wakeUps <= 2)
    }

    @Test("While something moves a frame takes one wake-up.")
    func moving() throws {
        let report = try run(moving: 1, resting: 0.5)
        #expect(report.frames > 10)
        // Beside the frames: the end of the motion, the call that ends it all, and the signal; and a
        // frame now and then in which the view hasn't moved by a pixel.
        #expect(report.wakeUps <= UInt64(report.frames) + 6)
    }
}
