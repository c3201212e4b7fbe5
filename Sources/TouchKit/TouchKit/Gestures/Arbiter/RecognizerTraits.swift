/// The identifier of a gesture recognizer in the arbiter, which stores no references to
/// recognizers.
package struct RecognizerID: Hashable, Sendable {
    /// The number of the recognizer, counted in order of creation.
    package let number: Int

    /// Creates an identifier from a recognizer's number.
    package init(number: Int) {
        self.number = number
    }
}

/// The properties of a gesture recognizer that arbitration depends on.
///
/// An application may change these properties during a gesture.
package struct RecognizerTraits: Hashable, Sendable {
    /// Whether the views of the recognizer's touches receive `touchesCancelled` when the recognizer
    /// recognizes.
    package var cancelsTouchesInView = true
    /// Whether views receive the recognizer's touches only after the recognizer has failed.
    package var delaysTouchesBegan = false
    /// Whether views receive `touchesEnded` for the recognizer's touches only after the recognizer
    /// has failed.
    package var delaysTouchesEnded = true
    /// The number of taps that a tap recognizer requires; 0 for other recognizers.
    package var tapCount = 0
    /// Whether the recognizer confirms its transition out of *possible* directly before the
    /// transition, after failure requirements and active recognizers have been checked.
    package var confirmsTransition = false
    /// Whether the recognizer only delays touches: no failure requirement applies between it and
    /// other recognizers, and neither prevents the other.
    package var onlyDelays = false

    /// Creates traits with UIKit's defaults.
    package init() {}
}

/// The position of a recognizer in the recognizer order: recognizers of deeper views first,
/// recognizers of one view in the order in which they were added.
package struct RecognizerOrder: Hashable, Comparable, Sendable {
    /// The number of views in the path from the window to the recognizer's view.
    package var depth: Int
    /// A number that grows with each recognizer that is added to any view.
    package var addition: Int

    /// Creates a position from the depth of the recognizer's view and the recognizer's addition
    /// number.
    package init(depth: Int, addition: Int) {
        self.depth = depth
        self.addition = addition
    }

    /// Returns whether the left recognizer comes before the right one.
    package static func < (left: Self, right: Self) -> Bool {
        left.depth != right.depth ? left.depth > right.depth : left.addition < right.addition
    }
}
