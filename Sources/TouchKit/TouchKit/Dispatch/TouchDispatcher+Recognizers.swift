// P3 to P6: recognizers see the touches, the arbiter decides, actions are sent, touches are taken
// away from views.
extension TouchDispatcher {
    /// P2: the recognizers of a view and of all around it will be asked about a new contact; nobody
    /// else is looked at.
    func offer(_ contact: ContactID, of hitView: UIView) {
        var depth = 0
        var around: UIView? = hitView
        while let view = around {
            depth += 1
            around = view.superview
        }
        around = hitView
        while let view = around {
            for recognizer in view.recognizers where recognizer.isEnabled {
                let index = arbiter.enter(
                    recognizer.id,
                    order: RecognizerOrder(depth: depth, addition: recognizer.addition),
                    of: ObjectIdentifier(view), traits: recognizer.traits)
                if takers.count < arbiter.participants.count {
                    takers.insert(Taker(recognizer: recognizer), at: index)
                    recognizer.dispatcher = self
                }
                if case .over = arbiter.participants[index].stage { continue }
                takers[index].offered.insert(contact)
            }
            depth -= 1
            around = view.superview
        }
    }

    /// P3: in their order, recognizers are asked about new contacts and told of all of theirs.
    func showRecognizers(_ event: UIEvent, _ window: UIWindow) {
        var seen = ContactSet()
        let id = ObjectIdentifier(window)
        for contact in unseen where homes[contact.place].window == id { seen.insert(contact) }
        unseen = unseen.subtracting(seen)
        if takers.isEmpty { return }
        let phases = PhaseSets(event, seen)
        for index in takers.indices {
            show(index, .began, takeOffered(index, seen, event), event)
            show(index, .moved, phases.moved, event)
            show(index, .ended, phases.ended, event)
            show(index, .cancelled, phases.cancelled, event)
        }
        forgetTold()
    }

    /// Contacts by what their touches do now.
    private struct PhaseSets {
        private(set) var moved = ContactSet()
        private(set) var ended = ContactSet()
        private(set) var cancelled = ContactSet()

        @MainActor
        init(_ event: UIEvent, _ seen: ContactSet) {
            for touch in event.touches {
                guard let contact = touch.contact, seen.contains(contact) else { continue }
                switch touch.phase {
                case .moved: moved.insert(contact)
                case .ended: ended.insert(contact)
                case .cancelled: cancelled.insert(contact)
                case .began, .stationary: break
                }
            }
        }
    }

    /// Asks a recognizer about the contacts that are new for it.
    private func takeOffered(_ index: Int, _ seen: ContactSet, _ event: UIEvent) -> ContactSet {
        let offered = takers[index].offered.intersection(seen)
        takers[index].offered = takers[index].offered.subtracting(seen)
        var joined = ContactSet()
        if offered.isEmpty { return joined }
        // Disabled since the finger came down: it isn't even asked.
        if case .over = arbiter.participants[index].stage { return joined }
        let recognizer = takers[index].recognizer
        let view = recognizer.view
        var accepts = false
        var declined = 0
        callApplication { accepts = recognizer.accepts(event) }
        for contact in offered {
            guard accepts, let touch = records[contact.place]?.touch else {
                declined += 1
                continue
            }
            var accepted = false
            callApplication {
                accepted =
                    recognizer.delegate?
                    .gestureRecognizer(recognizer, shouldReceive: touch) ?? true
            }
            if !accepted { declined += 1 }
            // Whoever was asked may have disabled it or taken it away.
            guard accepted, recognizer.isEnabled, recognizer.view === view, view != nil,
                !isTakenByRival(contact, of: index)
            else { continue }
            arbiter.join(index, contact)
            // Its place may have been another contact's that this recognizer ignored.
            takers[index].finished.remove(contact)
            recognizer.take(touch)
            joined.insert(contact)
        }
        observe(joined, declined: declined, by: recognizer)
        return joined
    }

    /// Whether a new finger joined another gesture under way that doesn't go on beside this one: two
    /// that went on with different fingers don't come to share one.
    private func isTakenByRival(_ contact: ContactID, of index: Int) -> Bool {
        guard arbiter.participants[index].stage.isActive else { return false }
        let own = takers[index].recognizer
        for rival in takers.indices
        where rival != index && arbiter.participants[rival].stage.isActive
            && arbiter.participants[rival].contacts.contains(contact)
        {
            let other = takers[rival].recognizer
            var excludes = false
            callApplication {
                excludes =
                    (other.prevents(own) || own.prevents(other))
                    && !(other.allowsSimultaneous(own) || own.allowsSimultaneous(other))
            }
            if excludes { return true }
        }
        return false
    }

    /// Tells a recognizer of its contacts that have come to a phase, in one call.
    func show(
        _ index: Int, _ phase: UITouch.Phase, _ contacts: ContactSet, _ event: UIEvent
    ) {
        let own = arbiter.participants[index].contacts
            .intersection(contacts).subtracting(takers[index].finished)
        if own.isEmpty { return }
        if case .over = arbiter.participants[index].stage { return }
        if phase == .ended || phase == .cancelled { takers[index].finished.formUnion(own) }
        // Most recognizers are shown the same.
        if own != toldContacts {
            forgetTold()
            for contact in own {
                if let touch = records[contact.place]?.touch { told.insert(touch) }
            }
            toldContacts = own
        }
        let recognizer = takers[index].recognizer
        callApplication {
            switch phase {
            case .began: recognizer.touchesBegan(told, with: event)
            case .moved: recognizer.touchesMoved(told, with: event)
            case .ended: recognizer.touchesEnded(told, with: event)
            case .cancelled: recognizer.touchesCancelled(told, with: event)
            case .stationary: break
            }
        }
    }

    /// P4 to P6, until nothing changes.
    func settleRecognizers(_ event: UIEvent) {
        guard !isSettling, arbiter.isUnsettled || !orphans.isEmpty else { return }
        isSettling = true
        repeat {
            cancelOrphans(event)
            while let question = arbiter.nextQuestion() {
                var yes = false
                callApplication { yes = answer(question) }
                // Views that whoever was asked took out of their window.
                cancelOrphans(event)
                arbiter.answer(yes)
            }
            writeJournal()
            if GestureConstants.actionBeforeCancel {
                sendActions()
                cancelClaimed(event)
            } else {
                cancelClaimed(event)
                sendActions()
            }
        } while arbiter.isUnsettled || !orphans.isEmpty
        isSettling = false
    }

    /// P5: each state that a recognizer came to is one action, in the recognizers' order.
    private func sendActions() {
        while let (index, state) = arbiter.nextAction() {
            let recognizer = takers[index].recognizer
            observe(.action(recognizer, state))
            if !recognizer.isInSecretWindow {
                trace?("\(time) action \(recognizer.logName) \(state)")
            }
            callApplication { recognizer.sendActions(in: state) }
        }
    }

    /// P6: the views of touches that were taken away hear that they are cancelled.
    private func cancelClaimed(_ event: UIEvent) {
        while let first = contacts.first(where: { arbiter.claimed.contains($0) }),
            let view = records[first.place]?.view
        {
            let id = ObjectIdentifier(view)
            var own = arbiter.claimed
            for contact in own where homes[contact.place].view != id { own.remove(contact) }
            tell(view, .cancelled, event, isLate: true, own)
        }
        for contact in arbiter.taken {
            arbiter.taken.remove(contact)
            observeTaken(contact)
            guard let touch = records[contact.place]?.touch, touch.contact == contact else {
                continue
            }
            touch.isClaimed = true
        }
    }

    /// P8: those who are through are reset, and read *possible* again.
    func resetRecognizers(_ event: UIEvent) {
        let stays = staysOver(event)
        while let (index, needsReset) = arbiter.nextReset(unless: stays) {
            // While its name is still known.
            writeJournal()
            let recognizer = takers.remove(at: index).recognizer
            if needsReset { callApplication { recognizer.reset() } }
            recognizer.attemptEnded()
        }
    }

    /// Whether who is through stays so until all fingers are lifted.
    func staysOver(_ event: UIEvent) -> Bool {
        !GestureConstants.resetImmediately
            && event.touches.contains { $0.phase != .ended && $0.phase != .cancelled }
    }

    /// What the application's code says to a question of the arbiter.
    private func answer(_ question: ArbiterQuestion) -> Bool {
        switch question {
        case .requiresFailure(let waiting, let required):
            guard let waiting = recognizer(waiting), let required = recognizer(required) else {
                return false
            }
            return waiting.requiresFailure(of: required)
        case .shouldBegin(let id):
            var asked: [UIView] = []
            swap(&asked, &viewsAsked)
            let yes = recognizer(id)?.mayBegin(&asked) ?? false
            asked.removeAll(keepingCapacity: true)
            swap(&asked, &viewsAsked)
            return yes
        case .prevents(let one, let other):
            guard let one = recognizer(one), let other = recognizer(other) else { return false }
            return one.prevents(other)
        case .simultaneously(let one, let other):
            guard let one = recognizer(one), let other = recognizer(other) else { return false }
            return one.allowsSimultaneous(other) || other.allowsSimultaneous(one)
        }
    }

    private func recognizer(_ id: RecognizerID) -> UIGestureRecognizer? {
        arbiter.index(of: id).map { takers[$0].recognizer }
    }

    /// The recognizers that take part in a touch's newest contact, in their order.
    func recognizers(receiving touch: UITouch) -> [UIGestureRecognizer] {
        guard let contact = touch.contact, records[contact.place]?.touch === touch else {
            return []
        }
        return takers.indices
            .filter { arbiter.participants[$0].contacts.contains(contact) }
            .map { takers[$0].recognizer }
    }
}
