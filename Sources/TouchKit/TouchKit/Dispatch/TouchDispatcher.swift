import TouchKitContacts
import TouchKitGeometry

/// Brings what fingers do to recognizers and views: the steps of a delivery, one after the other.
///
/// P1 writes the touches, P2 finds the views of new ones, P3 shows them to recognizers, P4 to P6
/// decide, act and take touches away, P7 tells the views, P8 lets go of what ended; the numbers are
/// those of docs/touch.md. Once as many fingers were down as ever will be, a delivery allocates
/// nothing.
@MainActor
final class TouchDispatcher {
    weak var application: UIApplication?
    /// Who may recognize, and what views are sent.
    var arbiter = GestureArbiter()
    /// The event of the sequence, or the one that served last.
    var event: UIEvent?
    /// The sums of what views were told.
    var total = TouchCounts()
    /// A delivery is under way: what ends stays in the event until it is through.
    var isDelivering = false
    /// P4 to P6 are under way: what code of the application changes is decided on when it returns.
    var isSettling = false
    /// Code of the application that is running now: cancellations wait until it returns.
    var callDepth = 0
    /// What each contact is about, by its place.
    var records: [ContactRecord?] = Array(repeating: nil, count: ContactSet.capacity)
    /// Where each contact belongs, by its place.
    var homes: [ContactHome]
    /// Contacts of which samples are kept, because their views are told late.
    var late = ContactSet()
    /// The contacts that are known, oldest first.
    var contacts: [ContactID] = []
    /// The recognizers that take part, beside the arbiter's participants.
    var takers: [Taker] = []
    /// Contacts with news of this delivery that no window has passed on yet.
    var unseen = ContactSet()
    /// Contacts whose view left the window, or that the system took back.
    var orphans = ContactSet()
    /// What a view or a recognizer is told with: kept, so that it allocates once.
    var told: Set<UITouch> = []
    /// Whose touches those are, where recognizers are told one after the other.
    var toldContacts = ContactSet()
    /// The views of contacts in the order in which they are told: kept, so that it allocates once.
    var viewOrder: [UIView] = []
    /// The views that were asked whether a recognizer may begin: kept, so that it allocates once.
    var viewsAsked: [UIView] = []
    /// What is really known of touches whose views are told late: kept, so that it allocates once.
    var present: [(touch: UITouch, reading: UITouch.Reading)] = []
    /// Where decisions are written, a line each; nil: nowhere.
    var log: ((String) -> Void)? {
        didSet { watchersChanged() }
    }
    /// Who sees what happens on a touch's way; nil: nobody.
    var observer: ((GestureEvent) -> Void)? {
        didSet { watchersChanged() }
    }
    /// Room for the decisions that are handed over: kept, so that it allocates once.
    var spareJournal: [ArbiterDecision] = []
    /// Where views' callbacks and recognizers' actions are written, a line each; nil: nowhere.
    var trace: ((String) -> Void)?
    /// The call that ends attempts without fingers, and since when the oldest of them goes on.
    var idleCall: CallScheduler.Ticket?
    var watchedSince: Timestamp?
    /// What that call does: kept, so that it allocates once.
    lazy var breakOffIdle: () -> Void = { [weak self] in self?.breakOffIdleTakers() }
    /// Where fingers will be.
    let foresight = TouchForesight()
    private var pool = TouchPool()
    private var ignoringDepth = 0

    /// Makes one that has seen nothing.
    init() {
        let none = ContactHome(
            window: ObjectIdentifier(UIWindow.self), view: ObjectIdentifier(UIView.self))
        homes = Array(repeating: none, count: ContactSet.capacity)
    }

    /// Whether touches are kept from all views.
    var isIgnoring: Bool { ignoringDepth > 0 }

    /// Delivers a frame: in one delivery, unless a finger does several things in it.
    ///
    /// - Parameters:
    ///   - frame: What the fingers did.
    ///   - scanout: When what is drawn for it is expected on the screen; nil where nobody can say.
    func deliver(_ frame: FingerFrame, shownAt scanout: Timestamp?) {
        precondition(!isDelivering, "a touch callback can't deliver touches itself")
        foresight.take(frame, shownAt: scanout)
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
        makeRoomForFingers()
        begin(frame, part, in: event)
        takeNews(of: event)
        if !event.touches.isEmpty { application?.sendEvent(event) }
        dropUnseen()
        settleAndTell(event)
        finish(event)
        isDelivering = false
    }

    /// Does what came up outside of a delivery: calls that were due, views that left, recognizers that
    /// were disabled.
    func settle() {
        guard !isDelivering, callDepth == 0, hasWork else { return }
        // That of the sequence, even if the application kept it.
        let event = self.event ?? eventForDelivery()
        isDelivering = true
        if let application { event.timestamp = application.now.seconds }
        event.samples.removeAll(keepingCapacity: true)
        for touch in event.touches { touch.rest() }
        settleAndTell(event)
        finish(event)
        isDelivering = false
    }

    /// Whether anything waits to be decided or told.
    private var hasWork: Bool {
        if !orphans.isEmpty { return true }
        if takers.isEmpty && contacts.isEmpty { return false }
        return arbiter.isUnsettled || hasTellings
            || arbiter.hasReset(unless: event.map(staysOver) ?? false)
    }

    /// P4 to P8 until nothing changes any more.
    private func settleAndTell(_ event: UIEvent) {
        repeat {
            settleRecognizers(event)
            tellViews(of: nil, event)
            resetRecognizers(event)
        } while hasWork
    }

    /// The event of the sequence; one that is over serves again unless the application kept it.
    private func eventForDelivery() -> UIEvent {
        if let known = event, !known.touches.isEmpty { return known }
        if event != nil, isKnownUniquelyReferenced(&event), let known = event { return known }
        let new = UIEvent(foresight: foresight)
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
            let (touch, tapCount) = pool.touch(for: place, on: view, in: window, at: sample.time)
            let before = contactBefore(touch, on: view)
            let isKept = isRestricted(view, in: window, event)
            let contact = arbiter.begin(after: before, isRestricted: isKept)
            guard let contact else { return }
            touch.begin(sample, in: window, view: view, tapCount: tapCount)
            touch.contact = contact
            records[contact.place] = ContactRecord(
                touch: touch, window: window, view: view, began: touch.reading)
            homes[contact.place] = ContactHome(
                window: ObjectIdentifier(window), view: ObjectIdentifier(view))
            late.remove(contact)
            contacts.append(contact)
            event.touches.append(touch)
            observe(.finger(.began, on: view))
            if isKept { observe(.neverTold(view, touches: 1)) }
            offer(contact, of: view)
            return
        }
    }

    /// The contact that a view has to hear of before a new one: that of the tap before; for a
    /// view that takes one finger at a time, any whose end is withheld.
    private func contactBefore(_ touch: UITouch, on view: UIView) -> ContactID? {
        if !view.isMultipleTouchEnabled,
            let owed = contacts.last(where: {
                records[$0.place]?.view === view && arbiter.isOwed($0)
            })
        {
            return owed
        }
        guard let contact = touch.contact, records[contact.place]?.touch === touch else {
            return nil
        }
        return contact
    }

    /// Whether a view mustn't hear of one finger more. A finger that is
    /// lifted in this very delivery still counts: its view is told of the lift after new ones.
    private func isRestricted(_ view: UIView, in window: UIWindow, _ event: UIEvent) -> Bool {
        for touch in event.touches where touch.window === window {
            guard let contact = touch.contact, arbiter.isOwned(contact) else { continue }
            if touch.hitView === view {
                if !view.isMultipleTouchEnabled { return true }
            } else if view.isExclusiveTouch || touch.hitView?.isExclusiveTouch == true {
                return true
            }
        }
        return false
    }

    /// Lets the arbiter know what the fingers did.
    private func takeNews(of event: UIEvent) {
        for touch in event.touches {
            guard let contact = touch.contact else { continue }
            switch touch.phase {
            case .stationary:
                continue
            case .began:
                break
            case .moved:
                arbiter.moved(contact, fromBeginning: touch.place != touch.beganPlace)
                keepSamples(of: touch, contact, event)
            case .ended:
                arbiter.lifted(contact)
                records[contact.place]?.last = touch.reading
                observeEnd(of: contact, .ended)
            case .cancelled:
                arbiter.cancelled(contact)
                records[contact.place]?.last = touch.reading
                observeEnd(of: contact, .cancelled)
            }
            unseen.insert(contact)
        }
    }

    /// What the view isn't told now it gets with the first move that it is told of.
    private func keepSamples(of touch: UITouch, _ contact: ContactID, _ event: UIEvent) {
        guard arbiter.withheld.contains(contact) else { return }
        for sample in event.samples where sample.finger == touch.finger {
            records[contact.place]?.samples.append(sample)
            late.insert(contact)
        }
    }

    /// A window that keeps a beginning to itself gets to keep the rest as well. Of a touch
    /// that was passed on before, it can't keep the end: it counts as taken back.
    private func dropUnseen() {
        if unseen.isEmpty && takers.isEmpty { return }
        for contact in unseen {
            let news = arbiter.contacts[contact.place].news
            arbiter.keepFromView(contact)
            if news.isLifted || news.isCancelled { orphans.insert(contact) }
        }
        unseen = ContactSet()
        for index in takers.indices { takers[index].offered = ContactSet() }
    }

    /// P8: what ended or was cancelled appears no more.
    private func finish(_ event: UIEvent) {
        if event.touches.contains(where: \.isOver) {
            for taker in takers { taker.recognizer.dropLifted() }
        }
        var kept = 0
        for index in event.touches.indices {
            let touch = event.touches[index]
            if touch.isOver {
                pool.retire(touch, at: Timestamp(seconds: event.timestamp))
            } else {
                event.touches[kept] = touch
                kept += 1
            }
        }
        event.touches.removeLast(event.touches.count - kept)
        arbiter.forgetContacts()
        let known = arbiter.known
        if contacts.count != known.count {
            contacts.removeAll { contact in
                if known.contains(contact) { return false }
                records[contact.place] = nil
                return true
            }
        }
        watchIdleTakers()
    }

    /// Runs code of the application; what it made to be cancelled is cancelled when it returns.
    func callApplication(_ body: () -> Void) {
        callDepth += 1
        body()
        callDepth -= 1
        settle()
    }
}
