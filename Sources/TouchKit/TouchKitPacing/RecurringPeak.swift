/// The second longest duration of the newest 640 frames, about ten seconds.
///
/// The longest duration may be a single exception, but a duration that occurs twice in ten seconds
/// is likely to occur again. `RecentDurations` covers only about one second, which is too short for
/// such durations. Adding a duration allocates nothing.
struct RecurringPeak: Sendable {
    /// The number of frames in a segment.
    private static let segmentLength = 64
    /// The number of segments. A new segment replaces the oldest segment.
    private static let segmentCount = 10

    /// The two longest durations of a segment.
    private struct Longest {
        var first: Int64 = 0
        var second: Int64 = 0

        mutating func add(_ duration: Int64) {
            if duration > first {
                (first, second) = (duration, first)
            } else if duration > second {
                second = duration
            }
        }
    }

    private var segments = [Longest](repeating: Longest(), count: RecurringPeak.segmentCount)
    /// The number of durations added so far.
    private var addedCount = 0
    /// The second longest duration in microseconds, or 0 if fewer than two durations were added.
    private(set) var microseconds: Int64 = 0

    /// Adds the duration of a frame, in microseconds. When a new segment begins, the oldest 64
    /// durations are removed.
    mutating func add(_ duration: Int64) {
        let segment = addedCount / Self.segmentLength % Self.segmentCount
        if addedCount % Self.segmentLength == 0 { segments[segment] = Longest() }
        addedCount += 1
        segments[segment].add(duration)
        var longest = Longest()
        for segment in segments {
            longest.add(segment.first)
            longest.add(segment.second)
        }
        microseconds = longest.second
    }
}
