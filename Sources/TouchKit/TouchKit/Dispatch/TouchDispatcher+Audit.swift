import TouchKitContacts

extension TouchDispatcher {
    /// Returns a consistency check of touch delivery: the number of phases delivered so far, the
    /// number of views in `windows` whose unfinished touches do not match the contacts that are
    /// down, and the number of stored records.
    func audit(of windows: [UIWindow]) -> TouchAudit {
        var audit = TouchAudit()
        audit.total = total
        audit.liveTouches = event?.touches.count ?? 0
        audit.trackedRecords =
            participants.count + arbiter.participants.count + arbiter.requirements.count
            + contacts.count + arbiter.knownContacts.count + arbiter.claimedContacts.count
            + arbiter.newContacts.count + unforwardedContacts.count + contactsToCancel.count
            + savedSnapshots.count + callbackTouches.count + respondersWithFormerNext.count
        for record in records where record.touch != nil { audit.trackedRecords += 1 }
        for window in windows { audit.unbalancedViews += unbalancedViewCount(in: window) }
        return audit
    }

    /// Returns the number of views, among `view` and its descendants, whose count of unfinished
    /// touches differs from the number of contacts that have begun in the view.
    private func unbalancedViewCount(in view: UIView) -> Int {
        var unfinished = 0
        for contact in contacts
        where records[contact.index].view === view
            && arbiter.contacts[contact.index].status == .began
        {
            unfinished += 1
        }
        var count = view.touchCounts.unfinished == unfinished ? 0 : 1
        for subview in view.subviews { count += unbalancedViewCount(in: subview) }
        return count
    }

    /// Reports a touch callback of a view to the gesture observer and to the touch trace. The trace
    /// receives a line such as `1.500000 view DrawView touchesBegan 1,2`, which ends with the
    /// identifiers of the touches.
    func traceCallback(_ view: UIView, _ phase: UITouch.Phase) {
        observe(.delivered(view, phase, touches: callbackTouches.count))
        guard let trace, !view.isInSecretWindow else { return }
        let name =
            switch phase {
            case .began: "touchesBegan"
            case .moved: "touchesMoved"
            case .ended: "touchesEnded"
            case .cancelled: "touchesCancelled"
            case .stationary: "nothing"
            }
        let numbers = callbackTouches.compactMap { $0.identifier?.rawValue }.sorted().map(
            String.init)
        trace("\(time) view \(type(of: view)) \(name) \(numbers.joined(separator: ","))")
    }
}
