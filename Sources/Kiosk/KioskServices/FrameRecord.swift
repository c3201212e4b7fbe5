import TouchKitGeometry

/// A touch sample and the times at which it was delivered and shown.
public struct ShownSample: Hashable, Sendable {
    /// The kernel's timestamp of the sample.
    public var time: Timestamp
    /// The time at which the row of its position was scanned out with front-buffer ink, or `nil` if
    /// the flip showed it first.
    public var scanned: Timestamp?
    /// The time at which the app received the sample, or `nil` if it was not recorded.
    public var delivered: Timestamp?
    /// The time from a vblank until the row of its position is scanned out, in microseconds, or 0
    /// for a display without scanout timing. The 32-bit width saves memory in each sample.
    public var rowMicroseconds: Int32

    /// Creates a sample.
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

/// The timing and counts of one frame, which all latency and cost figures are computed from.
public struct FrameRecord: Hashable, Sendable {
    /// The touch samples that this frame shows first, in order of delivery.
    public var samples: [ShownSample] = []
    /// The time at which the main loop woke for the frame.
    public var woken = Timestamp.zero
    /// The time at which input was latched: all devices were read.
    public var latched = Timestamp.zero
    /// The time at which all touches were delivered.
    public var dispatched = Timestamp.zero
    /// The time at which all pixels were composed and written.
    public var drawn = Timestamp.zero
    /// The time at which the display accepted the frame.
    public var committed = Timestamp.zero
    /// The time of the vblank that showed the frame, or `zero` before it.
    public var flipped = Timestamp.zero
    /// The time of the intended vblank, or `nil` without a prediction.
    public var target: Timestamp?
    /// The number of vblanks missed: those between the intended one and the one that showed the
    /// frame.
    public var missedVblanks = 0
    /// The number of deliveries to the app.
    public var deliveries = 0
    /// The number of touch changes in all deliveries. Further samples were coalesced.
    public var deliveredTouches = 0
    /// The number of damaged pixels.
    public var damagedPixels = 0
    /// The number of pixels written: the damage, and earlier damage that this buffer had missed.
    public var repaintedPixels = 0
    /// The number of pixels that differ from the previous frame.
    public var differingPixels = 0
    /// The number of bytes written to scanout memory.
    public var bytesWritten = 0
    /// The number of bytes of front-buffer ink since the previous frame, which `bytesWritten` does
    /// not include.
    public var inkBytesWritten = 0
    /// The number of damaged pixels deferred to later frames because of the budget.
    public var deferredPixels = 0
    /// The number of active touches.
    public var activeTouches = 0
    /// The frame budget in microseconds.
    public var budgetMicroseconds: Int64 = 0

    /// The usual sample capacity: ten touches at 240 samples a second in three frames of 1/60 s,
    /// with a reserve.
    public static let usualSampleCapacity = 128

    /// Creates an empty record.
    ///
    /// - Parameter sampleCapacity: The number of samples to store without allocating.
    package init(sampleCapacity: Int = 0) {
        samples.reserveCapacity(sampleCapacity)
    }

    /// The time from wake-up until the display accepted the frame, in microseconds.
    public var costMicroseconds: Int64 { committed.microseconds(since: woken) }

    /// Returns the time from a sample's timestamp until the sample was shown, in microseconds, or
    /// `nil` before that.
    public func latencyMicroseconds(of sample: ShownSample) -> Int64? {
        if let scanned = sample.scanned { return scanned.microseconds(since: sample.time) }
        return flipped == .zero ? nil : flipped.microseconds(since: sample.time)
    }

    /// Returns the time from a sample's timestamp until the row of its position was scanned out, in
    /// microseconds, or `nil` before that. Samples shown by a flip and by front-buffer ink are
    /// comparable.
    public func rowLatencyMicroseconds(of sample: ShownSample) -> Int64? {
        latencyMicroseconds(of: sample).map {
            sample.scanned == nil ? $0 + Int64(sample.rowMicroseconds) : $0
        }
    }

    /// Resets all values and keeps the memory.
    public mutating func reset() {
        var kept = samples
        samples = []
        kept.removeAll(keepingCapacity: true)
        self = FrameRecord()
        samples = kept
    }
}
