/// The number of touches delivered to a view, by phase. Each begun touch must end or be cancelled.
package struct TouchCounts: Hashable, Sendable {
    /// The number of touches delivered with `touchesBegan`.
    package var began = 0
    /// The number of touches delivered with `touchesEnded`.
    package var ended = 0
    /// The number of touches delivered with `touchesCancelled`.
    package var cancelled = 0

    /// The number of begun touches that have neither ended nor been cancelled.
    package var unfinished: Int { began - ended - cancelled }

    /// Counts one touch delivered in `phase`; moves are not counted.
    mutating func count(_ phase: UITouch.Phase) {
        switch phase {
        case .began: began += 1
        case .ended: ended += 1
        case .cancelled: cancelled += 1
        case .moved, .stationary: break
        }
    }
}

/// The result of a consistency check of touch delivery over all views, for the log and for tests.
/// Creating an audit does not allocate.
package struct TouchAudit: Hashable, Sendable {
    /// The counts summed over all views, including deallocated ones.
    package var total = TouchCounts()
    /// The number of touches that are down now.
    package var liveTouches = 0
    /// The number of visible views whose count of unfinished touches differs from the number of
    /// touches that are down on them. The number is 0 if touch delivery is consistent.
    package var unbalancedViews = 0
    /// The number of stored records of contacts, touches and recognition attempts. The number is 0
    /// after all touches were lifted and all attempts have ended.
    package var trackedRecords = 0
}
