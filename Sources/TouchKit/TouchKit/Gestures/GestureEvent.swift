/// Something that happened on a finger's way to recognizers and views: what the rules of gestures
/// look like while they are at work. Ours, not UIKit's.
///
/// `UIApplication.gestureObserver` gets them in the order in which they happened.
@MainActor
public struct GestureEvent {
    /// When, in seconds, as `UIEvent.timestamp`.
    public let timestamp: Double
    /// What happened.
    public let kind: Kind

    /// What can happen.
    public enum Kind {
        /// A finger came down on a view, was lifted, or was taken back by the system; whether the view
        /// hears of it is another matter.
        case finger(UITouch.Phase, on: UIView)
        /// A recognizer is shown new touches.
        case received(UIGestureRecognizer, touches: Int)
        /// A recognizer or its delegate didn't want new touches.
        case declined(UIGestureRecognizer, touches: Int)
        /// Something was decided on a recognizer.
        case decided(UIGestureRecognizer, Decision)
        /// The actions of a recognizer are sent in a state.
        case action(UIGestureRecognizer, UIGestureRecognizer.State)
        /// A view is told what touches do: `touchesBegan` … `touchesCancelled`.
        case told(UIView, UITouch.Phase, touches: Int)
        /// A view isn't told of the beginning, or of the end, as long as recognizers that delay it
        /// look on.
        case withheld(UIView, UITouch.Phase, touches: Int)
        /// A view will never be told of touches.
        case neverTold(UIView, touches: Int)
    }

    /// What was decided on a recognizer.
    public struct Decision {
        /// The state before.
        public let from: UIGestureRecognizer.State
        /// The state after.
        public let to: UIGestureRecognizer.State
        /// What made it so.
        public let reason: Reason
        /// The number of the rule in docs/rules.md: "R-6.3".
        public let rule: String
    }

    /// What makes a decision necessary.
    public enum Reason {
        /// It assigned itself a state; why, if it failed and says so.
        case assigned(UIGestureRecognizer.State, because: Failure?)
        /// It recognizes, or begins.
        case granted
        /// It has to wait until another one has failed.
        case waits(for: UIGestureRecognizer)
        /// A view or its delegate said no to `gestureRecognizerShouldBegin`.
        case refused
        /// Another one recognized that had to fail.
        case lost(to: UIGestureRecognizer)
        /// Another one is active and prevents it.
        case blocked(by: UIGestureRecognizer)
        /// Another one recognized and prevents it.
        case prevented(by: UIGestureRecognizer)
        /// It was disabled.
        case disabled
        /// It was taken off its view.
        case removed
        /// It went on without a finger for too long.
        case abandoned
        /// It waits for one that waits for it.
        case deadlocked
        /// The attempt is over.
        case reset
    }

    /// Why what fingers did isn't the gesture that a recognizer looks for; the raw value says it in a
    /// few words.
    public enum Failure: String, Sendable {
        /// A finger moved that had to stay.
        case movedTooFar = "moved too far"
        /// It took too long.
        case tookTooLong = "took too long"
        /// The next tap came too late.
        case nextTapLate = "no next tap in time"
        /// The next tap was somewhere else.
        case nextTapFar = "next tap too far away"
        /// Fingers were lifted before it was one.
        case liftedEarly = "lifted too early"
        /// A finger too many.
        case tooManyFingers = "too many fingers"
        /// Fingers too few.
        case tooFewFingers = "too few fingers"
        /// Another direction.
        case wrongWay = "wrong direction"
        /// Not from an edge.
        case notAtEdge = "not at an edge"
    }
}
