extension TouchDispatcher {
    /// Cancels every touch, as the system does when it interrupts; no one hears of their fingers
    /// until they are lifted.
    func cancelAll() {
        guard let event else { return }
        for touch in event.touches { touch.isOrphaned = true }
        if callDepth == 0 { cancelOrphans() }
    }

    /// Cancels the touches of a view that left its window, and of those inside it.
    func viewLeftWindow(_ view: UIView) {
        guard let event else { return }
        for touch in event.touches where touch.view?.isDescendant(of: view) == true {
            touch.isOrphaned = true
        }
        if callDepth == 0 { cancelOrphans() }
    }

    /// Tells the views of touches that are to be cancelled. Within a delivery the touches stay in
    /// the event until its end; outside one they go at once.
    func cancelOrphans() {
        guard let event, event.touches.contains(where: \.isOrphaned) else { return }
        if !isDelivering, let application {
            event.timestamp = application.now.seconds
            event.samples.removeAll(keepingCapacity: true)
            for touch in event.touches { touch.rest() }
        }
        // What the views orphan meanwhile is for this loop too.
        callDepth += 1
        while let view = event.touches.first(where: \.isOrphaned)?.view {
            for touch in event.touches where touch.isOrphaned && touch.view === view {
                touch.cancel(at: event.timestamp)
            }
            tell(view, .cancelled, event)
        }
        callDepth -= 1
        if !isDelivering { finish(event) }
    }
}
