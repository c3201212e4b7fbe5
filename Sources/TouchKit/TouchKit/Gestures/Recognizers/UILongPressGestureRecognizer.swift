/// A continuous gesture recognizer that interprets long-press gestures.
///
/// The user performs the required taps and then presses with the required fingers for the minimum
/// duration.
@MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The minimum time that the user must press on the view for the gesture to be recognized, in
    /// seconds. If the value is 0, the gesture begins at touch-down.
    @exclusivity(unchecked) open var minimumPressDuration = GestureConstants.longPressDuration
    /// The maximum movement of the fingers on the view before the gesture begins, in points. After
    /// the gesture has begun, movement is not limited.
    @exclusivity(unchecked) open var allowableMovement: CGFloat = GestureConstants.longPressMovement
    /// The number of taps on the view necessary before the press.
    @exclusivity(unchecked) open var numberOfTapsRequired = 0
    /// The number of fingers that must touch the view for gesture recognition.
    @exclusivity(unchecked) open var numberOfTouchesRequired = 1

    @exclusivity(unchecked) private var taps = TapSequence(
        requiredTouches: 1, allowedMovement: GestureConstants.longPressMovement)
    @exclusivity(unchecked) private var hasBegun = false
    @exclusivity(unchecked) private var timer: CallScheduler.Ticket?
    private lazy var timerAction: () -> Void = { [weak self] in self?.handleTimeout() }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if hasBegun {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        let isFirst = !taps.isDown
        taps.requiredTouches = numberOfTouchesRequired
        taps.allowedMovement = allowableMovement
        switch taps.processBegan(touches, among: trackedTouches) {
        case .failed(let cause):
            fail(cause)
        case .pressed where isPressDue:
            if minimumPressDuration > 0 {
                reschedule(&timer, after: minimumPressDuration, timerAction)
            } else {
                cancelScheduled(&timer)
                begin()
            }
        case .pressed, .incomplete, .tapped:
            if isFirst { reschedule(&timer, after: GestureConstants.tapDuration, timerAction) }
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if hasBegun {
            state = .changed
        } else if case .failed(let cause) = taps.processMoved(touches) {
            fail(cause)
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if hasBegun {
            state = .ended
            return
        }
        // The press has not begun the gesture yet, so a lift ends it too early.
        guard !isPressDue else {
            fail(.liftedEarly)
            return
        }
        switch taps.processEnded(touches) {
        case .failed(let cause): fail(cause)
        case .tapped: reschedule(&timer, after: GestureConstants.tapInterval, timerAction)
        case .incomplete, .pressed: break
        }
    }

    open override func reset() {
        super.reset()
        cancelScheduled(&timer)
        taps.reset()
        hasBegun = false
    }

    /// Whether all required taps were made, so that the next touches are the press.
    private var isPressDue: Bool { taps.tapCount >= numberOfTapsRequired }

    private func begin() {
        hasBegun = true
        state = .began
    }

    private func handleTimeout() {
        timer = nil
        if isPressDue && taps.isPressed {
            begin()
        } else if taps.isDown {
            fail(isPressDue ? .tooFewFingers : .tookTooLong)
        } else {
            fail(.nextTapLate)
        }
    }
}
