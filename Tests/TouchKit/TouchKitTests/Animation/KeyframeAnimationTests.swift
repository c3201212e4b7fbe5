import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

@Suite("Keyframe animations, groups and transactions")
@MainActor
struct KeyframeAnimationTests {
    private let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 200))
    private let layer = CALayer()

    init() {
        layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        layer.backgroundColor = UIColor.black.cgColor
        simulator.window.layer.addSublayer(layer)
    }

    /// Advances the clock and returns the position that is shown.
    private func position(after seconds: Double) -> CGPoint {
        simulator.advance(by: seconds)
        return layer.presentation()?.position ?? .zero
    }

    private func makeAnimation(_ keyPath: String, _ values: [Any]) -> CAKeyframeAnimation {
        let animation = CAKeyframeAnimation(keyPath: keyPath)
        animation.values = values
        animation.duration = 1
        return animation
    }

    @Test("Values are interpolated between evenly spaced or given key times")
    func values() {
        let animation = makeAnimation("position.x", [0, 100, 50])
        layer.add(animation, forKey: "move")
        #expect(position(after: 0.25).x == 50)
        #expect(position(after: 0.5).x == 75)
        animation.keyTimes = [0, 0.2, 1]
        layer.add(animation, forKey: "move")
        #expect(position(after: 0.1).x == 50)
        #expect(position(after: 0.5).x == 75)
        animation.keyTimes = nil
        animation.calculationMode = .discrete
        layer.add(animation, forKey: "move")
        #expect(position(after: 0.3).x == 0)
        #expect(position(after: 0.1).x == 100)
        #expect(position(after: 0.6).x == 10)
        #expect(!simulator.application.needsFrames)
    }

    @Test("A position moves along a path at constant speed")
    func path() {
        let animation = makeAnimation("position", [])
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 10, y: 10))
        path.addLine(to: CGPoint(x: 40, y: 10))
        path.addLine(to: CGPoint(x: 40, y: 100))
        animation.path = path
        layer.add(animation, forKey: nil)
        #expect(position(after: 0.25) == CGPoint(x: 40, y: 10))
        #expect(position(after: 0.25) == CGPoint(x: 40, y: 40))
    }

    @Test("Bounds, colors and the corner radius are animated, and the picture follows")
    func properties() {
        layer.position = CGPoint(x: 100, y: 100)
        for (keyPath, value) in [
            ("bounds", CGRect(x: 0, y: 0, width: 60, height: 100)), ("cornerRadius", 10),
            ("backgroundColor", UIColor.red.cgColor), ("borderWidth", 4),
        ] as [(String, Any)] {
            layer.add(CABasicAnimation(keyPath, to: value), forKey: keyPath)
        }
        simulator.advance(by: 0.5)
        let shown = layer.presentation()
        #expect(shown?.bounds.size == CGSize(width: 40, height: 60))
        #expect(shown?.cornerRadius == 5)
        #expect(shown?.borderWidth == 2)
        #expect(layer.bounds.size == CGSize(width: 20, height: 20))
        let picture = simulator.render()
        #expect(picture[100, 75] == 0xFF80_0000)
        #expect(picture[100, 65] == 0xFF00_0000)
        simulator.application.invalidateEverything()
        #expect(simulator.render().isEqual(to: picture))
    }

    @Test("An animated border is drawn, and fades with the layer, if the layer has no border")
    func border() {
        simulator.window.backgroundColor = .white
        layer.position = CGPoint(x: 100, y: 100)
        layer.borderColor = UIColor.red.cgColor
        layer.opacity = 0.5
        layer.add(CABasicAnimation("borderWidth", from: 0, to: 8), forKey: nil)
        simulator.advance(by: 0.5)
        let picture = simulator.renderVerified()
        #expect(picture[91, 100] == 0xFFFF_8080)
        #expect(picture[95, 100] >> 16 & 0xFF < 0x90)
        simulator.advance(by: 0.5)
        #expect(simulator.renderVerified()[91, 100] >> 16 & 0xFF < 0x90)
    }

    @Test("A group runs its animations with its own timing, and ends them")
    func group() {
        let move = CABasicAnimation(keyPath: "position.x")
        move.toValue = 110
        let fade = CABasicAnimation("opacity", to: 0, duration: 0.2)
        fade.beginTime = 0.5
        let group = CAAnimationGroup()
        group.animations = [move, fade]
        group.duration = 1
        layer.add(group, forKey: "both")
        #expect(position(after: 0.5).x == 60)
        #expect(layer.presentation()?.opacity == 1)
        simulator.advance(by: 0.1)
        let opacity = layer.presentation()?.opacity ?? 0
        #expect(abs(opacity - 0.5) < 0.001)
        simulator.advance(by: 0.2)
        #expect(layer.presentation()?.opacity == 1)
        #expect(position(after: 0.3).x == 10)
        #expect(layer.animationKeys() == nil)
    }

    @Test("A held group shows the end of an animation that ends with the group, despite rounding")
    func heldGroup() {
        for (begin, duration, length) in [(0.1, 0.7, 0.8), (1.0 / 3, 1.0 / 3, 2.0 / 3)] {
            let move = CABasicAnimation("position.x", to: 110, duration: duration)
            move.beginTime = begin
            let group = CAAnimationGroup()
            group.animations = [move]
            group.duration = length
            group.fillMode = .forwards
            group.isRemovedOnCompletion = false
            layer.add(group, forKey: "move")
            #expect(position(after: 1).x == 110)
        }
    }

    @Test("A group without a duration has that of its transaction")
    func groupInTransaction() {
        let move = CABasicAnimation(keyPath: "position.x")
        move.toValue = 110
        let group = CAAnimationGroup()
        group.animations = [move]
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        layer.add(group, forKey: "move")
        CATransaction.commit()
        #expect(position(after: 1).x == 60)
        #expect(position(after: 1.1).x == 10)
    }

    @Test("A transaction calls its completion block after its animations, and sets the duration")
    func transaction() {
        // Completion blocks without animations use the clock of the newest application.
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 200))
        let layer = CALayer()
        simulator.window.layer.addSublayer(layer)
        var calls: [String] = []
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        CATransaction.setDisableActions(true)
        CATransaction.setCompletionBlock { calls.append("outer") }
        layer.add(makeAnimation("position.x", [0, 100]), forKey: "move")
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.toValue = 0
        layer.add(fade, forKey: "fade")
        #expect(CATransaction.disableActions())
        CATransaction.begin()
        CATransaction.setCompletionBlock { calls.append("inner") }
        CATransaction.commit()
        CATransaction.commit()
        #expect(!CATransaction.disableActions())
        #expect(calls.isEmpty)
        simulator.advance(by: 1.5)
        #expect(calls == ["inner"])
        #expect(layer.presentation()?.opacity == 0.25)
        simulator.advance(by: 0.6)
        #expect(calls == ["inner", "outer"])
    }
}
