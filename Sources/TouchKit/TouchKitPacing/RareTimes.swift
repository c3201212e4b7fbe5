/// The longest times of the newest ten seconds or so: what happens more rarely than `RecentTimes` would tell,
/// and again and again. Adding one allocates nothing.
struct RareTimes: Sendable {
    /// How many frames one part of the memory stands for, and how many parts there are: 640 frames.
    private static let partLength = 64
    private static let partCount = 10

    /// The two longest of some frames.
    private struct Longest {
        var first: Int64 = 0
        var second: Int64 = 0

        mutating func add(_ time: Int64) {
            if time > first {
                (first, second) = (time, first)
            } else if time > second {
                second = time
            }
        }
    }

    private var parts = [Longest](repeating: Longest(), count: RareTimes.partCount)
    private var added = 0
    /// The second longest of all: once may be anything, what comes twice in ten seconds comes again. 0
    /// before the second one.
    private(set) var recurring: Int64 = 0

    /// Adds one; with each 64th the oldest 64 are forgotten.
    mutating func add(_ time: Int64) {
        let part = added / Self.partLength % Self.partCount
        if added % Self.partLength == 0 { parts[part] = Longest() }
        added += 1
        parts[part].add(time)
        var longest = Longest()
        for part in parts {
            longest.add(part.first)
            longest.add(part.second)
        }
        recurring = longest.second
    }
}
