import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// Records the calls of an animation.
private final class Delegate: CAAnimationDelegate {
    var calls: [String] = []

    func animationDidStart(_ anim: CAAnimation) {
        calls.append("start")
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        calls.append("stop \(flag)")
    }
}

@Suite("Layer animations")
@MainActor
struct LayerAnimationTests {
    /// A simulator with a black square of 100 points on white.
    @MainActor
    private struct Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 300, height: 200))
        let view = UIView(frame: CGRect(x: 100, y: 50, width: 100, height: 100))

        init() {
            simulator.window.backgroundColor = .white
            view.backgroundColor = .black
            simulator.window.addSubview(view)
        }

        /// The bounding box of the pixels that are not white.
        var shownBox: CGRect {
            let picture = simulator.render()
            var box: CGRect?
            for y in 0..<picture.height {
                for x in 0..<picture.width where picture[x, y] != 0xFFFF_FFFF {
                    let pixel = CGRect(x: Double(x), y: Double(y), width: 1, height: 1)
                    box = box.map { $0.union(pixel) } ?? pixel
                }
            }
            return box ?? .zero
        }

        /// Advances the clock and returns the bounding box.
        func shownBox(after seconds: Double) -> CGRect {
            simulator.advance(by: seconds)
            return shownBox
        }
    }

    @Test("A pulse of the transform grows, shrinks and repeats until all animations are removed")
    func pulse() {
        let stage = Stage()
        let pulse = CABasicAnimation(
            "transform", from: CATransform3DIdentity, to: CATransform3DMakeScale(1.2, 1.2, 1))
        pulse.autoreverses = true
        pulse.repeatCount = .infinity
        stage.view.layer.add(pulse, forKey: "pulse")
        for _ in 1...3 {
            #expect(stage.shownBox(after: 0.5) == CGRect(x: 95, y: 45, width: 110, height: 110))
            #expect(stage.shownBox(after: 0.5) == CGRect(x: 90, y: 40, width: 120, height: 120))
            #expect(stage.shownBox(after: 1) == CGRect(x: 100, y: 50, width: 100, height: 100))
        }
        stage.simulator.advance(by: 0.7)
        #expect(stage.view.transform == .identity)
        stage.view.layer.removeAllAnimations()
        #expect(stage.shownBox == CGRect(x: 100, y: 50, width: 100, height: 100))
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("Values may be numbers of any type, points, sizes and transforms")
    func valueTypes() {
        let cases: [(String, Any, CGRect)] = [
            ("transform.scale", 2, CGRect(x: 75, y: 25, width: 150, height: 150)),
            ("transform.scale", Float(2), CGRect(x: 75, y: 25, width: 150, height: 150)),
            ("transform.scale.x", 2.0, CGRect(x: 75, y: 50, width: 150, height: 100)),
            (
                "transform", CGAffineTransform(translationX: 20, y: 0),
                CGRect(x: 110, y: 50, width: 100, height: 100)
            ),
            (
                "transform.translation", CGSize(width: 0, height: 20),
                CGRect(x: 100, y: 60, width: 100, height: 100)
            ),
            ("position", CGPoint(x: 170, y: 100), CGRect(x: 110, y: 50, width: 100, height: 100)),
            ("position.y", 80, CGRect(x: 100, y: 40, width: 100, height: 100)),
        ]
        for (keyPath, value, box) in cases {
            let stage = Stage()
            stage.view.layer.add(CABasicAnimation(keyPath, to: value), forKey: nil)
            #expect(stage.shownBox(after: 0.5) == box, "\(keyPath)")
        }
    }

    @Test("Bounds start or end at the sum of a value and a difference, which may be negative")
    func boundsDifference() {
        let large = CGRect(x: 0, y: 0, width: 200, height: 200)
        let difference = CGRect(x: 0, y: 0, width: 60, height: 60)
        let negative = CGRect(origin: .zero, size: CGSize(width: -60, height: -60))
        for animation in [
            CABasicAnimation("bounds", to: large, by: difference),
            CABasicAnimation("bounds", from: large, by: negative),
        ] {
            let stage = Stage()
            stage.view.layer.add(animation, forKey: nil)
            #expect(stage.shownBox(after: 0.5) == CGRect(x: 65, y: 15, width: 170, height: 170))
        }
    }

    @Test("An additive animation grows the bounds to their size, which is never negative")
    func additiveBounds() {
        for (keyPath, from, to) in [
            ("bounds", CGRect(origin: .zero, size: CGSize(width: -60, height: -60)), CGRect.zero),
            ("bounds.size", CGSize(width: -60, height: -60), CGSize.zero),
        ] as [(String, Any, Any)] {
            let stage = Stage()
            let animation = CABasicAnimation(keyPath, from: from, to: to)
            animation.isAdditive = true
            stage.view.layer.add(animation, forKey: nil)
            let box = stage.shownBox(after: 0.5)
            #expect(box == CGRect(x: 115, y: 65, width: 70, height: 70), "\(keyPath)")
        }
        for (keyPath, to) in [
            ("bounds", CGRect(origin: .zero, size: CGSize(width: -300, height: -300))),
            ("bounds.size", CGSize(width: -300, height: -300)), ("bounds.size.width", -300),
            ("bounds.size.height", -300),
        ] as [(String, Any)] {
            let stage = Stage()
            let animation = CABasicAnimation(keyPath, by: to)
            stage.view.layer.add(animation, forKey: nil)
            stage.simulator.advance(by: 0.5)
            let shown = stage.view.layer.presentation()?.bounds.size ?? .zero
            #expect(min(shown.width, shown.height) == 0, "\(keyPath)")
        }
    }

    @Test("Opacity fades, and the view's alpha does not change")
    func opacity() {
        let stage = Stage()
        stage.view.layer.add(CABasicAnimation("opacity", from: 1, to: 0), forKey: "fade")
        stage.simulator.advance(by: 0.5)
        #expect(stage.simulator.render()[150, 100] & 0xFF == 127)
        #expect(stage.view.alpha == 1)
        stage.simulator.advance(by: 0.5)
        #expect(stage.simulator.render()[150, 100] & 0xFF == 0)
    }

    @Test("Missing values are the current value of the property, and a difference is added")
    func missingValues() {
        let quarter = 0.25
        let cases: [(CABasicAnimation, Double)] = [
            (CABasicAnimation("position.x", from: 190, to: 110), 170),
            (CABasicAnimation("position.x", from: 110, by: 20), 115),
            (CABasicAnimation("position.x", to: 190, by: 40), 160),
            (CABasicAnimation("position.x", from: 110), 120),
            (CABasicAnimation("position.x", to: 190), 160),
            (CABasicAnimation("position.x", by: 40), 160),
            (CABasicAnimation("position.x", from: "left", to: 190), 160),
            (CABasicAnimation("position.x"), 150),
            (CABasicAnimation("sparkle", from: 0, to: 1), 150),
        ]
        for (animation, center) in cases {
            let stage = Stage()
            stage.view.layer.add(animation, forKey: nil)
            #expect(stage.shownBox(after: quarter).midX == center)
        }
        let stage = Stage()
        let additive = CABasicAnimation("position.x", from: 0, to: 40)
        additive.isAdditive = true
        stage.view.layer.add(additive, forKey: nil)
        #expect(stage.shownBox(after: quarter).midX == 160)
    }

    @Test("A property that changes during an animation of another property is shown at once")
    func changedProperty() {
        let stage = Stage()
        let pulse = CABasicAnimation("transform.scale", to: 1.2)
        pulse.repeatCount = .greatestFiniteMagnitude
        pulse.autoreverses = true
        stage.view.layer.add(pulse, forKey: "pulse")
        stage.simulator.advance(by: 1)
        stage.view.center.x += 20
        #expect(stage.shownBox == CGRect(x: 110, y: 40, width: 120, height: 120))
        // Touches reach the view where its properties place it.
        #expect(stage.view.frame == CGRect(x: 120, y: 50, width: 100, height: 100))
    }

    @Test("The layer copies an animation, which has a key until its end")
    func keys() {
        let stage = Stage()
        let layer = stage.view.layer
        let animation = CABasicAnimation("position.x", to: 190)
        layer.add(animation, forKey: "first")
        animation.toValue = 110
        layer.add(animation, forKey: "second")
        layer.add(animation, forKey: nil)
        #expect(layer.animationKeys() == ["first", "second"])
        #expect((layer.animation(forKey: "first") as? CABasicAnimation)?.toValue as? Int == 190)
        #expect(layer.animation(forKey: "first") !== animation)
        layer.removeAnimation(forKey: "second")
        #expect(layer.animationKeys() == ["first"])
        stage.simulator.advance(by: 1)
        #expect(layer.animationKeys() == nil)
    }

    @Test("The delegate is notified of the start and of the end")
    func delegate() {
        let stage = Stage()
        let delegate = Delegate()
        let animation = CABasicAnimation("opacity", to: 0)
        animation.delegate = delegate
        stage.view.layer.add(animation, forKey: "fade")
        #expect(delegate.calls == [])
        stage.simulator.advance(by: 1)
        #expect(delegate.calls == ["start", "stop true"])
        stage.view.layer.add(animation, forKey: "fade")
        stage.simulator.advance(by: 0.1)
        stage.view.layer.add(animation, forKey: "fade")
        stage.simulator.advance(by: 0.1)
        stage.view.removeFromSuperview()
        stage.simulator.advance(by: 0.1)
        #expect(delegate.calls.dropFirst(2) == ["start", "stop false", "start", "stop false"])
    }

    @Test("Fill modes show the start value before and the end value after the animation")
    func fillModes() {
        let stage = Stage()
        let animation = CABasicAnimation("position.x", from: 110, to: 190)
        animation.beginTime = 1
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        stage.view.layer.add(animation, forKey: "move")
        #expect(stage.shownBox.midX == 110)
        #expect(!stage.simulator.application.needsFrames)
        stage.simulator.advance(to: 1.5)
        #expect(stage.shownBox.midX == 150)
        stage.simulator.advance(to: 3)
        #expect(stage.shownBox.midX == 190)
        #expect(!stage.simulator.application.needsFrames)
        stage.view.center.y += 10
        #expect(stage.shownBox == CGRect(x: 140, y: 60, width: 100, height: 100))
        stage.view.layer.removeAnimation(forKey: "move")
        #expect(stage.shownBox.midX == 150)
    }

    @Test("A scale of 0 hides a layer that another animation turns or moves")
    func zeroScale() {
        let stage = Stage()
        let layer = stage.view.layer
        for animation in [
            CABasicAnimation("transform.scale", from: 0, to: 1),
            CABasicAnimation("transform.rotation", from: 0, to: Double.pi),
        ] {
            animation.beginTime = 1
            animation.fillMode = .backwards
            layer.add(animation, forKey: nil)
        }
        #expect(stage.shownBox == .zero)
        stage.simulator.advance(to: 1.5)
        let shown = layer.presentation()?.affineTransform() ?? .identity
        #expect(abs(shown.a) < 1e-9 && abs(shown.b - 0.5) < 1e-9)
        layer.removeAllAnimations()
        for animation in [
            CABasicAnimation("transform.scale", from: 1, to: 0),
            CABasicAnimation("transform.translation.x", from: 0, to: 40),
        ] {
            animation.fillMode = .forwards
            animation.isRemovedOnCompletion = false
            layer.add(animation, forKey: nil)
        }
        #expect(stage.shownBox(after: 2) == .zero)
        #expect(layer.presentation()?.affineTransform().tx == 40)
    }

    @Test("Repetitions are counted or limited by a duration")
    func repetitions() {
        let stage = Stage()
        let counted = CABasicAnimation("position.x", to: 190)
        counted.repeatCount = 1.5
        counted.fillMode = .forwards
        counted.isRemovedOnCompletion = false
        stage.view.layer.add(counted, forKey: nil)
        #expect(stage.shownBox(after: 1.25).midX == 160)
        #expect(stage.shownBox(after: 1).midX == 170)
        stage.view.layer.removeAllAnimations()
        let limited = CABasicAnimation("position.x", to: 190)
        limited.repeatDuration = 4
        limited.autoreverses = true
        stage.view.layer.add(limited, forKey: "limited")
        stage.simulator.advance(by: 3.9)
        #expect(stage.view.layer.animationKeys() == ["limited"])
        stage.simulator.advance(by: 0.2)
        #expect(stage.view.layer.animationKeys() == nil)
    }

    @Test("The timing function shapes the pace, and the default is constant speed")
    func timingFunctions() {
        let stage = Stage()
        let layer = stage.view.layer
        let animation = CABasicAnimation("position.x", from: 110, to: 190)
        layer.add(animation, forKey: "move")
        stage.simulator.advance(by: 0.25)
        #expect(layer.presentation()?.position.x == 130)
        animation.timingFunction = CAMediaTimingFunction(name: .easeIn)
        layer.add(animation, forKey: "move")
        stage.simulator.advance(by: 0.5)
        #expect(abs((layer.presentation()?.position.x ?? 0) - 135.23) < 0.01)
        #expect(stage.shownBox.midX < 145)
        animation.timingFunction = CAMediaTimingFunction(controlPoints: 0, 0, 0.58, 1)
        layer.add(animation, forKey: "move")
        stage.simulator.advance(by: 0.5)
        #expect(abs((layer.presentation()?.position.x ?? 0) - 164.77) < 0.01)
        #expect(stage.shownBox.midX > 155)
    }

    @Test("An endless animation of a hidden view needs no frames")
    func hidden() {
        let stage = Stage()
        let pulse = CABasicAnimation("opacity", to: 0)
        pulse.repeatCount = .infinity
        stage.view.layer.add(pulse, forKey: nil)
        #expect(stage.simulator.application.needsFrames)
        stage.view.isHidden = true
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("Touches reach a view during an animation of its layer")
    func touches() {
        let stage = Stage()
        stage.view.layer.add(CABasicAnimation("position.x", to: 250), forKey: nil)
        stage.simulator.advance(by: 0.5)
        #expect(stage.simulator.window.hitTest(CGPoint(x: 101, y: 60), with: nil) === stage.view)
    }

    @Test("Releasing a layer during its animation notifies the delegate and the transaction")
    func releasedLayer() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 50, height: 50))
        let delegate = Delegate()
        var completions = 0
        do {
            let layer = CALayer()
            simulator.window.layer.addSublayer(layer)
            CATransaction.begin()
            CATransaction.setCompletionBlock { completions += 1 }
            let animation = CABasicAnimation("opacity", to: 0)
            animation.delegate = delegate
            layer.add(animation, forKey: nil)
            CATransaction.commit()
            simulator.advance(by: 0.3)
            layer.removeFromSuperlayer()
        }
        simulator.advance(by: 0.1)
        simulator.advance(by: 0.1)
        #expect(delegate.calls == ["start", "stop false"])
        #expect(completions == 1)
    }
}
