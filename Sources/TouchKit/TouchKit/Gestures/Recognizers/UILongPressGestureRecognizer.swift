/// Recognizes fingers that stay down at a place, after so many taps: continuous.
@MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// How long the fingers have to stay, in seconds; with 0 it begins at the contact.
    open var minimumPressDuration = GestureConstants.pressDuration
    /// How far each finger may move before it is recognized, in points; afterwards there is no limit
    ///
    open var allowableMovement: CGFloat = GestureConstants.pressMovement
    /// How many taps come before the press.
    open var numberOfTapsRequired = 0
    /// How many fingers press.
    open var numberOfTouchesRequired = 1

    private var taps = TapSequence(fingers: 1, movement: GestureConstants.pressMovement)
    private var hasBegun = false
    private var deadline: CallScheduler.Ticket?
    private lazy var timeOut: () -> Void = { [weak self] in self?.timedOut() }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if hasBegun {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        let isFirst = !taps.isDown
        taps.fingers = numberOfTouchesRequired
        taps.movement = allowableMovement
        switch taps.began(touches) {
        case .failed(let reason):
            fail(reason)
        case .pressed where isPressDue:
            cancelScheduled(&deadline)
            if minimumPressDuration > 0 {
                deadline = schedule(after: minimumPressDuration, timeOut)
            } else {
                begin()
            }
        case .pressed, .began, .goesOn, .tapped:
            if isFirst { limit(GestureConstants.tapDuration) }
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if hasBegun {
            state = .changed
        } else if case .failed(let reason) = taps.moved(touches) {
            fail(reason)
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if hasBegun {
            state = .ended
            return
        }
        // Lifted before the time, or a tap too many.
        guard !isPressDue else {
            fail(.liftedEarly)
            return
        }
        switch taps.ended(touches) {
        case .failed(let reason): fail(reason)
        case .tapped: limit(GestureConstants.tapInterval)
        case .goesOn, .began, .pressed: break
        }
    }

    open override func reset() {
        super.reset()
        cancelScheduled(&deadline)
        taps.reset()
        hasBegun = false
    }

    /// Whether all taps were made and the press comes next.
    private var isPressDue: Bool { taps.taps >= numberOfTapsRequired }

    private func begin() {
        hasBegun = true
        state = .began
    }

    private func timedOut() {
        deadline = nil
        if isPressDue && taps.isPressed {
            begin()
        } else if taps.isDown {
            fail(isPressDue ? .tooFewFingers : .tookTooLong)
        } else {
            fail(.nextTapLate)
        }
    }

    private func limit(_ seconds: Double) {
        cancelScheduled(&deadline)
        deadline = schedule(after: seconds, timeOut)
    }
}
