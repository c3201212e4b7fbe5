import Glibc
import Testing
import TouchKit
import TouchKitTesting

/// Dynamic behaviors, compared with mechanics.
@Suite("Dynamics", .serialized)
@MainActor
struct DynamicsTests {
    @Test("After 1 s of free fall, an item has moved 500 points and has 1,000 points per second.")
    func freeFall() {
        let (ground, item) = DynamicsStage.withItem(50, 50)
        let behavior = UIDynamicItemBehavior(items: [item])
        ground.add(UIGravityBehavior(items: [item]), behavior)
        ground.simulator.advance(to: 1)
        #expect(abs(item.center.y - 550) < 0.01)
        #expect(item.center.x == 50)
        #expect(item.transform.isIdentity)
        #expect(abs(behavior.linearVelocity(for: item).y - 1_000) < 0.01)
    }

    @Test("Gravity can be set as a vector or as angle and magnitude.")
    func gravity() {
        let (ground, item) = DynamicsStage.withItem(200, 200)
        let gravity = UIGravityBehavior(items: [item])
        #expect(gravity.magnitude == 1)
        #expect(abs(gravity.angle - .pi / 2) < 1e-12)
        gravity.setAngle(.pi, magnitude: 0.2)
        ground.add(gravity)
        ground.simulator.advance(to: 1)
        #expect(abs(item.center.x - 100) < 0.01)
        #expect(abs(item.center.y - 200) < 0.01)
    }

    @Test("A continuous push of magnitude 1 moves 100 × 100 points by 50 points in 1 s.")
    func continuousPush() {
        let (ground, item) = DynamicsStage.withItem(100, 200, 100, 100)
        let push = UIPushBehavior(items: [item], mode: .continuous)
        push.setAngle(0, magnitude: 1)
        ground.add(push)
        ground.simulator.advance(to: 1)
        #expect(abs(item.center.x - 150) < 0.01)
        #expect(abs(item.center.y - 200) < 0.01)
        #expect(push.active)
    }

    @Test("An instantaneous push acts once, in inverse proportion to the mass.")
    func instantaneousPush() {
        let (ground, item) = DynamicsStage.withItem(100, 100, 100, 200)
        let push = UIPushBehavior(items: [item], mode: .instantaneous)
        push.pushDirection = CGVector(dx: 0, dy: 2)
        ground.add(push)
        ground.simulator.advance(to: 1)
        #expect(abs(item.center.y - 200) < 0.01)
        #expect(!push.active)
        push.active = true
        ground.simulator.advance(to: 1.5)
        #expect(abs(item.center.y - 300) < 0.01)
    }

    @Test("R-8.9: A pendulum on a rod has the period of its length.")
    func pendulum() throws {
        let ground = DynamicsStage()
        let length = 100.0
        let amplitude = 0.2
        let item = ground.item(
            200 + length * sin(amplitude), 100 + length * cos(amplitude), 10, 10)
        let rod = UIAttachmentBehavior(item: item, attachedToAnchor: CGPoint(200, 100))
        #expect(abs(rod.length - length) < 1e-9)
        ground.add(rod, UIGravityBehavior(items: [item]))
        let times = ground.crossings(frames: 240) { item.center.x - 200 }
        let expected =
            2 * Double.pi * (length / 1_000).squareRoot() * (1 + amplitude * amplitude / 16)
        try #require(times.count == 2)
        #expect(abs(times[1] - times[0] - expected) < expected * 0.02)
    }

    @Test("R-8.9: A rod keeps its length and gains no energy at any amplitude.")
    func rod() {
        let (ground, item) = DynamicsStage.withItem(300, 200, 10, 10)
        ground.add(
            UIAttachmentBehavior(item: item, attachedToAnchor: CGPoint(200, 200)),
            UIGravityBehavior(items: [item]))
        var (highest, lowest) = (Double.infinity, -Double.infinity)
        ground.advanceFrames(600) { _ in
            let distance = hypot(item.center.x - 200, item.center.y - 200)
            #expect(abs(distance - 100) < 0.2)
            highest = min(highest, item.center.y)
            lowest = max(lowest, item.center.y)
        }
        #expect(highest > 199.5)
        #expect(lowest > 299)
        #expect(item.center.y > 201)
    }

    @Test("R-8.9: A damped spring rests at its extension under gravity.")
    func springRests() {
        let (ground, item) = DynamicsStage.withItem(200, 150)
        let spring = UIAttachmentBehavior(item: item, attachedToAnchor: CGPoint(200, 100))
        spring.frequency = 2
        spring.damping = 0.3
        ground.add(spring, UIGravityBehavior(items: [item]))
        ground.simulator.advance(to: 8)
        let stretch = 1_000 / pow(2 * Double.pi * 2, 2)
        #expect(abs(item.center.y - (150 + stretch)) < 0.3)
        #expect(ground.animator?.isRunning == false)
    }

    @Test("R-8.9: An undamped spring oscillates at its frequency and gains no energy.")
    func springSwings() throws {
        let (ground, item) = DynamicsStage.withItem(200, 150)
        let spring = UIAttachmentBehavior(item: item, attachedToAnchor: CGPoint(200, 100))
        spring.frequency = 1.5
        spring.length = 80
        ground.add(spring)
        var places: [Double] = []
        let times = ground.crossings(frames: 1_200) {
            places.append(item.center.y)
            return item.center.y - 180
        }
        try #require(times.count > 1)
        let period = (times[times.count - 1] - times[0]) / Double(times.count - 1)
        #expect(abs(period - 1 / 1.5) < 0.02 / 1.5)
        #expect(places.allSatisfy { $0 > 149.5 && $0 < 210.5 })
        #expect(places.suffix(60).max() ?? 0 > 208)
    }

    @Test(
        "R-8.9: An item follows its anchor from the next frame, and swings if attached off-center."
    )
    func anchorMoves() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        let pin = UIAttachmentBehavior(
            item: item, offsetFromCenter: UIOffset(horizontal: 15, vertical: 0),
            attachedToAnchor: CGPoint(115, 100))
        #expect(pin.length == 0)
        ground.add(pin)
        ground.advanceFrames(30) { time in
            pin.anchorPoint = CGPoint(115 + time * 200, 100 + time * 300)
        }
        ground.simulator.advance(by: 1.0 / 60)
        let held = CGPoint(15, 0).applying(item.transform)
        #expect(abs(item.center.x + held.x - pin.anchorPoint.x) < 0.1)
        #expect(abs(item.center.y + held.y - pin.anchorPoint.y) < 0.1)
        #expect(abs(item.rotation) > 0.1)
    }

    @Test("R-8.9: An item released during a drag keeps the drag's velocity.")
    func dragAndThrow() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        let drag = UIAttachmentBehavior(item: item, attachedToAnchor: CGPoint(100, 100))
        let motion = UIDynamicItemBehavior(items: [item])
        ground.add(motion, drag)
        ground.advanceFrames(20) { time in drag.anchorPoint.x = 100 + time * 300 }
        ground.simulator.advance(by: 1.0 / 60)
        ground.animator?.removeBehavior(drag)
        #expect(abs(motion.linearVelocity(for: item).x - 300) < 5)
        let before = item.center.x
        ground.simulator.advance(by: 0.5)
        #expect(abs(item.center.x - before - 150) < 5)
    }

    @Test("R-8.9: Two items on a rod keep their distance and their center of mass.")
    func twoItems() {
        let (ground, first, second) = DynamicsStage.withItems((150, 200), (250, 200))
        let motion = UIDynamicItemBehavior(items: [first, second])
        ground.add(UIAttachmentBehavior(item: first, attachedTo: second), motion)
        motion.addLinearVelocity(CGPoint(0, 200), for: first)
        motion.addLinearVelocity(CGPoint(0, -200), for: second)
        ground.advanceFrames(120) { _ in
            let x = first.center.x - second.center.x
            let y = first.center.y - second.center.y
            #expect(abs(hypot(x, y) - 100) < 0.5)
            #expect(abs(first.center.x + second.center.x - 400) < 0.5)
            #expect(abs(first.center.y + second.center.y - 400) < 0.5)
        }
        #expect(first.center.x != 150)
    }

    @Test(
        "R-8.9: A snap moves an item upright to its snap point, where it rests.",
        arguments: [0.3, 0.5, 1])
    func snap(damping: Double) {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        item.transform = CGAffineTransform(rotationAngle: 1)
        let snap = UISnapBehavior(item: item, snapTo: CGPoint(300, 250))
        snap.damping = damping
        ground.add(snap)
        var furthest = 0.0
        ground.advanceFrames(240) { _ in furthest = max(furthest, item.center.x) }
        #expect(abs(item.center.x - 300) < 0.3)
        #expect(abs(item.center.y - 250) < 0.3)
        #expect(abs(item.rotation) < 0.02)
        #expect((furthest > 302) == (damping < 1))
        #expect(ground.animator?.isRunning == false)
    }

    @Test("Resistance reduces velocity exponentially.")
    func resistance() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        let motion = UIDynamicItemBehavior(items: [item])
        motion.resistance = 2
        motion.angularResistance = 3
        motion.addLinearVelocity(CGPoint(100, 0), for: item)
        motion.addAngularVelocity(2, for: item)
        ground.add(motion)
        ground.simulator.advance(to: 0.5)
        #expect(abs(motion.linearVelocity(for: item).x - 100 * exp(-1)) < 0.01)
        #expect(abs(motion.angularVelocity(for: item) - 2 * exp(-1.5)) < 0.001)
        #expect(abs(item.center.x - 100 - 50 * (1 - exp(-1))) < 0.2)
    }

    @Test("Rotating an item keeps the scale of its transform.")
    func keepsScale() {
        let (ground, item) = DynamicsStage.withItem(100, 100)
        item.transform = CGAffineTransform(scaleX: 2, y: 2)
        let motion = UIDynamicItemBehavior(items: [item])
        motion.addAngularVelocity(1, for: item)
        ground.add(motion)
        ground.simulator.advance(to: 1)
        let expected = CGAffineTransform(scaleX: 2, y: 2).rotated(by: 1)
        #expect(abs(item.transform.a - expected.a) < 0.001)
        #expect(abs(item.transform.b - expected.b) < 0.001)
    }

    @Test("Colliding items share momentum according to their masses.")
    func density() {
        let (ground, light, heavy) = DynamicsStage.withItems((100, 200), (200, 200))
        let motion = UIDynamicItemBehavior(items: [light])
        let weight = UIDynamicItemBehavior(items: [heavy])
        weight.density = 3
        motion.elasticity = 1
        motion.friction = 0
        motion.addLinearVelocity(CGPoint(200, 0), for: light)
        ground.add(motion, weight, UICollisionBehavior(items: [light, heavy]))
        ground.simulator.advance(to: 1)
        #expect(abs(motion.linearVelocity(for: light).x + 100) < 1)
        #expect(abs(weight.linearVelocity(for: heavy).x - 100) < 1)
    }

    @Test("Motion is deterministic, and nearly independent of the frame rate.")
    func deterministic() {
        func run(rate: Double?) -> [CGFloat] {
            let ground = DynamicsStage()
            ground.simulator.displayRate = rate
            let items = (0..<4).map { ground.item(80 + CGFloat($0) * 70, 60 + CGFloat($0) * 20) }
            ground.add(UIGravityBehavior(items: items), ground.collision(items))
            ground.simulator.advance(to: 0.75)
            return items.flatMap { [$0.center.x, $0.center.y, $0.rotation] }
        }
        let first = run(rate: nil)
        #expect(run(rate: nil) == first)
        let slower = run(rate: 40)
        // Positions may differ by one frame at up to 750 points per second.
        #expect(zip(first, slower).allSatisfy { abs($0 - $1) < 20 })
        #expect(first.contains { $0 > 300 })
    }
}
