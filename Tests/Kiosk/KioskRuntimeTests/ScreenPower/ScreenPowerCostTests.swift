import CTouchTrackerAllocationCounter
import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Tests that screen power causes no allocations while the screen is in use.
@Suite("Screen power cost", .serialized)
@MainActor
struct ScreenPowerCostTests {
    @Test(
        "Filtering delivered and suppressed touches does not allocate",
        .requiresOptimizedBuild)
    func allocations() {
        var touches = WakeTouchFilter()
        var power = ScreenPower(ScreenStage.options)
        var touchscreen = TouchFrameGenerator(width: 200, height: 100)
        _ = power.displayOpened(at: .zero)
        var counted: UInt = 0
        for round in 0..<40 {
            for step in 0..<20 {
                let now = Timestamp(microseconds: Int64(round * 20 + step) * 10_000)
                let frame =
                    step == 0
                    ? touchscreen.frame(0, .down, x: 10, y: 10)
                    : step == 1
                        ? touchscreen.frame(1, .down, x: 90, y: 10)
                        : step == 18
                            ? touchscreen.frame(0, .up, x: 0, y: 0)
                            : step == 19
                                ? touchscreen.frame(1, .up, x: 0, y: 0)
                                : touchscreen.frame(moving: 0..<2) { (Double(step * 5 + $0), 40) }
                let before = allocation_counter_value()
                _ = touches.process(frame, isInvisible: round % 2 == 0 && step < 2, at: now)
                _ = power.activity(idleFrom: touches.idleStart(from: now))
                _ = power.nextDeadline
                if round >= 2 { counted += allocation_counter_value() - before }
            }
        }
        #expect(counted == 0)
        #expect(power.nextDeadline != nil)
    }
}
