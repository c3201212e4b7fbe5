/// The options that determine when frames are drawn.
public struct PacingOptions: Hashable, Sendable {
    /// The policy for the time at which a frame reads its input.
    public enum Latency: String, CaseIterable, Sendable {
        /// Input is read as late as the measured duration of frames permits, for the lowest delay
        /// from touch to screen.
        case lowest
        /// Input is read directly after the previous flip. The delay is longer but constant, and a
        /// frame has a whole frame period for drawing.
        case steady
    }

    /// The permitted values of `frameRate`, in frames per second.
    public static let frameRates = 1.0...1_000
    /// The permitted values of `budgetMicroseconds`, in microseconds.
    public static let budgets: ClosedRange<Int64> = 500...100_000

    /// The maximum frame rate in frames per second, or `nil` for the rate of the display. On a
    /// display with vblank, frames are a whole number of vblanks apart.
    public var frameRate: Double?
    /// The fixed time before the vblank at which a frame starts, in microseconds, or `nil` to learn
    /// the time from the duration of frames.
    public var budgetMicroseconds: Int64?
    /// The policy for the time at which a frame reads its input.
    public var latency: Latency

    /// Creates options. The defaults are the refresh rate of the display, a learned budget and the
    /// lowest latency.
    public init(
        frameRate: Double? = nil, budgetMicroseconds: Int64? = nil, latency: Latency = .lowest
    ) {
        self.frameRate = frameRate
        self.budgetMicroseconds = budgetMicroseconds
        self.latency = latency
    }

    /// Returns the number of vblanks from one frame to the next.
    ///
    /// The result is the smallest number for which the maximum frame rate is exceeded by at most 1
    /// %. Therefore 60 frames per second use every vblank at 59.94 Hz and at 60.02 Hz.
    func vblanksPerFrame(periodNanoseconds: Int64) -> Int64 {
        guard let rate else { return 1 }
        let vblanks = 1e9 / Double(periodNanoseconds) / rate
        return Int64(max((vblanks - 0.01).rounded(.up), 1))
    }

    /// Returns the time between two frames on a display without vblank, in microseconds.
    func microsecondsPerFrame(periodMicroseconds: Int64) -> Int64 {
        guard let rate else { return periodMicroseconds }
        return max(Int64((1e6 / rate).rounded()), periodMicroseconds)
    }

    /// The maximum frame rate clamped to the permitted values, or `nil` if `frameRate` is `nil` or
    /// NaN.
    private var rate: Double? {
        guard let frameRate, !frameRate.isNaN else { return nil }
        return min(max(frameRate, Self.frameRates.lowerBound), Self.frameRates.upperBound)
    }
}
