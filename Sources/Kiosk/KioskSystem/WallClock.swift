import Glibc

/// A namespace for the time of day, for reports.
package enum WallClock {
    /// The current date and time in UTC, for example `2026-11-23T20:15:00Z`.
    package static var utcText: String { text(secondsSince1970: time(nil)) }

    /// Returns a time in UTC as text in the format of ISO 8601.
    ///
    /// The corresponding C function is `gmtime_r(3)`.
    package static func text(secondsSince1970 seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = [parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday].map(padded)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(padded)
        return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))Z"
    }
}
