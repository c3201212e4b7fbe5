import TouchKit

/// The recognizers of the arena, each of which both of its views have.
package enum ArenaGesture: Int, CaseIterable, Sendable {
    case tap
    case doubleTap
    case press
    case pan
    case swipe
    case pinch
    case rotation
    case edge

    /// What it is called on the screen.
    package var title: String {
        switch self {
        case .tap: "tap"
        case .doubleTap: "2 taps"
        case .press: "press"
        case .pan: "pan"
        case .swipe: "swipe"
        case .pinch: "pinch"
        case .rotation: "rotate"
        case .edge: "edge"
        }
    }

    /// Whether it has no course: it is recognized once.
    package var isDiscrete: Bool {
        switch self {
        case .tap, .doubleTap, .swipe: true
        case .press, .pan, .pinch, .rotation, .edge: false
        }
    }

    @MainActor
    fileprivate func makeRecognizer() -> UIGestureRecognizer {
        switch self {
        case .tap: return UITapGestureRecognizer()
        case .doubleTap:
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = 2
            return tap
        case .press: return UILongPressGestureRecognizer()
        case .pan: return UIPanGestureRecognizer()
        case .swipe: return UISwipeGestureRecognizer()
        case .pinch: return UIPinchGestureRecognizer()
        case .rotation: return UIRotationGestureRecognizer()
        case .edge:
            let edge = UIScreenEdgePanGestureRecognizer()
            edge.edges = .left
            return edge
        }
    }
}

/// What can be set of a recognizer: its properties, and what its delegate answers.
package enum ArenaRule: Int, CaseIterable, Sendable {
    case isEnabled
    case cancelsTouchesInView
    case delaysTouchesBegan
    case delaysTouchesEnded
    case shouldReceive
    case shouldBegin
    case simultaneously
    case afterDoubleTap

    /// What it is called on the screen.
    package var title: String {
        switch self {
        case .isEnabled: "enabled"
        case .cancelsTouchesInView: "cancels touches"
        case .delaysTouchesBegan: "delays began"
        case .delaysTouchesEnded: "delays ended"
        case .shouldReceive: "should receive"
        case .shouldBegin: "should begin"
        case .simultaneously: "with others"
        case .afterDoubleTap: "after 2 taps"
        }
    }
}

/// One recognizer of one view, and its delegate.
@MainActor
package final class ArenaContender: UIGestureRecognizerDelegate {
    /// What it recognizes.
    package let gesture: ArenaGesture
    /// The recognizer.
    package let recognizer: UIGestureRecognizer
    /// What is called on the screen: "A tap".
    package let name: String
    private var shouldReceive = true
    private var shouldBegin = true
    private var isSimultaneous = false
    private var waitsForDoubleTap = false

    /// Makes a recognizer that is disabled, and gives it to a view.
    init(_ gesture: ArenaGesture, on view: ArenaView) {
        self.gesture = gesture
        name = "\(view.title) \(gesture.title)"
        recognizer = gesture.makeRecognizer()
        recognizer.name = name
        recognizer.isEnabled = false
        recognizer.delegate = self
        recognizer.addAction { [weak view] recognizer in
            view?.recognized(gesture, recognizer.state)
        }
        view.addGestureRecognizer(recognizer)
    }

    /// What is set.
    package subscript(rule: ArenaRule) -> Bool {
        get {
            switch rule {
            case .isEnabled: recognizer.isEnabled
            case .cancelsTouchesInView: recognizer.cancelsTouchesInView
            case .delaysTouchesBegan: recognizer.delaysTouchesBegan
            case .delaysTouchesEnded: recognizer.delaysTouchesEnded
            case .shouldReceive: shouldReceive
            case .shouldBegin: shouldBegin
            case .simultaneously: isSimultaneous
            case .afterDoubleTap: waitsForDoubleTap
            }
        }
        set {
            switch rule {
            case .isEnabled: recognizer.isEnabled = newValue
            case .cancelsTouchesInView: recognizer.cancelsTouchesInView = newValue
            case .delaysTouchesBegan: recognizer.delaysTouchesBegan = newValue
            case .delaysTouchesEnded: recognizer.delaysTouchesEnded = newValue
            case .shouldReceive: shouldReceive = newValue
            case .shouldBegin: shouldBegin = newValue
            case .simultaneously: isSimultaneous = newValue
            case .afterDoubleTap: waitsForDoubleTap = newValue
            }
        }
    }

    /// Whether it can be set: a double tap doesn't wait for itself.
    package func has(_ rule: ArenaRule) -> Bool {
        rule != .afterDoubleTap || gesture != .doubleTap
    }

    // MARK: Delegate

    package func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        shouldBegin
    }

    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool { shouldReceive }

    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { isSimultaneous }

    /// Of the double tap of its own view.
    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        guard waitsForDoubleTap, otherGestureRecognizer.view === gestureRecognizer.view,
            let tap = otherGestureRecognizer as? UITapGestureRecognizer
        else { return false }
        return tap !== gestureRecognizer && tap.numberOfTapsRequired == 2
    }
}
