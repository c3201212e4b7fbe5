import TouchKitGeometry

/// What one run of a benchmark measured: plain values. What each means is told in docs/benchmark.md.
package struct BenchmarkResult: Hashable, Sendable {
    /// One frame, for a picture of the run.
    package struct Frame: Hashable, Sendable {
        /// When it was on the screen, in microseconds since the measuring began.
        package var shownAt: Int64
        /// What it took to make, in microseconds.
        package var costMicroseconds: Int64
        /// The oldest of its samples from its measurement until it was seen, in microseconds; nil where
        /// it had none.
        package var latencyMicroseconds: Int64?
        /// Vblanks that it missed.
        package var missedVblanks: Int

        /// Makes a frame.
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

    /// Why a run ended before its time.
    package enum Interruption: Hashable, Sendable {
        /// Somebody asked the program to stop.
        case signal
        /// The display went, or another virtual terminal was shown.
        case displayLost
        /// The robot couldn't play on; why.
        case robot(String)

        /// What happened, in words.
        package var words: String {
            switch self {
            case .signal: "stopped before its end"
            case .displayLost: "the display went away before its end"
            case .robot(let cause): "the robot couldn't play to its end: \(cause)"
            }
        }
    }

    // MARK: What was run

    /// The script, or the recording.
    package var script = ""
    /// How often fingers reported, in Hz; nil for a recording, which has its own pace.
    package var rateHz: Int?
    /// The most fingers that were down at once when a frame was made, or that the script has.
    package var fingers = 0
    /// The strokes that the drawing had before the first finger came.
    package var strokesStored = 0
    /// The display, in words.
    package var display = ""
    /// Where the touches came from, in words.
    package var input = ""
    /// Whether touches came through the kernel; otherwise their time is the time they were due, and
    /// what the kernel and libinput take is missing.
    package var isThroughKernel = false
    /// The display's refresh period, in microseconds.
    package var periodMicroseconds: Int64 = 0
    /// How long was measured, in microseconds.
    package var durationMicroseconds: Int64 = 0
    /// Why it ended before its time; nil where it didn't.
    package var interruption: Interruption?

    // MARK: Times, in microseconds

    /// From each sample's measurement until the frame that shows it began to deliver touches.
    package var inputToDelivered: Spread?
    /// From there until the frame's pixels were written, for each sample.
    package var deliveredToDrawn: Spread?
    /// From there until the display had the frame, for each sample.
    package var drawnToCommitted: Spread?
    /// From each sample's measurement until it was first seen.
    package var inputToScanout: Spread?
    /// The same until the row at the sample's place was scanned out, for those that a flip brought too.
    package var inputToRow: Spread?
    /// The same of each frame's newest sample only.
    package var newestInputToScanout: Spread?
    /// From the wake-up for a frame until the display had it.
    package var frameCost: Spread?
    /// How long before its vblank a frame is begun.
    package var budget: Spread?
    /// The frame's cost as a part of its budget, in thousandths.
    package var budgetUsedPermille: Spread?

    // MARK: Counts

    /// Frames that came onto the screen.
    package var frames = 0
    /// Vblanks at which a frame was meant to be shown and wasn't.
    package var missedVblanks = 0
    /// Samples that frames showed.
    package var samples = 0
    /// Samples that came to the application together with others.
    package var coalescedSamples = 0
    /// Samples that were seen ahead of a flip (front-buffer ink).
    package var samplesSeenAhead = 0
    /// Pixels of the frames' damage.
    package var damagedPixels = 0
    /// Pixels written: the damage and what the buffers had missed.
    package var repaintedPixels = 0
    /// Pixels that differ from the frame before.
    package var differingPixels = 0
    /// Pixels that were left to a later frame.
    package var carriedPixels = 0
    /// Bytes written to scanout memory.
    package var bytesWritten = 0
    /// Bytes written straight into the buffer on the screen; not among `bytesWritten`.
    package var inkBytesWritten = 0
    /// How often the loop was woken, but for the watchdog.
    package var wakeUps: UInt64 = 0

    // MARK: The machine

    /// Processor time of the main thread, which is all of a frame, in microseconds.
    package var processorMicroseconds: Int64 = 0
    /// How much later than it was due the robot's latest report went out, in microseconds: what the
    /// machine kept it from; nil where there was no robot.
    package var robotLatenessMicroseconds: Int64?
    /// Processor time of all threads but the robot's, in microseconds.
    package var processProcessorMicroseconds: Int64 = 0
    /// The most memory that was resident at once, in kilobytes; nil where the kernel doesn't tell.
    package var peakResidentKilobytes: Int?
    /// Whether that is of this run alone: some kernels only tell the peak since the program's start.
    package var isPeakOfThisRun = false
    /// How much scanout memory was mapped, in kilobytes.
    package var scanoutKilobytes = 0
    /// How much of it is among `peakResidentKilobytes`.
    package var scanoutResidentKilobytes = 0

    // MARK: Pictures

    /// How `inputToScanout` is spread, from the least value on.
    package var latencyBins: [SpreadBin] = []
    /// The first frames, as many as there was room for.
    package var timeline: [Frame] = []

    /// Makes a result of nothing.
    package init() {}
}

extension BenchmarkResult {
    /// How many frames make a verdict.
    package static let fewestFrames = 30

    /// Whether each frame was on the screen at the vblank that it was meant for, and none took longer than
    /// a period; nil where there were too few to tell.
    package var holds: Bool? {
        guard frames >= Self.fewestFrames, periodMicroseconds > 0, let frameCost else {
            return nil
        }
        return missedVblanks == 0 && frameCost.max <= periodMicroseconds
    }
}
