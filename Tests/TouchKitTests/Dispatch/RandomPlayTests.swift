import TestSupport
import Testing
import TouchKit
import TouchKitTesting

/// Fingers and views that do anything at any time.
@Suite("Random play", .serialized)
@MainActor
struct RandomPlayTests {
    /// Checks by itself what it is told: nothing before the beginning, one end, nothing after.
    final class CheckingView: UIView {
        var open: Set<UITouch> = []
        var mistakes = 0
        var onTouches: () -> Void = {}

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            check(touches, .began, event)
            if !open.isDisjoint(with: touches) { mistakes += 1 }
            if !isMultipleTouchEnabled, open.count + touches.count > 1 { mistakes += 1 }
            open.formUnion(touches)
            onTouches()
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            check(touches, .moved, event)
            if !touches.isSubset(of: open) { mistakes += 1 }
            onTouches()
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            check(touches, .ended, event)
            end(touches)
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            check(touches, .cancelled, event)
            end(touches)
        }

        private func end(_ touches: Set<UITouch>) {
            if !touches.isSubset(of: open) { mistakes += 1 }
            open.subtract(touches)
            onTouches()
        }

        private func check(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent?) {
            if touches.isEmpty { mistakes += 1 }
            for touch in touches where touch.phase != phase || touch.view !== self { mistakes += 1 }
            if event?.allTouches?.isSuperset(of: touches) != true { mistakes += 1 }
        }
    }

    @Test("Every view hears of the end of every finger that it heard of.", arguments: 0..<10)
    func everyTouchEnds(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 1)
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let views = makeTree(in: simulator, &random)
        var down: Set<Int> = []
        for step in 0..<1_000 {
            simulator.frame { frame in
                for finger in 0..<10 where random.next(below: 3) == 0 {
                    act(finger, &down, &frame, &random)
                }
            }
            simulator.advance(by: 0.01)
            if random.next(below: 10) == 0, let view = views.randomElement(using: &random) {
                disturb(view, in: simulator, &random)
            }
            let audit = simulator.application.touchAudit
            guard audit.unbalancedViews == 0, views.allSatisfy({ $0.mistakes == 0 }) else {
                Issue.record("seed \(seed), step \(step): \(audit)")
                return
            }
        }
        for finger in down { simulator.up(finger) }
        for view in views {
            #expect(view.open == [])
            #expect(view.touchCounts.open == 0)
        }
        #expect(simulator.application.touchAudit.live == 0)
        #expect(simulator.application.touchAudit.total.began > 100)
    }

    private func makeTree(
        in simulator: TouchSimulator, _ random: inout SeededRandom
    ) -> [CheckingView] {
        let second = UIWindow(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
        second.isHidden = false
        var views: [CheckingView] = []
        for index in 0..<20 {
            let view = CheckingView(
                frame: CGRect(
                    x: random.number(in: 0...250), y: random.number(in: 0...250),
                    width: random.number(in: 50...300), height: random.number(in: 50...300)))
            view.isMultipleTouchEnabled = random.next(below: 2) == 0
            view.isExclusiveTouch = random.next(below: 10) == 0
            if index % 5 == 0 {
                (index == 0 ? second : simulator.window).addSubview(view)
            } else {
                views[random.next(below: views.count)].addSubview(view)
            }
            views.append(view)
        }
        let dice = Dice(random)
        for view in views {
            view.onTouches = { [weak view, weak simulator] in
                guard let view, let simulator, dice.roll(30) == 0 else { return }
                let victim = dice.roll(2) == 0 ? view : view.superview as? CheckingView
                victim?.removeFromSuperview()
                if dice.roll(2) == 0, let victim { simulator.window.addSubview(victim) }
            }
        }
        return views
    }

    /// A source of numbers that closures share.
    private final class Dice {
        private var random: SeededRandom

        init(_ random: SeededRandom) {
            self.random = random
        }

        func roll(_ sides: Int) -> Int {
            random.next(below: sides)
        }
    }

    private func act(
        _ finger: Int, _ down: inout Set<Int>, _ frame: inout TouchSimulator.Frame,
        _ random: inout SeededRandom
    ) {
        let place = CGPoint(random.number(in: 0...400), random.number(in: 0...400))
        guard down.contains(finger) else {
            frame.down(finger, at: place)
            down.insert(finger)
            return
        }
        switch random.next(below: 8) {
        case 0, 1:
            frame.up(finger)
            down.remove(finger)
        case 2:
            frame.cancel(finger)
            down.remove(finger)
        default:
            frame.move(finger, to: place)
        }
    }

    private func disturb(
        _ view: CheckingView, in simulator: TouchSimulator, _ random: inout SeededRandom
    ) {
        let application = simulator.application
        switch random.next(below: 8) {
        case 0: view.removeFromSuperview()
        case 1: simulator.window.addSubview(view)
        case 2: view.isHidden.toggle()
        case 3: view.isUserInteractionEnabled.toggle()
        case 4: view.isMultipleTouchEnabled = view.open.count < 2
        case 5:
            application.beginIgnoringInteractionEvents()
            application.endIgnoringInteractionEvents()
        case 6:
            application.resignActive()
            application.becomeActive()
        default: view.superview?.sendSubviewToBack(view)
        }
    }
}
