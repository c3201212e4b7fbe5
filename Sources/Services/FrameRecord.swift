import Geometry

/// What one frame cost and showed: the measure of everything that is said about speed.
public struct FrameRecord: Hashable, Sendable {
    /// The kernel's time of every input sample that this frame shows first.
    public var sampleTimes: [Timestamp] = []
    /// When the loop woke for it.
    public var woken = Timestamp.zero
    /// When the devices had been read.
    public var latched = Timestamp.zero
    /// When the touches had been delivered.
    public var dispatched = Timestamp.zero
    /// When its pixels were composed and written.
    public var drawn = Timestamp.zero
    /// When the display had taken it.
    public var committed = Timestamp.zero
    /// When it was on the screen; `zero` until it is.
    public var flipped = Timestamp.zero
    /// Pixels of this frame's damage.
    public var damagedPixels = 0
    /// Pixels written: the damage and what this buffer had missed.
    public var repaintedPixels = 0
    /// Pixels that differ from the frame before.
    public var differingPixels = 0
    /// Bytes written to scanout memory.
    public var bytesWritten = 0
    /// Fingers that were down when it was made.
    public var fingers = 0
    /// The time in which it had to be made, in microseconds.
    public var budgetMicroseconds: Int64 = 0

    /// Room for ten fingers at 240 samples a second in a frame of 1/60 s, and some.
    public static let usualSamples = 64

    /// Makes an empty record.
    ///
    /// - Parameter sampleCapacity: The number of samples that it has room for without allocating.
    public init(sampleCapacity: Int = 0) {
        sampleTimes.reserveCapacity(sampleCapacity)
    }

    /// Empties the record and keeps its memory.
    public mutating func reset() {
        var times = sampleTimes
        sampleTimes = []
        times.removeAll(keepingCapacity: true)
        self = FrameRecord()
        sampleTimes = times
    }
}
