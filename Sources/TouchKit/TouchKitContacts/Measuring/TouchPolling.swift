/// The interval at which a kernel driver polls a touchscreen that has no interrupt line.
///
/// The driver reads the touchscreen when a kernel timer expires, so a touch is up to one interval
/// older than its timestamp. The kernel rounds the interval up to its timer tick, which is 4 ms in
/// Raspberry Pi's and Debian's kernels: an interval of 17 ms results in one report every 20 ms
/// (`drivers/input/input-poller.c`: `msecs_to_jiffies`).
package struct TouchPolling: Hashable, Sendable {
    /// The longest tick of the kernels of supported boards, in milliseconds.
    static let tickMilliseconds = 4

    /// The configured interval, in milliseconds.
    package var milliseconds: Int
    /// The minimum configurable interval in milliseconds, or `nil` if the driver has no setting.
    package var minimumMilliseconds: Int?
    /// The maximum configurable interval in milliseconds, or `nil` if the driver has no setting.
    package var maximumMilliseconds: Int?

    /// Creates a description of polling.
    ///
    /// - Parameters:
    ///   - milliseconds: The configured interval in milliseconds, at least 1.
    ///   - range: The configurable intervals in milliseconds, or `nil` if the driver has no
    ///     setting.
    package init(milliseconds: Int, range: ClosedRange<Int>? = nil) {
        self.milliseconds = max(1, milliseconds)
        minimumMilliseconds = range?.lowerBound
        maximumMilliseconds = range?.upperBound
    }

    /// The longest interval between two reports of a moving contact while every poll succeeds, in
    /// milliseconds: the interval rounded up to a tick, and one tick because the poll itself takes
    /// time.
    package var longestReportMilliseconds: Int {
        let tick = Self.tickMilliseconds
        return (milliseconds + tick - 1) / tick * tick + tick
    }

    /// The configured interval, in microseconds.
    package var microseconds: Int32 { Int32(clamping: milliseconds * 1_000) }

    /// The interval that about halves the added latency, in milliseconds, or `nil` if the driver
    /// has no setting or the interval is already short.
    package var recommendedMilliseconds: Int? {
        guard let minimumMilliseconds, milliseconds >= 12 else { return nil }
        let half = milliseconds / 2
        return half >= minimumMilliseconds ? half : nil
    }

    /// The interval as text, for example `polled every 17 ms`.
    package var summary: String { "polled every \(milliseconds) ms" }

    /// The effect of polling and the option that reduces the effect, in one line.
    package var finding: String {
        let effect = "\(summary): adds up to \(milliseconds) ms of latency"
        if let recommendedMilliseconds {
            return "\(effect); touch-poll-ms: \(recommendedMilliseconds) halves it"
        }
        return minimumMilliseconds == nil ? "\(effect); the driver has no setting" : effect
    }
}

/// The way in which the kernel obtains the reports of a touchscreen.
package enum TouchSampling: Hashable, Sendable {
    /// The way is unknown.
    case unknown
    /// The touchscreen signals new reports, by an interrupt or over USB.
    case interrupts
    /// The driver polls the touchscreen.
    case polled(TouchPolling)
    /// The driver polls touchscreens that have no interrupt line. Whether this touchscreen has one
    /// is unknown; regular timestamps decide.
    case polledIfRegular(TouchPolling)

    /// The polling that is known without looking at timestamps, or `nil`.
    package var knownPolling: TouchPolling? {
        if case .polled(let polling) = self { polling } else { nil }
    }

    /// Returns the polling of the touchscreen, or `nil` if the touchscreen is not polled or
    /// `intervals` do not decide.
    ///
    /// - Parameter intervals: The times between consecutive reports of a moving contact, in
    ///   microseconds.
    /// - Complexity: O(n log n).
    package func polling(confirmedBy intervals: [Int64]) -> TouchPolling? {
        switch self {
        case .unknown, .interrupts: nil
        case .polled(let polling): polling
        case .polledIfRegular(let polling): polling.explains(intervals) ? polling : nil
        }
    }
}

extension TouchPolling {
    /// The minimum number of intervals between reports that can show regular polling.
    private static let minimumCount = 10
    /// The minimum share of the intervals that must lie on the grid, 0…1.
    private static let minimumShare = 0.7

    /// Returns whether the reports of a moving contact lie on the grid of this polling: their
    /// median interval is possible for the configured interval, and most intervals are multiples of
    /// the median or of it plus a tick, to within a tenth.
    func explains(_ intervals: [Int64]) -> Bool {
        guard intervals.count >= Self.minimumCount else { return false }
        let median = Double(intervals.sorted()[intervals.count / 2])
        let shortest = 950 * Double(milliseconds)
        let longest = 1_000 * Double(longestReportMilliseconds) + 500
        guard (shortest...longest).contains(median) else { return false }
        let periods = [median, median + 1_000 * Double(Self.tickMilliseconds)]
        let regular = intervals.count { interval in
            periods.contains { period in
                let multiple = max(1, (Double(interval) / period).rounded())
                return abs(Double(interval) - multiple * period) <= 0.1 * period
            }
        }
        return Double(regular) >= Self.minimumShare * Double(intervals.count)
    }
}
