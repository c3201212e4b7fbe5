/// A moment on the machine's monotonic clock, or on a test's virtual one.
///
/// Kernel input events, page flips and our timers all carry this clock (`CLOCK_MONOTONIC`), so
/// that their times can be subtracted from each other.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Microseconds since the clock's origin.
    public var microseconds: Int64

    /// The clock's origin.
    public static let zero = Timestamp(microseconds: 0)

    /// Makes a moment from microseconds since the clock's origin.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes a moment from seconds since the clock's origin, to the nearest microsecond.
    public init(seconds: Double) {
        self.init(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    /// Seconds since the clock's origin; what UIKit calls a time interval.
    public var seconds: Double { Double(microseconds) / 1_000_000 }

    /// Whether the left moment is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The moment so many microseconds later.
    public func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: self.microseconds + microseconds)
    }

    /// The microseconds from an earlier moment to this one.
    public func microseconds(since earlier: Timestamp) -> Int64 {
        microseconds - earlier.microseconds
    }
}

extension Timestamp: CustomStringConvertible {
    /// Seconds with six digits after the point: `12.345678`.
    public var description: String {
        let fraction = String(microseconds.magnitude % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.utf8.count)
        let sign = microseconds < 0 ? "-" : ""
        return "\(sign)\(microseconds.magnitude / 1_000_000).\(zeros)\(fraction)"
    }
}
