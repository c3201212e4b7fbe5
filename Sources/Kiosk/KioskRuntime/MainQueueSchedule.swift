import TouchKitGeometry

/// The schedule and the counters of the blocks on Dispatch's main queue.
///
/// Blocks run between frames. Blocks whose expected duration does not fit before the next frame
/// start run after that frame instead.
package struct MainQueueSchedule {
    /// The number of times that queued blocks were run.
    package private(set) var runCount = 0
    /// The total duration of all runs, in microseconds.
    package private(set) var totalMicroseconds: Int64 = 0
    /// Whether blocks are queued.
    private var hasBlocks = false
    /// The start time of the frame that precedes the queued blocks, or `nil` if no frame does.
    private var precedingFrame: Timestamp?
    private var typicalDuration = TypicalDuration()

    /// Creates the schedule of an empty queue.
    package init() {}

    /// Records that blocks were queued.
    package mutating func recordBlocks() {
        hasBlocks = true
    }

    /// Returns whether blocks are queued and can run now.
    ///
    /// Blocks are delayed by at most one frame, so that an animation cannot delay them forever.
    ///
    /// - Parameters:
    ///   - frameStart: The start time of the scheduled frame, or `nil` if no frame is scheduled.
    ///   - now: The current time.
    package mutating func isDue(before frameStart: Timestamp?, now: Timestamp) -> Bool {
        guard hasBlocks else { return false }
        guard let frameStart else { return true }
        if let precedingFrame { return precedingFrame != frameStart }
        let end = now.advanced(byMicroseconds: typicalDuration.microseconds)
        guard end > frameStart else { return true }
        precedingFrame = frameStart
        return false
    }

    /// Records that the queued blocks were run, which took `microseconds`.
    package mutating func recordRun(microseconds: Int64) {
        hasBlocks = false
        precedingFrame = nil
        runCount += 1
        totalMicroseconds += microseconds
        typicalDuration.record(microseconds: microseconds)
    }
}
