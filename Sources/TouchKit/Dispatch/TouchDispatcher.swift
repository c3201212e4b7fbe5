import Touch

/// Brings what fingers do to views: the steps of a delivery, one after the other.
///
/// P1 writes the touches, P2 finds the views of new ones, P7 tells the views, P8 lets go of what
/// ended; the numbers are those of docs/touch.md, where recognizers have P3 to P6. Once as many
/// fingers were down as ever will be, a delivery allocates nothing.
@MainActor
final class TouchDispatcher {
    weak var application: UIApplication?
    /// The event of the sequence, or the one that served last.
    private(set) var event: UIEvent?
    /// The sums of what views were told.
    var total = TouchCounts()
    /// A delivery is under way: what ends stays in the event until it is through.
    private(set) var isDelivering = false
    /// Code of the application that is running now: cancellations wait until it returns.
    var callDepth = 0
    /// What a view is told with: kept, so that it allocates once.
    var told: Set<UITouch> = []
    /// The views of a window in the order in which they are told: kept, so that it allocates once.
    var viewOrder: [UIView] = []
    private var pool = TouchPool()
    private var ignoringDepth = 0

    /// Whether touches are kept from all views.
    var isIgnoring: Bool { ignoringDepth > 0 }

    /// Delivers a frame: in one delivery, unless a finger does several things in it.
    func deliver(_ frame: FingerFrame) {
        precondition(!isDelivering, "a touch callback can't deliver touches itself")
        var start = 0
        while start < frame.changes.count {
            let end = endOfDelivery(in: frame.changes, from: start)
            deliver(frame, start..<end)
            start = end
        }
    }

    /// Cancels touches from now on instead of delivering them, until as many calls of
    /// `endIgnoring()`.
    func beginIgnoring() {
        ignoringDepth += 1
        if ignoringDepth == 1 { cancelAll() }
    }

    /// Takes back one `beginIgnoring()`.
    func endIgnoring() {
        ignoringDepth = max(0, ignoringDepth - 1)
    }

    // MARK: Steps

    /// Where the first finger turns up that changed already.
    private func endOfDelivery(in changes: [FingerChange], from start: Int) -> Int {
        var end = start
        while end < changes.count {
            for earlier in start..<end where changes[earlier].finger == changes[end].finger {
                return end
            }
            end += 1
        }
        return end
    }

    private func deliver(_ frame: FingerFrame, _ part: Range<Int>) {
        let event = eventForDelivery()
        guard hasNews(frame, part, for: event) else { return }
        isDelivering = true
        event.timestamp = frame.time.seconds
        takeSamples(of: frame, part, into: event)
        update(event, with: frame, part)
        begin(frame, part, in: event)
        if !event.touches.isEmpty { application?.sendEvent(event) }
        isDelivering = false
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

    /// Whether any view or window can have something to do with it; a finger that was dead from its
    /// beginning can't.
    private func hasNews(_ frame: FingerFrame, _ part: Range<Int>, for event: UIEvent) -> Bool {
        for index in part {
            let change = frame.changes[index]
            if change.phase == .began || event.touch(of: change.finger) != nil { return true }
        }
        return false
    }

    private func takeSamples(of frame: FingerFrame, _ part: Range<Int>, into event: UIEvent) {
        event.samples.removeAll(keepingCapacity: true)
        if part.count == frame.changes.count {
            event.samples.append(contentsOf: frame.samples)
        } else {
            for index in part { event.samples.append(frame.changes[index].sample) }
        }
    }

    /// P1: writes what the fingers that are down did.
    private func update(_ event: UIEvent, with frame: FingerFrame, _ part: Range<Int>) {
        for touch in event.touches { touch.rest() }
        for index in part {
            let change = frame.changes[index]
            guard let touch = event.touch(of: change.finger) else { continue }
            switch change.phase {
            case .began: break
            case .moved: touch.update(change.sample, phase: .moved)
            case .ended: touch.update(change.sample, phase: .ended)
            case .cancelled: touch.update(change.sample, phase: .cancelled)
            }
        }
    }

    /// P2: finds the views that new fingers hit.
    private func begin(_ frame: FingerFrame, _ part: Range<Int>, in event: UIEvent) {
        guard let application, application.applicationState == .active, !isIgnoring else { return }
        for index in part where frame.changes[index].phase == .began {
            begin(frame.changes[index].sample, in: event, of: application)
        }
    }

    /// Begins a touch in the frontmost window that has a view for it. Where none has, no one
    /// hears of the finger until it is lifted.
    private func begin(_ sample: FingerSample, in event: UIEvent, of application: UIApplication) {
        for window in application.windows.reversed() {
            let place = window.convertFromScreen(sample.position)
            var hit: UIView?
            callApplication { hit = window.hitTest(place, with: event) }
            guard let view = hit else { continue }
            let isRestricted = isRestricted(view, in: window, event)
            let (touch, tapCount) = pool.touch(for: place, in: window, at: sample.time)
            touch.begin(sample, in: window, view: view, tapCount: tapCount)
            if isRestricted { touch.delivery = .withheld }
            event.touches.append(touch)
            return
        }
    }

    /// Whether a view mustn't hear of one finger more. A finger that is
    /// lifted in this very delivery still counts: its view is told of the lift after new ones.
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
    func finish(_ event: UIEvent) {
        var kept = 0
        for index in event.touches.indices {
            let touch = event.touches[index]
            // A window that kept the beginning to itself gets to keep the rest as well.
            if touch.delivery == .due { touch.delivery = .withheld }
            if touch.phase == .ended || touch.phase == .cancelled {
                pool.retire(touch, at: Timestamp(seconds: event.timestamp))
            } else {
                event.touches[kept] = touch
                kept += 1
            }
        }
        event.touches.removeLast(event.touches.count - kept)
    }
}
