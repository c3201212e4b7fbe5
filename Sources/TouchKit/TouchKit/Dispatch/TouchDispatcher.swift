import TouchKitContacts
import TouchKitGeometry

/// A dispatcher that delivers touch updates to gesture recognizers and views.
///
/// A delivery has eight steps, numbered as in docs/gestures.md. P1 updates the touch objects, P2
/// hit-tests new touches, P3 delivers to recognizers, P4 resolves which recognizers recognize, P5
/// sends actions, P6 cancels claimed touches in views, P7 delivers to views, and P8 resets
/// recognizers and removes ended touches.
///
/// A delivery allocates memory only when the number of simultaneous touches exceeds the previous
/// maximum.
@MainActor
final class TouchDispatcher {
    /// The application whose touches are dispatched.
    weak var application: UIApplication?
    /// The arbiter that decides which recognizers recognize and which phases views receive.
    @exclusivity(unchecked) var arbiter = GestureArbiter()
    /// The event of the current multitouch sequence, or of the previous sequence if no touch is
    /// down.
    @exclusivity(unchecked) var event: UIEvent?
    /// The number of touches delivered to all views since the start, by phase.
    @exclusivity(unchecked) var total = TouchCounts()
    /// Whether a delivery is in progress. Ended touches remain in the event until the delivery has
    /// finished.
    @exclusivity(unchecked) var isDelivering = false
    /// Whether gestures are being resolved (steps P4 to P6). Changes made by application code are
    /// resolved after the code returns.
    @exclusivity(unchecked) var isResolving = false
    /// The nesting depth of running application code. Cancellations wait until the depth is 0
    /// again.
    @exclusivity(unchecked) var callDepth = 0
    /// The records of the contacts in `contacts`, by contact index.
    @exclusivity(unchecked) var records = Array(
        repeating: ContactRecord(), count: ContactSet.capacity)
    /// The window and the hit view of each contact, by contact index.
    @exclusivity(unchecked) var hitTargets: [HitTargetIDs]
    /// The samples measured while each contact was withheld from its view, by contact index. The
    /// arrays are stored to reuse their memory.
    @exclusivity(unchecked) var withheldSamples: [[TouchSample]] = Array(
        repeating: [], count: ContactSet.capacity)
    /// The contacts with samples in `withheldSamples`.
    @exclusivity(unchecked) var contactsWithSamples = ContactSet()
    /// The contacts that are down or that a recognizer or view still depends on, oldest first.
    @exclusivity(unchecked) var contacts: [ContactID] = []
    /// The recognizers of the current attempt, at the same indices as in
    /// `GestureArbiter.participants`.
    @exclusivity(unchecked) var participants: [DispatchParticipant] = []
    /// The contacts that changed in this delivery, but whose window has not forwarded the change to
    /// recognizers and views yet.
    @exclusivity(unchecked) var unforwardedContacts = ContactSet()
    /// The contacts to cancel, because their view left its window or the system interrupted touch
    /// input.
    @exclusivity(unchecked) var contactsToCancel = ContactSet()
    /// The responders whose `formerNext` is set.
    @exclusivity(unchecked) var respondersWithFormerNext: [UIResponder] = []
    /// The touches that the current callback receives. The set is stored to reuse its memory.
    @exclusivity(unchecked) var callbackTouches: Set<UITouch> = []
    /// The contacts of `callbackTouches`, so that recognizers with equal contacts share one set.
    @exclusivity(unchecked) var callbackContacts = ContactSet()
    /// The views that receive phases, in order of delivery, stored to reuse the memory.
    @exclusivity(unchecked) var viewsToNotify: [UIView] = []
    /// The views whose `gestureRecognizerShouldBegin` was called, stored to reuse the memory.
    @exclusivity(unchecked) var queriedViews: [UIView] = []
    /// The current values of touches that have past values during a late callback. The array is
    /// stored to reuse its memory.
    @exclusivity(unchecked) var savedSnapshots: [(touch: UITouch, snapshot: UITouch.Snapshot)] = []
    /// A closure that receives one line for each decision on a recognizer, or `nil` if the gesture
    /// log is disabled.
    var log: ((String) -> Void)? {
        didSet { updateDecisionRecording() }
    }
    /// A closure that receives one event for each step of touch delivery and recognition, or `nil`
    /// if there is no gesture observer.
    var observer: ((GestureEvent) -> Void)? {
        didSet { updateDecisionRecording() }
    }
    /// An empty array of decisions, stored to reuse the memory.
    var spareDecisions: [ArbiterDecision] = []
    /// A closure that receives one line for each touch callback of a view and each action of a
    /// recognizer, or `nil` if tracing is disabled.
    @exclusivity(unchecked) var trace: ((String) -> Void)?
    /// The scheduled call that ends the attempts of idle recognizers, or `nil` if no recognizer is
    /// idle.
    @exclusivity(unchecked) var idleTimer: CallScheduler.Ticket?
    /// The time since which the longest-idle recognizer has been idle, or `nil` if no recognizer is
    /// idle.
    @exclusivity(unchecked) var idleTimerStart: Timestamp?
    /// The closure that `idleTimer` calls, stored to allocate it only once.
    lazy var idleTimerAction: () -> Void = { [weak self] in self?.abandonIdleParticipants() }
    /// The touch prediction that all events of the application use.
    let prediction = TouchPrediction()
    /// The touch objects of ended contacts, for reuse by new contacts.
    @exclusivity(unchecked) var pool = TouchPool()
    /// The number of calls of `beginIgnoring()` without a matching `endIgnoring()`.
    @exclusivity(unchecked) private var ignoringDepth = 0

    /// Creates a dispatcher without touches.
    init() {
        let none = HitTargetIDs(
            window: ObjectIdentifier(UIWindow.self), view: ObjectIdentifier(UIView.self))
        hitTargets = Array(repeating: none, count: ContactSet.capacity)
    }

    /// Whether new touches are currently ignored.
    var isIgnoring: Bool { ignoringDepth > 0 }

    /// Delivers a touch update, in several deliveries if a touch changes more than once in the
    /// update.
    ///
    /// - Parameters:
    ///   - update: The touch update to deliver.
    ///   - scanout: The time when the frame drawn for the update is expected on the screen, or
    ///     `nil` if it is unknown.
    func deliver(_ update: TouchUpdate, shownAt scanout: Timestamp?) {
        precondition(!isDelivering, "UIApplication: cannot deliver touches from a touch callback")
        prediction.record(update, shownAt: scanout)
        var start = 0
        while start < update.changes.count {
            let end = endOfDelivery(in: update.changes, from: start)
            deliver(update, start..<end)
            start = end
        }
    }

    /// Cancels all touches and ignores new ones until the matching `endIgnoring()`.
    func beginIgnoring() {
        ignoringDepth += 1
        if ignoringDepth == 1 { cancelAll() }
    }

    /// Ends the effect of one call of `beginIgnoring()`.
    func endIgnoring() {
        ignoringDepth = max(0, ignoringDepth - 1)
    }

    // MARK: Steps

    /// Returns the index of the first change whose touch has already changed at or after `start`,
    /// or the number of changes if each touch changes only once.
    private func endOfDelivery(in changes: [TouchChange], from start: Int) -> Int {
        var end = start
        while end < changes.count {
            for earlier in start..<end where changes[earlier].touch == changes[end].touch {
                return end
            }
            end += 1
        }
        return end
    }

    /// Delivers a part of an update in which no touch changes more than once (steps P1 to P8).
    private func deliver(_ update: TouchUpdate, _ part: Range<Int>) {
        let event = eventForDelivery()
        guard affectsTouches(update, part, of: event) else { return }
        isDelivering = true
        event.timestamp = update.time.seconds
        setSamples(of: event, from: update, part)
        updateTouches(of: event, from: update, part)
        freeContactIndices()
        beginTouches(of: update, part, in: event)
        recordChanges(of: event)
        if !event.touches.isEmpty { application?.sendEvent(event) }
        suppressUnforwardedContacts()
        processUntilStable(event)
        finishDelivery(event)
        isDelivering = false
    }

    /// Resolves gestures and delivers phases after a change outside of a delivery, such as a
    /// recognizer's timeout, a disabled recognizer or a removed view (steps P4 to P8).
    func processPendingChanges() {
        guard !isDelivering, callDepth == 0, hasPendingChanges else { return }
        // The event of the sequence is used, even if the application references it.
        let event = self.event ?? eventForDelivery()
        isDelivering = true
        if let application { event.timestamp = application.now.seconds }
        event.samples.removeAll(keepingCapacity: true)
        for touch in event.touches { touch.markStationary() }
        processUntilStable(event)
        finishDelivery(event)
        isDelivering = false
    }

    /// Whether a decision, a delivery to a view, a cancellation or a reset is pending.
    private var hasPendingChanges: Bool {
        if !contactsToCancel.isEmpty { return true }
        if participants.isEmpty && contacts.isEmpty { return false }
        return arbiter.isUnsettled || hasDeliverablePhases
            || arbiter.hasFinished(unlessDeferred: event.map(defersResets) ?? false)
    }

    /// Resolves gestures, delivers phases to views and resets recognizers, until nothing changes
    /// (steps P4 to P8).
    private func processUntilStable(_ event: UIEvent) {
        repeat {
            resolveRecognizers(event)
            deliverToViews(of: nil, event)
            resetRecognizers(event)
        } while hasPendingChanges
    }

    /// Returns the event of the current multitouch sequence. For a new sequence, reuses the
    /// previous event if the application does not reference it, or creates an event.
    private func eventForDelivery() -> UIEvent {
        if let current = event, !current.touches.isEmpty { return current }
        if event != nil, isKnownUniquelyReferenced(&event), let previous = event { return previous }
        let new = UIEvent(prediction: prediction)
        event = new
        return new
    }

    /// Returns whether a part of an update begins a touch or changes a touch of the event. A touch
    /// that was ignored at touch-down is not part of the event.
    private func affectsTouches(
        _ update: TouchUpdate, _ part: Range<Int>, of event: UIEvent
    ) -> Bool {
        for index in part {
            let change = update.changes[index]
            if change.phase == .began || event.touch(with: change.touch) != nil { return true }
        }
        return false
    }

    /// Sets the event's samples to the samples of the changes in `part`, a part of an update.
    private func setSamples(of event: UIEvent, from update: TouchUpdate, _ part: Range<Int>) {
        event.samples.removeAll(keepingCapacity: true)
        if part.count == update.changes.count {
            event.samples.append(contentsOf: update.samples)
        } else {
            for index in part { event.samples.append(update.changes[index].sample) }
        }
    }

    /// Updates the touch objects of the touches that are down (step P1).
    private func updateTouches(of event: UIEvent, from update: TouchUpdate, _ part: Range<Int>) {
        for touch in event.touches { touch.markStationary() }
        for index in part {
            let change = update.changes[index]
            guard let touch = event.touch(with: change.touch) else { continue }
            switch change.phase {
            case .began: break
            case .moved: touch.update(change.sample, phase: .moved)
            case .ended: touch.update(change.sample, phase: .ended)
            case .cancelled: touch.update(change.sample, phase: .cancelled)
            }
        }
    }

    /// Records the changes of the event's touches in the arbiter.
    private func recordChanges(of event: UIEvent) {
        for touch in event.touches {
            guard let contact = touch.contact else { continue }
            switch touch.phase {
            case .stationary:
                continue
            case .began, .moved:
                break
            case .ended:
                arbiter.recordLift(of: contact)
                records[contact.index].end = touch.snapshot
                observeEnd(of: contact, .ended)
            case .cancelled:
                arbiter.recordCancellation(of: contact)
                records[contact.index].end = touch.snapshot
                observeEnd(of: contact, .cancelled)
            }
            unforwardedContacts.insert(contact)
        }
    }

    /// Records that a touch has moved, after its window has forwarded the move. Stores the
    /// samples of a withheld touch, which the view receives with its first `touchesMoved` for the
    /// touch.
    func recordMove(of touch: UITouch, _ contact: ContactID, in event: UIEvent) {
        arbiter.recordMove(
            of: contact, isAwayFromStart: touch.windowLocation != touch.initialWindowLocation)
        guard arbiter.withheldContacts.contains(contact) else { return }
        for sample in event.samples where sample.touch == touch.identifier {
            if withheldSamples[contact.index].count == GestureConstants.withheldSampleCapacity {
                removeEverySecondSample(withheldFrom: contact)
            }
            withheldSamples[contact.index].append(sample)
            contactsWithSamples.insert(contact)
        }
    }

    /// Removes the first, third, fifth … of a contact's withheld samples.
    private func removeEverySecondSample(withheldFrom contact: ContactID) {
        var isKept = true
        withheldSamples[contact.index].removeAll { _ in
            isKept.toggle()
            return !isKept
        }
    }

    /// Suppresses the contacts whose beginning a window did not forward to recognizers and views
    ///
    ///
    /// A contact whose beginning was forwarded, but whose end was not, is cancelled. A move that
    /// was not forwarded has no effect.
    private func suppressUnforwardedContacts() {
        if unforwardedContacts.isEmpty && participants.isEmpty { return }
        for contact in unforwardedContacts {
            let changes = arbiter.contacts[contact.index].changes
            if records[contact.index].touch?.phase == .moved, !changes.isCancelled { continue }
            arbiter.suppressDelivery(of: contact)
            if changes.isLifted || changes.isCancelled { contactsToCancel.insert(contact) }
        }
        unforwardedContacts = ContactSet()
        for index in participants.indices { participants[index].offeredContacts = ContactSet() }
    }

    /// Removes ended touches from the event and releases contacts that are no longer needed (step
    /// P8).
    private func finishDelivery(_ event: UIEvent) {
        if event.touches.contains(where: \.hasEnded) {
            for participant in participants { participant.recognizer.untrackEndedTouches() }
        }
        var remaining = 0
        for index in event.touches.indices {
            let touch = event.touches[index]
            if touch.hasEnded {
                pool.add(touch, endedAt: Timestamp(seconds: event.timestamp))
            } else {
                event.touches[remaining] = touch
                remaining += 1
            }
        }
        event.touches.removeLast(event.touches.count - remaining)
        event.releaseEndedTouches()
        arbiter.releaseContacts()
        let known = arbiter.knownContacts
        if contacts.count != known.count {
            contacts.removeAll { contact in
                if known.contains(contact) { return false }
                records[contact.index] = ContactRecord()
                return true
            }
        }
        removeFormerResponderChains()
        updateIdleTimer()
    }

    /// Runs application code, and processes the changes that the code caused after it returns.
    func callApplication(_ body: () -> Void) {
        callDepth += 1
        body()
        callDepth -= 1
        processPendingChanges()
    }
}
