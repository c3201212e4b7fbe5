import TouchKitGeometry

/// A touch sample with the times at which the sample was delivered and shown.
public struct ShownSample: Hashable, Sendable {
    /// The kernel's timestamp of the sample.
    public var time: Timestamp
    /// The time at which the display scanned out the pixel row of the sample's position, if
    /// front-buffer ink (ink written directly into the buffer on the display) showed the sample
    /// first. `nil` if a page flip showed the sample first.
    public var scanned: Timestamp?
    /// The time at which the app received the sample, or `nil` if it was not recorded.
    public var delivered: Timestamp?
    /// The time from a vblank until the pixel row of the sample's position is scanned out, in
    /// microseconds, or 0 for a display without scanout timing. The type is `Int32` to save memory.
    public var rowMicroseconds: Int32

    /// Creates a sample from its times.
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

/// The times and counts of one frame, from which all latency and cost values are computed.
public struct FrameRecord: Hashable, Sendable {
    /// The touch samples that this frame is the first to show, in order of delivery.
    public var samples: [ShownSample] = []
    /// The time at which the kiosk's main loop woke to draw the frame.
    public var woken = Timestamp.zero
    /// The time at which all input devices had been read. Later input belongs to the next frame.
    public var latched = Timestamp.zero
    /// The time at which all touches of the frame had been delivered to the app.
    public var dispatched = Timestamp.zero
    /// The time at which all pixels had been composed and written.
    public var drawn = Timestamp.zero
    /// The time at which the display accepted the frame.
    public var committed = Timestamp.zero
    /// The time of the vblank that showed the frame, or `zero` if the frame has not been shown yet.
    public var flipped = Timestamp.zero
    /// The time of the vblank for which the frame was intended, or `nil` if no vblank was
    /// predicted.
    public var target: Timestamp?
    /// The number of vblanks that the frame missed, from the intended vblank to the last vblank
    /// before the frame was shown.
    public var missedVblanks = 0
    /// The number of touch updates that were delivered to the app for this frame.
    public var deliveries = 0
    /// The number of changed touches in all touch updates of this frame. A touch counts once per
    /// touch update, even if several of its samples were coalesced.
    public var deliveredTouches = 0
    /// The number of damaged pixels, counted in cells of 2 × 1 pixels. A whole cell counts as
    /// damaged if one of its pixels differs from the previous frame.
    public var damagedPixels = 0
    /// The number of pixels written to the display buffer: the damage of this frame, and the damage
    /// of earlier frames that were drawn to other buffers.
    public var repaintedPixels = 0
    /// The number of pixels that differ from the previous frame.
    public var differingPixels = 0
    /// The number of bytes that the frame wrote to the display's memory, without front-buffer ink.
    public var bytesWritten = 0
    /// The number of bytes of front-buffer ink (ink written directly into the buffer on the
    /// display) since the previous frame. `bytesWritten` does not include these bytes.
    public var inkBytesWritten = 0
    /// The number of damaged pixels that were deferred to later frames, because drawing them would
    /// have exceeded the frame budget.
    public var deferredPixels = 0
    /// The number of active touches when the frame was presented.
    public var activeTouches = 0
    /// The frame budget: the planned drawing time before the vblank, in microseconds.
    public var budgetMicroseconds: Int64 = 0

    /// The default number of samples for which a record reserves memory: ten touches at 240 samples
    /// per second for one and a half frames of 1/60 s, rounded up to a power of two. A record of a
    /// frame with more samples grows, and keeps the memory for later frames.
    public static let usualSampleCapacity = 64

    /// Creates an empty record.
    ///
    /// - Parameter sampleCapacity: The number of samples to store without allocating.
    package init(sampleCapacity: Int = 0) {
        samples.reserveCapacity(sampleCapacity)
    }

    /// The time from wake-up until the display accepted the frame, in microseconds.
    public var costMicroseconds: Int64 { committed.microseconds(since: woken) }

    /// Returns the time from a sample's timestamp until the sample was shown, in microseconds, or
    /// `nil` if the sample has not been shown yet.
    public func latencyMicroseconds(of sample: ShownSample) -> Int64? {
        if let scanned = sample.scanned { return scanned.microseconds(since: sample.time) }
        return flipped == .zero ? nil : flipped.microseconds(since: sample.time)
    }

    /// Returns the time from a sample's timestamp until the row of its position was scanned out, in
    /// microseconds, or `nil` if the sample has not been shown yet. The result is comparable
    /// between samples that a page flip showed and samples that front-buffer ink showed.
    public func rowLatencyMicroseconds(of sample: ShownSample) -> Int64? {
        latencyMicroseconds(of: sample).map {
            sample.scanned == nil ? $0 + Int64(sample.rowMicroseconds) : $0
        }
    }

    /// Resets all values to those of an empty record, and keeps the memory of `samples` allocated.
    public mutating func reset() {
        var emptySamples = samples
        samples = []
        emptySamples.removeAll(keepingCapacity: true)
        self = FrameRecord()
        samples = emptySamples
    }
}
