import Testing
import TouchKit
import TouchKitTesting

/// Delayed calls with `perform(_:with:afterDelay:)`, and their cancellation.
@Suite("Delayed calls", .serialized)
@MainActor
struct DelayedCallsTests {
    final class Listener: UIView {
        static let note = Selector("note") { (view: Listener) in view.note }
        static let paint = Selector("paint") { (view: Listener) in view.paint }

        var calls: [String] = []
        var onNote: () -> Void = {}

        func note() {
            calls.append("note")
            onNote()
        }

        func paint(_ color: UIColor?) {
            calls.append(color == .red ? "red" : color == .blue ? "blue" : "nil")
        }
    }

    final class Token {}

    final class TokenReceiver: UIResponder {
        static let receive = Selector("receive") { (object: TokenReceiver) in object.receive }
        var tokens: [Token] = []

        func receive(_ token: Token) {
            tokens.append(token)
        }
    }

    private func makeSimulator() -> TouchSimulator {
        TouchSimulator(screenSize: CGSize(width: 100, height: 100))
    }

    private func makeListener() -> (TouchSimulator, Listener) { (makeSimulator(), Listener()) }

    @Test("R-8.6: A delayed call is made once when its delay has passed, and not before.")
    func onceAfterTheDelay() {
        let (simulator, listener) = makeListener()
        listener.perform(Listener.note, with: nil, afterDelay: 0.5)
        simulator.advance(to: 0.499_999)
        #expect(listener.calls == [])
        simulator.advance(to: 0.5)
        #expect(listener.calls == ["note"])
        simulator.advance(to: 10)
        #expect(listener.calls == ["note"])
    }

    @Test(
        "R-8.6: Even without a delay the call isn't made immediately.",
        arguments: [0, -1, -Double.infinity, .nan])
    func neverAtOnce(delay: Double) {
        let (simulator, listener) = makeListener()
        listener.perform(Listener.note, with: nil, afterDelay: delay)
        #expect(listener.calls == [])
        simulator.advance(by: 0.001)
        #expect(listener.calls == ["note"])
    }

    @Test("R-8.6: A call that schedules itself again doesn't stop time from advancing.")
    func asksForItself() {
        let (simulator, listener) = makeListener()
        listener.onNote = { [unowned listener] in
            guard listener.calls.count < 50 else { return }
            listener.perform(Listener.note, with: nil, afterDelay: 0)
        }
        listener.perform(Listener.note, with: nil, afterDelay: 0)
        simulator.advance(by: 0.001)
        #expect(listener.calls.count == 50)
    }

    @Test("R-8.6: Calls due at the same time are made in the order in which they were scheduled.")
    func order() {
        let (simulator, listener) = makeListener()
        listener.perform(Listener.paint, with: UIColor.red, afterDelay: 0.2)
        listener.perform(Listener.paint, with: UIColor.blue, afterDelay: 0.2)
        listener.perform(Listener.note, with: nil, afterDelay: 0.1)
        simulator.advance(to: 1)
        #expect(listener.calls == ["note", "red", "blue"])
    }

    @Test("A target is retained until its call, and then released.")
    func targetIsHeld() {
        let simulator = makeSimulator()
        var called = 0
        weak var seen: Listener?
        do {
            let listener = Listener()
            listener.onNote = { called += 1 }
            seen = listener
            listener.perform(Listener.note, with: nil, afterDelay: 1)
        }
        #expect(seen != nil)
        simulator.advance(to: 2)
        #expect(called == 1)
        #expect(seen == nil)
    }

    @Test("An infinite delay is treated as a century and blocks nothing.")
    func endlessDelay() {
        let (simulator, listener) = makeListener()
        listener.perform(Listener.note, with: nil, afterDelay: .infinity)
        simulator.advance(to: 1_000_000)
        #expect(listener.calls == [])
        #expect(simulator.application.nextDeadline == Timestamp(seconds: 3.2e9))
        UIResponder.cancelPreviousPerformRequests(withTarget: listener)
        #expect(simulator.application.nextDeadline == nil)
    }

    @Test(
        "R-8.7: Cancellation matches target, selector and object; another object cancels nothing.")
    func cancelMatches() {
        let (simulator, listener) = makeListener()
        let other = Listener()
        listener.perform(Listener.paint, with: UIColor.blue, afterDelay: 0.1)
        Listener.cancelPreviousPerformRequests(
            withTarget: listener, selector: Listener.paint, object: UIColor.red)
        Listener.cancelPreviousPerformRequests(
            withTarget: listener, selector: Listener.paint, object: nil)
        Listener.cancelPreviousPerformRequests(
            withTarget: listener, selector: Listener.note, object: UIColor.blue)
        Listener.cancelPreviousPerformRequests(
            withTarget: other, selector: Listener.paint, object: UIColor.blue)
        simulator.advance(to: 1)
        #expect(listener.calls == ["blue"])
    }

    @Test("R-8.7: An equal object cancels, even if it isn't identical.")
    func cancelByEquality() {
        let (simulator, listener) = makeListener()
        let asked = UIColor(red: 0.2, green: 0.3, blue: 0.4, alpha: 1)
        let cancelled = UIColor(red: 0.2, green: 0.3, blue: 0.4, alpha: 1)
        #expect(asked !== cancelled)
        listener.perform(Listener.paint, with: asked, afterDelay: 0.1)
        listener.perform(Listener.paint, with: nil, afterDelay: 0.1)
        Listener.cancelPreviousPerformRequests(
            withTarget: listener, selector: Listener.paint, object: cancelled)
        simulator.advance(to: 1)
        #expect(listener.calls == ["nil"])
    }

    @Test("R-8.7: Nil matches only nil, and cancels every such call.")
    func cancelNil() {
        let (simulator, listener) = makeListener()
        for delay in [0.1, 0.2, 0.3] {
            listener.perform(Listener.paint, with: nil, afterDelay: delay)
        }
        listener.perform(Listener.paint, with: UIColor.red, afterDelay: 0.4)
        Listener.cancelPreviousPerformRequests(
            withTarget: listener, selector: Listener.paint, object: nil)
        simulator.advance(to: 1)
        #expect(listener.calls == ["red"])
    }

    @Test("R-8.7: Objects that aren't comparable match if they are identical.")
    func cancelByIdentity() {
        let simulator = makeSimulator()
        let receiver = TokenReceiver()
        let first = Token()
        let second = Token()
        receiver.perform(TokenReceiver.receive, with: first, afterDelay: 0.1)
        receiver.perform(TokenReceiver.receive, with: second, afterDelay: 0.1)
        UIResponder.cancelPreviousPerformRequests(
            withTarget: receiver, selector: TokenReceiver.receive, object: first)
        simulator.advance(to: 1)
        #expect(receiver.tokens.count == 1)
        #expect(receiver.tokens.first === second)
    }

    @Test("R-8.7: Without a selector all calls of the target are cancelled, and no others.")
    func cancelAll() {
        let (simulator, listener) = makeListener()
        let other = Listener()
        listener.perform(Listener.note, with: nil, afterDelay: 0.1)
        listener.perform(Listener.paint, with: UIColor.red, afterDelay: 0.2)
        other.perform(Listener.note, with: nil, afterDelay: 0.1)
        UIResponder.cancelPreviousPerformRequests(withTarget: listener)
        simulator.advance(to: 1)
        #expect(listener.calls == [])
        #expect(other.calls == ["note"])
    }

    @Test("R-8.7: A call that is cancelled by an earlier touch isn't made.")
    func cancelInTouch() {
        let (simulator, listener) = makeListener()
        let view = RecorderView(
            "V", TouchTrace(simulator), frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        simulator.window.addSubview(view)
        view.onBegan = { _, _ in
            listener.perform(Listener.note, with: nil, afterDelay: 0.5)
        }
        view.onEnded = { _, _ in
            UIResponder.cancelPreviousPerformRequests(withTarget: listener)
        }
        simulator.play("1↓(10,10) 1↑@.4")
        simulator.advance(to: 2)
        #expect(listener.calls == [])
    }
}
