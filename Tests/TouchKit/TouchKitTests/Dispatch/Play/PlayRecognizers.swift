import TouchKit

// Subclasses of all built-in recognizers that report to a `RecognizerChecker` and behave as their
// superclass.

/// A recognizer that reports its calls, assignments and actions to a `RecognizerChecker`.
@MainActor
protocol PlayRecognizer: UIGestureRecognizer {
    var checker: RecognizerChecker { get }
}

final class PlayTap: UITapGestureRecognizer, PlayRecognizer {
    let checker = RecognizerChecker(.discrete)

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}

final class PlayPress: UILongPressGestureRecognizer, PlayRecognizer {
    let checker = RecognizerChecker(.continuous)

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}

final class PlayPan: UIPanGestureRecognizer, PlayRecognizer {
    let checker = RecognizerChecker(.continuous)

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}

final class PlaySwipe: UISwipeGestureRecognizer, PlayRecognizer {
    let checker = RecognizerChecker(.discrete)

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}

final class PlayPinch: UIPinchGestureRecognizer, PlayRecognizer {
    let checker = RecognizerChecker(.continuous)

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}

final class PlayRotation: UIRotationGestureRecognizer, PlayRecognizer {
    let checker = RecognizerChecker(.continuous)

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}

final class PlayEdgePan: UIScreenEdgePanGestureRecognizer, PlayRecognizer {
    let checker = RecognizerChecker(.continuous)

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}
