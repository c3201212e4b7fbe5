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

    /// P7: views in the order of their first touch; each hears began, moved, ended, cancelled
    ///
    func deliverToViews(_ event: UIEvent, of window: UIWindow) {
        // Taken out while it is in use: a callback may hand on an event by itself.
        var views: [UIView] = []
        swap(&views, &viewOrder)
        for touch in event.touches where touch.window === window {
            if let view = touch.view, !views.contains(where: { $0 === view }) {
                views.append(view)
            }
        }
        for view in views {
            tell(view, .began, event)
            tell(view, .moved, event)
            tell(view, .ended, event)
            tell(view, .cancelled, event)
        }
        views.removeAll(keepingCapacity: true)
        swap(&views, &viewOrder)
    }

    /// Tells a view of all its touches that have come to a phase, in one call.
    func tell(_ view: UIView, _ phase: UITouch.Phase, _ event: UIEvent) {
        told.removeAll(keepingCapacity: true)
        for touch in event.touches where touch.view === view && touch.phase == phase {
            if isOwed(touch, phase, to: view) { told.insert(touch) }
        }
        if told.isEmpty { return }
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
    }

    /// Whether the view is to hear of a phase of a touch; from now on it has.
    private func isOwed(_ touch: UITouch, _ phase: UITouch.Phase, to view: UIView) -> Bool {
        switch (touch.delivery, phase) {
        case (.due, .began):
            touch.delivery = .open
            count(phase, of: view)
        case (.open, .ended), (.open, .cancelled):
            touch.delivery = .closed
            count(phase, of: view)
        case (.open, .moved):
            break
        case (.withheld, _), (.closed, _), (.due, _), (.open, .began), (.open, .stationary):
            return false
        }
        return true
    }

    private func count(_ phase: UITouch.Phase, of view: UIView) {
        view.touchCounts.count(phase)
        total.count(phase)
        assert(view.touchCounts.open >= 0, "a view was told of more ends than beginnings (R-1.26)")
    }

    /// Runs code of the application; what it made to be cancelled is cancelled when it returns.
    func callApplication(_ body: () -> Void) {
        callDepth += 1
        body()
        callDepth -= 1
        if callDepth == 0 { cancelOrphans() }
    }
}
