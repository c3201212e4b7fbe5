import CTouchTrackerAllocationCounter
import CTouchTrackerInstructionCounter
import Glibc

/// What one kind of frame costs, measured many times.
struct Measurement {
    private(set) var nanoseconds: [Double] = []
    private(set) var instructions: [Double] = []
    private(set) var allocations = 0
    private(set) var frames = 0

    /// Measures frames together: reading the clock would cost as much as some of them do.
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

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The value that a part of all are at most.
    static func percentile(_ part: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    var medianNanoseconds: Double { Self.percentile(0.5, of: nanoseconds) }
    var allocationsPerFrame: Double { frames == 0 ? 0 : Double(allocations) / Double(frames) }
}
