import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// What fingers cost beside a lock that nobody asks for.
@Suite("Lock's cost", .serialized)
@MainActor
struct MaintenanceCostTests {
    @Test(
        "Fingers at 240 Hz over a scene with a lock allocate nothing once warm, three no more than ten.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"),
        arguments: [3, 10])
    func allocations(fingers: Int) throws {
        let keeper = TestKeeper()
        let kiosk = try ScriptedKiosk {
            $0.launch(AppDelegate(options: AppOptions(scene: .touches), lock: keeper))
        }
        var panel = TestSupport.Panel(width: 800, height: 480)
        for slot in 0..<fingers {
            try kiosk.step(panel.frame(slot, .down, x: 60 + Double(slot * 70), y: 100))
        }
        var counted: UInt = 0
        // Frames of 20 ms with 5 samples each, a second to warm up, and nearly two to count: three fingers
        // that keep to their places ask after three.
        for step in 0..<(140 * 5) {
            let before = allocation_counter_value()
            let frame = panel.frame(moving: 0..<fingers) { slot in
                (60 + Double(slot * 70) + Double(step % 7), 100 + Double(step % 5))
            }
            if step % 5 == 4 { try kiosk.step(frame) } else { kiosk.session.receive(frame) }
            if step >= 50 * 5 { counted += allocation_counter_value() - before }
        }
        #expect(kiosk.session.frameLog.frames > 100)
        #expect(counted == 0)
        func isLockShown() -> Bool {
            kiosk.application.windows.contains { $0.windowLevel > .alert }
        }
        #expect(!isLockShown())
        // What was counted was a gesture under way.
        for _ in 0..<20 { try kiosk.step(panel.frame(0, .motion, x: 62, y: 100)) }
        kiosk.session.advanceTimers(to: Timestamp(seconds: 4))
        #expect(isLockShown() == (fingers == 3))
    }
}
