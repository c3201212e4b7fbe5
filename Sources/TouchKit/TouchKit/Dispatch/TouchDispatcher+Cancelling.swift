extension TouchDispatcher {
    /// Cancels all touches, as a system interruption does.
    ///
    /// The contacts of cancelled touches have no further effect.
    func cancelAll() {
        for contact in contacts where !arbiter.isFullyDelivered(contact) {
            contactsToCancel.insert(contact)
        }
        processPendingChanges()
    }

    /// Marks the touches of a view that is about to leave its window, and of the view's
    /// descendants. The next call of `processPendingChanges()` cancels them.
    ///
    /// Stores the responder chain of the view until the cancellation is delivered.
    func markTouches(in view: UIView) {
        for contact in contacts
        where records[contact.index].view?.isDescendant(of: view) == true
            && !arbiter.isFullyDelivered(contact)
        {
            contactsToCancel.insert(contact)
        }
        // The chain of a view that is already detached may continue with this view.
        guard !contactsToCancel.isEmpty || !detachedResponders.isEmpty else { return }
        storeNext(of: view)
        if let controller = view.viewController { storeNext(of: controller) }
    }

    /// Stores the next responder of a responder until the next delivery has finished.
    private func storeNext(of responder: UIResponder) {
        guard responder.formerNext == nil, let next = responder.next else { return }
        responder.formerNext = next
        detachedResponders.append(responder)
    }

    /// Removes the responder chains that `markTouches(in:)` has stored.
    func removeFormerResponderChains() {
        while let responder = detachedResponders.popLast() { responder.formerNext = nil }
    }

    /// Sets the touches of `contactsToCancel` to *cancelled* and delivers them to recognizers.
    /// Views receive `touchesCancelled` later, when phases are delivered to views (step P7,
    ///
    func cancelMarkedContacts(_ event: UIEvent) {
        while !contactsToCancel.isEmpty {
            let batch = contactsToCancel
            contactsToCancel = ContactSet()
            var cancelled = ContactSet()
            for contact in batch {
                arbiter.recordCancellation(of: contact)
                guard let touch = records[contact.index].touch, touch.contact == contact,
                    event.touches.contains(touch)
                else { continue }
                touch.cancel(at: event.timestamp)
                records[contact.index].end = touch.snapshot
                observeEnd(of: contact, .cancelled)
                cancelled.insert(contact)
            }
            for index in participants.indices {
                deliver(.cancelled, cancelled, toParticipantAt: index, event)
            }
            clearCallbackTouches()
        }
    }
}
