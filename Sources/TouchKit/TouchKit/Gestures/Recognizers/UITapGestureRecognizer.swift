/// Recognizes one or more taps with one or more fingers: discrete.
@MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// How many taps it takes.
    open var numberOfTapsRequired = 1 {
        didSet { dispatcher?.traitsChanged(self) }
    }
    /// How many fingers tap, each time.
    open var numberOfTouchesRequired = 1

    private var taps = TapSequence(fingers: 1, movement: GestureConstants.tapMovement)
    private var deadline: CallScheduler.Ticket?
    /// It has asked to be recognized: what fingers do while it waits for others changes nothing
    ///
    private var isComplete = false
    private lazy var timeOut: () -> Void = { [weak self] in
        self?.timedOut()
    }

    override var tapCount: Int { numberOfTapsRequired }

    /// Where the first tap was.
    open override func location(in view: UIView?) -> CGPoint {
        convert(taps.taps > 0 || taps.isDown ? taps.place : centroid, to: view)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        // It waits for others to fail: a finger that comes now is none of its taps.
        if isComplete {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        let isFirst = !taps.isDown
        taps.fingers = numberOfTouchesRequired
        let verdict = taps.began(touches)
        if isFirst { limit(GestureConstants.tapDuration) }
        if case .failed(let reason) = verdict { fail(reason) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if !isComplete, case .failed(let reason) = taps.moved(touches) { fail(reason) }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if isComplete { return }
        switch taps.ended(touches) {
        case .failed(let reason):
            fail(reason)
        case .tapped where taps.taps >= numberOfTapsRequired:
            cancelScheduled(&deadline)
            isComplete = true
            state = .ended
        case .tapped:
            limit(GestureConstants.tapInterval)
        case .goesOn, .began, .pressed:
            break
        }
    }

    open override func reset() {
        super.reset()
        cancelScheduled(&deadline)
        isComplete = false
        taps.reset()
    }

    /// A tap doesn't keep one that takes more taps from being recognized.
    open override func canPrevent(
        _ preventedGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
        return other.numberOfTapsRequired <= numberOfTapsRequired
    }

    /// A tap isn't kept from being recognized by one that takes fewer taps.
    open override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        guard let other = preventingGestureRecognizer as? UITapGestureRecognizer else {
            return true
        }
        return other.numberOfTapsRequired >= numberOfTapsRequired
    }

    private func timedOut() {
        deadline = nil
        fail(taps.isDown ? .tookTooLong : .nextTapLate)
    }

    /// What comes next has to come within so many seconds.
    private func limit(_ seconds: Double) {
        cancelScheduled(&deadline)
        deadline = schedule(after: seconds, timeOut)
    }
}
