import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchTrackerApp
import TouchTrackerTestSupport

/// What scenes that move ask of a frame, counted.
@Suite("Moving scenes' cost", .serialized)
@MainActor
struct MovingSceneCostTests {
    /// Ten fingers for as long as one likes; in the scene with cards three of them drag those.
    @MainActor
    private final class Fingers {
        private let holds: [CGPoint]
        private let size: CGSize
        private var isDown = false

        init(_ kiosk: SceneKiosk) {
            let view = kiosk.view as? DragView
            holds = [view?.touchCard, view?.panCard, view?.swingCard].compactMap { $0?.center }
            size = kiosk.view?.bounds.size ?? .zero
        }

        func act(_ finger: Int, _ time: Double) -> SceneKiosk.Finger {
            defer { if finger == 9 { isDown = true } }
            let state = isDown ? TouchContact.State.motion : .down
            guard holds.indices.contains(finger) else {
                return (state, wanderingFinger(finger, time))
            }
            let turn = CGAffineTransform(rotationAngle: time * (3 + Double(finger)))
            let arm = CGPoint(x: isDown ? 60 : 0, y: 0).applying(turn)
            let hold = holds[finger]
            return (
                state,
                CGPoint(x: (hold.x + arm.x) / size.width, y: (hold.y + arm.y) / size.height)
            )
        }
    }

    @Test(
        "Once warm, ten fingers at 240 reports a second allocate nothing.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"),
        arguments: [Scene.sparkles, .drag])
    func warmFramesAllocateNothing(scene: Scene) throws {
        let kiosk = try SceneKiosk(scene)
        let fingers = Fingers(kiosk)
        // Until there are as many sparks as there will be, and the turned letters are known.
        for _ in 0..<600 { try kiosk.frame(fingers.act) }
        let frames = kiosk.session.frameLog.frames
        var counted: UInt = 0
        for _ in 0..<120 {
            let before = allocation_counter_value()
            try kiosk.frame(fingers.act)
            counted += allocation_counter_value() - before
        }
        #expect(kiosk.session.frameLog.frames == frames + 120)
        #expect(counted == 0)
    }
}
