import KioskSystem
import TouchTrackerTestSupport

extension SharedList<String> {
    /// A log that appends its lines to the list.
    var log: Log {
        Log { [self] _, line in append(line) }
    }
}
