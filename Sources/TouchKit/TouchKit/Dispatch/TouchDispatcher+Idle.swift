import TouchKitGeometry

// The system recognizers end their attempts by themselves after all touches are lifted. This
// timeout ends the attempts of application recognizers that do not, so that touches are not
// withheld from views forever and contact indices are released.
extension TouchDispatcher {
    /// Reschedules or cancels the timer that ends the attempts of idle recognizers.
    ///
    /// A recognizer is idle while all its touches are lifted and only its own code can end the
    /// attempt. Each assignment to its `state` restarts the idle time.
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

    /// Returns the time at which the attempt of a recognizer that has been idle since `start` is
    /// ended.
    private static func timeout(of start: Timestamp) -> Timestamp {
        start.advanced(byMicroseconds: GestureConstants.idleTimeoutMicroseconds)
    }

    /// Releases the oldest ended contact, if fewer than
    /// `GestureConstants.reservedContactIndexCount` contact indices are free.
    func freeContactIndices() {
        guard
            arbiter.knownContacts.count
                > ContactSet.capacity - GestureConstants.reservedContactIndexCount
        else { return }
        for contact in contacts where arbiter.haveEnded(ContactSet(contact)) {
            for index in participants.indices
            where arbiter.participants[index].contacts.contains(contact) {
                arbiter.release(contact, ofParticipantAt: index)
            }
            return
        }
    }
}
