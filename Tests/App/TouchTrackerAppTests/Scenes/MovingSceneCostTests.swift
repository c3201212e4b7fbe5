import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchTrackerApp
import TouchTrackerTestSupport

/// The allocations of the sparkles and drag scenes.
@Suite("Moving scene cost", .serialized)
@MainActor
struct MovingSceneCostTests {
    /// Ten touches that move endlessly; in the drag scene three of them drag cards.
    @MainActor
    private final class WanderingTouches {
        private let holds: [CGPoint]
        private let size: CGSize
        private var isDown = false

        init(_ kiosk: SceneTestKiosk) {
            let view = kiosk.view as? DragView
            holds = [view?.touchCard, view?.panCard, view?.swingCard].compactMap { $0?.center }
            size = kiosk.view?.bounds.size ?? .zero
        }

        func act(_ finger: Int, _ time: Double) -> SceneTestKiosk.TouchState {
            defer { if finger == 9 { isDown = true } }
            let state = isDown ? TouchContact.State.motion : .down
            guard holds.indices.contains(finger) else {
                return (state, wanderingLocation(finger, time))
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
        "After warm-up, ten touches at 240 Hz allocate nothing.",
        .requiresOptimizedBuild,
        arguments: [Scene.sparkles, .drag])
    func warmFramesAllocateNothing(scene: Scene) throws {
        let kiosk = try SceneTestKiosk(scene)
        let touches = WanderingTouches(kiosk)
        // The warm-up lasts until the number of sparks is constant and rotated glyphs are cached.
        for _ in 0..<600 { try kiosk.frame(touches.act) }
        let frames = kiosk.session.frameLog.frames
        var counted: UInt = 0
        for _ in 0..<120 {
            let before = allocation_counter_value()
            try kiosk.frame(touches.act)
            counted += allocation_counter_value() - before
        }
        #expect(kiosk.session.frameLog.frames == frames + 120)
        #expect(counted == 0)
    }
}
