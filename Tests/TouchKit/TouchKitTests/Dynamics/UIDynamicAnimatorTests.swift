import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// Rest, items, touches and cost of an animator.
@Suite("UIDynamicAnimator", .serialized)
@MainActor
struct UIDynamicAnimatorTests {
    @Test("The animator pauses when all items rest, and resumes when an anchor moves.")
    func pauses() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        let listener = RestListener()
        ground.animator?.delegate = listener
        let pin = UIAttachmentBehavior(item: item, attachedToAnchor: CGPoint(100, 100))
        ground.add(pin)
        #expect(ground.simulator.application.needsFrames)
        ground.simulator.advance(to: 1)
        #expect(ground.animator?.isRunning == false)
        #expect(!ground.simulator.application.needsFrames)
        #expect(listener.calls == ["resume", "pause"])
        pin.anchorPoint = CGPoint(120, 100)
        #expect(ground.simulator.application.needsFrames)
        ground.simulator.advance(to: 5)
        #expect(abs(item.center.x - 120) < 0.3)
        #expect(listener.calls == ["resume", "pause", "resume", "pause"])
        #expect((0.9...3).contains(ground.animator?.elapsedTime ?? 0))
    }

    final class RestListener: UIDynamicAnimatorDelegate {
        var calls: [String] = []

        func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {
            calls.append("resume")
        }

        func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {
            calls.append("pause")
        }
    }

    @Test("An item at the highest point of a throw does not count as resting.")
    func turningPoint() {
        let (ground, item) = DynamicsStage.withItem(100, 300)
        let motion = UIDynamicItemBehavior(items: [item])
        motion.addLinearVelocity(CGPoint(0, -600), for: item)
        let gravity = UIGravityBehavior(items: [item])
        ground.add(motion, gravity)
        ground.simulator.advance(to: 1.2)
        #expect(abs(item.center.y - 300) < 0.1)
        #expect(ground.animator?.isRunning == true)
    }

    @Test("R-8.9: Deallocating an animator stops all motion.")
    func released() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        ground.add(UIGravityBehavior(items: [item]))
        ground.simulator.advance(to: 0.5)
        let place = item.center
        ground.animator = nil
        #expect(!ground.simulator.application.needsFrames)
        ground.simulator.advance(to: 2)
        #expect(item.center == place)
    }

    @Test("updateItem reads the position of an item that the app moved.")
    func updateItem() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        ground.add(UIGravityBehavior(items: [item]))
        ground.simulator.advance(to: 0.2)
        item.center = CGPoint(300, 50)
        item.transform = CGAffineTransform(rotationAngle: 0.5)
        ground.animator?.updateItem(usingCurrentState: item)
        ground.simulator.advance(by: 1.0 / 60)
        #expect(item.center.x == 300)
        #expect(abs(item.center.y - 53.5) < 0.5)
        #expect(abs(item.rotation - 0.5) < 1e-9)
    }

    @Test("An item that was removed, moved and added again starts at its new position.")
    func addedAgain() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        ground.add(UIGravityBehavior(items: [item]))
        ground.simulator.advance(to: 0.2)
        ground.animator?.removeAllBehaviors()
        item.center = CGPoint(300, 50)
        ground.add(UISnapBehavior(item: item, snapTo: CGPoint(300, 50)))
        ground.simulator.advance(by: 1.0 / 60)
        #expect(item.center == CGPoint(300, 50))
    }

    @Test("Behaviors can be grouped, call their action each frame, and be changed in it.")
    func groups() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        let group = UIDynamicBehavior()
        group.addChildBehavior(UIGravityBehavior(items: [item]))
        var calls = 0
        group.action = { [weak ground, unowned group] in
            calls += 1
            if calls == 10 { ground?.animator?.removeBehavior(group) }
        }
        ground.add(group)
        #expect(group.childBehaviors[0].dynamicAnimator === ground.animator)
        ground.simulator.advance(to: 1)
        #expect(calls == 10)
        #expect(abs(item.center.y - 100 - 500.0 / 36) < 0.1)
        #expect(group.childBehaviors[0].dynamicAnimator == nil)
    }

    @Test("R-8.10: A touch continues in an item's view while the animator moves it.")
    func touchesGoOn() {
        let stage = Stage()
        let animator = UIDynamicAnimator(referenceView: stage.window)
        stage.simulator.down(1, at: CGPoint(10, 10))
        animator.addBehavior(UIGravityBehavior(items: [stage.view]))
        stage.simulator.advance(to: 0.5)
        #expect(stage.view.center.y > 200)
        stage.simulator.play("1→(20,10) 1↑")
        stage.trace.expectLines("V.began{1}@0", "V.moved{1}@0.5", "V.ended{1}@0.5")
    }

    @Test("The picture follows the moving items.")
    func picture() {
        let ground = DynamicsStage()
        let items = (0..<3).map { index in
            let item = ground.item(100 + CGFloat(index) * 30, 100)
            item.backgroundColor = [.red, .green, .blue][index]
            return item
        }
        ground.add(UIGravityBehavior(items: items), ground.collision(items))
        for _ in 0..<20 {
            ground.simulator.advance(by: 0.1)
            #expect(ground.simulator.isUpToDate())
        }
    }

    @Test(
        "Steps do not allocate once warm.",
        .requiresOptimizedBuild)
    func warmStepsAllocateNothing() {
        let ground = DynamicsStage()
        let items = (0..<4).map { ground.item(60 + CGFloat($0) * 80, 100) }
        let motion = UIDynamicItemBehavior(items: items)
        motion.elasticity = 1
        motion.friction = 0.1
        for (index, item) in items.enumerated() {
            motion.addLinearVelocity(CGPoint(CGFloat(index) * 300 - 400, 500), for: item)
        }
        let pendulum = ground.item(300, 300, 10, 10)
        ground.add(
            ground.collision(items), motion, UIGravityBehavior(items: [pendulum]),
            UIAttachmentBehavior(item: pendulum, attachedToAnchor: CGPoint(200, 300)))
        let application = ground.simulator.application
        func run(_ frames: Range<Int>) {
            for frame in frames {
                application.stepFrame(at: Timestamp(seconds: Double(frame) / 60))
            }
        }
        run(1..<120)
        let before = allocation_counter_value()
        run(120..<720)
        #expect(allocation_counter_value() == before)
        #expect(ground.animator?.isRunning == true)
    }
}
