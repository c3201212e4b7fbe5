import Testing
import TouchKit
import TouchKitTesting

/// Recognizers that wait for others to fail.
@Suite("Failure requirements", .serialized)
@MainActor
struct FailureRequirementTests {
    /// A tap that says by its class whom it waits for, or who waits for it.
    final class OpinionatedTap: UITapGestureRecognizer {
        var waits = false
        var isWaitedFor = false

        override func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool {
            waits
        }

        override func shouldBeRequiredToFail(
            by otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { isWaitedFor }
    }

    let stage = Stage()
    var simulator: TouchSimulator { stage.simulator }
    var trace: TouchTrace { stage.trace }
    var view: RecorderView { stage.view }

    private let oneTap = "1↓(50,50)@0 1↑@.05"

    private func silent(_ name: String) -> ManualRecognizer {
        let recognizer = stage.manual(name)
        recognizer.trace = nil
        return recognizer
    }

    private func taps() -> (single: OpinionatedTap, double: OpinionatedTap) {
        let single = stage.add("T", OpinionatedTap())
        let double = stage.add("D", OpinionatedTap())
        double.numberOfTapsRequired = 2
        return (single, double)
    }

    @Test("R-6.1: who requires another one's failure goes on when that has failed, not before.")
    func goesOnAfterFailure() {
        let (waiting, required) = (silent("A"), silent("B"))
        waiting.require(toFail: required)
        waiting.pressesAtOnce()
        _ = stage.begin("1↓(50,50)@0")
        #expect(trace.take() == ["V.began{1}@0"])
        simulator.advance(to: 0.3)
        required.state = .failed
        #expect(trace.lines == ["A!began@0.3", "V.cancelled{1}@0.3"])
    }

    @Test(
        "R-6.1: it fails when the other one recognizes or begins, even if both might go on.",
        arguments: [UIGestureRecognizer.State.began, .ended])
    func failsAfterRecognition(state: UIGestureRecognizer.State) {
        let (waiting, required) = (silent("A"), silent("B"))
        let delegate = ScriptedDelegate()
        delegate.simultaneous = { _, _ in true }
        waiting.delegate = delegate
        waiting.require(toFail: required)
        waiting.onBegan = { recognizer, _, _ in recognizer.state = .began }
        waiting.onReset = { [trace] _ in trace.note("A.reset") }
        required.onMoved = { recognizer, _, _ in recognizer.state = state }
        _ = stage.begin("1↓(50,50)@0 1→(+9)@.1")
        #expect(
            trace.lines == ["V.began{1}@0", "B!\(state)@0.1", "V.cancelled{1}@0.1", "A.reset@0.1"])
    }

    enum Absence: CaseIterable, Sendable { case disabled, refused, elsewhere, removed }

    @Test("R-6.2: who takes no part in the touch counts as failed.", arguments: Absence.allCases)
    func absent(absence: Absence) {
        let (single, double) = taps()
        single.require(toFail: double)
        let delegate = ScriptedDelegate()
        switch absence {
        case .disabled: double.isEnabled = false
        case .refused:
            delegate.receivesTouch = { _, _ in false }
            double.delegate = delegate
        case .elsewhere: stage.add("W", 200, 0, 100, 100).addGestureRecognizer(double)
        case .removed: view.removeGestureRecognizer(double)
        }
        stage.play(oneTap)
        #expect(trace.lines == ["V.began{1}@0", "T!ended@0.05", "V.cancelled{1}@0.05"])
    }

    @Test("R-6.3: while it waits it reads possible, sees touches, and holds them back.")
    func waiting() {
        let (waiting, required) = (stage.manual("A"), silent("B"))
        waiting.require(toFail: required)
        waiting.pressesAtOnce()
        waiting.delaysTouchesBegan = true
        required.delaysTouchesEnded = false
        _ = stage.begin("1↓(50,50)@0 1→(+9)@.1")
        #expect(waiting.state == .possible)
        #expect(trace.take() == ["A.began{1}@0", "A.moved{1}@0.1"])
        required.state = .failed
        #expect(trace.lines == ["A!began@0.1"])
    }

    @Test("R-6.3: a tap that waits isn't spoilt by what fingers do meanwhile.")
    func waitingTap() {
        let (single, double) = taps()
        single.require(toFail: double)
        var place = CGPoint.zero
        single.addAction { place = $0.location(in: nil) }
        // The second finger comes down too far away: the double tap fails there and then.
        stage.play("1↓(50,50)@0 1↑@.05 1↓(150,150)@.2 1→(+40)@.25 1↑@.3")
        #expect(trace.take().filter { $0.contains("!") } == ["T!ended@0.2"])
        #expect(place == CGPoint(50, 50))
        // The second tap takes too long.
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.2 1↑@12")
        #expect(trace.lines.filter { $0.contains("!") } == ["T!ended@10.95"])
    }

    @Test("R-6.3: a swipe that waits isn't spoilt by the lift.")
    func waitingSwipe() {
        let swipe = stage.add("S", UISwipeGestureRecognizer())
        let required = silent("B")
        swipe.require(toFail: required)
        var place = CGPoint.zero
        swipe.addAction { place = $0.location(in: nil) }
        _ = stage.begin("1↓(20,50)@0 1→(+60)@.1 1→(+10)@.2 1→(+70)@.6 1↑@.7")
        simulator.advance(to: 0.9)
        required.state = .failed
        #expect(trace.lines.suffix(2) == ["S!ended@0.9", "V.cancelled{1}@0.9"])
        #expect(place == CGPoint(20, 50))
    }

    @Test("R-6.4: begun and ended while it waited, it sends both, where the fingers were last.")
    func begunAndEnded() {
        let (waiting, required) = (silent("A"), silent("B"))
        waiting.require(toFail: required)
        waiting.pressesAtOnce()
        var places: [CGPoint] = []
        waiting.addAction { places.append($0.location(in: nil)) }
        _ = stage.begin("1↓(50,50)&2↓(90,50)@0 1→(+9)@.1 1↑&2↑@.2")
        #expect(trace.take().filter { $0.contains("!") } == [])
        simulator.advance(to: 0.5)
        required.state = .failed
        #expect(trace.lines == ["A!began@0.5", "A!ended@0.5", "V.cancelled{1}@0.5"])
        #expect(places == [CGPoint(74.5, 50), CGPoint(74.5, 50)])
        #expect(waiting.state == .possible)
    }

    @Test("R-6.4: a long press that waits and is lifted meanwhile begins and ends at once.")
    func waitingPress() {
        let press = stage.add("L", UILongPressGestureRecognizer())
        let required = silent("B")
        press.require(toFail: required)
        _ = stage.begin("1↓(50,50)@0 1→(+90)@.6 1↑@.7")
        simulator.advance(to: 0.9)
        required.state = .failed
        #expect(trace.lines.suffix(3) == ["L!began@0.9", "L!ended@0.9", "V.cancelled{1}@0.9"])
    }

    enum Source: CaseIterable, Sendable {
        case none, fixed, ownClass, otherClass, ownDelegate, otherDelegate
    }

    @Test("R-6.5: any of five may say that one waits for another.", arguments: Source.allCases)
    func sources(source: Source) {
        let (single, double) = taps()
        let delegate = ScriptedDelegate()
        switch source {
        case .none: break
        case .fixed: single.require(toFail: double)
        case .ownClass: single.waits = true
        case .otherClass: double.isWaitedFor = true
        case .ownDelegate:
            single.delegate = delegate
            delegate.requiresFailure = { $0 === single && $1 === double }
        case .otherDelegate:
            double.delegate = delegate
            delegate.requiredToFail = { $0 === double && $1 === single }
        }
        stage.play(oneTap)
        let time = source == .none ? "0.05" : "0.4"
        #expect(trace.lines.filter { $0.contains("!") } == ["T!ended@\(time)"])
    }

    @Test("R-6.5: each pair is asked both ways round.")
    func bothWays() {
        let (single, double) = taps()
        let delegate = ScriptedDelegate()
        single.delegate = delegate
        double.delegate = delegate
        _ = stage.begin("1↓(50,50)@0")
        #expect(
            delegate.questions.filter { $0.contains("require") }.sorted() == [
                "D required by T", "D requires T", "T required by D", "T requires D",
            ])
    }

    @Test("R-6.6: it is asked once in an attempt, and anew in the next.")
    func oncePerAttempt() {
        let (single, double) = taps()
        let delegate = ScriptedDelegate()
        single.delegate = delegate
        var waits = true
        delegate.requiresFailure = { _, _ in waits }
        stage.play("1↓(50,50)@0 1→(+1)@.01 1↑@.05")
        #expect(trace.take().filter { $0.contains("!") } == ["T!ended@0.4"])
        #expect(delegate.questions.filter { $0 == "T requires D" }.count == 1)
        waits = false
        stage.play("1↓(50,50)@10 1↑@10.05")
        #expect(trace.lines.filter { $0.contains("!") } == ["T!ended@10.05"])
        #expect(delegate.questions.filter { $0 == "T requires D" }.count == 2)
        #expect(double.state == .possible)
    }

    @Test("R-6.6: a second finger of the attempt brings no second question.")
    func oncePerAttemptWithFingers() {
        let (one, two) = (silent("A"), silent("B"))
        let delegate = ScriptedDelegate()
        one.delegate = delegate
        _ = stage.begin("1↓(50,50)@0 2↓(90,90)@.1")
        #expect(two.numberOfTouches == 2)
        #expect(delegate.questions.filter { $0 == "A requires B" }.count == 1)
    }

    @Test("R-6.7: two that wait for each other never recognize; views hear the end with the lift.")
    func cycle() {
        let (one, two) = (silent("A"), silent("B"))
        one.require(toFail: two)
        two.require(toFail: one)
        for recognizer in [one, two] {
            recognizer.pressesAtOnce()
            recognizer.onReset = { [trace] in trace.note("\($0.name ?? "?").reset") }
        }
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        #expect(
            trace.lines == [
                "V.began{1}@0", "V.moved{1}@0.1", "V.ended{1}@0.2", "A.reset@0.2", "B.reset@0.2",
            ])
    }

    @Test("R-6.7: neither do three in a circle, but one that stands outside of it does.")
    func circleOfThree() {
        let circle = [silent("A"), silent("B"), silent("C")]
        for (index, recognizer) in circle.enumerated() {
            recognizer.require(toFail: circle[(index + 1) % 3])
            recognizer.onBegan = { recognizer, _, _ in recognizer.state = .ended }
        }
        let outside = silent("O")
        outside.require(toFail: circle[0])
        outside.onEnded = { recognizer, _, _ in recognizer.state = .ended }
        stage.play("1↓(50,50)@0 1↑@.2")
        #expect(trace.lines == ["V.began{1}@0", "O!ended@0.2", "V.cancelled{1}@0.2"])
    }

    @Test("R-6.14: a single tap that waits for the double: late after one tap, never after two.")
    func singleThatWaits() {
        let (single, double) = taps()
        single.require(toFail: double)
        stage.play(oneTap)
        #expect(trace.take() == ["V.began{1}@0", "T!ended@0.4", "V.cancelled{1}@0.4"])
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.2 1↑@10.25")
        #expect(trace.lines == ["V.began{1}@10", "D!ended@10.25", "V.cancelled{1}@10.25"])
    }
}
