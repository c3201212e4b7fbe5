extension TouchDispatcher {
    /// Sends the event to each window that contains a touch of the event, in the order of the
    /// windows' first touches.
    func deliverToWindows(_ event: UIEvent) {
        var index = 0
        while index < event.touches.count {
            if isFirstOfItsWindow(index, event) { event.touches[index].window?.sendEvent(event) }
            index += 1
        }
    }

    /// Returns whether the touch at `index` is the event's first touch in its window.
    private func isFirstOfItsWindow(_ index: Int, _ event: UIEvent) -> Bool {
        let window = event.touches[index].windowID
        for earlier in 0..<index where event.touches[earlier].windowID == window { return false }
        return true
    }

    /// Delivers an event to the recognizers of a window's touches, resolves gestures, and delivers
    /// phases to the window's views (steps P3 to P8).
    func process(_ event: UIEvent, in window: UIWindow) {
        guard isDelivering, event === self.event, !isResolving else { return }
        deliverToRecognizers(event, window)
        resolveRecognizers(event)
        deliverToViews(of: window, event)
        // Resets happen before `sendEvent` returns, but not before all windows have
        // forwarded their touches to the recognizers.
        if unforwardedContacts.isEmpty { resetRecognizers(event) }
    }

    /// Whether at least one phase can be delivered to a view.
    var hasDeliverablePhases: Bool {
        !arbiter.deliveryPlan(for: arbiter.knownContacts).deliverable.isEmpty
    }

    /// Delivers phases to views, in the order of the views' first touches (step P7, R-1.21).
    ///
    /// Each view first receives its withheld phases, then `touchesBegan`, `touchesMoved`,
    /// `touchesEnded` and `touchesCancelled`.
    ///
    /// - Parameters:
    ///   - window: The window whose views receive phases, or `nil` for the views of all windows.
    ///   - event: The event that the touch methods of the views receive.
    func deliverToViews(of window: UIWindow?, _ event: UIEvent) {
        // The array is swapped out, because a callback may send an event itself.
        var views: [UIView] = []
        swap(&views, &viewsToNotify)
        while true {
            let deliverable = updateDeliverableContacts(of: window)
            if deliverable.isEmpty { break }
            views.removeAll(keepingCapacity: true)
            var rest = deliverable
            for contact in contacts where rest.contains(contact) {
                guard let view = records[contact.index].view else { continue }
                rest = rest.subtracting(forwardedContacts(of: ObjectIdentifier(view)))
                views.append(view)
            }
            for view in views { deliverWithheldPhases(to: view, event) }
            for view in views { deliverNewPhases(to: view, event) }
        }
        views.removeAll(keepingCapacity: true)
        swap(&views, &viewsToNotify)
    }

    /// Returns the contacts with a phase that can be delivered, and records which contacts are
    /// withheld or suppressed.
    ///
    /// - Parameter window: The window of the contacts, or `nil` for the contacts in all windows.
    private func updateDeliverableContacts(of window: UIWindow?) -> ContactSet {
        var selection = arbiter.knownContacts.subtracting(unforwardedContacts)
        if let window {
            let id = ObjectIdentifier(window)
            for contact in selection where hitTargets[contact.index].window != id {
                selection.remove(contact)
            }
        }
        let plan = arbiter.deliveryPlan(for: selection)
        observeWithheld(plan.withheld.subtracting(arbiter.withheldContacts))
        arbiter.recordUndelivered(plan)
        for contact in contactsWithSamples.intersection(plan.none) {
            withheldSamples[contact.index].removeAll(keepingCapacity: true)
            contactsWithSamples.remove(contact)
        }
        return plan.deliverable
    }

    /// Returns the contacts of a view that the view's window has forwarded to recognizers and
    /// views.
    private func forwardedContacts(of view: ObjectIdentifier) -> ContactSet {
        var contacts = arbiter.knownContacts.subtracting(unforwardedContacts)
        for contact in contacts where hitTargets[contact.index].view != view {
            contacts.remove(contact)
        }
        return contacts
    }

    /// Delivers the withheld phases of a view's contacts, in their original order.
    private func deliverWithheldPhases(to view: UIView, _ event: UIEvent) {
        let id = ObjectIdentifier(view)
        var hasDelivered = true
        while hasDelivered {
            hasDelivered = false
            for phase in UITouch.Phase.deliveryOrder {
                let withheld = forwardedContacts(of: id).intersection(arbiter.withheldContacts)
                if withheld.isEmpty { break }
                let chosen = arbiter.deliveryPlan(for: withheld)[phase]
                if deliver(phase, chosen, to: view, event, isLate: true) { hasDelivered = true }
            }
        }
    }

    /// Delivers the phases of a view's contacts that are not withheld.
    private func deliverNewPhases(to view: UIView, _ event: UIEvent) {
        let id = ObjectIdentifier(view)
        var plan = arbiter.deliveryPlan(
            for: forwardedContacts(of: id).subtracting(arbiter.withheldContacts))
        for phase in UITouch.Phase.deliveryOrder where !plan[phase].isEmpty {
            guard deliver(phase, plan[phase], to: view, event, isLate: false) else { continue }
            plan = arbiter.deliveryPlan(
                for: forwardedContacts(of: id).subtracting(arbiter.withheldContacts))
        }
    }

    /// Delivers a phase of several contacts to their view in one call.
    ///
    /// - Parameters:
    ///   - phase: The phase to deliver.
    ///   - chosen: The contacts whose touches the view receives.
    ///   - view: The hit view of the contacts.
    ///   - event: The event that the touch methods of the views receive.
    ///   - isLate: Whether the phase happened earlier, so that the touches have their values of
    ///     that time during the call.
    /// - Returns: Whether `chosen` contains a contact, so that deliveries may have changed.
    @discardableResult
    func deliver(
        _ phase: UITouch.Phase, _ chosen: ContactSet, to view: UIView, _ event: UIEvent,
        isLate: Bool
    ) -> Bool {
        if chosen.isEmpty { return false }
        clearCallbackTouches()
        let liveCount = event.touches.count
        var delivered = ContactSet()
        for contact in chosen {
            // Two contacts of one touch object need two calls.
            guard let touch = records[contact.index].touch,
                callbackTouches.insert(touch).inserted
            else { continue }
            if isLate { showPastValues(of: touch, contact, at: phase, event) }
            delivered.insert(contact)
        }
        if phase != .began || allowsBeginning(delivered, in: view, event) {
            for contact in delivered {
                arbiter.recordDelivery(of: phase, for: contact)
                count(phase, of: view)
            }
            traceCallback(view, phase)
            callTouchMethod(of: view, phase, event)
        }
        // Cleared immediately, because a referenced touch object cannot be reused for a new
        // contact.
        clearCallbackTouches()
        if isLate { restoreCurrentValues(event, liveCount: liveCount) }
        resolveRecognizers(event)
        return true
    }

    /// Calls the touch method of a view for a phase, with `callbackTouches`.
    private func callTouchMethod(of view: UIView, _ phase: UITouch.Phase, _ event: UIEvent) {
        callApplication {
            switch phase {
            case .began: view.touchesBegan(callbackTouches, with: event)
            case .moved: view.touchesMoved(callbackTouches, with: event)
            case .ended: view.touchesEnded(callbackTouches, with: event)
            case .cancelled: view.touchesCancelled(callbackTouches, with: event)
            case .stationary: break
            }
        }
    }

    /// Returns whether `view` receives `touchesBegan` for `callbackTouches`, the touches of
    /// `contacts`: whether the nearest enclosing scroll view allows it.
    ///
    /// If the scroll view does not allow it, the contacts are suppressed.
    private func allowsBeginning(
        _ contacts: ContactSet, in view: UIView, _ event: UIEvent
    ) -> Bool {
        guard let scrollView = view.enclosingScrollView else { return true }
        var isAllowed = false
        callApplication {
            isAllowed = scrollView.touchesShouldBegin(callbackTouches, with: event, in: view)
        }
        // Contacts that the application has cancelled meanwhile are suppressed by the cancellation.
        if !contactsToCancel.isDisjoint(with: contacts) { return false }
        if isAllowed { return true }
        for contact in contacts { arbiter.suppressDelivery(of: contact) }
        observe(.suppressed(view, touches: contacts.count))
        return false
    }

    /// Returns whether the view of a touch has received `touchesBegan` for the touch, but neither
    /// its end nor its cancellation, and no recognizer has claimed the touch.
    func isOpenInView(_ touch: UITouch) -> Bool {
        guard let contact = touch.contact, records[contact.index].touch === touch else {
            return false
        }
        return arbiter.contacts[contact.index].status == .began
            && !arbiter.claimedContacts.contains(contact)
    }

    /// Sets a touch to the values that it had at a withheld phase, until
    /// `restoreCurrentValues(_:liveCount:)` is called.
    private func showPastValues(
        of touch: UITouch, _ contact: ContactID, at phase: UITouch.Phase, _ event: UIEvent
    ) {
        let record = records[contact.index]
        savedSnapshots.append((touch, touch.snapshot))
        switch phase {
        case .began:
            touch.snapshot = record.began
        case .moved, .stationary:
            touch.snapshot =
                touch.contact == contact ? touch.snapshot : record.end ?? touch.snapshot
            touch.snapshot.previousWindowLocation = record.began.windowLocation
            touch.withheldSamples = withheldSamples[contact.index]
        case .ended, .cancelled:
            touch.snapshot = record.end ?? touch.snapshot
        }
        touch.snapshot.phase = phase
        if phase == .cancelled { touch.snapshot.timestamp = event.timestamp }
        if phase != .moved { touch.withheldSamples = [] }
        if !event.touches.contains(touch) { event.touches.append(touch) }
    }

    /// Restores the current values of the touches that `showPastValues` has changed.
    ///
    /// - Parameters:
    ///   - event: The event from which to remove ended touches that were added for the callback.
    ///   - liveCount: The number of touches in the event before ended touches were added.
    private func restoreCurrentValues(_ event: UIEvent, liveCount: Int) {
        for (touch, snapshot) in savedSnapshots {
            touch.snapshot = snapshot
            touch.withheldSamples = nil
        }
        savedSnapshots.removeAll(keepingCapacity: true)
        event.touches.removeLast(event.touches.count - liveCount)
    }

    /// Empties the set of touches that is passed to views and recognizers.
    func clearCallbackTouches() {
        if !callbackTouches.isEmpty { callbackTouches.removeAll(keepingCapacity: true) }
        callbackContacts = ContactSet()
    }

    /// Counts a delivered phase for the touch audit.
    private func count(_ phase: UITouch.Phase, of view: UIView) {
        view.touchCounts.count(phase)
        total.count(phase)
        assert(
            view.touchCounts.unfinished >= 0,
            "view \(type(of: view)): received more touch ends than beginnings (R-1.26)")
    }
}
