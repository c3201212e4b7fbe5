import TouchKitGeometry

// A recognizer that neither fails nor recognizes holds touches back from views. Our own ones set
// themselves time limits; an application's own one that forgets to mustn't keep views waiting, or
// take places of contacts, for ever.
extension TouchDispatcher {
    /// Lets the clock call when somebody goes on without a finger for too long; each state that it
    /// assigns itself starts the time anew.
    func watchIdleTakers() {
        if watchedSince == nil && !arbiter.isAnyoneIdle { return }
        guard let application else { return }
        var oldest: Timestamp?
        for index in takers.indices {
            guard arbiter.isIdle(index) else {
                takers[index].idleSince = nil
                continue
            }
            let since = takers[index].idleSince ?? application.now
            takers[index].idleSince = since
            oldest = min(oldest ?? since, since)
        }
        if oldest == watchedSince { return }
        watchedSince = oldest
        if let ticket = idleCall { application.cancelScheduled(ticket) }
        idleCall = oldest.map { application.schedule(at: Self.end(of: $0), breakOffIdle) }
    }

    /// Breaks off the attempts whose time is over.
    func breakOffIdleTakers() {
        idleCall = nil
        watchedSince = nil
        guard let application else { return }
        for index in takers.indices where arbiter.isIdle(index) {
            if let since = takers[index].idleSince, Self.end(of: since) <= application.now {
                arbiter.abandon(index)
            }
        }
        watchIdleTakers()
    }

    private static func end(of start: Timestamp) -> Timestamp {
        start.advanced(byMicroseconds: GestureConstants.idleMicroseconds)
    }

    /// Breaks off whoever waits with the oldest lifted finger, where places for new ones run short.
    func makeRoomForFingers() {
        guard arbiter.known.count > ContactSet.capacity - GestureConstants.placesInReserve else {
            return
        }
        for contact in contacts where arbiter.isLifted(ContactSet(contact)) {
            for index in takers.indices
            where arbiter.participants[index].contacts.contains(contact) {
                arbiter.abandon(index)
            }
            return
        }
    }
}
