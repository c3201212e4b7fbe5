extension TouchDispatcher {
    /// The sums of what views were told; the views of these windows are held against the touches
    /// that are down.
    func audit(of windows: [UIWindow]) -> TouchAudit {
        var audit = TouchAudit()
        audit.total = total
        audit.live = event?.touches.count ?? 0
        for window in windows { audit.unbalancedViews += unbalancedViews(in: window) }
        return audit
    }

    private func unbalancedViews(in view: UIView) -> Int {
        var owed = 0
        if let event {
            for touch in event.touches where touch.view === view && touch.delivery == .open {
                owed += 1
            }
        }
        var count = view.touchCounts.open == owed ? 0 : 1
        for subview in view.subviews { count += unbalancedViews(in: subview) }
        return count
    }
}
