import TouchKitContacts

extension TouchDispatcher {
    /// The sums of what views were told; the views of these windows are held against the touches
    /// that are down.
    func audit(of windows: [UIWindow]) -> TouchAudit {
        var audit = TouchAudit()
        audit.total = total
        audit.live = event?.touches.count ?? 0
        audit.tracked =
            takers.count + arbiter.participants.count + arbiter.requirements.count
            + contacts.count + arbiter.known.count + arbiter.claimed.count + arbiter.fresh.count
            + unseen.count + orphans.count + present.count + told.count
        for record in records where record != nil { audit.tracked += 1 }
        for window in windows { audit.unbalancedViews += unbalancedViews(in: window) }
        return audit
    }

    private func unbalancedViews(in view: UIView) -> Int {
        var owed = 0
        for contact in contacts
        where records[contact.place]?.view === view
            && arbiter.contacts[contact.place].told == .began
        {
            owed += 1
        }
        var count = view.touchCounts.open == owed ? 0 : 1
        for subview in view.subviews { count += unbalancedViews(in: subview) }
        return count
    }

    /// Lets it be known that a view is told: `1.500000 view DrawView touchesBegan 1,2`, fingers by number.
    func traceCallback(_ view: UIView, _ phase: UITouch.Phase) {
        observe(.told(view, phase, touches: told.count))
        guard let trace, !view.isInSecretWindow else { return }
        let name =
            switch phase {
            case .began: "touchesBegan"
            case .moved: "touchesMoved"
            case .ended: "touchesEnded"
            case .cancelled: "touchesCancelled"
            case .stationary: "nothing"
            }
        let fingers = told.compactMap { $0.finger?.rawValue }.sorted().map(String.init)
        trace("\(time) view \(type(of: view)) \(name) \(fingers.joined(separator: ","))")
    }
}
