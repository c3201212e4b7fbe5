import TouchKitGeometry

/// A detector that recognizes by timestamps that a touchscreen is polled by its driver.
///
/// The detector is only needed for touchscreens whose drivers poll if there is no interrupt line,
/// and about whose interrupt line the system states nothing. It allocates nothing after `init`,
/// except for each decision.
package struct PollingDetector: Sendable {
    /// The number of intervals between reports of a moving contact that one decision uses.
    package static let intervalCount = 40
    /// The number of decisions after which the touchscreen counts as not polled.
    private static let maximumAttempts = 5

    private let sampling: TouchSampling
    private var intervals: [Int64] = []
    private var attempts = 0
    /// The slot and the time of the newest report of a single moving contact.
    private var last: (slot: Int, time: Timestamp)?

    /// Creates a detector, or returns `nil` if timestamps do not decide whether a touchscreen is
    /// polled.
    ///
    /// - Parameter sampling: What the name and the device tree of the touchscreen show.
    package init?(_ sampling: TouchSampling) {
        guard case .polledIfRegular = sampling else { return nil }
        self.sampling = sampling
        intervals.reserveCapacity(Self.intervalCount)
    }

    /// Whether the touchscreen counts as not polled, because several decisions did not show regular
    /// timestamps.
    package var isExhausted: Bool { attempts >= Self.maximumAttempts }

    /// Adds a touch frame of the touchscreen, and returns the polling if the timestamps show it.
    package mutating func add(_ frame: TouchFrame) -> TouchPolling? {
        guard !isExhausted, frame.contacts.count == 1, frame.contacts[0].state == .motion else {
            last = nil
            return nil
        }
        let slot = frame.contacts[0].slot
        defer { last = (slot, frame.time) }
        guard let last, last.slot == slot else { return nil }
        let interval = frame.time.microseconds(since: last.time)
        // After a longer interval, the contact rested.
        guard interval > 0, interval <= ReportRate.pause else { return nil }
        intervals.append(interval)
        if intervals.count < Self.intervalCount { return nil }
        defer { intervals.removeAll(keepingCapacity: true) }
        attempts += 1
        return sampling.polling(confirmedBy: intervals)
    }
}
