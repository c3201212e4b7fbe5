/// A time on the system's monotonic clock (`CLOCK_MONOTONIC`), or on the virtual clock of a test.
///
/// Kernel input events, page flips and timers all use this clock, so that their times are
/// comparable.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The number of microseconds since the origin of the clock.
    public var microseconds: Int64

    /// The origin of the clock.
    public static let zero = Timestamp(microseconds: 0)

    /// Creates a time from microseconds since the origin of the clock.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates a time from seconds since the origin of the clock, rounded to microseconds.
    public init(seconds: Double) {
        self.init(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    /// The number of seconds since the origin of the clock, as in UIKit's `TimeInterval`.
    public var seconds: Double { Double(microseconds) / 1_000_000 }

    /// Returns whether the time `left` is earlier than the time `right`.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Returns the time that is `microseconds` later, or earlier if `microseconds` is negative.
    public func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: self.microseconds + microseconds)
    }

    /// Returns the time that is `seconds` later, rounded to microseconds, or earlier if `seconds`
    /// is negative.
    package func advanced(by seconds: Double) -> Timestamp {
        advanced(byMicroseconds: Int64((seconds * 1_000_000).rounded()))
    }

    /// Returns the number of microseconds from `earlier` to this time, or a negative number if
    /// `earlier` is later than this time.
    public func microseconds(since earlier: Timestamp) -> Int64 {
        microseconds - earlier.microseconds
    }
}

extension Timestamp: CustomStringConvertible {
    /// The seconds with six decimal places, for example `12.345678`.
    public var description: String {
        let fraction = String(microseconds.magnitude % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.utf8.count)
        let sign = microseconds < 0 ? "-" : ""
        return "\(sign)\(microseconds.magnitude / 1_000_000).\(zeros)\(fraction)"
    }
}
