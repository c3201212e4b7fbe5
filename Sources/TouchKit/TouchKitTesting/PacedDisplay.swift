import TouchKit
import TouchKitPacing

/// A simulated display with a frame pacer.
final class PacedDisplay {
    var pacer: FramePacer
    /// The time at which the pending flip completes, or `nil` if no flip is pending.
    var flip: Timestamp?
    private let period: Int64
    private let start: Timestamp

    /// Creates a display.
    ///
    /// - Parameters:
    ///   - period: The time between two vblanks, in microseconds.
    ///   - start: The time of the first vblank.
    init(period: Int64, start: Timestamp) {
        // The budget is fixed, because virtual frames have no duration that could be measured.
        pacer = FramePacer(
            periodMicroseconds: period, hasVblank: true,
            options: PacingOptions(budgetMicroseconds: period / 2))
        self.period = period
        self.start = start
    }

    /// Returns the first vblank after `time`.
    func vblank(after time: Timestamp) -> Timestamp {
        let passed = time.microseconds(since: start) / period
        return start.advanced(byMicroseconds: (passed + 1) * period)
    }
}
