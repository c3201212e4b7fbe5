import Testing
import TouchKit
import TouchKitTesting

/// Which recognizers prevent others from recognizing.
@Suite("Prevention", .serialized)
@MainActor
struct PreventionTests: StageSuite {
    let stage = Stage()

    /// The actions so far, without the trace lines of views and resets.
    private var actions: [String] { trace.lines.filter { $0.contains("!") } }

    /// A begins with the first move, B with the second.
    private func pair() -> (a: ManualRecognizer, b: ManualRecognizer) {
        let (a, b) = (stage.manual("A"), stage.manual("B"))
        a.pressesOnMove()
        var moves = 0
        b.onBegan = { _, _, _ in moves = 0 }
        b.onEnded = { recognizer, _, _ in recognizer.state = .failed }
        b.onMoved = { recognizer, _, _ in
            moves += 1
            if moves == 2 { recognizer.state = .began }
        }
        return (a, b)
    }

    private let script = "1↓(50,50)@0 1→(+9)@.1 1→(+20)@.2"

    /// The answers of the two classes and the two delegates.
    struct Opinions: CustomTestStringConvertible, Sendable {
        let canPrevent, canBePrevented, oneLets, otherLets: Bool

        static let all = (0..<16).map {
            Opinions(
                canPrevent: $0 & 1 != 0, canBePrevented: $0 & 2 != 0, oneLets: $0 & 4 != 0,
                otherLets: $0 & 8 != 0)
        }

        var prevents: Bool { canPrevent && canBePrevented && !oneLets && !otherLets }

        var testDescription: String {
            "\(canPrevent) \(canBePrevented) \(oneLets) \(otherLets)"
        }
    }

    @Test(
        "R-6.8, R-6.9: Both classes have to agree to prevention, and one delegate can undo it.",
        arguments: Opinions.all)
    func prevention(opinions: Opinions) {
        let (a, b) = pair()
        let (one, other) = (ScriptedDelegate(), ScriptedDelegate())
        a.prevents = opinions.canPrevent
        b.isPreventable = opinions.canBePrevented
        // B's later answers about A don't stop A.
        b.prevents = false
        a.delegate = one
        b.delegate = other
        one.simultaneous = { $0 === a && $1 === b && opinions.oneLets }
        other.simultaneous = { $0 === b && $1 === a && opinions.otherLets }
        stage.begin(script)
        var wanted = ["A!began@0.1", "A!changed@0.2"]
        if !opinions.prevents { wanted.append("B!began@0.2") }
        #expect(actions == wanted)
    }

    @Test("R-6.9: Without delegates, simultaneous recognition isn't allowed.")
    func noDelegates() {
        _ = pair()
        stage.begin(script)
        #expect(actions == ["A!began@0.1", "A!changed@0.2"])
    }

    @Test(
        "R-6.9: Delegates are asked only where prevention would follow, both of them if necessary.")
    func askedDelegates() {
        let (a, b) = pair()
        let delegate = ScriptedDelegate()
        a.delegate = delegate
        b.delegate = delegate
        func questions() -> [String] {
            defer { delegate.questions = [] }
            return delegate.questions.filter { $0.contains(" with ") }
        }
        var player = stage.begin("1↓(50,50)@0 1→(+9)@.1")
        #expect(questions() == ["A with B", "B with A"])
        player.play("1↑@.2")
        a.prevents = false
        player.play("1↓(50,50)@10 1→(+9)@10.1")
        #expect(questions() == [])
        player.play("1↑@10.2")
        a.prevents = true
        delegate.simultaneous = { one, _ in one === a }
        player.play("1↓(50,50)@20 1→(+9)@20.1")
        #expect(questions() == ["A with B"])
    }

    @Test("R-6.10: A recognizer that is prevented while possible fails without an action.")
    func preventedWhilePossible() {
        let (_, b) = pair()
        b.onReset = { [trace] _ in trace.record("B.reset") }
        stage.begin("1↓(50,50)@0 1→(+9)@.1")
        #expect(
            trace.lines.suffix(3) == ["A!began@0.1", "V.cancelled{1}@0.1", "B.reset@0.1"])
        #expect(b.state == .possible)
    }

    @Test("R-6.10: An active recognizer that can't block is cancelled, with an action.")
    func cancelledWhileActive() {
        let (a, b) = pair()
        a.prevents = false
        // A doesn't prevent B, and B prevents A.
        stage.begin(script)
        #expect(actions == ["A!began@0.1", "A!changed@0.2", "A!cancelled@0.2", "B!began@0.2"])
        #expect(a.state == .possible)
        #expect(b.state == .began)
    }

    @Test("R-6.11: An active recognizer prevents a later one, which fails.")
    func blocked() {
        let (a, b) = pair()
        // B survives A's beginning, because A's class prevents B only from then on.
        a.prevents = false
        a.addAction { if $0.state == .began { $0.prevents = true } }
        b.onReset = { [trace] _ in trace.record("B.reset") }
        var player = stage.begin("1↓(50,50)@0 1→(+9)@.1")
        #expect(b.numberOfTouches == 1)
        player.play("1→(+20)@.2 1→(+30)@.3")
        #expect(actions == ["A!began@0.1", "A!changed@0.2", "A!changed@0.3"])
        #expect(trace.lines.contains("B.reset@0.2"))
    }

    @Test(
        "R-6.12: A tap recognizer doesn't prevent one that requires more taps."
    )
    func tapsAmongThemselves() {
        func tap(_ count: Int) -> UITapGestureRecognizer {
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = count
            return tap
        }
        for one in 1...3 {
            for other in 1...3 {
                #expect(tap(one).canPrevent(tap(other)) == (one >= other))
                #expect(tap(one).canBePrevented(by: tap(other)) == (other >= one))
            }
        }
        let pan = UIPanGestureRecognizer()
        #expect(tap(1).canPrevent(pan) && tap(3).canBePrevented(by: pan))
        #expect(pan.canPrevent(tap(1)) && pan.canBePrevented(by: tap(1)))
    }

    @Test(
        "R-6.13, R-6.15: Single and double tap both act, once each, in either order of addition.",
        arguments: [false, true])
    func singleAndDouble(singleFirst: Bool) {
        let (single, double) = (UITapGestureRecognizer(), UITapGestureRecognizer())
        double.numberOfTapsRequired = 2
        if singleFirst { stage.add("T", single) }
        stage.add("D", double)
        if !singleFirst { stage.add("T", single) }
        stage.play("1↓(50,50)@0 1↑@.05 1↓(50,50)@.20 1↑@.25")
        #expect(actions == ["T!ended@0.05", "D!ended@0.25"])
    }

    @Test(
        "R-6.15: Of recognizers ready in one delivery the first in order wins, inner views first.")
    func tryingOrder() {
        let child = stage.add("C", 0, 0, 100, 100, to: view)
        let outer = stage.add("O", UITapGestureRecognizer())
        stage.add("A", UITapGestureRecognizer(), to: child)
        stage.add("B", UITapGestureRecognizer(), to: child)
        stage.play("1↓(50,50)@0 1↑@.1")
        #expect(actions == ["A!ended@0.1"])
        // Tap counts order only the taps of one view: the subview's single tap comes first.
        outer.numberOfTapsRequired = 2
        trace.lines = []
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.2 1↑@10.25")
        #expect(actions == ["A!ended@10.05", "A!ended@10.25", "O!ended@10.25"])
    }

    @Test(
        "R-6.16: The pan wins over a swipe on its view, unless it requires the swipe to fail.",
        arguments: [false, true], [false, true])
    func panAndSwipe(swipeFirst: Bool, waits: Bool) {
        let (pan, swipe) = (UIPanGestureRecognizer(), UISwipeGestureRecognizer())
        if swipeFirst { stage.add("S", swipe) }
        stage.add("M", pan)
        if !swipeFirst { stage.add("S", swipe) }
        if waits { pan.require(toFail: swipe) }
        stage.play("1↓(20,50)@0 1→(+15)@.02 1→(+40)@.04 1→(+80)@.06 1↑@.08")
        if waits {
            #expect(actions == ["S!ended@0.06"])
        } else {
            #expect(
                actions == ["M!began@0.02", "M!changed@0.04", "M!changed@0.06", "M!ended@0.08"])
        }
    }

    @Test("R-6.17: Recognizers with different fingers recognize independently.")
    func differentFingers() {
        let (a, b) = (stage.manual("A"), stage.manual("B"))
        let delegate = ScriptedDelegate()
        delegate.receivesTouch = { [simulator] recognizer, touch in
            simulator.finger(of: touch) == (recognizer === a ? 1 : 2)
        }
        for recognizer in [a, b] {
            recognizer.delegate = delegate
            recognizer.pressesAtOnce()
        }
        stage.begin("1↓(50,50)@0 2↓(90,90)@.1")
        #expect(actions == ["A!began@0", "B!began@0.1"])
        #expect(!delegate.questions.contains { $0.contains(" with ") })
    }

    @Test(
        "R-6.18: Simultaneous recognizers both act; one of them suffices to cancel the view.",
        arguments: [false, true], [false, true])
    func besideEachOther(oneCancels: Bool, otherCancels: Bool) {
        let (one, other) = (UIPanGestureRecognizer(), UIPanGestureRecognizer())
        let delegate = ScriptedDelegate(simultaneous: true)
        stage.add("A", one).delegate = delegate
        stage.add("B", other)
        one.cancelsTouchesInView = oneCancels
        other.cancelsTouchesInView = otherCancels
        stage.play("1↓(50,50)@0 1→(+20)@.1 1→(+30)@.2 1↑@.3")
        #expect(
            actions == [
                "A!began@0.1", "B!began@0.1", "A!changed@0.2", "B!changed@0.2", "A!ended@0.3",
                "B!ended@0.3",
            ])
        let views = trace.lines.filter { $0.hasPrefix("V") }
        if oneCancels || otherCancels {
            #expect(views == ["V.began{1}@0", "V.cancelled{1}@0.1"])
        } else {
            #expect(
                views == ["V.began{1}@0", "V.moved{1}@0.1", "V.moved{1}@0.2", "V.ended{1}@0.3"])
        }
    }
}
