// Steps P3 to P6 of a delivery (see `TouchDispatcher`): recognizers receive the touches, the
// arbiter decides, actions are sent, and claimed touches are cancelled in their views.
extension TouchDispatcher {
    /// Offers a new contact to the enabled recognizers of its hit view and of the view's ancestors
    /// (step P2, R-4.8).
    func offer(_ contact: ContactID, hitting hitView: UIView) {
        var depth = 0
        var ancestor: UIView? = hitView
        while let view = ancestor {
            depth += 1
            ancestor = view.superview
        }
        ancestor = hitView
        while let view = ancestor {
            for recognizer in view.recognizers where recognizer.isEnabled {
                let index = arbiter.addParticipant(
                    recognizer.id,
                    order: RecognizerOrder(depth: depth, addition: recognizer.additionNumber),
                    of: ObjectIdentifier(view), traits: recognizer.traits)
                if participants.count < arbiter.participants.count {
                    participants.insert(DispatchParticipant(recognizer: recognizer), at: index)
                    recognizer.dispatcher = self
                }
                if case .finished = arbiter.participants[index].stage { continue }
                participants[index].offeredContacts.insert(contact)
            }
            depth -= 1
            ancestor = view.superview
        }
    }

    /// Delivers the changed touches of a window to the recognizers, in recognizer order (step P3).
    func deliverToRecognizers(_ event: UIEvent, _ window: UIWindow) {
        var forwarded = ContactSet()
        let id = ObjectIdentifier(window)
        for contact in unforwardedContacts where hitTargets[contact.index].window == id {
            forwarded.insert(contact)
        }
        unforwardedContacts = unforwardedContacts.subtracting(forwarded)
        for touch in event.touches where touch.phase == .moved {
            guard let contact = touch.contact, forwarded.contains(contact) else { continue }
            recordMove(of: touch, contact, in: event)
        }
        if participants.isEmpty { return }
        let contacts = ContactsByPhase(event, forwarded)
        for index in participants.indices {
            deliver(
                .began, acceptOfferedContacts(index, forwarded, event), toParticipantAt: index,
                event)
            deliver(.moved, contacts.moved, toParticipantAt: index, event)
            deliver(.ended, contacts.ended, toParticipantAt: index, event)
            deliver(.cancelled, contacts.cancelled, toParticipantAt: index, event)
        }
        clearCallbackTouches()
    }

    /// The contacts of an event that are being delivered to recognizers, grouped by touch phase.
    private struct ContactsByPhase {
        private(set) var moved = ContactSet()
        private(set) var ended = ContactSet()
        private(set) var cancelled = ContactSet()

        @MainActor
        init(_ event: UIEvent, _ forwarded: ContactSet) {
            for touch in event.touches {
                guard let contact = touch.contact, forwarded.contains(contact) else { continue }
                switch touch.phase {
                case .moved: moved.insert(contact)
                case .ended: ended.insert(contact)
                case .cancelled: cancelled.insert(contact)
                case .began, .stationary: break
                }
            }
        }
    }

    /// Offers a recognizer and its delegate the new contacts among `forwarded`, the contacts that
    /// are being delivered, and returns the contacts that both accept.
    private func acceptOfferedContacts(
        _ index: Int, _ forwarded: ContactSet, _ event: UIEvent
    ) -> ContactSet {
        let offered = participants[index].offeredContacts.intersection(forwarded)
        participants[index].offeredContacts =
            participants[index].offeredContacts.subtracting(forwarded)
        var acceptedContacts = ContactSet()
        if offered.isEmpty { return acceptedContacts }
        // The recognizer was disabled after the touch-down.
        if case .finished = arbiter.participants[index].stage { return acceptedContacts }
        let recognizer = participants[index].recognizer
        let view = recognizer.view
        var acceptsEvent = false
        var declined = 0
        callApplication { acceptsEvent = recognizer.accepts(event) }
        for contact in offered {
            guard acceptsEvent, let touch = records[contact.index].touch else {
                declined += 1
                continue
            }
            var acceptsTouch = false
            callApplication {
                acceptsTouch =
                    recognizer.delegate?
                    .gestureRecognizer(recognizer, shouldReceive: touch) ?? true
            }
            if !acceptsTouch { declined += 1 }
            // The application code may have disabled the recognizer or removed it from its view.
            guard acceptsTouch, recognizer.isEnabled, recognizer.view === view, view != nil,
                !isTrackedByExclusiveRecognizer(contact, of: index)
            else { continue }
            arbiter.addContact(contact, toParticipantAt: index)
            // An earlier contact with the same index may have been ignored by this recognizer.
            participants[index].endedContacts.remove(contact)
            recognizer.track(touch)
            acceptedContacts.insert(contact)
        }
        observe(acceptedContacts, declined: declined, by: recognizer)
        return acceptedContacts
    }

    /// Returns whether a contact is already tracked by another active recognizer that excludes
    /// simultaneous recognition with the participant at `index`.
    ///
    /// Two active recognizers that exclude each other must not share a touch.
    private func isTrackedByExclusiveRecognizer(_ contact: ContactID, of index: Int) -> Bool {
        guard arbiter.participants[index].stage.isActive else { return false }
        let recognizer = participants[index].recognizer
        for otherIndex in participants.indices
        where otherIndex != index && arbiter.participants[otherIndex].stage.isActive
            && arbiter.participants[otherIndex].contacts.contains(contact)
        {
            let other = participants[otherIndex].recognizer
            var excludes = false
            callApplication {
                excludes =
                    (other.prevents(recognizer) || recognizer.prevents(other))
                    && !(other.allowsSimultaneous(recognizer)
                        || recognizer.allowsSimultaneous(other))
            }
            if excludes { return true }
        }
        return false
    }

    /// Delivers a phase to a recognizer in one call, for the contacts among `contacts` that the
    /// recognizer tracks.
    func deliver(
        _ phase: UITouch.Phase, _ contacts: ContactSet, toParticipantAt index: Int,
        _ event: UIEvent
    ) {
        let tracked = arbiter.participants[index].contacts
            .intersection(contacts).subtracting(participants[index].endedContacts)
        if tracked.isEmpty { return }
        if case .finished = arbiter.participants[index].stage { return }
        if phase == .ended || phase == .cancelled {
            participants[index].endedContacts.formUnion(tracked)
        }
        // Most recognizers receive the same set as the previous recognizer, so the set is reused.
        if tracked != callbackContacts {
            clearCallbackTouches()
            for contact in tracked {
                if let touch = records[contact.index].touch { callbackTouches.insert(touch) }
            }
            callbackContacts = tracked
        }
        let recognizer = participants[index].recognizer
        callApplication {
            switch phase {
            case .began: recognizer.touchesBegan(callbackTouches, with: event)
            case .moved: recognizer.touchesMoved(callbackTouches, with: event)
            case .ended: recognizer.touchesEnded(callbackTouches, with: event)
            case .cancelled: recognizer.touchesCancelled(callbackTouches, with: event)
            case .stationary: break
            }
        }
    }

    /// Answers the arbiter's questions, sends actions and cancels claimed touches, until no
    /// decision, action or cancellation is pending (steps P4 to P6).
    func resolveRecognizers(_ event: UIEvent) {
        guard !isResolving, arbiter.isUnsettled || !contactsToCancel.isEmpty else { return }
        isResolving = true
        repeat {
            cancelMarkedContacts(event)
            while let question = arbiter.nextQuestion() {
                var yes = false
                callApplication { yes = answer(question) }
                // The application code may have removed views from their windows.
                cancelMarkedContacts(event)
                arbiter.answer(yes)
            }
            reportDecisions()
            if GestureConstants.actionBeforeCancel {
                sendActions()
                cancelClaimedContacts(event)
            } else {
                cancelClaimedContacts(event)
                sendActions()
            }
        } while arbiter.isUnsettled || !contactsToCancel.isEmpty
        isResolving = false
    }

    /// Sends one action for each state that a recognizer has entered, in recognizer order (step P5,
    ///
    private func sendActions() {
        while let (index, state) = arbiter.nextAction() {
            let recognizer = participants[index].recognizer
            observe(.action(recognizer, state))
            if !recognizer.isInSecretWindow {
                trace?("\(time) action \(recognizer.logName) \(state)")
            }
            callApplication { recognizer.sendActions(in: state) }
        }
    }

    /// Delivers `touchesCancelled` to the views of claimed touches (step P6, R-5.2).
    private func cancelClaimedContacts(_ event: UIEvent) {
        while let first = contacts.first(where: { arbiter.claimedContacts.contains($0) }),
            let view = records[first.index].view
        {
            let id = ObjectIdentifier(view)
            var claimed = arbiter.claimedContacts
            for contact in claimed where hitTargets[contact.index].view != id {
                claimed.remove(contact)
            }
            deliver(.cancelled, claimed, to: view, event, isLate: true)
        }
        for contact in arbiter.newlyClaimedContacts {
            arbiter.newlyClaimedContacts.remove(contact)
            observeClaim(of: contact)
            guard let touch = records[contact.index].touch, touch.contact == contact else {
                continue
            }
            touch.isClaimed = true
        }
    }

    /// Resets the recognizers whose attempts have ended, so that their state is *possible* again
    /// (step P8, R-4.5).
    func resetRecognizers(_ event: UIEvent) {
        let isDeferred = defersResets(event)
        while let (index, needsReset) = arbiter.removeNextFinished(unlessDeferred: isDeferred) {
            // Decisions are reported before the participant is removed.
            reportDecisions()
            let recognizer = participants.remove(at: index).recognizer
            if needsReset { callApplication { recognizer.reset() } }
            recognizer.endAttempt()
        }
    }

    /// Returns whether recognizers remain in their final state until all touches are lifted
    ///
    func defersResets(_ event: UIEvent) -> Bool {
        !GestureConstants.resetImmediately
            && event.touches.contains { $0.phase != .ended && $0.phase != .cancelled }
    }

    /// Returns the answer to a question of the arbiter, obtained from recognizers, delegates and
    /// views.
    private func answer(_ question: ArbiterQuestion) -> Bool {
        switch question {
        case .requiresFailure(let waiting, let required):
            guard let waiting = participatingRecognizer(waiting),
                let required = participatingRecognizer(required)
            else { return false }
            return waiting.requiresFailure(of: required)
        case .shouldBegin(let id):
            var views: [UIView] = []
            swap(&views, &queriedViews)
            let yes = participatingRecognizer(id)?.shouldBegin(queriedViews: &views) ?? false
            views.removeAll(keepingCapacity: true)
            swap(&views, &queriedViews)
            return yes
        case .confirms(let id):
            return participatingRecognizer(id)?.confirmTransition() ?? false
        case .prevents(let one, let other):
            guard let one = participatingRecognizer(one),
                let other = participatingRecognizer(other)
            else { return false }
            return one.prevents(other)
        case .simultaneously(let one, let other):
            guard let one = participatingRecognizer(one),
                let other = participatingRecognizer(other)
            else { return false }
            return one.allowsSimultaneous(other) || other.allowsSimultaneous(one)
        }
    }

    /// Returns the recognizers that track the current contact of a touch, in recognizer order.
    func recognizers(receiving touch: UITouch) -> [UIGestureRecognizer] {
        guard let contact = touch.contact, records[contact.index].touch === touch else {
            return []
        }
        return participants.indices
            .filter { arbiter.participants[$0].contacts.contains(contact) }
            .map { participants[$0].recognizer }
    }
}
