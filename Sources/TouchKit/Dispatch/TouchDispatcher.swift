import Touch

/// Brings what fingers do to views: the steps of a delivery, one after the other.
///
/// P1 writes the touches, P2 finds the views of new ones, P7 tells the views, P8 lets go of what
/// ended; the numbers are those of docs/touch.md, where recognizers have P3 to P6.
@MainActor
final class TouchDispatcher {
    weak var application: UIApplication?
    private var event: UIEvent?
    private var pool = TouchPool()
    /// Fingers that no view hears of until they are lifted.
    private var deadFingers: [FingerID] = []
    private var ignoringDepth = 0
    /// Code of the application that is running now: cancellations wait until it returns.
    private var callDepth = 0
    /// An event is on its way to the windows: its touches stay in it until it is through.
    private var isDelivering = false
    private var total = TouchCounts()
    /// What a view is told with; handed out and taken back, so that it allocates once.
    private var told: Set<UITouch> = []
    private var viewOrder: [UIView] = []

    var isIgnoring: Bool { ignoringDepth > 0 }

    // MARK: A delivery

    func deliver(_ frame: FingerFrame) {
        let event = eventForDelivery()
        event.timestamp = frame.time.seconds
        event.samples.removeAll(keepingCapacity: true)
        event.samples.append(contentsOf: frame.samples)
        for touch in event.touches { touch.rest() }
        for change in frame.changes { apply(change, to: event) }
        if !event.touches.isEmpty { application?.sendEvent(event) }
        finish(event)
    }

    /// The event of the sequence; one that is over serves again unless the application kept it.
    private func eventForDelivery() -> UIEvent {
        if let known = event, !known.touches.isEmpty { return known }
        if event != nil, isKnownUniquelyReferenced(&event), let known = event { return known }
        let new = UIEvent()
        event = new
        return new
    }

    private func apply(_ change: FingerChange, to event: UIEvent) {
        if change.phase == .began {
            begin(change.sample, in: event)
            return
        }
        guard let touch = event.touches.first(where: { $0.finger == change.finger }) else {
            if change.phase != .moved { deadFingers.removeAll { $0 == change.finger } }
            return
        }
        switch change.phase {
        case .began, .moved: touch.update(change.sample, phase: .moved)
        case .ended: touch.update(change.sample, phase: .ended)
        case .cancelled: touch.update(change.sample, phase: .cancelled)
        }
    }

    /// P2: finds the view that a new finger hits, in the frontmost window that has one.
    private func begin(_ sample: FingerSample, in event: UIEvent) {
        guard let application, application.applicationState == .active, !isIgnoring else {
            deadFingers.append(sample.finger)
            return
        }
        for window in application.windows.reversed() {
            let place = window.convertFromScreen(sample.position)
            guard let view = window.hitTest(place, with: event) else { continue }
            let isRestricted = isRestricted(view, in: window, event)
            let (touch, tapCount) = pool.touch(for: place, in: window, at: sample.time)
            touch.begin(sample, in: window, view: view, tapCount: tapCount)
            if isRestricted { touch.delivery = .withheld }
            event.touches.append(touch)
            return
        }
        deadFingers.append(sample.finger)
    }

    /// Whether a view mustn't hear of one finger more.
    private func isRestricted(_ view: UIView, in window: UIWindow, _ event: UIEvent) -> Bool {
        for touch in event.touches where touch.isOwned && touch.window === window {
            if touch.view === view {
                if !view.isMultipleTouchEnabled { return true }
            } else if view.isExclusiveTouch || touch.view?.isExclusiveTouch == true {
                return true
            }
        }
        return false
    }

    /// P8: what ended or was cancelled appears no more.
    private func finish(_ event: UIEvent) {
        var kept = 0
        for index in event.touches.indices {
            let touch = event.touches[index]
            if touch.phase == .ended || touch.phase == .cancelled {
                pool.retire(touch, at: Timestamp(seconds: event.timestamp))
            } else {
                event.touches[kept] = touch
                kept += 1
            }
        }
        event.touches.removeLast(event.touches.count - kept)
    }

    // MARK: Telling views

    /// Hands the event to each window that has a touch in it.
    func deliverToWindows(_ event: UIEvent) {
        isDelivering = true
        for index in event.touches.indices {
            guard let window = event.touches[index].window,
                event.touches.firstIndex(where: { $0.window === window }) == index
            else { continue }
            window.sendEvent(event)
        }
        isDelivering = false
    }

    /// P7: views in the order of their first touch; each hears began, moved, ended, cancelled.
    func deliverToViews(_ event: UIEvent, of window: UIWindow) {
        viewOrder.removeAll(keepingCapacity: true)
        for touch in event.touches where touch.window === window {
            if let view = touch.view, !viewOrder.contains(where: { $0 === view }) {
                viewOrder.append(view)
            }
        }
        for index in viewOrder.indices {
            let view = viewOrder[index]
            tell(view, .began, event)
            tell(view, .moved, event)
            tell(view, .ended, event)
            tell(view, .cancelled, event)
        }
        viewOrder.removeAll(keepingCapacity: true)
    }

    private func tell(_ view: UIView, _ phase: UITouch.Phase, _ event: UIEvent) {
        told.removeAll(keepingCapacity: true)
        for touch in event.touches where touch.view === view && touch.phase == phase {
            switch (touch.delivery, phase) {
            case (.due, .began):
                touch.delivery = .open
                view.touchCounts.began += 1
                total.began += 1
            case (.open, .moved):
                break
            case (.open, .ended):
                touch.delivery = .closed
                view.touchCounts.ended += 1
                total.ended += 1
            case (.open, .cancelled):
                touch.delivery = .closed
                view.touchCounts.cancelled += 1
                total.cancelled += 1
            default:
                continue
            }
            told.insert(touch)
        }
        if told.isEmpty { return }
        assert(view.touchCounts.open >= 0, "a view was told of more ends than beginnings (R-1.26)")
        callApplication {
            switch phase {
            case .began: view.touchesBegan(told, with: event)
            case .moved: view.touchesMoved(told, with: event)
            case .ended: view.touchesEnded(told, with: event)
            case .cancelled: view.touchesCancelled(told, with: event)
            case .stationary: break
            }
        }
    }

    /// Runs code of the application; what it made to be cancelled is cancelled when it returns.
    func callApplication(_ body: () -> Void) {
        callDepth += 1
        body()
        callDepth -= 1
        if callDepth == 0 { cancelOrphans() }
    }

    // MARK: Cancelling

    /// Cancels every touch, as the system does when it interrupts; their fingers are dead.
    func cancelAll() {
        guard let event else { return }
        for touch in event.touches { touch.isOrphaned = true }
        if callDepth == 0 { cancelOrphans() }
    }

    /// Cancels the touches of a view that left its window, and of those inside it.
    func viewLeftWindow(_ view: UIView) {
        guard let event else { return }
        for touch in event.touches where touch.view?.isDescendant(of: view) == true {
            touch.isOrphaned = true
        }
        if callDepth == 0 { cancelOrphans() }
    }

    func beginIgnoring() {
        ignoringDepth += 1
        if ignoringDepth == 1 { cancelAll() }
    }

    func endIgnoring() {
        ignoringDepth = max(0, ignoringDepth - 1)
    }

    /// Tells the views of touches that are to be cancelled. Within a delivery the touches stay in
    /// the event until its end; outside one they go at once.
    private func cancelOrphans() {
        guard let event, event.touches.contains(where: \.isOrphaned) else { return }
        while let first = event.touches.first(where: \.isOrphaned), let view = first.view {
            for touch in event.touches where touch.isOrphaned && touch.view === view {
                touch.isOrphaned = false
                if touch.phase != .ended && touch.phase != .cancelled, let finger = touch.finger {
                    deadFingers.append(finger)
                }
                // What hasn't been told yet never will be.
                if touch.delivery == .due { touch.delivery = .withheld }
                touch.phase = .cancelled
            }
            tell(view, .cancelled, event)
        }
        if !isDelivering { finish(event) }
    }

    // MARK: Audit

    /// The sums of what views were told; views of these windows are held against it.
    func audit(of windows: [UIWindow]) -> TouchAudit {
        var audit = TouchAudit()
        audit.total = total
        audit.live = event?.touches.count ?? 0
        for window in windows { audit.unbalancedViews += unbalancedViews(in: window) }
        return audit
    }

    private func unbalancedViews(in view: UIView) -> Int {
        let open = event?.touches.filter { $0.view === view && $0.delivery == .open }.count ?? 0
        var count = view.touchCounts.open == open ? 0 : 1
        for subview in view.subviews { count += unbalancedViews(in: subview) }
        return count
    }
}
