/// A recognizer, as the arbiter knows it.
package struct RecognizerID: Hashable, Sendable {
    package let number: Int

    package init(number: Int) {
        self.number = number
    }
}

/// What the arbiter has to know of a recognizer; it may change in mid-gesture.
package struct RecognizerTraits: Hashable, Sendable {
    /// Whether the views of its touches are cancelled when it recognizes.
    package var cancelsTouchesInView = true
    /// Whether views hear of its touches only once it has failed.
    package var delaysTouchesBegan = false
    /// Whether views hear of the end of its touches only once it has failed.
    package var delaysTouchesEnded = true
    /// How many taps it waits for; 0 for what isn't a tap recognizer.
    package var tapCount = 0

    package init() {}
}

/// Where a recognizer comes in the recognizers' order: those of deeper views first, those of
/// one view as they were added.
package struct RecognizerOrder: Hashable, Comparable, Sendable {
    /// How many views are around its view.
    package var depth: Int
    /// Counts what was added to views, ever.
    package var addition: Int

    package init(depth: Int, addition: Int) {
        self.depth = depth
        self.addition = addition
    }

    /// Whether the left one comes first.
    package static func < (left: Self, right: Self) -> Bool {
        left.depth != right.depth ? left.depth > right.depth : left.addition < right.addition
    }
}

/// What a recognizer wants to do when it is let.
package struct Intent: Hashable, Sendable {
    /// Whether it begins: a continuous recognizer; else it recognizes at once.
    package var begins: Bool
    /// How often it changed right after.
    package var changes = 0
    /// Whether it ends right after.
    package var ends: Bool

    package init(begins: Bool, changes: Int = 0, ends: Bool) {
        self.begins = begins
        self.changes = changes
        self.ends = ends
    }

    package static let begin = Intent(begins: true, ends: false)
    package static let recognize = Intent(begins: false, ends: true)

    /// The state that whoever assigned this last expects to read.
    package var state: UIGestureRecognizer.State {
        if ends { return .ended }
        return changes > 0 ? .changed : .began
    }
}

/// How far a recognizer is in its attempt.
package enum GestureStage: Hashable, Sendable {
    /// It is *possible* and looks on.
    case analysing
    /// It assigned itself a state, and nobody has decided on it yet.
    case wanting(Intent)
    /// It may go on as soon as others have failed; it reads *possible* (R-6.3).
    case held(Intent)
    /// It has begun, and changed since or not.
    case active(hasChanged: Bool)
    /// It is through, until it is reset.
    case over(Ending)

    /// How an attempt goes out.
    package enum Ending: Hashable, Sendable {
        case recognized
        case cancelled
        case failed
    }

    /// Whether it has left *possible* neither way.
    package var isPossible: Bool {
        switch self {
        case .analysing, .wanting, .held: true
        case .active, .over: false
        }
    }

    package var isActive: Bool {
        if case .active = self { true } else { false }
    }

    /// The state that reads outside of actions.
    package var state: UIGestureRecognizer.State {
        switch self {
        case .analysing, .held: .possible
        case .wanting(let intent): intent.state
        case .active(let hasChanged): hasChanged ? .changed : .began
        case .over(.recognized): .ended
        case .over(.cancelled): .cancelled
        case .over(.failed): .failed
        }
    }
}

/// Actions that are still to be sent for one recognizer: one for each state that it came to.
package struct PendingActions: Hashable, Sendable {
    package var began = false
    package var changes = 0
    package var final: UIGestureRecognizer.State?

    package var isEmpty: Bool { !began && changes == 0 && final == nil }

    /// Takes the oldest.
    package mutating func takeFirst() -> UIGestureRecognizer.State? {
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

/// What the arbiter can't know: the application's own code says so, with yes or no.
package enum ArbiterQuestion: Hashable, Sendable {
    /// Must the first wait until the second has failed?
    case requiresFailure(RecognizerID, of: RecognizerID)
    /// May it leave *possible* (R-4.15)?
    case shouldBegin(RecognizerID)
    /// Does the first keep the second from recognizing?
    case prevents(RecognizerID, RecognizerID)
    /// May both recognize, the first being the one that tries to?
    case simultaneously(RecognizerID, RecognizerID)
}

/// What the arbiter decided on a recognizer, for the log.
package struct ArbiterDecision: Hashable, Sendable {
    /// On whom.
    package var recognizer: RecognizerID
    /// The state before.
    package var from: UIGestureRecognizer.State
    /// What happened, in a few words.
    package var event: Event
    /// The state after.
    package var to: UIGestureRecognizer.State
    /// By which rule.
    package var rule: GestureRule

    /// What made a decision necessary.
    package enum Event: Hashable, Sendable {
        case assigned(UIGestureRecognizer.State)
        case granted
        case mustWait(RecognizerID)
        case wasRefused
        case lostRequirement(RecognizerID)
        case blocked(by: RecognizerID)
        case prevented(by: RecognizerID)
        case disabled
        case removed
        case abandoned
        case deadlocked
        case reset
    }
}

/// The rules that decisions are made by: docs/rules.md has them all.
package enum GestureRule: String, CaseIterable, Sendable {
    /// The transitions of a recognizer.
    case transitions = "R-4.1"
    /// Each assignment is one action.
    case assignments = "R-4.2"
    /// Illegal transitions.
    case illegal = "R-4.3"
    /// A reset after the end.
    case reset = "R-4.5"
    /// `isEnabled = false`.
    case disabled = "R-4.13"
    /// Cancelled touches.
    case touchesCancelled = "R-4.14"
    /// `gestureRecognizerShouldBegin`.
    case shouldBegin = "R-4.15"
    /// Taken off its view.
    case removed = "R-4.18"
    /// The other one recognized: what required its failure fails.
    case requirementLost = "R-6.1"
    /// Held until others fail.
    case held = "R-6.3"
    /// Began and ended while it was held.
    case heldUntilEnded = "R-6.4"
    /// Requirements in a circle.
    case cycle = "R-6.7"
    /// Another one recognized.
    case prevented = "R-6.10"
    /// Another one is active.
    case blocked = "R-6.11"
}
