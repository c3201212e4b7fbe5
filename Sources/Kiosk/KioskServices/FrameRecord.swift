import TouchKitGeometry

/// One measured place of a finger, and when it was first seen.
public struct ShownSample: Hashable, Sendable {
    /// The kernel's time of the measurement.
    public var time: Timestamp
    /// When the row that shows it was scanned out, where it was written ahead of the flip (front-buffer
    /// ink); nil where the flip shows it first.
    public var scanned: Timestamp?
    /// When it was delivered to the application, where that was before the frame that it is told with;
    /// nil where nobody noted it.
    public var delivered: Timestamp?
    /// How long after a vblank the row at its place is scanned out, in microseconds; 0 where nothing is
    /// scanned. Half as wide as the times, so that a sample takes no more memory for it.
    public var rowMicroseconds: Int32

    /// Makes a sample.
    package init(
        time: Timestamp, scanned: Timestamp? = nil, delivered: Timestamp? = nil,
        rowMicroseconds: Int32 = 0
    ) {
        self.time = time
        self.delivered = delivered
        self.scanned = scanned
        self.rowMicroseconds = rowMicroseconds
    }
}

/// What one frame cost and showed: the measure of everything that is said about speed.
public struct FrameRecord: Hashable, Sendable {
    /// Every input sample that this frame shows first, in the order of delivery.
    public var samples: [ShownSample] = []
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
    /// The vblank that it was meant for; nil where none could be foreseen.
    public var target: Timestamp?
    /// Vblanks that passed between the one it was meant for and the one that showed it.
    public var missedVblanks = 0
    /// Deliveries to the application.
    public var deliveries = 0
    /// Changed touches in all of them: samples beyond these were coalesced.
    public var deliveredTouches = 0
    /// Pixels of this frame's damage.
    public var damagedPixels = 0
    /// Pixels written: the damage and what this buffer had missed.
    public var repaintedPixels = 0
    /// Pixels that differ from the frame before.
    public var differingPixels = 0
    /// Bytes written to scanout memory.
    public var bytesWritten = 0
    /// Bytes written straight into the buffer on the screen since the frame before (front-buffer ink);
    /// not among `bytesWritten`.
    public var inkBytesWritten = 0
    /// Pixels of damage that were left to the next frame, because time was up.
    public var carriedPixels = 0
    /// Fingers that were down when it was made.
    public var fingers = 0
    /// The time in which it had to be made, in microseconds.
    public var budgetMicroseconds: Int64 = 0

    /// Room for ten fingers at 240 samples a second in three frames of 1/60 s, and some.
    public static let usualSamples = 128

    /// Makes an empty record.
    ///
    /// - Parameter sampleCapacity: The number of samples that it has room for without allocating.
    package init(sampleCapacity: Int = 0) {
        samples.reserveCapacity(sampleCapacity)
    }

    /// What it took to make, from the wake-up until the display had it, in microseconds.
    public var costMicroseconds: Int64 { committed.microseconds(since: woken) }

    /// From a sample's measurement until it was first seen, in microseconds; nil while it isn't.
    public func latencyMicroseconds(of sample: ShownSample) -> Int64? {
        if let scanned = sample.scanned { return scanned.microseconds(since: sample.time) }
        return flipped == .zero ? nil : flipped.microseconds(since: sample.time)
    }

    /// From a sample's measurement until the row at its place was scanned out with it, in microseconds,
    /// whether the flip brought it or it was written ahead; nil while it isn't.
    public func rowLatencyMicroseconds(of sample: ShownSample) -> Int64? {
        latencyMicroseconds(of: sample).map {
            sample.scanned == nil ? $0 + Int64(sample.rowMicroseconds) : $0
        }
    }

    /// Empties the record and keeps its memory.
    public mutating func reset() {
        var kept = samples
        samples = []
        kept.removeAll(keepingCapacity: true)
        self = FrameRecord()
        samples = kept
    }
}
