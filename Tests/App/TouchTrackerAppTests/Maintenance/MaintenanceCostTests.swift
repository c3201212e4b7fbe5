import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// The cost of touches for the lock's gesture recognizers.
@Suite("Lock gesture cost", .serialized)
@MainActor
struct MaintenanceCostTests {
    @Test(
        "Touches at 240 Hz in a scene with a lock allocate nothing once warm.",
        .requiresOptimizedBuild,
        arguments: [3, 10])
    func allocations(fingers: Int) throws {
        let authenticator = TestPatternAuthenticator()
        let kiosk = try ScriptedKiosk {
            $0.launch(
                AppDelegate(
                    options: AppOptions(scene: .touches), authenticator: authenticator))
        }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        for slot in 0..<fingers {
            try kiosk.step(touchscreen.frame(slot, .down, x: 60 + Double(slot * 70), y: 100))
        }
        var allocationCount: UInt = 0
        // Frames of 20 ms with 5 samples each: one second of warm-up, and less than two seconds of
        // counting, because three resting contacts open the lock after three seconds.
        for step in 0..<(140 * 5) {
            let before = allocation_counter_value()
            let frame = touchscreen.frame(moving: 0..<fingers) { slot in
                (60 + Double(slot * 70) + Double(step % 7), 100 + Double(step % 5))
            }
            if step % 5 == 4 { try kiosk.step(frame) } else { kiosk.session.receive(frame) }
            if step >= 50 * 5 { allocationCount += allocation_counter_value() - before }
        }
        #expect(kiosk.session.frameLog.frames > 100)
        #expect(allocationCount == 0)
        func isLockShown() -> Bool {
            kiosk.application.windows.contains { $0.windowLevel > .alert }
        }
        #expect(!isLockShown())
        // The allocations were counted during a gesture that three contacts complete.
        for _ in 0..<20 { try kiosk.step(touchscreen.frame(0, .motion, x: 62, y: 100)) }
        kiosk.session.advanceTimers(to: Timestamp(seconds: 4))
        #expect(isLockShown() == (fingers == 3))
    }
}
