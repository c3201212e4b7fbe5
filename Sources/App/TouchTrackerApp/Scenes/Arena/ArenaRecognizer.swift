import TouchKit

/// The gestures in the arena scene. Each of the two arena views has one recognizer for each
/// gesture.
package enum ArenaGesture: Int, CaseIterable, Sendable {
    case tap
    case doubleTap
    case press
    case pan
    case swipe
    case pinch
    case rotation
    /// A pan that begins at the left edge of the screen.
    case edge

    /// The name of the gesture, as shown on the screen.
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

    /// Whether the gesture is discrete. The recognizer of a discrete gesture never enters the
    /// states `began` and `changed`.
    package var isDiscrete: Bool {
        switch self {
        case .tap, .doubleTap, .swipe: true
        case .press, .pan, .pinch, .rotation, .edge: false
        }
    }

    /// Creates a UIKit recognizer for the gesture.
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

/// A setting of a gesture recognizer in the arena scene: a property of the recognizer, or a result
/// of its delegate.
package enum ArenaRule: Int, CaseIterable, Sendable {
    /// The recognizer's property `isEnabled`.
    case isEnabled
    /// The recognizer's property `cancelsTouchesInView`.
    case cancelsTouchesInView
    /// The recognizer's property `delaysTouchesBegan`.
    case delaysTouchesBegan
    /// The recognizer's property `delaysTouchesEnded`.
    case delaysTouchesEnded
    /// The delegate's answer to the question whether the recognizer should receive a touch.
    case shouldReceive
    /// The delegate's answer to the question whether the recognizer should begin to recognize its
    /// gesture.
    case shouldBegin
    /// The delegate's answer to the question whether the recognizer may recognize its gesture
    /// simultaneously with other recognizers.
    case simultaneously
    /// The requirement that the double tap of the same view must fail before the recognizer may
    /// recognize its gesture.
    case afterDoubleTap

    /// The name of the setting, as shown on the screen.
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

/// A gesture recognizer of the arena scene together with its delegate.
@MainActor
package final class ArenaRecognizer: UIGestureRecognizerDelegate {
    /// The gesture that the recognizer recognizes.
    package let gesture: ArenaGesture
    /// The UIKit recognizer of the gesture, whose settings the user can change.
    package let recognizer: UIGestureRecognizer
    /// The name shown on the screen, composed of the title of the view and the title of the
    /// gesture, such as "A tap".
    package let name: String
    private var shouldReceive = true
    private var shouldBegin = true
    private var isSimultaneous = false
    private var waitsForDoubleTap = false

    /// Creates a recognizer for `gesture` and adds it to `view`. The recognizer is initially
    /// disabled.
    init(_ gesture: ArenaGesture, on view: ArenaView) {
        self.gesture = gesture
        name = "\(view.title) \(gesture.title)"
        recognizer = gesture.makeRecognizer()
        recognizer.name = name
        recognizer.isEnabled = false
        recognizer.delegate = self
        recognizer.addAction { [weak view] recognizer in
            view?.showAction(gesture, recognizer.state)
        }
        view.addGestureRecognizer(recognizer)
    }

    /// The current value of a setting of the recognizer.
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

    /// Returns whether the setting `rule` applies to this recognizer. The failure requirement does
    /// not apply to a double tap, because a double tap cannot require its own failure.
    package func supports(_ rule: ArenaRule) -> Bool {
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

    /// Returns whether the recognizer requires the failure of `otherGestureRecognizer`. The result
    /// is `true` for the double tap of the same view if the corresponding setting is on.
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
