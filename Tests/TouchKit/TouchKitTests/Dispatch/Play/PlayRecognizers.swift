import TouchKit

// Every kind of recognizer, keeping a diary. What they do is the base class's.

/// A recognizer that keeps a diary.
@MainActor
protocol PlayRecognizer: UIGestureRecognizer {
    var diary: RecognizerDiary { get }
}

final class PlayTap: UITapGestureRecognizer, PlayRecognizer {
    let diary = RecognizerDiary(.discrete)

    override var state: State {
        get { super.state }
        set {
            diary.assigns(newValue, over: super.state)
            super.state = newValue
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        diary.saw(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        diary.ignored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        diary.wasReset()
    }
}

final class PlayPress: UILongPressGestureRecognizer, PlayRecognizer {
    let diary = RecognizerDiary(.continuous)

    override var state: State {
        get { super.state }
        set {
            diary.assigns(newValue, over: super.state)
            super.state = newValue
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        diary.saw(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        diary.ignored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        diary.wasReset()
    }
}

final class PlayPan: UIPanGestureRecognizer, PlayRecognizer {
    let diary = RecognizerDiary(.continuous)

    override var state: State {
        get { super.state }
        set {
            diary.assigns(newValue, over: super.state)
            super.state = newValue
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        diary.saw(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        diary.ignored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        diary.wasReset()
    }
}

final class PlaySwipe: UISwipeGestureRecognizer, PlayRecognizer {
    let diary = RecognizerDiary(.discrete)

    override var state: State {
        get { super.state }
        set {
            diary.assigns(newValue, over: super.state)
            super.state = newValue
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        diary.saw(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        diary.ignored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        diary.wasReset()
    }
}

final class PlayPinch: UIPinchGestureRecognizer, PlayRecognizer {
    let diary = RecognizerDiary(.continuous)

    override var state: State {
        get { super.state }
        set {
            diary.assigns(newValue, over: super.state)
            super.state = newValue
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        diary.saw(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        diary.ignored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        diary.wasReset()
    }
}

final class PlayRotation: UIRotationGestureRecognizer, PlayRecognizer {
    let diary = RecognizerDiary(.continuous)

    override var state: State {
        get { super.state }
        set {
            diary.assigns(newValue, over: super.state)
            super.state = newValue
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        diary.saw(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        diary.ignored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        diary.wasReset()
    }
}

final class PlayEdgePan: UIScreenEdgePanGestureRecognizer, PlayRecognizer {
    let diary = RecognizerDiary(.continuous)

    override var state: State {
        get { super.state }
        set {
            diary.assigns(newValue, over: super.state)
            super.state = newValue
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        diary.saw(touches)
        super.touchesBegan(touches, with: event)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        diary.ignored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        diary.wasReset()
    }
}
