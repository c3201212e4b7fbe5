import CTouchTrackerAllocationCounter
import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// What the care for a screen costs while somebody is there: nothing that is allocated.
@Suite("Screen care's cost", .serialized)
@MainActor
struct ScreenCareCostTests {
    @Test(
        "Touches that pass, and touches that are swallowed, are looked at without an allocation.",
        .enabled(if: Optimization.isOn, "allocations are counted in an optimised build"),
        .enabled(if: allocation_counter_is_active(), "a sanitizer has a malloc of its own"))
    func allocations() {
        var touches = WakeTouches()
        var care = ScreenCare(ScreenStage.options)
        var panel = Panel(width: 200, height: 100)
        _ = care.displayCame(at: .zero)
        var counted: UInt = 0
        for round in 0..<40 {
            for step in 0..<20 {
                let now = Timestamp(microseconds: Int64(round * 20 + step) * 10_000)
                let frame =
                    step == 0
                    ? panel.frame(0, .down, x: 10, y: 10)
                    : step == 1
                        ? panel.frame(1, .down, x: 90, y: 10)
                        : step == 18
                            ? panel.frame(0, .up, x: 0, y: 0)
                            : step == 19
                                ? panel.frame(1, .up, x: 0, y: 0)
                                : panel.frame(moving: 0..<2) { (Double(step * 5 + $0), 40) }
                let before = allocation_counter_value()
                _ = touches.take(frame, isUnseen: round % 2 == 0 && step < 2, at: now)
                _ = care.activity(idleFrom: touches.idle(from: now))
                _ = care.nextDeadline
                if round >= 2 { counted += allocation_counter_value() - before }
            }
        }
        #expect(counted == 0)
        #expect(care.nextDeadline != nil)
    }
}
