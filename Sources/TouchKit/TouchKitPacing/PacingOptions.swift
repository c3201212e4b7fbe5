/// What can be chosen about when frames are made.
public struct PacingOptions: Hashable, Sendable {
    /// When a frame takes in what the fingers did.
    public enum Latency: String, CaseIterable, Sendable {
        /// As late as the measured cost of frames allows: the least time from finger to screen.
        case lowest
        /// Right after the flip before: a whole period to work in, and the same delay for everything.
        case steady
    }

    /// The rates that can be asked for, in frames per second.
    public static let frameRates = 1.0...1_000
    /// The budgets that can be asked for, in microseconds.
    public static let budgets: ClosedRange<Int64> = 500...100_000

    /// Frames per second at most; the display's own rate if nil. Where the display has vblank, frames
    /// are a whole number of them apart.
    public var frameRate: Double?
    /// The part of a period in which a frame is made, in microseconds; as the frames' cost asks for if
    /// nil.
    public var budgetMicroseconds: Int64?
    /// When a frame takes in what the fingers did.
    public var latency: Latency

    /// Makes options.
    public init(
        frameRate: Double? = nil, budgetMicroseconds: Int64? = nil, latency: Latency = .lowest
    ) {
        self.frameRate = frameRate
        self.budgetMicroseconds = budgetMicroseconds
        self.latency = latency
    }

    /// How many vblanks a frame lasts: the fewest with which the rate isn't exceeded by more than a
    /// hundredth, so that 60 of 59.94 or 60.02 Hz are every one.
    func vblanksPerFrame(periodNanoseconds: Int64) -> Int64 {
        guard let rate else { return 1 }
        let vblanks = 1e9 / Double(periodNanoseconds) / rate
        return Int64(max((vblanks - 0.01).rounded(.up), 1))
    }

    /// The time between two frames on a display without vblank, in microseconds.
    func microsecondsPerFrame(periodMicroseconds: Int64) -> Int64 {
        guard let rate else { return periodMicroseconds }
        return max(Int64((1e6 / rate).rounded()), periodMicroseconds)
    }

    /// The rate within what can be asked for; nil where there is none, or it isn't a number.
    private var rate: Double? {
        guard let frameRate, !frameRate.isNaN else { return nil }
        return min(max(frameRate, Self.frameRates.lowerBound), Self.frameRates.upperBound)
    }
}
