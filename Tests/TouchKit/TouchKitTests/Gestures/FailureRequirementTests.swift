import Testing
import TouchKit
import TouchKitTesting

/// Recognizers that wait for other recognizers to fail.
@Suite("Failure requirements", .serialized)
@MainActor
struct FailureRequirementTests: StageSuite {
    /// A tap whose class declares failure requirements in both directions.
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

    @Test(
        "R-6.1: A dependent recognizer recognizes when the other failed, not before."
    )
    func goesOnAfterFailure() {
        let (waiting, required) = (silent("A"), silent("B"))
        waiting.require(toFail: required)
        waiting.pressesAtOnce()
        stage.begin("1↓(50,50)@0")
        trace.expectRemovedLines("V.began{1}@0")
        simulator.advance(to: 0.3)
        required.state = .failed
        trace.expectLines("A!began@0.3", "V.cancelled{1}@0.3")
    }

    @Test(
        "R-6.1: A dependent fails when the other recognizes, even if both may recognize.",
        arguments: [UIGestureRecognizer.State.began, .ended])
    func failsAfterRecognition(state: UIGestureRecognizer.State) {
        let (waiting, required) = (silent("A"), silent("B"))
        let delegate = ScriptedDelegate(simultaneous: true)
        waiting.delegate = delegate
        waiting.require(toFail: required)
        waiting.onBegan = { recognizer, _, _ in recognizer.state = .began }
        waiting.onReset = { [trace] _ in trace.record("A.reset") }
        required.onMoved = { recognizer, _, _ in recognizer.state = state }
        stage.begin("1↓(50,50)@0 1→(+9)@.1")
        trace.expectLines("V.began{1}@0", "B!\(state)@0.1", "V.cancelled{1}@0.1", "A.reset@0.1")
    }

    @Test("R-6.1: A dependent whose touch comes down during the other gesture fails.")
    func failsDuringOtherGesture() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        let tap = stage.add("T", UITapGestureRecognizer())
        let delegate = ScriptedDelegate(simultaneous: true)
        tap.delegate = delegate
        #expect(
            actions("1↓(50,50)@0 1→(+20)@.1 2↓(90,90)@1 2↑@1.1 1↑@1.2").contains("T!ended@1.1"))
        tap.require(toFail: pan)
        #expect(
            actions("1↓(50,50)@10 1→(+20)@10.1 2↓(90,90)@11 2↑@11.1 1↑@11.2") == [
                "M!began@10.1", "M!ended@11.2",
            ])
    }

    enum Absence: CaseIterable, Sendable { case disabled, refused, elsewhere, removed }

    @Test(
        "R-6.2: A recognizer that doesn't take part in the touch counts as failed.",
        arguments: Absence.allCases)
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
        trace.expectLines("V.began{1}@0", "T!ended@0.05", "V.cancelled{1}@0.05")
    }

    @Test(
        "R-6.3: A waiting recognizer reads possible, receives touches and delays them."
    )
    func waiting() {
        let (waiting, required) = (stage.manual("A"), silent("B"))
        waiting.require(toFail: required)
        waiting.pressesAtOnce()
        waiting.delaysTouchesBegan = true
        required.delaysTouchesEnded = false
        stage.begin("1↓(50,50)@0 1→(+9)@.1")
        #expect(waiting.state == .possible)
        trace.expectRemovedLines("A.began{1}@0", "A.moved{1}@0.1")
        required.state = .failed
        trace.expectLines("A!began@0.1")
    }

    @Test("R-6.3: Fingers don't affect a tap that waits.")
    func waitingTap() {
        let (single, double) = taps()
        single.require(toFail: double)
        var place = CGPoint.zero
        single.addAction { place = $0.location(in: nil) }
        // The second finger comes down too far away, so the double tap fails at once.
        stage.play("1↓(50,50)@0 1↑@.05 1↓(150,150)@.2 1→(+40)@.25 1↑@.3")
        #expect(trace.removeLines().filter { $0.contains("!") } == ["T!ended@0.2"])
        #expect(place == CGPoint(50, 50))
        // The second tap lasts too long.
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.2 1↑@12")
        #expect(trace.lines.filter { $0.contains("!") } == ["T!ended@10.95"])
    }

    @Test("R-6.3: The lift doesn't fail a swipe that waits.")
    func waitingSwipe() {
        let swipe = stage.add("S", UISwipeGestureRecognizer())
        let required = silent("B")
        swipe.require(toFail: required)
        var place = CGPoint.zero
        swipe.addAction { place = $0.location(in: nil) }
        stage.begin("1↓(20,50)@0 1→(+60)@.1 1→(+10)@.2 1→(+70)@.6 1↑@.7", until: 0.9)
        required.state = .failed
        #expect(trace.lines.suffix(2) == ["S!ended@0.9", "V.cancelled{1}@0.9"])
        #expect(place == CGPoint(20, 50))
    }

    @Test("R-6.3: A finger that comes down while a swipe waits stays with its view.")
    func fingerDuringWaitingSwipe() {
        view.isMultipleTouchEnabled = true
        let swipe = stage.add("S", UISwipeGestureRecognizer())
        let required = silent("B")
        swipe.require(toFail: required)
        var player = stage.begin("1↓(20,50)@0 1→(+60)@.1 2↓(20,90)@.2")
        _ = trace.removeLines()
        required.state = .failed
        player.play("2→(+20)@.3 2↑@.4")
        trace.expectLines("S!ended@0.2", "V.cancelled{1}@0.2", "V.moved{2}@0.3", "V.ended{2}@0.4")
    }

    @Test(
        "R-6.4: A gesture that began and ended while waiting sends both, at the last location."
    )
    func begunAndEnded() {
        let (waiting, required) = (silent("A"), silent("B"))
        waiting.require(toFail: required)
        waiting.pressesAtOnce()
        var places: [CGPoint] = []
        waiting.addAction { places.append($0.location(in: nil)) }
        stage.begin("1↓(50,50)&2↓(90,50)@0 1→(+9)@.1 1↑&2↑@.2")
        #expect(trace.removeLines().filter { $0.contains("!") } == [])
        simulator.advance(to: 0.5)
        required.state = .failed
        trace.expectLines("A!began@0.5", "A!ended@0.5", "V.cancelled{1}@0.5")
        #expect(places == [CGPoint(74.5, 50), CGPoint(74.5, 50)])
        #expect(waiting.state == .possible)
    }

    @Test("R-6.4: A waiting long press whose finger is lifted begins and ends at once.")
    func waitingPress() {
        let press = stage.add("L", UILongPressGestureRecognizer())
        let required = silent("B")
        press.require(toFail: required)
        stage.begin("1↓(50,50)@0 1→(+90)@.6 1↑@.7", until: 0.9)
        required.state = .failed
        #expect(trace.lines.suffix(3) == ["L!began@0.9", "L!ended@0.9", "V.cancelled{1}@0.9"])
    }

    enum Source: CaseIterable, Sendable {
        case none, fixed, ownClass, otherClass, ownDelegate, otherDelegate
    }

    @Test(
        "R-6.5: Five methods can declare that one recognizer waits for another.",
        arguments: Source.allCases)
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

    @Test("R-6.5: Each pair is asked in both directions.")
    func bothWays() {
        let (single, double) = taps()
        let delegate = ScriptedDelegate()
        single.delegate = delegate
        double.delegate = delegate
        stage.begin("1↓(50,50)@0")
        #expect(
            delegate.questions.filter { $0.contains("require") }.sorted() == [
                "D required by T", "D requires T", "T required by D", "T requires D",
            ])
    }

    @Test("R-6.6: A pair is asked once in an attempt, and again in the next attempt.")
    func oncePerAttempt() {
        let (single, double) = taps()
        let delegate = ScriptedDelegate()
        single.delegate = delegate
        var waits = true
        delegate.requiresFailure = { _, _ in waits }
        stage.play("1↓(50,50)@0 1→(+1)@.01 1↑@.05")
        #expect(trace.removeLines().filter { $0.contains("!") } == ["T!ended@0.4"])
        #expect(delegate.questions.filter { $0 == "T requires D" }.count == 1)
        waits = false
        stage.play("1↓(50,50)@10 1↑@10.05")
        #expect(trace.lines.filter { $0.contains("!") } == ["T!ended@10.05"])
        #expect(delegate.questions.filter { $0 == "T requires D" }.count == 2)
        #expect(double.state == .possible)
    }

    @Test("R-6.6: A second finger in the same attempt causes no further question.")
    func oncePerAttemptWithFingers() {
        let (one, two) = (silent("A"), silent("B"))
        let delegate = ScriptedDelegate()
        one.delegate = delegate
        stage.begin("1↓(50,50)@0 2↓(90,90)@.1")
        #expect(two.numberOfTouches == 2)
        #expect(delegate.questions.filter { $0 == "A requires B" }.count == 1)
    }

    @Test(
        "R-6.7: Two that wait for each other never recognize; views receive the end with the lift.")
    func cycle() {
        let (one, two) = (silent("A"), silent("B"))
        one.require(toFail: two)
        two.require(toFail: one)
        for recognizer in [one, two] {
            recognizer.pressesAtOnce()
            recognizer.onReset = { [trace] in trace.record("\($0.name ?? "?").reset") }
        }
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        trace.expectLines(
            "V.began{1}@0", "V.moved{1}@0.1", "V.ended{1}@0.2", "A.reset@0.2", "B.reset@0.2")
    }

    @Test("R-6.7: Three in a cycle never recognize, but a recognizer outside the cycle does.")
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
        trace.expectLines("V.began{1}@0", "O!ended@0.2", "V.cancelled{1}@0.2")
    }

    @Test(
        "R-6.14: A single tap that waits for a double tap acts late, never after two taps."
    )
    func singleThatWaits() {
        let (single, double) = taps()
        single.require(toFail: double)
        stage.play(oneTap)
        trace.expectRemovedLines("V.began{1}@0", "T!ended@0.4", "V.cancelled{1}@0.4")
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.2 1↑@10.25")
        trace.expectLines("V.began{1}@10", "D!ended@10.25", "V.cancelled{1}@10.25")
    }
}
