/// A transition out of *possible* that a recognizer has requested and the arbiter has not
/// performed.
package struct RequestedTransition: Hashable, Sendable {
    /// Whether the recognizer enters *began*, as continuous recognizers do.
    package var begins: Bool
    /// The number of times the recognizer enters *changed* directly after *began*.
    package var changes = 0
    /// Whether the recognizer enters *ended*, either directly or after *began*.
    package var ends: Bool

    /// Creates a transition from the states that the recognizer passes through.
    package init(begins: Bool, changes: Int = 0, ends: Bool) {
        self.begins = begins
        self.changes = changes
        self.ends = ends
    }

    /// The transition of a continuous recognizer to *began*.
    package static let begin = RequestedTransition(begins: true, ends: false)
    /// The transition of a discrete recognizer to *ended*.
    package static let recognize = RequestedTransition(begins: false, ends: true)

    /// The last state of the transition. The recognizer's `state` has this value until the arbiter
    /// has decided on the request.
    package var state: UIGestureRecognizer.State {
        if ends { return .ended }
        return changes > 0 ? .changed : .began
    }
}

/// The progress of a recognizer in its current attempt to recognize a gesture.
package enum GestureStage: Hashable, Sendable {
    /// The recognizer is *possible* and evaluates its touches.
    case analysing
    /// The recognizer has assigned itself a state, and the arbiter has not decided on it yet.
    case requesting(RequestedTransition)
    /// The recognizer must wait for the failure of other recognizers before it performs the
    /// transition. While it waits, its `state` is *possible* (R-6.3).
    case waiting(RequestedTransition)
    /// The recognizer is in *changed* if `hasChanged` is `true`, and in *began* otherwise.
    case active(hasChanged: Bool)
    /// The attempt has ended, and the recognizer has not been reset yet.
    case finished(Outcome)

    /// The result of an attempt.
    package enum Outcome: Hashable, Sendable {
        /// The recognizer has recognized its gesture.
        case recognized
        /// The gesture was cancelled after it had begun.
        case cancelled
        /// The recognizer has failed.
        case failed
    }

    /// Whether the recognizer has neither left *possible* nor failed, because it is analysing,
    /// requesting or waiting.
    package var isPossible: Bool {
        switch self {
        case .analysing, .requesting, .waiting: true
        case .active, .finished: false
        }
    }

    /// Whether the recognizer is in *began* or *changed*.
    package var isActive: Bool {
        if case .active = self { true } else { false }
    }

    /// The value of the recognizer's `state` property in this stage, except while an action is
    /// being sent.
    package var state: UIGestureRecognizer.State {
        switch self {
        case .analysing, .waiting: .possible
        case .requesting(let transition): transition.state
        case .active(let hasChanged): hasChanged ? .changed : .began
        case .finished(.recognized): .ended
        case .finished(.cancelled): .cancelled
        case .finished(.failed): .failed
        }
    }
}

/// The actions of one recognizer that are still to be sent: one action for each state that the
/// recognizer has entered.
package struct PendingActions: Hashable, Sendable {
    /// Whether the action for *began* is pending.
    package var began = false
    /// The number of pending actions for *changed*.
    package var changes = 0
    /// The final state, *ended* or *cancelled*, whose action is pending, or `nil` if no such action
    /// is pending.
    package var final: UIGestureRecognizer.State?

    /// Whether no action is pending.
    package var isEmpty: Bool { !began && changes == 0 && final == nil }

    /// Removes the oldest pending action and returns its state, or `nil` if there is none.
    package mutating func removeFirst() -> UIGestureRecognizer.State? {
        if began {
            began = false
            return .began
        }
        if changes > 0 {
            changes -= 1
            return .changed
        }
        defer { final = nil }
        return final
    }
}
