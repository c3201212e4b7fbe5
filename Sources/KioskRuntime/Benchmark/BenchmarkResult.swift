import Geometry

/// What one run of a benchmark measured: plain values. What each means is told in docs/benchmark.md.
public struct BenchmarkResult: Hashable, Sendable {
    /// One frame, for a picture of the run.
    public struct Frame: Hashable, Sendable {
        /// When it was on the screen, in microseconds since the measuring began.
        public var shownAt: Int64
        /// What it took to make, in microseconds.
        public var costMicroseconds: Int64
        /// The oldest of its samples from its measurement until it was seen, in microseconds; nil where
        /// it had none.
        public var latencyMicroseconds: Int64?
        /// Vblanks that it missed.
        public var missedVblanks: Int

        /// Makes a frame.
        public init(
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
    public enum Interruption: Hashable, Sendable {
        /// Somebody asked the program to stop.
        case signal
        /// The display went, or another virtual terminal was shown.
        case displayLost
        /// The robot couldn't play on; why.
        case robot(String)

        /// What happened, in words.
        public var words: String {
            switch self {
            case .signal: "stopped before its end"
            case .displayLost: "the display went away before its end"
            case .robot(let cause): "the robot couldn't play to its end: \(cause)"
            }
        }
    }

    // MARK: What was run

    /// The script, or the recording.
    public var script = ""
    /// How often fingers reported, in Hz; nil for a recording, which has its own pace.
    public var rateHz: Int?
    /// The most fingers that were down at once when a frame was made, or that the script has.
    public var fingers = 0
    /// The strokes that the drawing had before the first finger came.
    public var strokesStored = 0
    /// The display, in words.
    public var display = ""
    /// Where the touches came from, in words.
    public var input = ""
    /// Whether touches came through the kernel; otherwise their time is the time they were due, and
    /// what the kernel and libinput take is missing.
    public var isThroughKernel = false
    /// The display's refresh period, in microseconds.
    public var periodMicroseconds: Int64 = 0
    /// How long was measured, in microseconds.
    public var durationMicroseconds: Int64 = 0
    /// Why it ended before its time; nil where it didn't.
    public var interruption: Interruption?

    // MARK: Times, in microseconds

    /// From each sample's measurement until the frame that shows it began to deliver touches.
    public var inputToDelivered: Spread?
    /// From there until the frame's pixels were written, for each sample.
    public var deliveredToDrawn: Spread?
    /// From there until the display had the frame, for each sample.
    public var drawnToCommitted: Spread?
    /// From each sample's measurement until it was first seen.
    public var inputToScanout: Spread?
    /// The same until the row at the sample's place was scanned out, for those that a flip brought too.
    public var inputToRow: Spread?
    /// The same of each frame's newest sample only.
    public var newestInputToScanout: Spread?
    /// From the wake-up for a frame until the display had it.
    public var frameCost: Spread?
    /// How long before its vblank a frame is begun.
    public var budget: Spread?
    /// The frame's cost as a part of its budget, in thousandths.
    public var budgetUsedPermille: Spread?

    // MARK: Counts

    /// Frames that came onto the screen.
    public var frames = 0
    /// Vblanks at which a frame was meant to be shown and wasn't.
    public var missedVblanks = 0
    /// Samples that frames showed.
    public var samples = 0
    /// Samples that came to the application together with others.
    public var coalescedSamples = 0
    /// Samples that were seen ahead of a flip (front-buffer ink).
    public var samplesSeenAhead = 0
    /// Pixels of the frames' damage.
    public var damagedPixels = 0
    /// Pixels written: the damage and what the buffers had missed.
    public var repaintedPixels = 0
    /// Pixels that differ from the frame before.
    public var differingPixels = 0
    /// Pixels that were left to a later frame.
    public var carriedPixels = 0
    /// Bytes written to scanout memory.
    public var bytesWritten = 0
    /// Bytes written straight into the buffer on the screen; not among `bytesWritten`.
    public var inkBytesWritten = 0
    /// How often the loop was woken, but for the watchdog.
    public var wakeUps: UInt64 = 0

    // MARK: The machine

    /// Processor time of the main thread, which is all of a frame, in microseconds.
    public var processorMicroseconds: Int64 = 0
    /// How much later than it was due the robot's latest report went out, in microseconds: what the
    /// machine kept it from; nil where there was no robot.
    public var robotLatenessMicroseconds: Int64?
    /// Processor time of all threads but the robot's, in microseconds.
    public var processProcessorMicroseconds: Int64 = 0
    /// The most memory that was resident at once, in kilobytes; nil where the kernel doesn't tell.
    public var peakResidentKilobytes: Int?
    /// Whether that is of this run alone: some kernels only tell the peak since the program's start.
    public var isPeakOfThisRun = false
    /// How much scanout memory was mapped, in kilobytes.
    public var scanoutKilobytes = 0
    /// How much of it is among `peakResidentKilobytes`.
    public var scanoutResidentKilobytes = 0

    // MARK: Pictures

    /// How `inputToScanout` is spread, from the least value on.
    public var latencyBins: [SpreadBin] = []
    /// The first frames, as many as there was room for.
    public var timeline: [Frame] = []

    /// Makes a result of nothing.
    public init() {}
}

extension BenchmarkResult {
    /// How many frames make a verdict.
    public static let fewestFrames = 30

    /// Whether each frame was on the screen at the vblank that it was meant for, and none took longer than
    /// a period; nil where there were too few to tell.
    public var holds: Bool? {
        guard frames >= Self.fewestFrames, periodMicroseconds > 0, let frameCost else {
            return nil
        }
        return missedVblanks == 0 && frameCost.max <= periodMicroseconds
    }
}
