import CTouchTrackerAllocationCounter
import CTouchTrackerInstructionCounter
import Glibc

/// The measured costs of one kind of touch frame.
struct Measurement {
    /// The time per frame of each measured block, in nanoseconds.
    private(set) var nanoseconds: [Double] = []
    /// The instructions per frame of each measured block.
    private(set) var instructions: [Double] = []
    /// The number of allocations in all measured frames.
    private(set) var allocations = 0
    /// The number of measured frames.
    private(set) var frames = 0

    /// Measures `body`, which delivers a block of `count` frames.
    ///
    /// Frames are measured in blocks, because reading the clock takes as long as some frames.
    mutating func measure(frames count: Int, _ body: () -> Void) {
        let allocationsBefore = allocation_counter_value()
        let instructionsBefore = instruction_counter_value()
        let before = Self.now()
        body()
        let after = Self.now()
        let executed = instruction_counter_value() - instructionsBefore
        allocations += Int(allocation_counter_value() - allocationsBefore)
        instructions.append(Double(executed) / Double(count))
        nanoseconds.append(Double(after - before) / Double(count))
        frames += count
    }

    /// Returns the time of the monotonic clock, in nanoseconds.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns the value that the fraction `part` of the values does not exceed.
    static func percentile(_ part: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    /// The median time per frame, in nanoseconds.
    var medianNanoseconds: Double { Self.percentile(0.5, of: nanoseconds) }
    /// The average number of allocations per frame.
    var allocationsPerFrame: Double { frames == 0 ? 0 : Double(allocations) / Double(frames) }
}
