import Testing
import TouchKit
import TouchKitTesting

/// The states of recognizers that assign the states that a test prescribes.
@Suite("Recognizer states", .serialized)
@MainActor
struct StateMachineTests: StageSuite {
    typealias State = UIGestureRecognizer.State

    /// A window that calls a closure after it has handled an event.
    private final class EventCompletionWindow: UIWindow {
        var onReturn: () -> Void = {}

        override func sendEvent(_ event: UIEvent) {
            super.sendEvent(event)
            onReturn()
        }
    }

    let stage = Stage()

    @Test("R-4.1: The states have UIKit's raw values, and recognized equals ended.")
    func numbers() {
        let states: [State] = [.possible, .began, .changed, .ended, .cancelled, .failed]
        #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(State.recognized == .ended)
    }

    @Test("R-4.1: A discrete recognizer ends at once, a continuous one begins and changes first.")
    func kinds() {
        let discrete = stage.manual("D")
        discrete.onEnded = { recognizer, _, _ in recognizer.state = .ended }
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        trace.expectRemovedLines(
            "D.began{1}@0", "V.began{1}@0", "D.moved{1}@0.1", "V.moved{1}@0.1", "D.ended{1}@0.2",
            "D!ended@0.2", "V.cancelled{1}@0.2")
        stage.view.removeGestureRecognizer(discrete)
        stage.manual("C").pressesAtOnce()
        stage.play("1↓(50,50)@10 1→(+9)@10.1 1↑@10.2")
        trace.expectLines(
            "C.began{1}@10", "C!began@10", "C.moved{1}@10.1", "C!changed@10.1", "C.ended{1}@10.2",
            "C!ended@10.2")
    }

    @Test("R-4.2: Each assignment sends one action to each target; failing and waiting send none.")
    func oneActionEach() {
        let recognizer = stage.manual("R")
        recognizer.trace = nil
        recognizer.addAction { [trace] in trace.record("second \($0.state)") }
        recognizer.onBegan = { recognizer, _, _ in recognizer.state = .began }
        recognizer.onMoved = { recognizer, _, _ in
            recognizer.state = .changed
            recognizer.state = .changed
        }
        recognizer.onEnded = { recognizer, _, _ in recognizer.state = .cancelled }
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        trace.expectRemovedLines(
            "R!began@0", "second began@0", "R!changed@0.1", "second changed@0.1", "R!changed@0.1",
            "second changed@0.1", "R!cancelled@0.2", "second cancelled@0.2")
        recognizer.onBegan = { recognizer, _, _ in recognizer.state = .possible }
        recognizer.onMoved = { recognizer, _, _ in recognizer.state = .failed }
        stage.play("1↓(50,50)@10 1→(+9)@10.1 1↑@10.2")
        trace.expectLines("V.began{1}@10", "V.moved{1}@10.1", "V.ended{1}@10.2")
    }

    @Test(
        "R-4.3: Assigning changed or cancelled to a possible recognizer makes it fail.",
        arguments: [State.changed, .cancelled])
    func noBeginning(state: State) {
        let recognizer = stage.manual("R")
        var seen: State?
        recognizer.onBegan = { recognizer, _, _ in
            recognizer.state = state
            seen = recognizer.state
        }
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        #expect(seen == .failed)
        trace.expectLines("R.began{1}@0", "V.began{1}@0", "V.moved{1}@0.1", "V.ended{1}@0.2")
    }

    @Test(
        "R-4.3: After an end, only the reset leads to another state.",
        arguments: [State.ended, .failed, .cancelled],
        [State.possible, .began, .changed, .ended, .cancelled])
    func outOfAnEnd(end: State, next: State) {
        let recognizer = stage.manual("R")
        recognizer.trace = nil
        recognizer.onBegan = { recognizer, _, _ in recognizer.state = .began }
        recognizer.onMoved = { recognizer, _, _ in
            recognizer.state = end
            let reached = recognizer.state
            recognizer.state = next
            #expect(recognizer.state == reached)
        }
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        // An active recognizer is cancelled instead of failing.
        #expect(trace.lines == ["R!began@0", end == .ended ? "R!ended@0.1" : "R!cancelled@0.1"])
        #expect(recognizer.state == .possible)
    }

    @Test(
        "R-4.4: Actions follow after all recognizers received the touches; states are new."
    )
    func actionsAfterTouches() {
        stage.manual("A").pressesAtOnce()
        _ = stage.manual("B")
        stage.begin("1↓(50,50)@0")
        trace.expectLines("A.began{1}@0", "B.began{1}@0", "A!began@0")
    }

    @Test(
        "R-4.4, R-4.5: When sendEvent returns, actions have been sent and the recognizer is reset.",
        arguments: [State.ended, .failed, .cancelled])
    func resetAtOnce(end: State) {
        let window = EventCompletionWindow(frame: stage.window.frame)
        window.addSubview(stage.view)
        window.makeKeyAndVisible()
        let recognizer = stage.manual("R")
        recognizer.onBegan = { recognizer, _, _ in
            if end != .failed { recognizer.state = .began }
        }
        recognizer.onMoved = { recognizer, _, _ in recognizer.state = end }
        recognizer.onReset = { [trace] _ in trace.record("reset") }
        var player = stage.begin("1↓(50,50)@0")
        window.onReturn = { [trace] in trace.record("returned \(recognizer.state)") }
        _ = trace.removeLines()
        player.play("1→(+9)@.1")
        let action = end == .failed ? "V.moved{1}@0.1" : "R!\(end)@0.1"
        #expect(
            trace.lines == ["R.moved{1}@0.1", action, "reset@0.1", "returned possible@0.1"])
    }

    @Test("R-4.5: A recognizer that waits for another is reset only when the wait is over.")
    func lateReset() {
        let waiting = stage.manual("A")
        let required = stage.manual("B")
        waiting.require(toFail: required)
        waiting.onEnded = { recognizer, _, _ in recognizer.state = .ended }
        waiting.onReset = { [trace] _ in trace.record("A.reset") }
        stage.begin("1↓(50,50)@0 1↑@.1")
        #expect(!trace.removeLines().contains("A.reset@0.1"))
        simulator.advance(to: 0.3)
        required.state = .failed
        trace.expectLines("A!ended@0.3", "V.cancelled{1}@0.3", "A.reset@0.3")
    }

    @Test("R-4.6: After its reset a recognizer receives only new fingers.")
    func afterTheReset() {
        let recognizer = stage.manual("R")
        recognizer.onBegan = { recognizer, _, _ in recognizer.state = .ended }
        stage.play("1↓(50,50)@0 1→(+9)@.1 2↓(90,90)@.2 1↑@.3 2↑@.4")
        trace.expectLines("R.began{1}@0", "R!ended@0", "R.began{2}@0.2", "R!ended@0.2")
    }

    @Test("R-4.7: A failed recognizer has no touches any more; the view keeps them.")
    func failing() throws {
        let recognizer = stage.manual("R")
        recognizer.onMoved = { recognizer, _, _ in recognizer.state = .failed }
        var known: (UITouch, UIEvent)?
        stage.view.onMoved = { touches, event in
            guard let touch = touches.first, let event else { return }
            known = (touch, event)
            // The touches are gone before the reset, not only after it.
            #expect(touch.gestureRecognizers?.isEmpty == true)
            #expect(event.touches(for: recognizer)?.isEmpty == true)
        }
        var player = stage.begin("1↓(50,50)@0")
        #expect(recognizer.numberOfTouches == 1)
        player.play("1→(+9)@.1")
        let (touch, event) = try #require(known)
        #expect(recognizer.numberOfTouches == 0)
        #expect(touch.gestureRecognizers?.isEmpty == true)
        #expect(event.touches(for: recognizer) == [])
        player.play("1→(+20)@.2 1↑@.3")
        trace.expectLines(
            "R.began{1}@0", "V.began{1}@0", "R.moved{1}@0.1", "V.moved{1}@0.1", "V.moved{1}@0.2",
            "V.ended{1}@0.3")
    }

    @Test(
        "R-4.13: A disabled active recognizer is cancelled once; it receives nothing until enabled."
    )
    func disabledWhileActive() {
        let recognizer = stage.manual("R")
        recognizer.pressesAtOnce()
        recognizer.onReset = { [trace] _ in trace.record("R.reset") }
        var player = stage.begin("1↓(50,50)@0 1→(+9)@.1")
        _ = trace.removeLines()
        recognizer.isEnabled = false
        trace.expectRemovedLines("R!cancelled@0.1", "R.reset@0.1")
        #expect(recognizer.state == .possible)
        player.play("1→(+20)@.2 2↓(90,90)@.3")
        recognizer.isEnabled = true
        player.play("1→(+30)@.4 2→(+9)@.5 1↑@.6 2↑@.7")
        #expect(trace.removeLines().filter { $0.hasPrefix("R") } == [])
        player.play("1↓(50,50)@2")
        trace.expectLines("R.began{1}@2", "R!began@2")
    }

    @Test(
        "R-4.13: A disabled possible recognizer fails without an action; views get the touches."
    )
    func disabledWhilePossible() {
        let recognizer = stage.manual("R")
        recognizer.delaysTouchesBegan = true
        recognizer.onReset = { [trace] _ in trace.record("R.reset") }
        stage.begin("1↓(50,50)@0", until: 0.2)
        recognizer.isEnabled = false
        trace.expectLines("R.began{1}@0", "V.began{1}@0.2", "R.reset@0.2")
    }

    @Test("R-4.13: A recognizer disabled by an earlier receiver of the touch isn't asked about it.")
    func disabledBeforeFirstTouch() {
        let first = stage.manual("A")
        let second = stage.manual("B")
        let delegate = ScriptedDelegate()
        second.delegate = delegate
        first.onBegan = { _, _, _ in
            second.isEnabled = false
            second.isEnabled = true
        }
        stage.begin("1↓(50,50)@0")
        trace.expectLines("A.began{1}@0", "V.began{1}@0")
        #expect(delegate.questions == [])
    }

    @Test("R-4.14: System cancellation cancels active ones with an action; possible ones fail.")
    func systemCancellation() {
        stage.manual("A").pressesAtOnce()
        stage.play("1↓(50,50)@0 1✕@.1")
        trace.expectRemovedLines(
            "A.began{1}@0", "A!began@0", "A.cancelled{1}@0.1", "A!cancelled@0.1")
        stage.view.gestureRecognizers = nil
        let tap = stage.add("T", UITapGestureRecognizer())
        stage.play("1↓(50,50)@10 1✕@10.1")
        trace.expectRemovedLines("V.began{1}@10", "V.cancelled{1}@10.1")
        #expect(tap.state == .possible)
        stage.play("1↓(50,50)@20 1↑@20.1")
        trace.expectLines("V.began{1}@20", "T!ended@20.1", "V.cancelled{1}@20.1")
    }
}
