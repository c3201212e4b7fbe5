import TouchKit

/// A view controller that writes down every callback.
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
        trace.told(name, "began", touches)
        onTouches(touches)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.told(name, "moved", touches)
        onTouches(touches)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.told(name, "ended", touches)
        onTouches(touches)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        trace.told(name, "cancelled", touches)
        onTouches(touches)
    }
}
