/// The measurements of one benchmark run; docs/benchmark.md explains each value.
package struct BenchmarkResult: Hashable, Sendable {
    /// The cost and latency of one displayed frame, for the run's timeline.
    package struct Frame: Hashable, Sendable {
        /// The time at which the frame appeared on the display, in microseconds since the start of
        /// the measurement.
        package var shownAt: Int64
        /// The time from the wake-up for the frame until the display accepted the frame, in
        /// microseconds.
        package var costMicroseconds: Int64
        /// The latency of the frame's oldest sample, in microseconds, or `nil` for a frame without
        /// samples.
        package var latencyMicroseconds: Int64?
        /// The number of vblanks at which the frame was due and was not shown.
        package var missedVblanks: Int

        /// Creates a frame.
        package init(
            shownAt: Int64, costMicroseconds: Int64, latencyMicroseconds: Int64?,
            missedVblanks: Int
        ) {
            self.shownAt = shownAt
            self.costMicroseconds = costMicroseconds
            self.latencyMicroseconds = latencyMicroseconds
            self.missedVblanks = missedVblanks
        }
    }

    /// The reason that a run ended early.
    package enum Interruption: Hashable, Sendable {
        /// The program received SIGINT, SIGTERM or SIGHUP.
        case signal
        /// The display was disconnected, or released for a VT switch.
        case displayLost
        /// The robot, which plays the script through uinput, failed. The associated value is the
        /// cause.
        case robot(String)

        /// A description of the interruption for reports.
        package var message: String {
            switch self {
            case .signal: "stopped before its end"
            case .displayLost: "the display was lost before the end"
            case .robot(let cause): "the robot failed before the end: \(cause)"
            }
        }
    }

    // MARK: Setup of the run

    /// The name of the script or recording that was played.
    package var script = ""
    /// The number of touch frames per second, or `nil` for a recording, which contains the times of
    /// its frames.
    package var rateHz: Int?
    /// The number of contacts of the script, or the maximum number of contacts in any frame of a
    /// recording.
    package var contactCount = 0
    /// The number of strokes that the drawing contained before the first touch.
    package var strokesStored = 0
    /// The name, mode, format and driver of the display.
    package var display = ""
    /// A description of the touch source.
    package var input = ""
    /// Whether the touches came through the kernel, from a uinput device. If `false`, their
    /// timestamps are the scheduled times, and latencies exclude the time spent in the kernel and
    /// libinput.
    package var isThroughKernel = false
    /// The display's refresh period, in microseconds.
    package var periodMicroseconds: Int64 = 0
    /// Whether the display reports vblanks. If `false`, a timer paces the frames, and the time at
    /// which the display shows a frame is unknown.
    package var hasVblank = true
    /// The duration of the measurement, in microseconds.
    package var durationMicroseconds: Int64 = 0
    /// The reason that the run ended early, or `nil` if the run was completed.
    package var interruption: Interruption?

    // MARK: Times, in microseconds

    /// The time from each touch sample's kernel timestamp until its delivery to the application, in
    /// microseconds.
    package var inputToDelivered: Percentiles?
    /// The time from each touch sample's delivery until the frame's pixels were written, in
    /// microseconds.
    package var deliveredToDrawn: Percentiles?
    /// The time from the end of writing the frame's pixels until the display accepted the frame, in
    /// microseconds. Measured for each touch sample.
    package var drawnToCommitted: Percentiles?
    /// The time from each touch sample's kernel timestamp until the sample was first displayed, in
    /// microseconds.
    package var inputToScanout: Percentiles?
    /// The time from each touch sample's kernel timestamp until the display scanned out the row at
    /// the sample's position, in microseconds.
    package var inputToRow: Percentiles?
    /// The time from the kernel timestamp of each frame's newest touch sample until the frame was
    /// displayed, in microseconds.
    package var newestInputToScanout: Percentiles?
    /// The time from the wake-up for each frame until the display accepted the frame, in
    /// microseconds.
    package var frameCost: Percentiles?
    /// The time between the start of each frame and its intended vblank, in microseconds.
    package var budget: Percentiles?
    /// The cost of each frame relative to its budget, in thousandths.
    package var budgetUsedPermille: Percentiles?

    // MARK: Counts

    /// The number of displayed frames.
    package var frames = 0
    /// The number of vblanks at which a frame was due and was not shown.
    package var missedVblanks = 0
    /// The number of touch samples that the displayed frames contained.
    package var samples = 0
    /// The number of touch samples that were delivered as coalesced touches of a later sample.
    package var coalescedSamples = 0
    /// The number of touch samples that front-buffer ink displayed before the page flip of their
    /// frame.
    package var samplesShownBeforeFlip = 0
    /// The total number of damaged pixels in all frames.
    package var damagedPixels = 0
    /// The total number of written pixels: the damage of each frame, and earlier damage that the
    /// frame's buffer did not contain yet.
    package var repaintedPixels = 0
    /// The total number of pixels that differ from the previous frame.
    package var differingPixels = 0
    /// The total number of damaged pixels that were deferred to a later frame.
    package var deferredPixels = 0
    /// The number of bytes written to scanout memory, excluding front-buffer ink.
    package var bytesWritten = 0
    /// The number of bytes that front-buffer ink wrote into the buffer that was being scanned out.
    package var inkBytesWritten = 0
    /// The number of main-loop wake-ups, excluding wake-ups for the watchdog and for the benchmark
    /// itself.
    package var wakeUps: UInt64 = 0

    // MARK: System resources

    /// The CPU time of the main thread, which does all work of a frame, in microseconds.
    package var mainThreadCPUMicroseconds: Int64 = 0
    /// The longest delay between a touch frame's scheduled time and its emission by the robot, in
    /// microseconds, or `nil` for a run without a robot. A large delay means a busy system.
    package var robotLatenessMicroseconds: Int64?
    /// The CPU time of all threads except the robot's, in microseconds.
    package var processCPUMicroseconds: Int64 = 0
    /// The peak resident memory in kilobytes, or `nil` if the kernel does not report this value.
    package var peakResidentKilobytes: Int?
    /// Whether `peakResidentKilobytes` is the peak of this run. If `false`, the value is the peak
    /// since the start of the program, because the kernel cannot reset the peak.
    package var isPeakOfThisRun = false
    /// The size of the mapped scanout memory, in kilobytes.
    package var scanoutKilobytes = 0
    /// The part of `peakResidentKilobytes` that is scanout memory, in kilobytes.
    package var scanoutResidentKilobytes = 0

    // MARK: Distribution and timeline

    /// The histogram bins of `inputToScanout`, in ascending order.
    package var latencyBins: [HistogramBin] = []
    /// The first frames of the run, up to `FrameStatistics.maximumTimelineLength`.
    package var timeline: [Frame] = []

    /// Creates a result without measurements.
    package init() {}
}

extension BenchmarkResult {
    /// The minimum number of frames for which `holdsFrameRate` is determined.
    package static let minimumFrameCount = 30

    /// Whether no vblank was missed and no frame took longer than a refresh period, or `nil` if
    /// this cannot be decided.
    ///
    /// The value is `nil` if there were too few frames. Without vblanks, the value is `false` if a
    /// frame took too long or samples are late, and otherwise `nil`.
    package var holdsFrameRate: Bool? {
        guard frames >= Self.minimumFrameCount, periodMicroseconds > 0, let frameCost else {
            return nil
        }
        let isFastEnough = missedVblanks == 0 && frameCost.max <= periodMicroseconds
        if hasVblank { return isFastEnough }
        return isFastEnough && !hasLateSamples ? nil : false
    }

    /// Whether one in a hundred samples took more than two refresh periods from its kernel
    /// timestamp until the display accepted its frame.
    package var hasLateSamples: Bool {
        guard let inputToScanout else { return false }
        return inputToScanout.p99 > 2 * periodMicroseconds
    }
}
