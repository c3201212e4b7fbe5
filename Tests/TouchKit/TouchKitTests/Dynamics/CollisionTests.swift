import Glibc
import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// Collisions of items with boundaries and each other.
@Suite("Collisions", .serialized)
@MainActor
struct CollisionTests {
    final class Listener: UICollisionBehaviorDelegate {
        var calls: [String] = []

        func collisionBehavior(
            _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
            with item2: any UIDynamicItem, at p: CGPoint
        ) {
            calls.append("items began")
        }

        func collisionBehavior(
            _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
            with item2: any UIDynamicItem
        ) {
            calls.append("items ended")
        }

        func collisionBehavior(
            _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
            withBoundaryIdentifier identifier: AnyHashable?, at p: CGPoint
        ) {
            calls.append("\(identifier.map { "\($0)" } ?? "edge") began")
        }

        func collisionBehavior(
            _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
            withBoundaryIdentifier identifier: AnyHashable?
        ) {
            calls.append("\(identifier.map { "\($0)" } ?? "edge") ended")
        }
    }

    @Test("A falling item comes to rest upright on the lower edge, and the animator pauses.")
    func restsOnTheFloor() {
        let (ground, item) = DynamicsStage.withItem(200, 100)
        let collision = ground.collision([item])
        let listener = Listener()
        collision.collisionDelegate = listener
        ground.add(UIGravityBehavior(items: [item]), collision)
        ground.simulator.advance(to: 3)
        #expect(abs(item.center.y - 380) < 0.1)
        #expect(abs(item.center.x - 200) < 0.1)
        #expect(abs(item.rotation) < 0.001)
        #expect(ground.animator?.isRunning == false)
        #expect(listener.calls == ["edge began"])
    }

    @Test(
        "A bounce keeps the fraction of the velocity given by elasticity.",
        arguments: [0.5, 0.8, 1])
    func bounce(elasticity: Double) {
        let (ground, item) = DynamicsStage.withItem(200, 180)
        let motion = UIDynamicItemBehavior(items: [item])
        motion.elasticity = elasticity
        ground.add(UIGravityBehavior(items: [item]), ground.collision([item]), motion)
        var hasBounced = false
        var highest = Double.infinity
        ground.advanceFrames(90) { _ in
            hasBounced = hasBounced || motion.linearVelocity(for: item).y < -50
            if hasBounced { highest = min(highest, item.center.y) }
        }
        let expected = 380 - 200 * elasticity * elasticity
        #expect(abs(highest - expected) < 6)
        #expect(highest >= 179.9)
    }

    @Test("Thrown items stay inside the bounds.", arguments: 0..<10)
    func staysInside(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 40)
        let ground = DynamicsStage()
        let items = (0..<3).map { index in
            ground.item(
                80 + CGFloat(index) * 110, 200, random.number(in: 10...80),
                random.number(in: 10...80))
        }
        let motion = UIDynamicItemBehavior(items: items)
        motion.elasticity = random.number(in: 0...1)
        motion.friction = random.number(in: 0...1)
        ground.add(ground.collision(items), motion, UIGravityBehavior(items: items))
        for item in items {
            motion.addLinearVelocity(
                CGPoint(random.number(in: -8_000...8_000), random.number(in: -8_000...8_000)),
                for: item)
            motion.addAngularVelocity(random.number(in: -10...10), for: item)
        }
        var worst = -Double.infinity
        ground.advanceFrames(300) { _ in
            for item in items {
                worst = max(worst, item.excess(over: ground.simulator.window.bounds))
            }
        }
        #expect(worst < 0.5)
    }

    @Test("Without friction or loss, bouncing items gain no energy.")
    func energyDoesNotGrow() {
        let ground = DynamicsStage()
        let items = [ground.item(100, 100), ground.item(300, 150, 60, 30), ground.item(200, 300)]
        let motion = UIDynamicItemBehavior(items: items)
        motion.elasticity = 1
        motion.friction = 0
        ground.add(ground.collision(items), motion)
        motion.addLinearVelocity(CGPoint(400, 300), for: items[0])
        motion.addLinearVelocity(CGPoint(-350, 100), for: items[1])
        func energy() -> Double {
            items.reduce(0) { sum, item in
                let velocity = motion.linearVelocity(for: item)
                let spin = motion.angularVelocity(for: item)
                let mass = item.bounds.width * item.bounds.height / 10_000
                let inertia =
                    mass * (pow(item.bounds.width, 2) + pow(item.bounds.height, 2)) / 12
                return sum + mass * (velocity.x * velocity.x + velocity.y * velocity.y) / 2
                    + inertia * spin * spin / 2
            }
        }
        let first = energy()
        var most = 0.0
        ground.advanceFrames(1_200) { _ in most = max(most, energy()) }
        #expect(most <= first * 1.01)
        #expect(most > 0)
    }

    @Test("Equal items in a head-on collision exchange their velocities.")
    func headOn() {
        let (ground, first, second) = DynamicsStage.withItems((100, 200), (250, 200))
        let collision = UICollisionBehavior(items: [first, second])
        let listener = Listener()
        collision.collisionDelegate = listener
        let motion = UIDynamicItemBehavior(items: [first, second])
        motion.elasticity = 1
        motion.addLinearVelocity(CGPoint(300, 0), for: first)
        ground.add(collision, motion)
        ground.simulator.advance(to: 0.6)
        #expect(abs(motion.linearVelocity(for: first).x) < 3)
        #expect(abs(motion.linearVelocity(for: second).x - 300) < 3)
        #expect(listener.calls == ["items began", "items ended"])
    }

    @Test("Items stack and come to rest.")
    func stack() {
        let ground = DynamicsStage()
        let items = (0..<4).map { ground.item(200, 370 - CGFloat($0) * 45) }
        ground.add(UIGravityBehavior(items: items), ground.collision(items))
        ground.simulator.advance(to: 6)
        for (index, item) in items.enumerated() {
            #expect(abs(item.center.y - (380 - CGFloat(index) * 40)) < 1.5)
            #expect(abs(item.center.x - 200) < 2)
        }
        #expect(ground.animator?.isRunning == false)
    }

    @Test(
        "A line boundary stops items from either side at any speed.",
        arguments: [300.0, 2_000, 6_000])
    func line(speed: Double) {
        for direction in [1.0, -1] {
            let (ground, item) = DynamicsStage.withItem(200 - direction * 100, 200)
            let collision = UICollisionBehavior(items: [item])
            collision.addBoundary(
                withIdentifier: "wall", from: CGPoint(200, 50), to: CGPoint(200, 350))
            let listener = Listener()
            collision.collisionDelegate = listener
            let motion = UIDynamicItemBehavior(items: [item])
            motion.addLinearVelocity(CGPoint(direction * speed, 0), for: item)
            ground.add(collision, motion)
            ground.advanceFrames(60) { _ in
                #expect((200 - item.center.x) * direction > 18)
            }
            #expect(listener.calls.first == "wall began")
            #expect(collision.boundaryIdentifiers == ["wall"])
        }
    }

    @Test("A line boundary stops items at its ends but not beyond them.")
    func lineEnds() {
        let (ground, free, caught) = DynamicsStage.withItems((100, 60), (100, 215))
        let collision = UICollisionBehavior(items: [free, caught])
        collision.addBoundary(withIdentifier: 1, from: CGPoint(200, 200), to: CGPoint(200, 100))
        let motion = UIDynamicItemBehavior(items: [free, caught])
        motion.addLinearVelocity(CGPoint(300, 0), for: free)
        motion.addLinearVelocity(CGPoint(300, 0), for: caught)
        ground.add(collision, motion)
        ground.simulator.advance(to: 1)
        #expect(abs(free.center.x - 400) < 1)
        #expect(caught.center.x < 390)
    }

    @Test("A path can be a boundary; a removed boundary has no effect.")
    func path() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        let collision = UICollisionBehavior(items: [item])
        collision.addBoundary(
            withIdentifier: "box",
            for: UIBezierPath(rect: CGRect(x: 50, y: 50, width: 200, height: 200)))
        ground.add(UIGravityBehavior(items: [item]), collision)
        ground.simulator.advance(to: 2)
        #expect(abs(item.center.y - 230) < 0.5)
        collision.removeBoundary(withIdentifier: "box")
        ground.simulator.advance(by: 0.5)
        #expect(item.center.y > 300)
        #expect(collision.boundaryIdentifiers == nil)
    }

    @Test("The collision mode limits what items collide with.")
    func modes() {
        for mode in [UICollisionBehavior.Mode.items, .boundaries] {
            let (ground, first, second) = DynamicsStage.withItems((100, 200), (250, 200))
            let collision = ground.collision([first, second])
            collision.collisionMode = mode
            let motion = UIDynamicItemBehavior(items: [first, second])
            motion.addLinearVelocity(CGPoint(300, 0), for: first)
            ground.add(collision, motion)
            ground.simulator.advance(to: 3)
            if mode == .items {
                #expect(second.center.x > 400)
            } else {
                #expect(second.center.x == 250)
                #expect(first.center.x > 300 && first.center.x <= 380.5)
            }
        }
    }

    @Test("Friction stops a sliding item after the expected distance.")
    func friction() {
        let (ground, item) = DynamicsStage.withItem(60, 380)
        let motion = UIDynamicItemBehavior(items: [item])
        motion.friction = 0.3
        motion.allowsRotation = false
        ground.add(UIGravityBehavior(items: [item]), ground.collision([item]), motion)
        ground.simulator.advance(to: 0.3)
        motion.addLinearVelocity(CGPoint(300, 0), for: item)
        ground.simulator.advance(to: 3)
        // v² / 2μg
        #expect(abs(item.center.x - 60 - 300 * 300 / (2 * 0.3 * 1_000)) < 5)
    }

    @Test("An anchored item does not move, and others collide with it.")
    func anchored() {
        let ground = DynamicsStage()
        let fixed = ground.item(200, 300, 100, 20)
        let item = ground.item(200, 100)
        let anchor = UIDynamicItemBehavior(items: [fixed])
        anchor.isAnchored = true
        ground.add(
            anchor, UIGravityBehavior(items: [fixed, item]),
            UICollisionBehavior(items: [fixed, item]))
        ground.simulator.advance(to: 3)
        #expect(fixed.center == CGPoint(200, 300))
        #expect(abs(item.center.y - 270) < 0.5)
    }
}
