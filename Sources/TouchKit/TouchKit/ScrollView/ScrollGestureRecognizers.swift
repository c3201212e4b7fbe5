/// The pan recognizer of a scroll view.
///
/// The recognizer begins at once on a touch that stops a moving scroll view, begins
/// otherwise only along an axis that can be dragged, and asks the scroll view before it
/// takes touches from the content.
@MainActor
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
    /// The scroll view that the recognizer belongs to.
    weak var scrollView: UIScrollView?
    /// The velocity of the fingers when the last one was lifted, in the scroll view's coordinate
    /// system, in points per second.
    private(set) var releaseVelocity = CGPoint.zero
    /// The time when the last finger was lifted.
    private(set) var releaseTime = Timestamp.zero
    private var samples = ReleaseVelocity()

    override var traits: RecognizerTraits {
        var traits = super.traits
        traits.confirmsTransition = true
        return traits
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard failure == nil, let scrollView else { return }
        samples.removeAll()
        samples.append(centroid, at: event.timestamp)
        scrollView.panDidReceiveTouch()
        if scrollView.isDecelerating { beginImmediately() }
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        samples.append(centroid, at: event.timestamp)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches == touches.count {
            releaseVelocity = convertVector(
                samples.velocity(at: event.timestamp), to: scrollView)
            releaseTime = Timestamp(seconds: event.timestamp)
        }
        samples.removeAll()
        super.touchesEnded(touches, with: event)
    }

    override func reset() {
        super.reset()
        samples.removeAll()
        scrollView?.panDidReset()
    }

    override func canBegin(after travel: CGVector) -> Bool {
        scrollView?.canBeginDragging(after: convertVector(travel, to: scrollView)) ?? false
    }

    override func confirmTransition() -> Bool {
        scrollView?.canTakeTouches(of: self) ?? false
    }

    override func canBePrevented(by other: UIGestureRecognizer) -> Bool {
        other !== scrollView?.pinchGestureRecognizer
    }
}

/// The pinch recognizer of a scroll view, which recognizes together with the view's pan recognizer
///
@MainActor
final class ScrollPinchGestureRecognizer: UIPinchGestureRecognizer {
    /// The scroll view that the recognizer belongs to.
    weak var scrollView: UIScrollView?

    override func shouldReceive(_ event: UIEvent) -> Bool { scrollView?.zoomedView != nil }

    override func reset() {
        super.reset()
        // A recognizer that was removed from the view sends no final action.
        scrollView?.endPinch()
    }

    override func canBePrevented(by other: UIGestureRecognizer) -> Bool {
        other !== scrollView?.panGestureRecognizer
    }
}

/// A recognizer that withholds the touches on a scroll view's content for
/// `GestureConstants.contentTouchDelay`.
///
/// The recognizer never recognizes. It ignores each touch when the touch's delay has expired, when
/// the touch is lifted, and when the scroll view's pan recognizer fails.
@MainActor
final class ScrollDelayGestureRecognizer: UIGestureRecognizer {
    /// A touch that is withheld from its view.
    private struct DelayedTouch {
        let touch: UITouch
        /// The time at which the touch is released.
        let due: Timestamp
        let ticket: CallScheduler.Ticket?
    }

    /// The scroll view that the recognizer belongs to.
    weak var scrollView: UIScrollView?
    private var delayedTouches: [DelayedTouch] = []
    /// The closure that the scheduled calls make, stored to allocate it only once.
    private lazy var timerAction: () -> Void = { [weak self] in self?.releaseDueTouches() }

    override var traits: RecognizerTraits {
        var traits = RecognizerTraits()
        traits.cancelsTouchesInView = false
        traits.delaysTouchesBegan = true
        traits.delaysTouchesEnded = false
        traits.onlyDelays = true
        return traits
    }

    override func shouldReceive(_ event: UIEvent) -> Bool {
        scrollView?.delaysNewTouches ?? false
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let application = dispatcher?.application else { return }
        let delay = GestureConstants.contentTouchDelay
        let due = application.time(delay, after: Timestamp(seconds: event.timestamp))
        for touch in touches {
            let ticket = schedule(after: delay, timerAction)
            delayedTouches.append(DelayedTouch(touch: touch, due: due, ticket: ticket))
        }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        releaseTouches { touches.contains($0.touch) }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        releaseTouches { touches.contains($0.touch) }
    }

    override func reset() {
        super.reset()
        for delayed in delayedTouches {
            var ticket = delayed.ticket
            cancelScheduled(&ticket)
        }
        delayedTouches.removeAll(keepingCapacity: true)
    }

    /// Releases all touches, because the pan recognizer has failed.
    func releaseAllTouches() {
        releaseTouches { _ in true }
    }

    /// Releases the touches whose delay has expired.
    private func releaseDueTouches() {
        guard let now = dispatcher?.application?.now else { return }
        releaseTouches { $0.due <= now }
    }

    /// Ignores the touches that `isReleased` selects, so that their views receive them.
    private func releaseTouches(_ isReleased: (DelayedTouch) -> Bool) {
        guard let event = dispatcher?.event else { return }
        var index = 0
        while index < delayedTouches.count {
            guard isReleased(delayedTouches[index]) else {
                index += 1
                continue
            }
            let delayed = delayedTouches.remove(at: index)
            var ticket = delayed.ticket
            cancelScheduled(&ticket)
            ignore(delayed.touch, for: event)
        }
    }
}
