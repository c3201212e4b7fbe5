import TouchKitGeometry

// A recognizer that neither fails nor recognizes withholds touches from views. UIKit's recognizers
// have time limits. This timeout ends attempts of application recognizers that have none, so that
// views do not wait forever and contact indices are released.
extension TouchDispatcher {
    /// Schedules or cancels the call that abandons idle recognizers.
    ///
    /// Each state that a recognizer assigns itself restarts its idle time.
    func updateIdleTimer() {
        if idleTimerStart == nil && !arbiter.hasIdleParticipant { return }
        guard let application else { return }
        var oldest: Timestamp?
        for index in participants.indices {
            guard arbiter.isIdle(index) else {
                participants[index].idleSince = nil
                continue
            }
            let since = participants[index].idleSince ?? application.now
            participants[index].idleSince = since
            oldest = min(oldest ?? since, since)
        }
        if oldest == idleTimerStart { return }
        idleTimerStart = oldest
        if let idleTimer { application.cancelScheduled(idleTimer) }
        idleTimer = oldest.map { application.schedule(at: Self.timeout(of: $0), idleTimerAction) }
    }

    /// Ends the attempts of recognizers whose idle time has expired.
    func abandonIdleParticipants() {
        idleTimer = nil
        idleTimerStart = nil
        guard let application else { return }
        for index in participants.indices where arbiter.isIdle(index) {
            if let since = participants[index].idleSince,
                Self.timeout(of: since) <= application.now
            {
                arbiter.abandon(index)
            }
        }
        updateIdleTimer()
    }

    /// Returns the time at which a recognizer that has been idle since `start` is abandoned.
    private static func timeout(of start: Timestamp) -> Timestamp {
        start.advanced(byMicroseconds: GestureConstants.idleTimeoutMicroseconds)
    }

    /// Ends the attempts that track the oldest lifted contact, if few contact indices are left for
    /// new contacts.
    func freeContactIndices() {
        guard
            arbiter.knownContacts.count
                > ContactSet.capacity - GestureConstants.reservedContactSlots
        else { return }
        for contact in contacts where arbiter.haveEnded(ContactSet(contact)) {
            for index in participants.indices
            where arbiter.participants[index].contacts.contains(contact) {
                arbiter.abandon(index)
            }
            return
        }
    }
}
