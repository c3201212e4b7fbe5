/// How many touches a view was told of: every begun one has to end or be cancelled.
package struct TouchCounts: Hashable, Sendable {
    /// Touches that `touchesBegan` told of.
    package var began = 0
    /// Touches that `touchesEnded` told of.
    package var ended = 0
    /// Touches that `touchesCancelled` told of.
    package var cancelled = 0

    /// Touches whose end is owed.
    package var open: Int { began - ended - cancelled }

    /// Counts one touch that a view was told of.
    mutating func count(_ phase: UITouch.Phase) {
        switch phase {
        case .began: began += 1
        case .ended: ended += 1
        case .cancelled: cancelled += 1
        case .moved, .stationary: break
        }
    }
}

/// The sum of all touches, for a line in the log and for tests. Asking for it allocates nothing.
package struct TouchAudit: Hashable, Sendable {
    /// The sum over all views, those that are gone included.
    package var total = TouchCounts()
    /// Fingers that are down now.
    package var live = 0
    /// Views on the screen whose touches don't add up although no finger is down on them.
    package var unbalancedViews = 0
    /// Whatever is still kept of contacts and attempts: 0 once every finger is lifted and every
    /// attempt is over.
    package var tracked = 0
}
