import TouchKit

/// A view that records every touch callback in a trace and then calls a closure of the test.
@MainActor
class RecorderView: UIView {
    let name: String
    let trace: TouchTrace
    var onBegan: (Set<UITouch>, UIEvent?) -> Void = { _, _ in }
    var onMoved: (Set<UITouch>, UIEvent?) -> Void = { _, _ in }
    var onEnded: (Set<UITouch>, UIEvent?) -> Void = { _, _ in }
    var onCancelled: (Set<UITouch>, UIEvent?) -> Void = { _, _ in }

    init(_ name: String, _ trace: TouchTrace, frame: CGRect) {
        self.name = name
        self.trace = trace
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "began", touches)
        onBegan(touches, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "moved", touches)
        onMoved(touches, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "ended", touches)
        onEnded(touches, event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "cancelled", touches)
        onCancelled(touches, event)
    }
}

/// A window that passes every event to a closure before its views receive the event.
@MainActor
final class InterceptingWindow: UIWindow {
    var onEvent: (UIEvent) -> Void = { _ in }
    /// Whether the views receive the event as well.
    var passesOn = true

    override func sendEvent(_ event: UIEvent) {
        onEvent(event)
        if passesOn { super.sendEvent(event) }
    }
}
