extension TouchDispatcher {
    /// Cancels every touch, as the system does when it interrupts; no one hears of their fingers
    /// until they are lifted.
    func cancelAll() {
        for contact in contacts where !arbiter.isDone(contact) { orphans.insert(contact) }
        settle()
    }

    /// Cancels the touches of a view that left its window, and of those inside it.
    func viewLeftWindow(_ view: UIView) {
        for contact in contacts
        where records[contact.place]?.view.isDescendant(of: view) == true
            && !arbiter.isDone(contact)
        {
            orphans.insert(contact)
        }
        settle()
    }

    /// Takes touches back: recognizers hear of it first, views in P7.
    func cancelOrphans(_ event: UIEvent) {
        while !orphans.isEmpty {
            let batch = orphans
            orphans = ContactSet()
            var shown = ContactSet()
            for contact in batch {
                arbiter.cancelled(contact)
                guard let touch = records[contact.place]?.touch, touch.contact == contact,
                    event.touches.contains(touch)
                else { continue }
                touch.cancel(at: event.timestamp)
                records[contact.place]?.last = touch.reading
                observeEnd(of: contact, .cancelled)
                shown.insert(contact)
            }
            for index in takers.indices { show(index, .cancelled, shown, event) }
            forgetTold()
        }
    }
}
