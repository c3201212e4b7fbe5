extension TouchDispatcher {
    /// Hands the event to each window that has a touch in it, in the order of their first touches.
    func deliverToWindows(_ event: UIEvent) {
        for index in event.touches.indices {
            guard index < event.touches.count, let window = event.touches[index].window,
                event.touches.firstIndex(where: { $0.window === window }) == index
            else { continue }
            window.sendEvent(event)
        }
    }

    /// P3 to P7 for the touches of a window.
    func process(_ event: UIEvent, in window: UIWindow) {
        guard isDelivering, event === self.event, !isSettling else { return }
        showRecognizers(event, window)
        settleRecognizers(event)
        tellViews(of: window, event)
    }

    /// Whether any view is to be told of anything.
    var hasTellings: Bool {
        for contact in contacts {
            switch arbiter.telling(of: contact) {
            case .began, .moved, .ended, .cancelled: return true
            case .withhold, .forget, .none: continue
            }
        }
        return false
    }

    /// P7: views in the order of their first touch; what was withheld comes first, then each hears
    /// began, moved, ended, cancelled.
    ///
    /// - Parameter window: Whose views are told; nil: all.
    func tellViews(of window: UIWindow?, _ event: UIEvent) {
        // Taken out while it is in use: a callback may hand on an event by itself.
        var views: [UIView] = []
        swap(&views, &viewOrder)
        repeat {
            views.removeAll(keepingCapacity: true)
            for contact in contacts {
                guard let record = records[contact.place], isDue(contact, record, window),
                    !views.contains(where: { $0 === record.view })
                else { continue }
                views.append(record.view)
            }
            for view in views { flush(view, event) }
            for view in views { tellNews(view, event) }
        } while !views.isEmpty
        swap(&views, &viewOrder)
    }

    /// Whether a contact's view is to be told something; what isn't to be told is settled on the way.
    private func isDue(
        _ contact: ContactID, _ record: ContactRecord, _ window: UIWindow?
    ) -> Bool {
        // Not before its window passed it on.
        if unseen.contains(contact) { return false }
        if let window, record.window !== window { return false }
        let telling = arbiter.telling(of: contact)
        switch telling {
        case .began, .moved, .ended, .cancelled:
            return true
        case .withhold, .forget:
            arbiter.told(telling, of: contact)
        case .none:
            arbiter.caughtUp(contact)
            records[contact.place]?.samples.removeAll()
        }
        return false
    }

    /// Tells a view what was withheld from it, in the order in which it happened.
    private func flush(_ view: UIView, _ event: UIEvent) {
        var goesOn = true
        while goesOn {
            goesOn = false
            for phase in UITouch.Phase.told {
                let isTold = tell(view, phase, event, isLate: true) { contact in
                    !unseen.contains(contact) && arbiter.contacts[contact.place].isWithheld
                        && arbiter.telling(of: contact) == phase.telling
                }
                if isTold { goesOn = true }
            }
        }
    }

    /// Tells a view what is new.
    private func tellNews(_ view: UIView, _ event: UIEvent) {
        for phase in UITouch.Phase.told {
            tell(view, phase, event, isLate: false) { contact in
                !unseen.contains(contact) && !arbiter.contacts[contact.place].isWithheld
                    && arbiter.telling(of: contact) == phase.telling
            }
        }
    }

    /// Tells a view of its contacts that have come to a phase, in one call.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - phase: The phase.
    ///   - event: The event.
    ///   - isLate: Whether touches may be elsewhere by now: they show what they were then.
    ///   - isChosen: Which contacts it is told of.
    /// - Returns: Whether there was anything to tell.
    @discardableResult
    func tell(
        _ view: UIView, _ phase: UITouch.Phase, _ event: UIEvent, isLate: Bool,
        _ isChosen: (ContactID) -> Bool
    ) -> Bool {
        told.removeAll(keepingCapacity: true)
        let live = event.touches.count
        for contact in contacts where isChosen(contact) {
            // Two contacts of one touch can't be told of in one call.
            guard let record = records[contact.place], record.view === view,
                told.insert(record.touch).inserted
            else { continue }
            if isLate { turnBack(record, contact, to: phase, event) }
            if phase == .cancelled, arbiter.claimed.contains(contact) {
                arbiter.cancelledInView(contact)
            } else {
                arbiter.told(phase.telling, of: contact)
            }
            count(phase, of: view)
        }
        if told.isEmpty { return false }
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
        told.removeAll(keepingCapacity: true)
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

    private func count(_ phase: UITouch.Phase, of view: UIView) {
        view.touchCounts.count(phase)
        total.count(phase)
        assert(view.touchCounts.open >= 0, "a view was told of more ends than beginnings (R-1.26)")
    }
}

extension UITouch.Phase {
    /// What views are told of, in this order.
    static let told: [UITouch.Phase] = [.began, .moved, .ended, .cancelled]

    fileprivate var telling: ArbiterTables.Telling {
        switch self {
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        case .stationary: .none
        }
    }
}
