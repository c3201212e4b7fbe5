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

    /// Cancels the touches of a view that left its window, and of the view's descendants.
    func cancelTouches(in view: UIView) {
        for contact in contacts
        where records[contact.index].view?.isDescendant(of: view) == true
            && !arbiter.isFullyDelivered(contact)
        {
            contactsToCancel.insert(contact)
        }
        processPendingChanges()
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
