import Testing
import TouchKit
import TouchKitTesting

/// The questions to views and delegates, their order, and changes made while answering.
@Suite("Delegates", .serialized)
@MainActor
struct DelegateTests: StageSuite {
    /// A view that records `gestureRecognizerShouldBegin(_:)` calls and returns an assigned answer.
    private final class ShouldBeginView: RecorderView {
        var allowsBeginning = true

        override func gestureRecognizerShouldBegin(
            _ gestureRecognizer: UIGestureRecognizer
        ) -> Bool {
            trace.record("\(name) asked about \(gestureRecognizer.name ?? "?")")
            return allowsBeginning
        }
    }

    let stage = Stage()

    private var asked: [String] { trace.lines.filter { $0.contains("asked") } }

    /// Puts the finger on the innermost of three views; the pan belongs to the middle view.
    private func nest() -> (
        middle: ShouldBeginView, inner: ShouldBeginView, delegate: ScriptedDelegate
    ) {
        func asked(_ name: String, in superview: UIView) -> ShouldBeginView {
            let view = ShouldBeginView(
                name, trace, frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            superview.addSubview(view)
            return view
        }
        let outer = asked("outer", in: stage.window)
        let middle = asked("middle", in: outer)
        let between = asked("between", in: middle)
        let inner = asked("inner", in: between)
        let pan = stage.add("M", UIPanGestureRecognizer(), to: middle)
        let delegate = ScriptedDelegate()
        delegate.shouldBegin = { [trace] _ in
            trace.record("delegate asked")
            return true
        }
        pan.delegate = delegate
        return (middle, inner, delegate)
    }

    @Test(
        "R-4.15: Before it begins, views up to its own and then its delegate are asked once."
    )
    func askedObjects() {
        let (_, _, delegate) = nest()
        stage.play("1↓(50,50)@0 1→(+5)@.1 1→(+20)@.2 1→(+30)@.3 1↑@.4")
        #expect(
            asked == [
                "inner asked about M@0.2", "between asked about M@0.2", "middle asked about M@0.2",
                "delegate asked@0.2",
            ])
        #expect(trace.lines.filter { $0.contains("!") }.count == 3)
        #expect(delegate.questions.filter { $0 == "shouldBegin M" }.count == 1)
    }

    @Test(
        "R-4.15: One refusal fails the recognizer, and no further question is asked.",
        arguments: 0..<3)
    func refusal(who: Int) {
        let (middle, inner, delegate) = nest()
        switch who {
        case 0: inner.allowsBeginning = false
        case 1: middle.allowsBeginning = false
        default: delegate.shouldBegin = { _ in false }
        }
        stage.play("1↓(50,50)@0 1→(+20)@.1 1→(+40)@.2 1↑@.3")
        #expect(
            trace.lines.filter { $0.hasPrefix("inner.") } == [
                "inner.began{1}@0", "inner.moved{1}@0.1", "inner.moved{1}@0.2",
                "inner.ended{1}@0.3",
            ])
        #expect(asked.filter { $0.hasPrefix("inner") }.count == 1)
        #expect(
            delegate.questions.filter { $0.hasPrefix("shouldBegin") }.count == (who == 2 ? 1 : 0))
    }

    @Test("R-4.15: A discrete recognizer is asked when it recognizes; one that fails isn't asked.")
    func discrete() {
        let tap = stage.add("T", UITapGestureRecognizer())
        let delegate = ScriptedDelegate()
        delegate.shouldBegin = { [trace] in
            trace.record("asked in \($0.state)")
            return false
        }
        tap.delegate = delegate
        stage.play("1↓(50,50)@0 1↑@.1")
        #expect(asked == ["asked in possible@0.1"])
        #expect(trace.removeLines().last == "V.ended{1}@0.1")
        stage.play("1↓(50,50)@10 1→(+60)@10.1 1↑@10.2")
        #expect(asked == [])
    }

    @Test("R-4.15: A recognizer that has to wait is asked before it waits, and not again.")
    func askedBeforeWaiting() {
        let waiting = stage.manual("A")
        let required = stage.manual("B")
        waiting.require(toFail: required)
        waiting.pressesAtOnce()
        let delegate = ScriptedDelegate()
        delegate.shouldBegin = { [trace] _ in
            trace.record("asked")
            return true
        }
        waiting.delegate = delegate
        stage.begin("1↓(50,50)@0", until: 0.3)
        required.state = .failed
        #expect(asked == ["asked@0"])
        #expect(trace.lines.contains("A!began@0.3"))
    }

    @Test("R-4.10, R-6.9: The questions of a gesture come in their documented order.")
    func orderOfQuestions() {
        let delegate = ScriptedDelegate()
        stage.add("L", UILongPressGestureRecognizer()).delegate = delegate
        stage.add("M", UIPanGestureRecognizer()).delegate = delegate
        stage.play("1↓(50,50)@0 1→(+30)@.8 1↑@.9")
        #expect(
            delegate.questions == [
                "L receives event", "L receives touch", "M receives event", "M receives touch",
                "L requires M", "M required by L", "M requires L", "L required by M",
                "shouldBegin L", "L with M", "M with L",
            ])
    }

    enum Change: CaseIterable, Sendable { case disabled, removed, moved, viewGone }

    @Test(
        "R-4.13, R-4.18: A recognizer that changes while asked whether it may begin doesn't begin.",
        arguments: Change.allCases)
    func changedWhileAsked(change: Change) {
        let pan = stage.add("M", UIPanGestureRecognizer())
        let delegate = ScriptedDelegate()
        pan.delegate = delegate
        delegate.shouldBegin = { [stage] recognizer in
            switch change {
            case .disabled: recognizer.isEnabled = false
            case .removed: stage.view.removeGestureRecognizer(recognizer)
            case .moved: stage.window.addGestureRecognizer(recognizer)
            case .viewGone: stage.view.removeFromSuperview()
            }
            return true
        }
        stage.play("1↓(50,50)@0 1→(+20)@.1 1↑@.2")
        let views = trace.lines.filter { $0.hasPrefix("V") }
        let rest =
            change == .viewGone ? ["V.cancelled{1}@0.1"] : ["V.moved{1}@0.1", "V.ended{1}@0.2"]
        #expect(views == ["V.began{1}@0"] + rest)
        #expect(trace.lines.filter { $0.contains("!") } == [])
        #expect(pan.state == .possible)
        #expect(simulator.application.touchAudit.unbalancedViews == 0)
    }

    @Test(
        "R-4.10: A recognizer disabled or removed during shouldReceive doesn't receive the touch.")
    func changedWhileReceiving() {
        let recognizer = stage.manual("R")
        let delegate = ScriptedDelegate()
        recognizer.delegate = delegate
        delegate.receivesTouch = { recognizer, _ in
            recognizer.isEnabled = false
            return true
        }
        stage.play("1↓(50,50)@0 1↑@.1")
        trace.expectRemovedLines("V.began{1}@0", "V.ended{1}@0.1")
        recognizer.isEnabled = true
        delegate.receivesTouch = { [view] recognizer, _ in
            view.removeGestureRecognizer(recognizer)
            return true
        }
        stage.play("1↓(50,50)@10 1↑@10.1")
        trace.expectLines("V.began{1}@10", "V.ended{1}@10.1")
    }

    @Test("A delegate is held weakly; without a delegate the defaults apply.")
    func weakDelegate() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        var delegate: ScriptedDelegate? = ScriptedDelegate()
        delegate?.shouldBegin = { _ in false }
        pan.delegate = delegate
        delegate = nil
        #expect(pan.delegate == nil)
        stage.play("1↓(50,50)@0 1→(+20)@.1 1↑@.2")
        #expect(trace.lines.contains("M!began@0.1"))
    }

    @Test("R-6.9: A delegate without methods doesn't allow simultaneous recognition.")
    func defaultAnswers() {
        final class Silent: UIGestureRecognizerDelegate {}
        let silent = Silent()
        let (one, other) = (UIPanGestureRecognizer(), UITapGestureRecognizer())
        #expect(silent.gestureRecognizerShouldBegin(one))
        #expect(!silent.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other))
        #expect(!silent.gestureRecognizer(one, shouldRequireFailureOf: other))
        #expect(!silent.gestureRecognizer(one, shouldBeRequiredToFailBy: other))
        stage.add("A", one).delegate = silent
        stage.add("T", other).delegate = silent
        stage.play("1↓(50,50)@0 1↑@.1")
        #expect(trace.lines.contains("T!ended@0.1"))
    }
}
