import TouchKit
import TouchKitTesting

/// A recognizer whose reactions are assigned by the test, and which records its touches in `trace`.
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
        trace?.recordTouches(name ?? "?", "began", touches)
        onBegan(self, touches, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        trace?.recordTouches(name ?? "?", "moved", touches)
        onMoved(self, touches, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        trace?.recordTouches(name ?? "?", "ended", touches)
        onEnded(self, touches, event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        trace?.recordTouches(name ?? "?", "cancelled", touches)
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

    /// Makes the recognizer begin at the contact, change with each move and end with the last lift.
    func pressesAtOnce() {
        onBegan = { recognizer, _, _ in recognizer.state = .began }
        pressesOnMove()
    }

    /// Makes the recognizer begin with the first move, change and end with the last lift.
    func pressesOnMove() {
        onMoved = { recognizer, _, _ in
            let isRunning = recognizer.state == .began || recognizer.state == .changed
            recognizer.state = isRunning ? .changed : .began
        }
        onEnded = { recognizer, touches, _ in
            if recognizer.numberOfTouches == touches.count { recognizer.state = .ended }
        }
    }
}

extension Stage {
    /// Adds a `ManualRecognizer` to V or to `target`, and records its touches and actions.
    func manual(_ name: String, to target: UIView? = nil) -> ManualRecognizer {
        let recognizer = add(name, ManualRecognizer(), to: target)
        recognizer.trace = trace
        return recognizer
    }

    /// Plays a script, then advances time to `time` or not at all.
    @discardableResult
    func begin(_ script: String, until time: Double? = nil) -> FingerScript {
        var player = FingerScript(simulator)
        player.play(script)
        if let time { simulator.advance(to: time) }
        return player
    }
}
