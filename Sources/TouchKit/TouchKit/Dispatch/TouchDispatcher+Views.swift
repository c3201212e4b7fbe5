extension TouchDispatcher {
    /// Hands the event to each window that has a touch in it, in the order of their first touches.
    func deliverToWindows(_ event: UIEvent) {
        var index = 0
        while index < event.touches.count {
            if isFirstOfItsWindow(index, event) { event.touches[index].window?.sendEvent(event) }
            index += 1
        }
    }

    private func isFirstOfItsWindow(_ index: Int, _ event: UIEvent) -> Bool {
        let window = event.touches[index].windowID
        for earlier in 0..<index where event.touches[earlier].windowID == window { return false }
        return true
    }

    /// P3 to P8 for the touches of a window.
    func process(_ event: UIEvent, in window: UIWindow) {
        guard isDelivering, event === self.event, !isSettling else { return }
        showRecognizers(event, window)
        settleRecognizers(event)
        tellViews(of: window, event)
        // Before `sendEvent` returns; not while others are still to be asked about fingers.
        if unseen.isEmpty { resetRecognizers(event) }
    }

    /// Whether any view is to be told of anything.
    var hasTellings: Bool { !arbiter.tellings(of: arbiter.known).due.isEmpty }

    /// P7: views in the order of their first touch; what was withheld comes first, then each hears
    /// began, moved, ended, cancelled.
    ///
    /// - Parameter window: Whose views are told; nil: all.
    func tellViews(of window: UIWindow?, _ event: UIEvent) {
        // Taken out while it is in use: a callback may hand on an event by itself.
        var views: [UIView] = []
        swap(&views, &viewOrder)
        while true {
            let due = settleUntold(of: window)
            if due.isEmpty { break }
            views.removeAll(keepingCapacity: true)
            var rest = due
            for contact in contacts where rest.contains(contact) {
                guard let view = records[contact.place]?.view else { continue }
                rest = rest.subtracting(self.contacts(of: ObjectIdentifier(view)))
                views.append(view)
            }
            for view in views { flush(view, event) }
            for view in views { tellNews(view, event) }
        }
        views.removeAll(keepingCapacity: true)
        swap(&views, &viewOrder)
    }

    /// The contacts whose views are to be told something; what isn't to be told is settled on the way.
    private func settleUntold(of window: UIWindow?) -> ContactSet {
        // Not before their window passed them on.
        var asked = arbiter.known.subtracting(unseen)
        if let window {
            let id = ObjectIdentifier(window)
            for contact in asked where homes[contact.place].window != id { asked.remove(contact) }
        }
        let tellings = arbiter.tellings(of: asked)
        observeWithheld(tellings.withhold.subtracting(arbiter.withheld))
        arbiter.settle(tellings)
        for contact in late.intersection(tellings.none) {
            records[contact.place]?.samples.removeAll()
            late.remove(contact)
        }
        return tellings.due
    }

    /// The contacts of a view that its window has passed on.
    private func contacts(of view: ObjectIdentifier) -> ContactSet {
        var own = arbiter.known.subtracting(unseen)
        for contact in own where homes[contact.place].view != view { own.remove(contact) }
        return own
    }

    /// Tells a view what was withheld from it, in the order in which it happened.
    private func flush(_ view: UIView, _ event: UIEvent) {
        let id = ObjectIdentifier(view)
        var goesOn = true
        while goesOn {
            goesOn = false
            for phase in UITouch.Phase.told {
                let own = contacts(of: id).intersection(arbiter.withheld)
                if own.isEmpty { break }
                let chosen = arbiter.tellings(of: own)[phase]
                if tell(view, phase, event, isLate: true, chosen) { goesOn = true }
            }
        }
    }

    /// Tells a view what is new.
    private func tellNews(_ view: UIView, _ event: UIEvent) {
        let id = ObjectIdentifier(view)
        var tellings = arbiter.tellings(of: contacts(of: id).subtracting(arbiter.withheld))
        for phase in UITouch.Phase.told where !tellings[phase].isEmpty {
            guard tell(view, phase, event, isLate: false, tellings[phase]) else { continue }
            tellings = arbiter.tellings(of: contacts(of: id).subtracting(arbiter.withheld))
        }
    }

    /// Tells a view of its contacts that have come to a phase, in one call.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - phase: The phase.
    ///   - event: The event.
    ///   - isLate: Whether touches may be elsewhere by now: they show what they were then.
    ///   - chosen: Which contacts it is told of.
    /// - Returns: Whether there was anything to tell.
    @discardableResult
    func tell(
        _ view: UIView, _ phase: UITouch.Phase, _ event: UIEvent, isLate: Bool,
        _ chosen: ContactSet
    ) -> Bool {
        if chosen.isEmpty { return false }
        forgetTold()
        let live = event.touches.count
        for contact in chosen {
            // Two contacts of one touch can't be told of in one call.
            guard let touch = records[contact.place]?.touch, told.insert(touch).inserted else {
                continue
            }
            if isLate, let record = records[contact.place] {
                turnBack(record, contact, to: phase, event)
            }
            arbiter.told(phase, of: contact)
            count(phase, of: view)
        }
        traceCallback(view, phase)
        callApplication {
            switch phase {
            case .began: view.touchesBegan(told, with: event)
            case .moved: view.touchesMoved(told, with: event)
            case .ended: view.touchesEnded(told, with: event)
            case .cancelled: view.touchesCancelled(told, with: event)
            case .stationary: break
            }
        }
        // Not even for a while: what is kept here couldn't be used again for a new finger.
        forgetTold()
        if isLate { turnForward(event, live: live) }
        settleRecognizers(event)
        return true
    }

    /// Lets a touch show what it was at a phase that its view is told of only now.
    private func turnBack(
        _ record: ContactRecord, _ contact: ContactID, to phase: UITouch.Phase, _ event: UIEvent
    ) {
        let touch = record.touch
        present.append((touch, touch.reading))
        switch phase {
        case .began:
            touch.reading = record.began
        case .moved, .stationary:
            touch.reading = touch.contact == contact ? touch.reading : record.last ?? touch.reading
            touch.reading.previousPlace = record.began.place
            touch.lateSamples = record.samples
        case .ended, .cancelled:
            touch.reading = record.last ?? touch.reading
        }
        touch.reading.phase = phase
        if phase == .cancelled { touch.reading.timestamp = event.timestamp }
        if phase != .moved { touch.lateSamples = [] }
        if !event.touches.contains(touch) { event.touches.append(touch) }
    }

    /// Lets the touches show what they are again; those that were lifted appear no more.
    private func turnForward(_ event: UIEvent, live: Int) {
        for (touch, reading) in present {
            touch.reading = reading
            touch.lateSamples = nil
        }
        present.removeAll(keepingCapacity: true)
        event.touches.removeLast(event.touches.count - live)
    }

    func forgetTold() {
        if !told.isEmpty { told.removeAll(keepingCapacity: true) }
        toldContacts = ContactSet()
    }

    private func count(_ phase: UITouch.Phase, of view: UIView) {
        view.touchCounts.count(phase)
        total.count(phase)
        assert(view.touchCounts.open >= 0, "a view was told of more ends than beginnings (R-1.26)")
    }
}
