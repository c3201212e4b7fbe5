import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// The allocations of the touches, unlock and pulse scenes.
@Suite("Small scene cost", .serialized)
@MainActor
struct SceneCostTests {
    /// A path over the nine dots of the pattern, in pixels of an 800 × 480 screen.
    private static let dots: [(Double, Double)] = [
        (400, 112), (272, 112), (272, 240), (272, 368), (400, 368), (528, 368), (528, 240),
        (528, 112),
    ]

    @Test(
        "After warm-up, two seconds with ten touches at 240 Hz allocate nothing.",
        .requiresOptimizedBuild,
        arguments: [Scene.touches, .unlock, .pulse])
    func warmFramesAllocateNothing(scene: Scene) throws {
        let kiosk = try ScriptedKiosk {
            $0.launch(AppDelegate(options: AppOptions(scene: scene, paper: .gray, tool: .line)))
        }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        // Touch 0 presses the disc until it pulses, or draws a pattern; the others are beside it.
        try kiosk.step(touchscreen.frame(0, .down, x: 400, y: 240))
        for slot in 1..<10 {
            try kiosk.step(touchscreen.frame(slot, .down, x: Double(slot * 70), y: 20))
        }
        var sample = 0
        func place(_ slot: Int) -> (Double, Double) {
            let x = Double(sample % 97 * 2)
            let y = Double(sample % 61 * 3)
            if slot == 0 {
                // The touch rests until its press is recognized, then moves over all nine dots.
                if sample < 120 { return (400, 240) }
                if sample < 240 { return Self.dots[(sample - 120) / 15] }
                return (300 + x, 150 + y)
            }
            return (Double(slot * 60) + x, 100 + Double(slot * 10) + y)
        }
        var counted: UInt = 0
        var allocating: [Int] = []
        allocating.reserveCapacity(180)
        for frame in 0..<180 {
            let before = allocation_counter_value()
            for _ in 0..<3 {
                sample += 1
                kiosk.session.receive(touchscreen.frame(moving: 0..<10, to: place))
            }
            sample += 1
            try kiosk.step(touchscreen.frame(moving: 0..<10, to: place))
            let new = allocation_counter_value() - before
            if frame >= 60 { counted += new }
            if new > 0 { allocating.append(frame) }
        }
        #expect(kiosk.session.frameLog.frames >= 120)
        #expect(counted == 0, "frames that allocate: \(allocating)")
    }

    @Test(
        "The measured scenes are active: rows change, dots are connected, the disc pulses.",
        arguments: [Scene.touches, .unlock, .pulse])
    func scenesAreAtWork(scene: Scene) throws {
        let kiosk = try ScriptedKiosk {
            $0.launch(AppDelegate(options: AppOptions(scene: scene, paper: .gray, tool: .line)))
        }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 400, y: 240))
        try kiosk.step(touchscreen.frame(1, .down, x: 70, y: 20))
        for step in 0..<60 {
            try kiosk.step(touchscreen.frame(1, .motion, x: 70 + Double(step), y: 20))
        }
        try kiosk.step(touchscreen.frame(0, .motion, x: 480, y: 240))
        let view = kiosk.application.keyWindow?.rootViewController?.view
        switch view {
        case let view as TouchesView:
            #expect(view.table.rows.prefix(2).map { $0?.phase } == [.moved, .stationary])
        case let view as UnlockView:
            #expect(view.patternView.pattern.dots.first == 5)
        case let view as PulseView:
            #expect(view.disc.center.x == 480)
            #expect(kiosk.application.needsFrames)
        default:
            Issue.record("no view")
        }
    }
}
