/// A discrete gesture recognizer that interprets single or multiple taps.
@MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps necessary for gesture recognition.
    @exclusivity(unchecked) open var numberOfTapsRequired = 1 {
        didSet { dispatcher?.updateTraits(of: self) }
    }
    /// The number of fingers that must tap for gesture recognition.
    @exclusivity(unchecked) open var numberOfTouchesRequired = 1

    @exclusivity(unchecked) private var taps = TapSequence(
        requiredTouches: 1, allowedMovement: GestureConstants.tapMovement)
    @exclusivity(unchecked) private var timer: CallScheduler.Ticket?
    /// Whether the recognizer has assigned `ended`. While the recognizer then waits for other
    /// recognizers to fail, further touches have no effect.
    @exclusivity(unchecked) private var isComplete = false
    private lazy var timerAction: () -> Void = { [weak self] in
        self?.handleTimeout()
    }

    override var tapCount: Int { numberOfTapsRequired }

    /// Returns the location of the first tap in the given view, in points, or in the window if
    /// `view` is `nil`.
    open override func location(in view: UIView?) -> CGPoint {
        convert(taps.location ?? centroid, to: view)
    }

    /// The number of touches of the first tap.
    open override var numberOfTouches: Int {
        taps.firstDownLocations.isEmpty ? super.numberOfTouches : taps.firstDownLocations.count
    }

    /// Returns the location of a touch of the first tap in the given view, in points, or in the
    /// window if `view` is `nil`.
    open override func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
        guard taps.firstDownLocations.indices.contains(index) else {
            return super.location(ofTouch: index, in: view)
        }
        return convert(taps.firstDownLocations[index], to: view)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        // A touch that comes down while the recognizer waits for other recognizers is not part of
        // the taps.
        if isComplete {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        let isFirst = !taps.isDown
        taps.requiredTouches = numberOfTouchesRequired
        let progress = taps.processBegan(touches, among: trackedTouches)
        if isFirst { reschedule(&timer, after: GestureConstants.tapDuration, timerAction) }
        if case .failed(let cause) = progress { fail(cause) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if !isComplete, case .failed(let cause) = taps.processMoved(touches) { fail(cause) }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if isComplete { return }
        switch taps.processEnded(touches) {
        case .failed(let cause):
            fail(cause)
        case .tapped where taps.tapCount >= numberOfTapsRequired:
            cancelScheduled(&timer)
            isComplete = true
            state = .ended
        case .tapped:
            reschedule(&timer, after: GestureConstants.tapInterval, timerAction)
        case .incomplete, .pressed:
            break
        }
    }

    open override func reset() {
        super.reset()
        cancelScheduled(&timer)
        isComplete = false
        taps.reset()
    }

    /// Returns whether the recognizer can prevent the given recognizer. A tap recognizer does not
    /// prevent a tap recognizer that requires more taps.
    open override func canPrevent(
        _ preventedGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
        return other.numberOfTapsRequired <= numberOfTapsRequired
    }

    /// Returns whether the given recognizer can prevent this recognizer. A tap recognizer is not
    /// prevented by a tap recognizer that requires fewer taps.
    open override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        guard let other = preventingGestureRecognizer as? UITapGestureRecognizer else {
            return true
        }
        return other.numberOfTapsRequired >= numberOfTapsRequired
    }

    private func handleTimeout() {
        timer = nil
        fail(taps.isDown ? .tookTooLong : .nextTapLate)
    }
}
