import Testing
import TouchKit
import TouchKitTesting

/// Changes to views, windows, recognizers and the application during a gesture.
@Suite("Tree changes during gestures", .serialized)
@MainActor
struct TreeChangeTests: StageSuite {
    let stage = Stage()
    var application: UIApplication { stage.simulator.application }

    private func pan(to target: UIView? = nil) -> UIPanGestureRecognizer {
        stage.add("M", UIPanGestureRecognizer(), to: target)
    }

    private let drag = "1↓(50,50)@0 1→(+20)@.1 1→(+30)@.2 1↑@.3"
    private let broken = ["V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1", "M!cancelled@0.1"]

    @Test(
        "R-1.23, R-4.14: A view that its own gesture removes: view and gesture are cancelled once.")
    func viewGoesInAction() {
        pan().addAction { [view] in if $0.state == .began { view.removeFromSuperview() } }
        stage.play(drag)
        #expect(trace.lines == broken)
        #expect(application.touchAudit.unbalancedViews == 0)
    }

    @Test("R-1.23, R-4.14: Removing a view cancels a gesture of its superview.")
    func viewGoesUnderAnotherGesture() {
        _ = pan(to: stage.window)
        stage.begin("1↓(50,50)@0 1→(+20)@.1")
        _ = trace.removeLines()
        view.removeFromSuperview()
        trace.expectLines("M!cancelled@0.1")
    }

    @Test("R-1.23: A view removed during the wait for the next tap receives cancelled.")
    func viewGoesBetweenTaps() {
        stage.add("D", UITapGestureRecognizer()).numberOfTapsRequired = 2
        stage.begin("1↓(50,50)@0 1↑@.05", until: 0.2)
        view.removeFromSuperview()
        simulator.advance(to: 1)
        trace.expectLines("V.began{1}@0", "V.cancelled{1}@0.2")
    }

    @Test("R-2.16, R-4.14: Ignoring events in an action cancels the gesture.")
    func ignoringInAction() {
        pan().addAction { [application] in
            if $0.state == .began { application.beginIgnoringInteractionEvents() }
        }
        stage.play(drag)
        #expect(trace.lines == broken)
    }

    @Test("R-1.25: After deactivation, a press in progress sends no action.")
    func deactivation() {
        stage.add("L", UILongPressGestureRecognizer())
        stage.begin("1↓(50,50)@0", until: 0.2)
        application.resignActive()
        application.becomeActive()
        simulator.advance(to: 2)
        trace.expectLines("V.began{1}@0", "V.cancelled{1}@0.2")
    }

    enum Cancellation: CaseIterable, Sendable { case deactivation, ignoring, removal }

    private func cancel(by cancellation: Cancellation) {
        switch cancellation {
        case .deactivation:
            application.resignActive()
            application.becomeActive()
        case .ignoring:
            application.beginIgnoringInteractionEvents()
            application.endIgnoringInteractionEvents()
        case .removal:
            view.removeFromSuperview()
        }
    }

    /// Adds a tap T that waits for a double tap D.
    private func addWaitingTap() -> (single: UITapGestureRecognizer, double: UITapGestureRecognizer)
    {
        let single = stage.add("T", UITapGestureRecognizer())
        let double = stage.add("D", UITapGestureRecognizer())
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        return (single, double)
    }

    @Test(
        "R-1.23, R-1.25, R-4.14: A tap that waits fails if its touch, already lifted, is cancelled.",
        arguments: Cancellation.allCases)
    func cancelledWait(cancellation: Cancellation) {
        _ = addWaitingTap()
        stage.begin("1↓(50,50)@0 1↑@.05", until: 0.2)
        cancel(by: cancellation)
        simulator.advance(to: 1)
        trace.expectLines("V.began{1}@0", "V.cancelled{1}@0.2")
    }

    @Test(
        "R-1.25, R-4.14: A tap that waits fails at an interruption if its view has the end already.",
        arguments: [Cancellation.deactivation, .ignoring])
    func cancelledWaitAfterEnd(cancellation: Cancellation) {
        let (single, double) = addWaitingTap()
        single.delaysTouchesEnded = false
        double.delaysTouchesEnded = false
        stage.begin("1↓(50,50)@0 1↑@.05", until: 0.2)
        cancel(by: cancellation)
        simulator.advance(to: 1)
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.05")
    }

    @Test("R-4.14: A tap before the cancellation is not the first tap of a double tap.")
    func cancelledFirstTap() {
        stage.add("D", UITapGestureRecognizer()).numberOfTapsRequired = 2
        var player = stage.begin("1↓(50,50)@0 1↑@.05")
        cancel(by: .deactivation)
        player.play("1↓(50,50)@.2 1↑@.25")
        trace.expectLines("V.began{1}@0", "V.cancelled{1}@0.05", "V.began{1}@0.2")
    }

    @Test("R-4.18: A recognizer that another recognizer removes receives nothing any more.")
    func removedByAnother() {
        let (first, second) = (stage.manual("A"), stage.manual("B"))
        first.onBegan = { [view] _, _, _ in view.removeGestureRecognizer(second) }
        stage.begin("1↓(50,50)@0 1→(+9)@.1")
        trace.expectLines("A.began{1}@0", "V.began{1}@0", "A.moved{1}@0.1", "V.moved{1}@0.1")
    }

    @Test("R-4.18: A recognizer that another recognizer's action removes sends no action.")
    func removedInAnothersAction() {
        let (first, second) = (stage.manual("A"), stage.manual("B"))
        let delegate = ScriptedDelegate(simultaneous: true)
        first.delegate = delegate
        first.pressesAtOnce()
        second.pressesAtOnce()
        first.addAction { [view] _ in view.removeGestureRecognizer(second) }
        stage.begin("1↓(50,50)@0")
        trace.expectLines("A.began{1}@0", "B.began{1}@0", "A!began@0")
        #expect(second.state == .possible)
    }

    @Test(
        "R-4.13: A recognizer that an action disables and enables again has finished its attempt.")
    func disabledAndEnabled() {
        let pan = pan()
        pan.addAction {
            guard $0.state == .began else { return }
            $0.isEnabled = false
            $0.isEnabled = true
        }
        stage.play(drag)
        trace.expectLines("V.began{1}@0", "M!began@0.1", "M!cancelled@0.1", "V.cancelled{1}@0.1")
    }

    @Test(
        "R-4.13: A recognizer disabled in a view's callback is cancelled after the callback."
    )
    func disabledByView() {
        let pan = pan()
        pan.cancelsTouchesInView = false
        view.onMoved = { [trace] _, _ in
            pan.isEnabled = false
            trace.record("disabled")
        }
        stage.play(drag)
        trace.expectLines(
            "V.began{1}@0", "M!began@0.1", "V.moved{1}@0.1", "disabled@0.1", "M!cancelled@0.1",
            "V.moved{1}@0.2", "disabled@0.2", "V.ended{1}@0.3")
    }

    @Test("R-5.2: A property that changes during the gesture applies from then on.")
    func changedProperties() {
        let recognizer = stage.manual("R")
        recognizer.trace = nil
        recognizer.onMoved = { recognizer, _, _ in recognizer.state = .began }
        var player = stage.begin("1↓(50,50)@0")
        recognizer.cancelsTouchesInView = false
        player.play("1→(+9)@.1")
        trace.expectLines("V.began{1}@0", "R!began@0.1", "V.moved{1}@0.1")
    }

    // MARK: Windows

    private func addWindow() -> RecorderView {
        let corner = stage.window.bounds.maxX - 100
        let window = UIWindow(frame: CGRect(x: corner, y: corner, width: 100, height: 100))
        window.isHidden = false
        let inner = RecorderView("W", trace, frame: window.bounds)
        window.addSubview(inner)
        return inner
    }

    @Test("R-6.17: Gestures of two windows are independent, even in one frame.")
    func twoWindows() {
        let other = addWindow()
        _ = pan()
        stage.add("N", UIPanGestureRecognizer(), to: other)
        stage.play("1↓(50,50)&2↓(350,350)@0 1→(+20)&2→(+20)@.1 1↑&2↑@.2")
        #expect(
            trace.lines.filter { $0.contains("!") } == [
                "M!began@0.1", "N!began@0.1", "M!ended@0.2", "N!ended@0.2",
            ])
        #expect(trace.lines.filter { $0.contains("cancelled") }.count == 2)
    }

    @Test("R-4.8: Recognizers of a window don't receive the fingers of another window.")
    func otherWindow() {
        let other = addWindow()
        _ = stage.manual("R", to: stage.window)
        stage.play("1↓(350,350)@0 1↑@.1")
        trace.expectLines("W.began{1}@0", "W.ended{1}@0.1")
        #expect(other.touchCounts.began == 1)
    }

    @Test(
        "R-4.8: Recognizers receive only events that their window passes on, with their beginning.")
    func windowThatKeepsEvents() {
        let window = stage.interceptEvents()
        _ = stage.manual("R")
        window.passesOn = false
        var player = stage.begin("1↓(50,50)@0")
        window.passesOn = true
        player.play("1→(+9)@.1 1↑@.2 1↓(50,50)@2")
        trace.expectLines("R.began{1}@2", "V.began{1}@2")
    }
}
