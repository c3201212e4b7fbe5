import Testing
import TouchKit
import TouchKitTesting

/// Which touches a recognizer receives, in which order, and how it ignores them.
@Suite("Touch frame filter", .serialized)
@MainActor
struct TouchFilterTests: StageSuite {
    let stage = Stage()

    private func fingers(_ touches: Set<UITouch>?) -> [Int] {
        (touches ?? []).compactMap { simulator.finger(of: $0) }.sorted()
    }

    @Test(
        "R-4.8: A recognizer receives fingers on its view and its subviews, before the view does.")
    func ownAndInner() {
        let child = stage.add("C", 0, 0, 50, 50, to: view)
        _ = stage.add("W", 200, 0, 100, 100)
        _ = stage.manual("R")
        stage.begin("1↓(10,10)@0 2↓(100,100)@.1 3↓(250,50)@.2")
        #expect(child.touchCounts.began == 1)
        trace.expectLines(
            "R.began{1}@0", "C.began{1}@0", "R.began{2}@0.1", "V.began{2}@0.1", "W.began{3}@0.2")
    }

    @Test("R-4.8: A disabled recognizer receives nothing.")
    func disabled() {
        stage.manual("R").isEnabled = false
        stage.play("1↓(10,10)@0 1↑@.1")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.1")
    }

    @Test("R-4.9: Recognizers of inner views come first; within a view, those added first.")
    func order() {
        let child = stage.add("C", 0, 0, 50, 50, to: view)
        let window = stage.manual("W", to: stage.window)
        let first = stage.manual("V1")
        let second = stage.manual("V2")
        let inner = stage.manual("C1", to: child)
        let all = [window, first, second, inner]
        let delegate = ScriptedDelegate(simultaneous: true)
        for recognizer in all {
            recognizer.delegate = delegate
            recognizer.onBegan = { recognizer, _, _ in recognizer.state = .ended }
        }
        let wanted = ["C1", "V1", "V2", "W"]
        stage.begin("1↓(10,10)@0 1↑@.1")
        #expect(
            trace.removeLines() == wanted.map { "\($0).began{1}@0" }
                + wanted.map { "\($0)!ended@0" })
        view.removeGestureRecognizer(first)
        view.addGestureRecognizer(first)
        stage.begin("1↓(10,10)@10")
        #expect(
            trace.removeLines().filter { $0.contains("!") } == [
                "C1!ended@10", "V2!ended@10", "V1!ended@10", "W!ended@10",
            ])
    }

    @Test(
        "R-4.10: Recognizer and delegate are asked once per touch, before the delivery."
    )
    func filterOrder() {
        let recognizer = stage.manual("R")
        let delegate = ScriptedDelegate()
        recognizer.delegate = delegate
        recognizer.receivesEvents = { [trace] in
            trace.record("class, event")
            return true
        }
        delegate.receivesEvent = { [trace] _ in
            trace.record("delegate, event")
            return true
        }
        delegate.receivesTouch = { [trace] _, _ in
            trace.record("delegate, touch")
            return true
        }
        stage.play("1↓(10,10)@0 1→(+9)@.1 1↑@.2")
        #expect(
            trace.lines.prefix(5) == [
                "class, event@0", "delegate, event@0", "delegate, touch@0", "R.began{1}@0",
                "V.began{1}@0",
            ])
        #expect(trace.lines.filter { $0.hasPrefix("class") }.count == 1)
        #expect(delegate.questions == ["R receives event", "R receives touch"])
    }

    @Test(
        "R-4.10: After one refusal the recognizer never receives the touch; the view does.",
        arguments: 0..<3)
    func refusedTouch(refusal: Int) {
        let recognizer = stage.manual("R")
        let delegate = ScriptedDelegate()
        recognizer.delegate = delegate
        recognizer.receivesEvents = { refusal != 0 }
        delegate.receivesEvent = { _ in refusal != 1 }
        delegate.receivesTouch = { _, _ in refusal != 2 }
        stage.play("1↓(10,10)@0 1→(+9)@.1 1↑@.2")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0.1", "V.ended{1}@0.2")
        #expect(delegate.questions.count == refusal)
    }

    @Test("R-4.10: Of two fingers, each is asked about; only the refused one is missing.")
    func oneOfTwo() {
        view.isMultipleTouchEnabled = true
        let recognizer = stage.manual("R")
        let delegate = ScriptedDelegate()
        recognizer.delegate = delegate
        delegate.receivesTouch = { [simulator] _, touch in simulator.finger(of: touch) == 2 }
        stage.begin("1↓(10,10)&2↓(50,50)@0 1→(+9)&2→(+9)@.1")
        trace.expectLines("R.began{2}@0", "V.began{1,2}@0", "R.moved{2}@0.1", "V.moved{1,2}@0.1")
        #expect(recognizer.numberOfTouches == 1)
    }

    @Test("R-4.11: Each phase is one call with all its fingers.")
    func oneCallPerPhase() {
        view.isMultipleTouchEnabled = true
        _ = stage.manual("R")
        stage.begin(
            "1↓(10,10)&2↓(50,50)&3↓(70,70)@0 1→(+9)&2→(+9)&3↑&4↓(90,90)@.1")
        #expect(
            trace.lines.filter { $0.hasPrefix("R") } == [
                "R.began{1,2,3}@0", "R.began{4}@0.1", "R.moved{1,2}@0.1", "R.ended{3}@0.1",
            ])
    }

    @Test("R-4.12: An ignored touch remains with its view when the recognizer recognizes.")
    func ignoring() {
        view.isMultipleTouchEnabled = true
        let recognizer = stage.manual("R")
        recognizer.onBegan = { [simulator] recognizer, touches, event in
            for touch in touches where simulator.finger(of: touch) == 2 {
                recognizer.ignore(touch, for: event)
            }
        }
        recognizer.onMoved = { recognizer, _, _ in recognizer.state = .began }
        var event: UIEvent?
        view.onBegan = { event = $1 }
        var player = stage.begin("1↓(10,10)&2↓(50,50)@0")
        #expect(recognizer.state == .possible)
        #expect(recognizer.numberOfTouches == 1)
        #expect(fingers(event?.touches(for: recognizer)) == [1])
        player.play("1→(+9)&2→(+9)@.1 2→(+20)@.2 2↑@.3")
        trace.expectLines(
            "R.began{1,2}@0", "V.began{1,2}@0", "R.moved{1}@0.1", "R!began@0.1",
            "V.cancelled{1}@0.1", "V.moved{2}@0.1", "V.moved{2}@0.2", "V.ended{2}@0.3")
    }

    @Test("R-4.19: A recognizer added during a touch doesn't receive that touch.")
    func attachedLate() {
        view.onBegan = { [stage] _, _ in
            if stage.view.gestureRecognizers == nil { _ = stage.manual("R") }
        }
        stage.begin("1↓(10,10)@0 1→(+9)@.1 1↑@.2 1↓(150,10)@2")
        trace.expectLines(
            "V.began{1}@0", "V.moved{1}@0.1", "V.ended{1}@0.2", "R.began{1}@2", "V.began{1}@2")
    }

    @Test("R-4.20: Having a recognizer doesn't make a view receive touches.")
    func viewBelowSubview() {
        _ = stage.add("C", 0, 0, 50, 50, to: view)
        let pan = stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(10,10)@0 1→(+20)@.1 1↑@.2")
        trace.expectLines("C.began{1}@0", "M!began@0.1", "C.cancelled{1}@0.1", "M!ended@0.2")
        #expect(pan.view === view)
    }

    @Test("R-1.17: Touch, event and recognizer agree on each other until it fails or is reset.")
    func crossReferences() throws {
        view.isMultipleTouchEnabled = true
        let one = stage.manual("A")
        let two = stage.manual("B")
        one.onMoved = { recognizer, _, _ in recognizer.state = .failed }
        var known: (UITouch, UIEvent)?
        view.onBegan = { touches, event in
            if known == nil, let touch = touches.first, let event { known = (touch, event) }
        }
        var player = stage.begin("1↓(10,10)@0")
        let (touch, event) = try #require(known)
        #expect(touch.gestureRecognizers?.map(\.name) == ["A", "B"])
        #expect(event.touches(for: one) == [touch])
        player.play("2↓(50,50)@.1")
        #expect(fingers(event.touches(for: two)) == [1, 2])
        player.play("1→(+9)@.2")
        #expect(touch.gestureRecognizers?.map(\.name) == ["B"])
        #expect(event.touches(for: one) == [])
        two.state = .ended
        #expect(touch.gestureRecognizers?.isEmpty == true)
        #expect(event.touches(for: two) == [])
    }

    @Test("R-2.13: Recognizers receive every finger of a single-touch view.")
    func multipleTouch() {
        stage.add("P", UIPinchGestureRecognizer())
        stage.play("1↓(20,50)&2↓(120,50)@0 2→(+20)@.1 1↑&2↑@.2")
        trace.expectLines("V.began{1}@0", "P!began@0.1", "V.cancelled{1}@0.1", "P!ended@0.2")
    }

    @Test(
        "R-2.15: Recognizers receive the fingers that an exclusive view excludes."
    )
    func exclusiveTouch() {
        view.isExclusiveTouch = true
        let other = stage.add("W", 200, 0, 100, 100)
        stage.add("T", UITapGestureRecognizer(), to: other)
        stage.play("1↓(10,10)@0 2↓(250,50)@.1 2↑@.2 1↑@.3")
        trace.expectLines("V.began{1}@0", "T!ended@0.2", "V.ended{1}@0.3")
    }

    @Test("R-3.5: A recognizer is no responder, and doesn't change its view's next responder.")
    func noResponder() {
        let controller = UIViewController()
        stage.window.rootViewController = controller
        controller.view.addSubview(view)
        let recognizer: AnyObject = stage.manual("R")
        #expect(!(recognizer is UIResponder))
        #expect(view.next === controller.view)
    }
}
