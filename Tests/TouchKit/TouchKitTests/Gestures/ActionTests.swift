import Testing
import TouchKit
import TouchKitTesting

/// Targets and actions of gesture recognizers, and the properties that actions read.
@Suite("Actions", .serialized)
@MainActor
struct ActionTests: StageSuite {
    let stage = Stage()

    @MainActor
    final class Target {
        static let one = Selector("one") { (target: Target) in target.one }
        static let two = Selector("two") { (target: Target) in target.two }
        let name: String
        let trace: TouchTrace

        init(_ name: String, _ trace: TouchTrace) {
            self.name = name
            self.trace = trace
        }

        func one() { trace.lines.append("\(name) one") }
        func two(_ recognizer: UIGestureRecognizer) {
            trace.lines.append("\(name) two \(recognizer.state)")
        }
    }

    private func actions(at time: Int) -> [String] {
        stage.play("1↓(10,10)@\(time) 1↑@\(time)")
        return trace.removeLines().filter { !$0.hasPrefix("V") }
    }

    @Test(
        "R-4.16: Every pair is called, in the order of addition; duplicates have no effect."
    )
    func pairs() {
        let (a, b) = (Target("a", trace), Target("b", trace))
        let tap = UITapGestureRecognizer(target: b, action: Target.one)
        tap.addTarget(a, action: Target.two)
        tap.addTarget(b, action: Target.one)
        tap.addTarget(a, action: Target.one)
        view.addGestureRecognizer(tap)
        #expect(actions(at: 0) == ["b one", "a two ended", "a one"])
    }

    @Test("R-4.16: Pairs are removed by target, by method, by both, or all.")
    func removal() {
        let (a, b) = (Target("a", trace), Target("b", trace))
        let tap = UITapGestureRecognizer()
        view.addGestureRecognizer(tap)
        func addAll() {
            for target in [a, b] {
                tap.addTarget(target, action: Target.one)
                tap.addTarget(target, action: Target.two)
            }
        }
        addAll()
        tap.removeTarget(a, action: Target.one)
        #expect(actions(at: 0) == ["a two ended", "b one", "b two ended"])
        tap.removeTarget(b, action: nil)
        #expect(actions(at: 10) == ["a two ended"])
        addAll()
        tap.removeTarget(nil, action: Target.two)
        #expect(actions(at: 20) == ["a one", "b one"])
        tap.removeTarget(nil, action: nil)
        #expect(actions(at: 30) == [])
    }

    @Test("R-4.16: A target is held weakly, and a deallocated target isn't called.")
    func weakTarget() {
        var target: Target? = Target("a", trace)
        weak var gone: Target?
        gone = target
        let tap = UITapGestureRecognizer()
        if let target { tap.addTarget(target, action: Target.one) }
        view.addGestureRecognizer(tap)
        target = nil
        #expect(gone == nil)
        #expect(actions(at: 0) == [])
    }

    @Test("R-4.16: A target that is removed during an action isn't called for the next action.")
    func removedInAction() {
        let a = Target("a", trace)
        let tap = UITapGestureRecognizer()
        tap.addAction { $0.removeTarget(a, action: nil) }
        tap.addTarget(a, action: Target.one)
        view.addGestureRecognizer(tap)
        #expect(actions(at: 0) == ["a one"])
        #expect(actions(at: 10) == [])
    }

    @Test("R-4.17: Touches are ordered by arrival; the location is their center, in any view.")
    func places() {
        let child = stage.add("C", 100, 100, 50, 50, to: view)
        let recognizer = stage.manual("R")
        var player = stage.begin("1↓(10,20)@0 2↓(110,120)@.1")
        #expect(recognizer.numberOfTouches == 2)
        #expect(recognizer.location(ofTouch: 0, in: nil) == CGPoint(10, 20))
        #expect(recognizer.location(ofTouch: 1, in: child) == CGPoint(10, 20))
        #expect(recognizer.location(in: nil) == CGPoint(60, 70))
        #expect(recognizer.location(in: child) == CGPoint(-40, -30))
        player.play("1→(30,20)@.2")
        #expect(recognizer.location(in: view) == CGPoint(70, 70))
        player.play("1↑@.3")
        #expect(recognizer.numberOfTouches == 1)
        #expect(recognizer.location(ofTouch: 0, in: nil) == CGPoint(110, 120))
        #expect(recognizer.location(in: nil) == CGPoint(110, 120))
    }

    @Test("R-4.17: In the action for ended, the fingers lifted in this frame still count.")
    func placesAtTheEnd() {
        let recognizer = stage.manual("R")
        recognizer.pressesAtOnce()
        var seen: [String] = []
        recognizer.addAction {
            seen.append("\($0.state) \($0.numberOfTouches) \($0.location(in: nil).x)")
        }
        stage.play("1↓(10,50)&2↓(50,50)@0 1↑&2↑@.1")
        #expect(seen == ["began 2 30.0", "ended 2 30.0"])
        #expect(recognizer.numberOfTouches == 0)
    }

    @Test("R-4.18: A recognizer belongs to one view and references it weakly.")
    func oneView() {
        let recognizer = UITapGestureRecognizer()
        var first: UIView? = UIView()
        let second = UIView()
        first?.addGestureRecognizer(recognizer)
        #expect(recognizer.view === first)
        second.addGestureRecognizer(recognizer)
        second.addGestureRecognizer(recognizer)
        #expect(first?.gestureRecognizers == nil)
        #expect(second.gestureRecognizers?.count == 1)
        first?.removeGestureRecognizer(recognizer)
        #expect(recognizer.view === second)
        second.removeGestureRecognizer(recognizer)
        #expect(recognizer.view == nil)
        first?.addGestureRecognizer(recognizer)
        first = nil
        #expect(recognizer.view == nil)
    }

    @Test("R-4.18: Assigning gestureRecognizers replaces the recognizers of the view.")
    func listOfRecognizers() {
        let (one, two, three) = (
            UITapGestureRecognizer(), UITapGestureRecognizer(), UITapGestureRecognizer()
        )
        view.gestureRecognizers = [one, two]
        view.gestureRecognizers = [two, three]
        #expect(one.view == nil)
        #expect(view.gestureRecognizers?.count == 2)
        #expect(view.gestureRecognizers?.first === two)
        view.gestureRecognizers = []
        #expect(view.gestureRecognizers == nil)
    }

    @Test("R-4.18: An active recognizer that is removed from its view stops without an action.")
    func removedWhileActive() {
        let recognizer = stage.manual("R")
        recognizer.pressesAtOnce()
        recognizer.onReset = { [trace] _ in trace.record("R.reset") }
        var player = stage.begin("1↓(50,50)@0")
        _ = trace.removeLines()
        view.removeGestureRecognizer(recognizer)
        trace.expectRemovedLines("R.reset@0")
        view.addGestureRecognizer(recognizer)
        player.play("1→(+9)@.1 1↑@.2")
        #expect(trace.removeLines() == [])
        player.play("1↓(50,50)@2")
        trace.expectLines("R.began{1}@2", "R!began@2")
    }

    @Test("R-4.18: A recognizer moved to another view in its own action leaves its gesture.")
    func movedInAction() {
        let other = stage.add("W", 200, 0, 100, 100)
        let pan = stage.add("M", UIPanGestureRecognizer())
        pan.addAction { [trace] pan in
            guard pan.view !== other else { return }
            trace.record("moved to W")
            other.addGestureRecognizer(pan)
        }
        stage.play("1↓(50,50)@0 1→(+20)@.1 1→(+40)@.2 1↑@.3")
        trace.expectRemovedLines(
            "V.began{1}@0", "M!began@0.1", "moved to W@0.1", "V.cancelled{1}@0.1")
        stage.play("1↓(250,50)@10 1→(+20)@10.1 1↑@10.2")
        trace.expectLines("W.began{1}@10", "M!began@10.1", "W.cancelled{1}@10.1", "M!ended@10.2")
    }

    @Test("Recognizers and events are equal only to themselves, and can be members of sets.")
    func identity() {
        var (events, deliveries): (Set<UIEvent>, Int) = ([], 0)
        func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
            guard let event else { return }
            events.insert(event)
            deliveries += 1
        }
        stage.view.onBegan = note
        stage.view.onCancelled = note
        let first = stage.add("T", UITapGestureRecognizer())
        let second = stage.add("U", UITapGestureRecognizer())
        stage.play("1↓(50,50)@0 1↑@.1 1↓(150,150)@2 1↑@2.1")
        #expect(first != second)
        #expect(Set([first, second, first]) == [second, first])
        #expect(stage.view.gestureRecognizers?.contains(second) == true)
        #expect(stage.view.gestureRecognizers?.firstIndex(of: second) == 1)
        #expect(deliveries == 4)
        #expect(events.count == 2)
    }
}
