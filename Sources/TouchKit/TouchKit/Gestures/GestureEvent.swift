/// A step of touch delivery or gesture recognition, reported to `UIApplication.gestureObserver`.
///
/// Events are reported in the order in which they happen. UIKit has no equivalent.
@MainActor
public struct GestureEvent {
    /// The time of the event, in seconds since system startup, as in `UIEvent.timestamp`.
    public let timestamp: Double
    /// The kind of the event.
    public let kind: Kind

    /// The kinds of events.
    public enum Kind {
        /// A touch began, ended or was cancelled on a view, whether or not the view receives the
        /// phase.
        case touch(UITouch.Phase, on: UIView)
        /// A recognizer accepted new touches; `touches` is their number.
        case received(UIGestureRecognizer, touches: Int)
        /// A recognizer or its delegate declined new touches; `touches` is their number.
        case declined(UIGestureRecognizer, touches: Int)
        /// A decision was made on a recognizer.
        case decided(UIGestureRecognizer, Decision)
        /// A recognizer's action messages for a state are about to be sent.
        case action(UIGestureRecognizer, UIGestureRecognizer.State)
        /// A phase is about to be delivered to a view, with `touchesBegan`, `touchesMoved`,
        /// `touchesEnded` or `touchesCancelled`.
        case delivered(UIView, UITouch.Phase, touches: Int)
        /// The beginning or the end of touches is withheld from a view while the recognizers that
        /// delay it evaluate the touches.
        case withheld(UIView, UITouch.Phase, touches: Int)
        /// A view will never receive some touches; `touches` is their number (R-2.11, R-2.14,
        ///
        case suppressed(UIView, touches: Int)
    }

    /// A decision on a recognizer.
    public struct Decision {
        /// The recognizer's state before the decision.
        public let from: UIGestureRecognizer.State
        /// The recognizer's state after the decision.
        public let to: UIGestureRecognizer.State
        /// The cause of the decision.
        public let reason: Reason
        /// The number of the applied rule in docs/rules.md, for example "R-6.3".
        public let rule: String
    }

    /// The causes of decisions.
    public enum Reason {
        /// The recognizer assigned itself a state; `because` is the cause of a failure, if the
        /// recognizer reports one.
        case assigned(UIGestureRecognizer.State, because: Failure?)
        /// The recognizer may recognize or begin.
        case granted
        /// The recognizer must wait until another recognizer has failed.
        case waits(for: UIGestureRecognizer)
        /// A view or the delegate returned `false` from `gestureRecognizerShouldBegin`.
        case refused
        /// A recognizer that was required to fail has recognized.
        case lost(to: UIGestureRecognizer)
        /// The recognizer is prevented by a recognizer that is already active.
        case blocked(by: UIGestureRecognizer)
        /// The recognizer is prevented by a recognizer that has just recognized.
        case prevented(by: UIGestureRecognizer)
        /// The recognizer was disabled.
        case disabled
        /// The recognizer was removed from its view.
        case removed
        /// The recognizer was idle without a touch for too long, or it tracked an ended contact
        /// whose index was needed.
        case abandoned
        /// The recognizer waits, directly or indirectly, for its own failure.
        case deadlocked
        /// The attempt has ended, and the recognizer returns to *possible*.
        case reset
    }

    /// The causes of a failure; the raw value is a short description.
    public enum Failure: String, Sendable {
        /// A touch moved farther than the gesture allows.
        case movedTooFar = "moved too far"
        /// The gesture was not completed within its time limit.
        case tookTooLong = "took too long"
        /// The next tap did not begin within the tap interval.
        case nextTapLate = "no next tap in time"
        /// The next tap began too far from the previous one.
        case nextTapFar = "next tap too far away"
        /// The touches were lifted before the gesture was recognized.
        case liftedEarly = "lifted too early"
        /// There were more touches than the gesture allows.
        case tooManyFingers = "too many fingers"
        /// There were fewer touches than the gesture requires.
        case tooFewFingers = "too few fingers"
        /// The touches moved in a direction that the gesture excludes.
        case wrongDirection = "wrong direction"
        /// The first touch did not begin at a requested screen edge.
        case notAtEdge = "not at an edge"
    }
}
