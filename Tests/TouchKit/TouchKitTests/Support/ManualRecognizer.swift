import TouchKit

/// A recognizer that does what the test says, and writes down what it is shown if it has a trace.
class ManualRecognizer: UIGestureRecognizer {
    typealias Handler = (ManualRecognizer, Set<UITouch>, UIEvent) -> Void

    var trace: TouchTrace?
    var onBegan: Handler = { _, _, _ in }
    var onMoved: Handler = { _, _, _ in }
    var onEnded: Handler = { _, _, _ in }
    var onReset: (ManualRecognizer) -> Void = { _ in }
    var prevents = true
    var isPreventable = true
    var receivesEvents: () -> Bool = { true }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        trace?.told(name ?? "?", "began", touches)
        onBegan(self, touches, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        trace?.told(name ?? "?", "moved", touches)
        onMoved(self, touches, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        trace?.told(name ?? "?", "ended", touches)
        onEnded(self, touches, event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        trace?.told(name ?? "?", "cancelled", touches)
        super.touchesCancelled(touches, with: event)
    }

    override func reset() {
        onReset(self)
    }

    override func shouldReceive(_ event: UIEvent) -> Bool { receivesEvents() }

    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        prevents
    }

    override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool { isPreventable }

    /// Begins at the contact, changes with each move and ends with the last lift.
    func pressesAtOnce() {
        onBegan = { recognizer, _, _ in recognizer.state = .began }
        followsFingers()
    }

    /// Begins with the first move, changes with the others and ends with the last lift.
    func pressesOnMove() {
        followsFingers()
    }

    private func followsFingers() {
        onMoved = { recognizer, _, _ in
            let isRunning = recognizer.state == .began || recognizer.state == .changed
            recognizer.state = isRunning ? .changed : .began
        }
        onEnded = { recognizer, touches, _ in
            if recognizer.numberOfTouches == touches.count { recognizer.state = .ended }
        }
    }
}

/// A view that is asked about recognizers, and says what the test wants.
final class AskedView: RecorderView {
    var lets = true

    override func gestureRecognizerShouldBegin(
        _ gestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        trace.note("\(name) asked about \(gestureRecognizer.name ?? "?")")
        return lets
    }
}

/// A window that says when an event has been dealt with.
final class ReturningWindow: UIWindow {
    var onReturn: () -> Void = {}

    override func sendEvent(_ event: UIEvent) {
        super.sendEvent(event)
        onReturn()
    }
}

extension Stage {
    /// Gives V, or another view, a recognizer that does what the test says and writes everything down.
    func manual(_ name: String, to target: UIView? = nil) -> ManualRecognizer {
        let recognizer = add(name, ManualRecognizer(), to: target)
        recognizer.trace = trace
        return recognizer
    }

    /// Plays fingers, without letting any time pass afterwards.
    func begin(_ script: String) -> FingerScript {
        var player = FingerScript(simulator)
        player.play(script)
        return player
    }
}
