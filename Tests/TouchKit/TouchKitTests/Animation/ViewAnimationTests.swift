import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// `UIView.animate`: the picture, hit-testing and completion handlers.
@Suite("View animation", .serialized)
@MainActor
struct ViewAnimationTests {
    /// A black screen with a white square at the top left, moved by animations.
    @MainActor
    final class Scene {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 20))
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        /// The calls of completion handlers: name, `finished` and time in milliseconds.
        var completions: [String] = []

        init() {
            view.backgroundColor = .white
            simulator.window.addSubview(view)
        }

        /// The columns of the first row with pixels that are not black.
        var columns: Range<Int>? {
            let picture = simulator.render()
            let lit = (0..<picture.width).filter { picture[$0, 0] != 0xFF00_0000 }
            guard let first = lit.first, let last = lit.last else { return nil }
            return first..<last + 1
        }

        /// Advances the clock to a time and returns the lit columns.
        func columns(at time: Double) -> Range<Int>? {
            simulator.advance(to: time)
            return columns
        }

        /// Returns the red channel of a pixel of the first row, 0…1.
        func redLevel(_ column: Int) -> Double {
            Double(simulator.render()[column, 0] >> 16 & 0xFF) / 255
        }

        /// Returns a completion handler that records its calls under a name.
        func completion(_ name: String) -> (Bool) -> Void {
            { [self] in completions.append("\(name) \($0) \((simulator.time * 1_000).rounded())") }
        }
    }

    @Test("A property has its new value immediately; the picture follows.")
    func modelAndPicture() {
        let scene = Scene()
        var inside = CGPoint.zero
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.center.x = 65
            inside = scene.view.center
        }
        #expect(inside == CGPoint(65, 5))
        #expect(scene.view.center == inside)
        #expect(scene.columns == 0..<10)
        #expect(scene.columns(at: 0.5) == 30..<40)
        #expect(scene.columns(at: 1) == 60..<70)
    }

    @Test("The default curve is ease-in-ease-out.")
    func usualCurve() {
        let scene = Scene()
        UIView.animate(withDuration: 1) { scene.view.center.x += 80 }
        scene.simulator.advance(to: 0.25)
        let early = scene.columns?.lowerBound ?? 0
        #expect(early > 5 && early < 16)
        #expect(scene.columns(at: 0.5) == 40..<50)
    }

    @Test("Alpha, background color, bounds, frame and transform are animated.")
    func properties() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { scene.view.alpha = 0 }
        scene.simulator.advance(to: 0.5)
        #expect(abs(scene.redLevel(5) - 0.5) < 0.01)
        scene.simulator.advance(to: 1)
        #expect(scene.redLevel(5) == 0)
        scene.view.alpha = 1
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.backgroundColor = .black
        }
        scene.simulator.advance(to: 1.5)
        #expect(abs(scene.redLevel(5) - 0.5) < 0.01)
        scene.simulator.advance(to: 2)
        scene.view.backgroundColor = .white
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.frame = CGRect(x: 40, y: 0, width: 30, height: 10)
        }
        #expect(scene.columns(at: 2.5) == 20..<40)
        #expect(scene.columns(at: 3) == 40..<70)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.transform = CGAffineTransform(scaleX: 2, y: 1)
        }
        scene.simulator.advance(to: 3.5)
        #expect(abs((scene.columns?.count ?? 0) - 45) <= 2)
    }

    @Test("A view's content is stretched while its bounds are animated.")
    func stretchedContent() {
        let scene = Scene()
        let view = PaintingView(frame: CGRect(x: 0, y: 10, width: 20, height: 10))
        view.paint = { [unowned view] _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: view.bounds.width / 2, height: 10))
        }
        scene.simulator.window.addSubview(view)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            view.frame.size.width = 60
        }
        scene.simulator.advance(to: 0.5)
        let row = letters(scene.simulator.render())[15]
        #expect(
            row.prefix(40) == String(repeating: "R", count: 20) + String(repeating: ".", count: 20))
        #expect(scene.simulator.isUpToDate())
    }

    @Test("During a delay, no frames are needed and the picture does not change.")
    func delay() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 2, options: .curveLinear) {
            scene.view.center.x += 60
        }
        #expect(!scene.simulator.application.needsFrames)
        scene.simulator.advance(to: 1.99)
        #expect(!scene.simulator.application.needsFrames)
        #expect(scene.columns == 0..<10)
        #expect(scene.columns(at: 2.5) == 30..<40)
        #expect(scene.simulator.application.needsFrames)
    }

    @Test("Autoreversing doubles the time and ends at the assigned value.")
    func autoreverse() {
        let scene = Scene()
        UIView.animate(
            withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear],
            animations: { scene.view.center.x += 60 }, completion: scene.completion("end")
        )
        #expect(scene.columns(at: 1) == 60..<70)
        #expect(scene.columns(at: 1.5) == 30..<40)
        #expect(scene.completions == [])
        #expect(scene.columns(at: 2) == 60..<70)
        #expect(scene.completions == ["end true 2000.0"])
    }

    @Test("A repeating animation restarts until it is removed.")
    func repeats() {
        let scene = Scene()
        UIView.animate(
            withDuration: 1, delay: 0, options: [.repeat, .curveLinear],
            animations: { scene.view.center.x += 60 }, completion: scene.completion("end")
        )
        #expect(scene.columns(at: 7.5) == 30..<40)
        #expect(scene.completions == [])
        scene.view.removeAllAnimations()
        #expect(scene.columns == 60..<70)
        #expect(scene.completions == [])
        scene.simulator.advance(by: 0.001)
        #expect(scene.completions == ["end false 7500.0"])
        #expect(!scene.simulator.application.needsFrames)
    }

    @Test("A repeat count limits the runs.")
    func repeatCount() {
        let scene = Scene()
        UIView.animate(
            withDuration: 1,
            animations: {
                UIView.modifyAnimations(withRepeatCount: 2.5, autoreverses: true) {
                    scene.view.center.x += 60
                }
            }, completion: scene.completion("end"))
        scene.simulator.advance(to: 6)
        #expect(scene.completions == ["end true 5000.0"])
    }

    @Test("The completion handler is called once, after the last property of the last view.")
    func severalProperties() {
        let scene = Scene()
        let other = UIView(frame: scene.view.frame)
        scene.simulator.window.addSubview(other)
        UIView.animate(
            withDuration: 0.5,
            animations: {
                scene.view.center.x += 60
                scene.view.alpha = 0.5
                other.center.y += 5
            }, completion: scene.completion("end"))
        scene.simulator.advance(to: 3)
        #expect(scene.completions == ["end true 500.0"])
    }

    @Test("Without changes, the completion handler is called in the next turn of the clock.")
    func nothingMoves() {
        let scene = Scene()
        let outside = UIView()
        UIView.animate(
            withDuration: 1, animations: {}, completion: scene.completion("empty"))
        UIView.animate(
            withDuration: 1, animations: { outside.center.x = 7 },
            completion: scene.completion("outside"))
        UIView.animate(
            withDuration: 0, animations: { scene.view.center.x = 65 },
            completion: scene.completion("instant"))
        #expect(scene.columns == 60..<70)
        #expect(scene.completions == [])
        #expect(!scene.simulator.application.needsFrames)
        scene.simulator.advance(by: 0.001)
        #expect(scene.completions == ["empty true 0.0", "outside true 0.0", "instant true 0.0"])
    }

    @Test("A second block for the same property completes the first one with false.")
    func interruption() {
        let scene = Scene()
        UIView.animate(
            withDuration: 1, delay: 0, options: .curveLinear,
            animations: { scene.view.center.x = 65 },
            completion: scene.completion("first"))
        scene.simulator.advance(to: 0.5)
        UIView.animate(
            withDuration: 1, delay: 0, options: .curveLinear,
            animations: { scene.view.center.x = 25 },
            completion: scene.completion("second"))
        // The second animation starts at the first one's end value.
        #expect(scene.columns == 60..<70)
        #expect(scene.columns(at: 1) == 40..<50)
        #expect(scene.columns(at: 2) == 20..<30)
        #expect(scene.completions == ["first false 500.0", "second true 1500.0"])
    }

    @Test("With beginFromCurrentState, an animation starts at the value on the screen.")
    func beginFromCurrentState() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.center.x = 65
        }
        scene.simulator.advance(to: 0.5)
        UIView.animate(
            withDuration: 1, delay: 0, options: [.curveLinear, .beginFromCurrentState]
        ) {
            scene.view.center.x = 5
        }
        #expect(scene.columns == 30..<40)
        #expect(scene.columns(at: 1) == 15..<25)
    }

    @Test("A change outside a block shifts a running animation by the difference.")
    func changeOutsideABlock() {
        let scene = Scene()
        UIView.animate(
            withDuration: 1, delay: 0, options: .curveLinear,
            animations: { scene.view.center.x = 45 }, completion: scene.completion("end"))
        scene.simulator.advance(to: 0.5)
        scene.view.center.x += 10
        #expect(scene.columns == 30..<40)
        #expect(scene.simulator.isUpToDate())
        #expect(scene.columns(at: 1) == 50..<60)
        #expect(scene.completions == ["end true 1000.0"])
    }

    @Test("Removing a view from its window stops its and its subviews' animations.")
    func leavingTheWindow() {
        let scene = Scene()
        let inner = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
        scene.view.addSubview(inner)
        UIView.animate(
            withDuration: 1, animations: { inner.center.x += 60 },
            completion: scene.completion("end"))
        scene.simulator.advance(to: 0.5)
        scene.view.removeFromSuperview()
        #expect(!scene.simulator.application.needsFrames)
        scene.simulator.advance(to: 2)
        #expect(scene.completions == ["end false 500.0"])
    }

    @Test("Deallocating a view ends its animation.")
    func released() {
        let scene = Scene()
        do {
            let window = UIWindow()
            window.isHidden = false
            UIView.animate(
                withDuration: 1, delay: 0, options: .repeat,
                animations: { window.center.x += 60 }, completion: scene.completion("end")
            )
            scene.simulator.advance(to: 0.5)
            window.isHidden = true
        }
        scene.simulator.advance(to: 2)
        #expect(scene.completions.count == 1)
        #expect(scene.completions.first?.hasPrefix("end false") == true)
        #expect(!scene.simulator.application.needsFrames)
    }

    @Test("An endless animation of a hidden view needs no frames.")
    func endlessAndHidden() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .curveLinear]) {
            scene.view.center.x += 60
        }
        scene.simulator.advance(to: 0.5)
        scene.view.isHidden = true
        #expect(!scene.simulator.application.needsFrames)
        scene.simulator.advance(to: 5.25)
        scene.view.isHidden = false
        #expect(scene.simulator.application.needsFrames)
        #expect(scene.columns(at: 5.5) == 30..<40)
    }

    @Test("performWithoutAnimation and setAnimationsEnabled(false) prevent animations.")
    func withoutAnimation() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            UIView.performWithoutAnimation { scene.view.center.x += 20 }
            #expect(UIView.inheritedAnimationDuration == 1)
        }
        #expect(scene.columns == 20..<30)
        #expect(UIView.areAnimationsEnabled)
        UIView.setAnimationsEnabled(false)
        UIView.animate(withDuration: 1) { scene.view.center.x += 20 }
        UIView.setAnimationsEnabled(true)
        #expect(scene.columns == 40..<50)
        #expect(UIView.inheritedAnimationDuration == 0)
    }

    @Test("A nested block inherits duration and curve unless its options override them.")
    func nested() {
        let scene = Scene()
        UIView.animate(withDuration: 2) {
            UIView.animate(
                withDuration: 0.5, animations: { scene.view.center.x += 20 },
                completion: scene.completion("inherits"))
            UIView.animate(
                withDuration: 0.5, delay: 0, options: .overrideInheritedDuration,
                animations: { scene.view.alpha = 0.5 },
                completion: scene.completion("own"))
        }
        scene.simulator.advance(to: 3)
        #expect(scene.completions == ["own true 500.0", "inherits true 2000.0"])
    }

    @Test("A spring overshoots its end value and settles there.")
    func spring() {
        let scene = Scene()
        UIView.animate(
            withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0
        ) {
            scene.view.center.x += 40
        }
        var furthest = 0
        for _ in 0..<60 {
            scene.simulator.advance(by: 1.0 / 60)
            furthest = max(furthest, scene.columns?.lowerBound ?? 0)
            #expect(scene.simulator.isUpToDate())
        }
        #expect(furthest > 50)
        #expect(scene.columns == 40..<50)
    }

    @Test("An animation started in a completion handler continues without a gap.")
    func chained() {
        let scene = Scene()
        UIView.animate(
            withDuration: 0.5, delay: 0, options: .curveLinear,
            animations: { scene.view.center.x += 30 },
            completion: { _ in
                UIView.animate(withDuration: 0.5, delay: 0, options: .curveLinear) {
                    scene.view.center.x += 30
                }
            })
        #expect(scene.columns(at: 0.75) == 45..<55)
        #expect(scene.columns(at: 1) == 60..<70)
    }
}
