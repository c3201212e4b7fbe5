extension TouchDispatcher {
    /// Cancels all touches, as a system interruption does.
    ///
    /// The contacts of cancelled touches have no further effect. Possible recognizers whose touches
    /// have all ended fail, also if views have received these ends.
    func cancelAll() {
        for contact in contacts where !arbiter.isFullyDelivered(contact) {
            contactsToCancel.insert(contact)
        }
        for index in participants.indices {
            let contacts = arbiter.participants[index].contacts
            if !contacts.isEmpty, contacts.subtracting(participants[index].endedContacts).isEmpty {
                failIfPossible(index)
            }
        }
        processPendingChanges()
    }

    /// Cancels the touches of a view that remains in its window, and of the view's descendants.
    func cancelTouches(in view: UIView) {
        markTouches(in: view)
        processPendingChanges()
    }

    /// Marks the touches of a view that is about to leave its window, and of the view's
    /// descendants. The next call of `processPendingChanges()` cancels them.
    ///
    /// Stores the touches' responder chains until the cancellation is delivered.
    func markTouches(in view: UIView) {
        for contact in contacts {
            guard let target = records[contact.index].view, target.isDescendant(of: view),
                !arbiter.isFullyDelivered(contact)
            else { continue }
            contactsToCancel.insert(contact)
            storeChain(from: target)
        }
    }

    /// Stores the next responder of each responder of a chain until the next delivery has finished.
    private func storeChain(from start: UIResponder) {
        var responder: UIResponder? = start
        while let current = responder {
            if current.formerNext == nil, let next = current.next {
                current.formerNext = next
                respondersWithFormerNext.append(current)
            }
            responder = current.formerNext
        }
    }

    /// Removes the responder chains that `markTouches(in:)` has stored.
    func removeFormerResponderChains() {
        while let responder = respondersWithFormerNext.popLast() { responder.formerNext = nil }
    }

    /// Sets the touches of `contactsToCancel` to *cancelled* and delivers them to recognizers. A
    /// possible recognizer that has received the end of such a touch fails.
    ///
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
                let hasReceivedEnd = !arbiter.participants[index].contacts.intersection(batch)
                    .isDisjoint(with: participants[index].endedContacts)
                deliver(.cancelled, cancelled, toParticipantAt: index, event)
                if hasReceivedEnd { failIfPossible(index) }
            }
            clearCallbackTouches()
        }
    }

    /// Fails the participant at `index`, which has received the end of a touch and therefore does
    /// not receive the touch's cancellation, if the participant is *possible*.
    private func failIfPossible(_ index: Int) {
        guard arbiter.participants[index].stage.isPossible else { return }
        arbiter.assign(.cancelled, to: arbiter.participants[index].id)
    }
}
