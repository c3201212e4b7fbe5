import CAllocationCounter
import TestSupport
import Testing
import Touch
import TouchKit
import TouchTrackerApp

/// What scenes that move ask of a frame, counted.
@Suite("Moving scenes' cost", .serialized)
@MainActor
struct MovingSceneCostTests {
    private func comeDown(_ kiosk: SceneKiosk) throws {
        var isDown = false
        try kiosk.frame { finger, time in
            defer { if finger == 9 { isDown = true } }
            return (isDown ? .motion : .down, wanderingFinger(finger, time))
        }
    }

    @Test(
        "Once warm, ten fingers at 240 reports a second allocate nothing.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"),
        arguments: [Scene.sparkles, .drag])
    func warmFramesAllocateNothing(scene: Scene) throws {
        let kiosk = try SceneKiosk(scene)
        try comeDown(kiosk)
        var counted: UInt = 0
        for frame in 0..<480 {
            let before = allocation_counter_value()
            try kiosk.frame { (.motion, wanderingFinger($0, $1)) }
            // Two seconds until there are as many sparks as there will be, and one more.
            if frame >= 360 { counted += allocation_counter_value() - before }
        }
        #expect(kiosk.session.frameLog.frames > 400)
        #expect(counted == 0)
    }

    @Test("Ten fingers at 240 reports a second have two seconds' sparks alive, and no more.")
    func sparksAlive() throws {
        let kiosk = try SceneKiosk(.sparkles, width: 200, height: 120)
        let view = try #require(kiosk.view as? SparklesView)
        try comeDown(kiosk)
        for _ in 0..<150 { try kiosk.frame { (.motion, wanderingFinger($0, $1)) } }
        #expect((4_700...4_800).contains(view.sparkCount))
        for _ in 0..<150 { try kiosk.frame { (.motion, wanderingFinger($0, $1)) } }
        #expect((4_700...4_800).contains(view.sparkCount))
        try kiosk.rest(seconds: 2.1)
        #expect(view.sparkCount == 0)
        #expect(!kiosk.application.needsFrames)
    }
}
