import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

// Hit-testing and drawing of views during animations.
extension ViewAnimationTests {
    // MARK: Touches

    @Test(
        "R-2.17: Touches pass through an animated view and its subviews until the animation ends.")
    func touchesFallThrough() {
        let scene = Scene()
        let inner = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
        scene.view.addSubview(inner)
        let window = scene.simulator.window
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === inner)
        UIView.animate(withDuration: 1) { scene.view.alpha = 0.5 }
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === window)
        scene.simulator.advance(to: 0.9)
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === window)
        scene.simulator.advance(to: 1)
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === inner)
    }

    @Test(
        "R-2.17: With allowUserInteraction, touches hit the view at its end position.")
    func touchesAllowed() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) {
            scene.view.center.x = 65
        }
        let window = scene.simulator.window
        #expect(window.hitTest(CGPoint(62, 2), with: nil) === scene.view)
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === window)
    }

    @Test(
        "R-2.17: One of two animations without interaction blocks touches until both are stopped.")
    func touchesPartlyAllowed() {
        let scene = Scene()
        let window = scene.simulator.window
        UIView.animate(withDuration: 2, delay: 0, options: .allowUserInteraction) {
            scene.view.alpha = 0.5
        }
        UIView.animate(withDuration: 1) { scene.view.backgroundColor = .red }
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === window)
        scene.simulator.advance(to: 1.5)
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === scene.view)
        UIView.animate(withDuration: 1) { scene.view.backgroundColor = .blue }
        scene.view.removeAllAnimations()
        #expect(window.hitTest(CGPoint(2, 2), with: nil) === scene.view)
    }

    @Test("R-2.17: A touch that began on the view continues during an animation.")
    func runningTouch() {
        let stage = Stage()
        stage.simulator.down(1, at: CGPoint(10, 10))
        UIView.animate(withDuration: 1) { stage.view.center.x += 100 }
        stage.simulator.play("1→(20,10) 1↑")
        stage.trace.expectLines("V.began{1}@0", "V.moved{1}@0", "V.ended{1}@0")
    }

    // MARK: Picture

    @Test(
        "Redrawing only the damage of random animations equals a full redraw.",
        arguments: 0..<12)
    func randomScenes(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 300)
        let simulator = TouchSimulator(screenSize: CGSize(width: 120, height: 100))
        var views: [UIView] = []
        for index in 0..<7 {
            let view = PaintingView(frame: Self.rect(&random))
            view.contentMode = .redraw
            view.backgroundColor = [nil, .white, .blue, .green][random.next(below: 4)]
            view.clipsToBounds = index % 3 == 0
            view.paint = { [unowned view] _ in
                UIColor.red.setFill()
                UIRectFill(CGRect(x: 2, y: 2, width: view.bounds.width / 3, height: 5))
            }
            (views.randomElement(using: &random) ?? simulator.window).addSubview(view)
            views.append(view)
        }
        for step in 0..<60 {
            for _ in 0..<2 {
                guard let view = views.randomElement(using: &random) else { continue }
                Self.change(view, &random)
            }
            #expect(simulator.isUpToDate(), "seed \(seed), change \(step)")
            simulator.advance(by: random.number(in: 0...0.1))
            #expect(simulator.isUpToDate(), "seed \(seed), step \(step)")
        }
    }

    private static func rect(_ random: inout SeededRandom) -> CGRect {
        CGRect(
            x: random.number(in: -20...80), y: random.number(in: -20...80),
            width: random.number(in: 0...60), height: random.number(in: 0...60))
    }

    private static func change(_ view: UIView, _ random: inout SeededRandom) {
        let choice = random.next(below: 11)
        let rect = rect(&random)
        let turn = CGAffineTransform(rotationAngle: random.number(in: -3...3))
        let color: UIColor? = [nil, .white, .red, .clear][random.next(below: 4)]
        let alpha = [0, 0.4, 1][random.next(below: 3)]
        let change = {
            switch choice {
            case 0, 1: view.frame = rect
            case 2: view.center = rect.origin
            case 3: view.bounds = rect
            case 4: view.transform = turn
            case 5: view.transform = CGAffineTransform(scaleX: 0, y: 0)
            case 6: view.alpha = alpha
            case 7: view.backgroundColor = color
            case 8: view.isHidden.toggle()
            case 9: view.removeAllAnimations()
            default: view.setNeedsDisplay()
            }
        }
        if random.next(below: 4) == 0 {
            change()
        } else {
            let options: [UIView.AnimationOptions] = [
                [], .beginFromCurrentState, .autoreverse, [.repeat, .autoreverse], .curveEaseIn,
            ]
            UIView.animate(
                withDuration: random.number(in: 0...0.4), delay: random.number(in: -0.2...0.2),
                options: options[random.next(below: 5)], animations: change)
        }
    }
}
