import TouchKit

/// A view controller that records every touch callback in a trace.
@MainActor
final class RecorderController: UIViewController {
    let name: String
    let trace: TouchTrace
    var onTouches: (Set<UITouch>) -> Void = { _ in }

    init(_ name: String, _ trace: TouchTrace) {
        self.name = name
        self.trace = trace
        super.init()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "began", touches)
        onTouches(touches)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "moved", touches)
        onTouches(touches)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "ended", touches)
        onTouches(touches)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.recordTouches(name, "cancelled", touches)
        onTouches(touches)
    }
}
