import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// `UIView.animate`: what is to be seen, what touches find, and who is told of the end.
@Suite("View animation", .serialized)
@MainActor
struct ViewAnimationTests {
    /// A black screen with a white square at the top left, moved by animations.
    @MainActor
    struct Scene {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 20))
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))

        init() {
            view.backgroundColor = .white
            simulator.window.addSubview(view)
        }

        /// The columns of the first row that aren't black.
        var columns: Range<Int>? {
            let picture = simulator.render()
            let lit = (0..<picture.width).filter { picture[$0, 0] != 0xFF00_0000 }
            guard let first = lit.first, let last = lit.last else { return nil }
            return first..<last + 1
        }

        /// The red of a pixel of the first row, 0…1.
        func light(_ column: Int) -> Double {
            Double(simulator.render()[column, 0] >> 16 & 0xFF) / 255
        }
    }

    /// What completions were told, and when.
    final class Endings {
        var all: [String] = []

        @MainActor
        func note(_ name: String, _ scene: Scene) -> (Bool) -> Void {
            { [self] in all.append("\(name) \($0) \((scene.simulator.time * 1_000).rounded())") }
        }
    }

    @Test("A property has its new value at once; what is to be seen follows.")
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
        scene.simulator.advance(to: 0.5)
        #expect(scene.columns == 30..<40)
        scene.simulator.advance(to: 1)
        #expect(scene.columns == 60..<70)
    }

    @Test("Slow at both ends is what happens unless another curve is asked for.")
    func usualCurve() {
        let scene = Scene()
        UIView.animate(withDuration: 1) { scene.view.center.x += 80 }
        scene.simulator.advance(to: 0.25)
        let early = scene.columns?.lowerBound ?? 0
        #expect(early > 5 && early < 16)
        scene.simulator.advance(to: 0.5)
        #expect(scene.columns == 40..<50)
    }

    @Test("Alpha, colour, bounds, frame and transform are animated as well.")
    func properties() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { scene.view.alpha = 0 }
        scene.simulator.advance(to: 0.5)
        #expect(abs(scene.light(5) - 0.5) < 0.01)
        scene.simulator.advance(to: 1)
        #expect(scene.light(5) == 0)
        scene.view.alpha = 1
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.backgroundColor = .black
        }
        scene.simulator.advance(to: 1.5)
        #expect(abs(scene.light(5) - 0.5) < 0.01)
        scene.simulator.advance(to: 2)
        scene.view.backgroundColor = .white
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.frame = CGRect(x: 40, y: 0, width: 30, height: 10)
        }
        scene.simulator.advance(to: 2.5)
        #expect(scene.columns == 20..<40)
        scene.simulator.advance(to: 3)
        #expect(scene.columns == 40..<70)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            scene.view.transform = CGAffineTransform(scaleX: 2, y: 1)
        }
        scene.simulator.advance(to: 3.5)
        #expect(abs((scene.columns?.count ?? 0) - 45) <= 2)
    }

    @Test("What a view draws is stretched while its extent moves.")
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

    @Test("A delay is waited for without frames, and what is to be seen rests meanwhile.")
    func delay() {
        let scene = Scene()
        UIView.animate(withDuration: 1, delay: 2, options: .curveLinear) {
            scene.view.center.x += 60
        }
        #expect(!scene.simulator.application.needsFrames)
        scene.simulator.advance(to: 1.99)
        #expect(!scene.simulator.application.needsFrames)
        #expect(scene.columns == 0..<10)
        scene.simulator.advance(to: 2.5)
        #expect(scene.columns == 30..<40)
        #expect(scene.simulator.application.needsFrames)
    }

    @Test("There and back takes twice the time and ends where the block said.")
    func autoreverse() {
        let scene = Scene()
        let endings = Endings()
        UIView.animate(
            withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear],
            animations: { scene.view.center.x += 60 }, completion: endings.note("end", scene))
        scene.simulator.advance(to: 1)
        #expect(scene.columns == 60..<70)
        scene.simulator.advance(to: 1.5)
        #expect(scene.columns == 30..<40)
        #expect(endings.all == [])
        scene.simulator.advance(to: 2)
        #expect(scene.columns == 60..<70)
        #expect(endings.all == ["end true 2000.0"])
    }

    @Test("Repeated, it begins anew each time until it is removed.")
    func repeats() {
        let scene = Scene()
        let endings = Endings()
        UIView.animate(
            withDuration: 1, delay: 0, options: [.repeat, .curveLinear],
            animations: { scene.view.center.x += 60 }, completion: endings.note("end", scene))
        scene.simulator.advance(to: 7.5)
        #expect(scene.columns == 30..<40)
        #expect(endings.all == [])
        scene.view.removeAllAnimations()
        #expect(scene.columns == 60..<70)
        #expect(endings.all == [])
        scene.simulator.advance(by: 0.001)
        #expect(endings.all == ["end false 7500.0"])
        #expect(!scene.simulator.application.needsFrames)
    }

    @Test("It can be repeated some times.")
    func repeatCount() {
        let scene = Scene()
        let endings = Endings()
        UIView.animate(
            withDuration: 1,
            animations: {
                UIView.modifyAnimations(withRepeatCount: 2.5, autoreverses: true) {
                    scene.view.center.x += 60
                }
            }, completion: endings.note("end", scene))
        scene.simulator.advance(to: 6)
        #expect(endings.all == ["end true 5000.0"])
    }

    @Test("A completion is told once, after the last of several properties and views.")
    func severalProperties() {
        let scene = Scene()
        let endings = Endings()
        let other = UIView(frame: scene.view.frame)
        scene.simulator.window.addSubview(other)
        UIView.animate(
            withDuration: 0.5,
            animations: {
                scene.view.center.x += 60
                scene.view.alpha = 0.5
                other.center.y += 5
            }, completion: endings.note("end", scene))
        scene.simulator.advance(to: 3)
        #expect(endings.all == ["end true 500.0"])
    }

    @Test("Where nothing moves, the completion comes in the next turn, never at once.")
    func nothingMoves() {
        let scene = Scene()
        let endings = Endings()
        let outside = UIView()
        UIView.animate(withDuration: 1, animations: {}, completion: endings.note("empty", scene))
        UIView.animate(
            withDuration: 1, animations: { outside.center.x = 7 },
            completion: endings.note("outside", scene))
        UIView.animate(
            withDuration: 0, animations: { scene.view.center.x = 65 },
            completion: endings.note("instant", scene))
        #expect(scene.columns == 60..<70)
        #expect(endings.all == [])
        #expect(!scene.simulator.application.needsFrames)
        scene.simulator.advance(by: 0.001)
        #expect(endings.all == ["empty true 0.0", "outside true 0.0", "instant true 0.0"])
    }

    @Test("Another block that changes the property ends the first one with false.")
    func interruption() {
        let scene = Scene()
        let endings = Endings()
        UIView.animate(
            withDuration: 1, delay: 0, options: .curveLinear,
            animations: { scene.view.center.x = 65 }, completion: endings.note("first", scene))
        scene.simulator.advance(to: 0.5)
        UIView.animate(
            withDuration: 1, delay: 0, options: .curveLinear,
            animations: { scene.view.center.x = 25 }, completion: endings.note("second", scene))
        // As if the first had come to its end.
        #expect(scene.columns == 60..<70)
        scene.simulator.advance(to: 1)
        #expect(scene.columns == 40..<50)
        scene.simulator.advance(to: 2)
        #expect(scene.columns == 20..<30)
        #expect(endings.all == ["first false 500.0", "second true 1500.0"])
    }

    @Test("From the current state it goes on from where it is to be seen.")
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
        scene.simulator.advance(to: 1)
        #expect(scene.columns == 15..<25)
    }

    @Test("A change outside of a block shifts what moves by as much.")
    func shifted() {
        let scene = Scene()
        let endings = Endings()
        UIView.animate(
            withDuration: 1, delay: 0, options: .curveLinear,
            animations: { scene.view.center.x = 45 }, completion: endings.note("end", scene))
        scene.simulator.advance(to: 0.5)
        scene.view.center.x += 10
        #expect(scene.columns == 30..<40)
        #expect(scene.simulator.isUpToDate())
        scene.simulator.advance(to: 1)
        #expect(scene.columns == 50..<60)
        #expect(endings.all == ["end true 1000.0"])
    }

    @Test("A view that leaves its window is no longer animated, nor are those in it.")
    func leavingTheWindow() {
        let scene = Scene()
        let endings = Endings()
        let inner = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
        scene.view.addSubview(inner)
        UIView.animate(
            withDuration: 1, animations: { inner.center.x += 60 },
            completion: endings.note("end", scene))
        scene.simulator.advance(to: 0.5)
        scene.view.removeFromSuperview()
        #expect(!scene.simulator.application.needsFrames)
        scene.simulator.advance(to: 2)
        #expect(endings.all == ["end false 500.0"])
    }

    @Test("A view that is released ends its animation.")
    func released() {
        let scene = Scene()
        let endings = Endings()
        do {
            let window = UIWindow()
            window.isHidden = false
            UIView.animate(
                withDuration: 1, delay: 0, options: .repeat,
                animations: { window.center.x += 60 }, completion: endings.note("end", scene))
            scene.simulator.advance(to: 0.5)
            window.isHidden = true
        }
        scene.simulator.advance(to: 2)
        #expect(endings.all.count == 1)
        #expect(endings.all.first?.hasPrefix("end false") == true)
        #expect(!scene.simulator.application.needsFrames)
    }

    @Test("A motion without an end that nobody can see keeps no display awake.")
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
        scene.simulator.advance(to: 5.5)
        #expect(scene.columns == 30..<40)
    }

    @Test("Changes can be kept from being animated.")
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

    @Test("A block inside another one takes its duration and curve unless told otherwise.")
    func nested() {
        let scene = Scene()
        let endings = Endings()
        UIView.animate(withDuration: 2) {
            UIView.animate(
                withDuration: 0.5, animations: { scene.view.center.x += 20 },
                completion: endings.note("inherits", scene))
            UIView.animate(
                withDuration: 0.5, delay: 0, options: .overrideInheritedDuration,
                animations: { scene.view.alpha = 0.5 }, completion: endings.note("own", scene))
        }
        scene.simulator.advance(to: 3)
        #expect(endings.all == ["own true 500.0", "inherits true 2000.0"])
    }

    @Test("A spring swings beyond its end and comes to rest there.")
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

    @Test("A completion can begin the next animation, which goes on without a gap.")
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
        scene.simulator.advance(to: 0.75)
        #expect(scene.columns == 45..<55)
        scene.simulator.advance(to: 1)
        #expect(scene.columns == 60..<70)
    }
}
