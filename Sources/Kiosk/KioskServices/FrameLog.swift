import TouchKitGeometry

/// A ring buffer of the most recent frame records. Appending allocates nothing.
package struct FrameLog: Sendable {
    private var ring: [FrameRecord]
    private var next = 0

    /// The number of frames appended so far.
    package private(set) var frames = 0
    /// The number of bytes that all frames wrote to scanout memory.
    package private(set) var bytesWritten = 0
    /// The number of bytes of front-buffer ink, which `bytesWritten` does not include.
    package private(set) var inkBytesWritten = 0
    /// The number of touch samples that all appended frames were the first to show.
    package private(set) var samples = 0

    /// Creates a log.
    ///
    /// - Parameter capacity: The number of records to store, at least 1.
    package init(capacity: Int = 256) {
        // Each record gets its own sample buffer; a repeated array would share one.
        ring = (0..<max(1, capacity)).map { _ in
            FrameRecord(sampleCapacity: FrameRecord.usualSampleCapacity)
        }
    }

    /// Stores `record` and replaces it by an empty one that reuses the memory of the oldest record.
    /// Nothing is copied.
    package mutating func append(exchanging record: inout FrameRecord) {
        swap(&ring[next], &record)
        frames += 1
        bytesWritten += ring[next].bytesWritten
        inkBytesWritten += ring[next].inkBytesWritten
        samples += ring[next].samples.count
        next = (next + 1) % ring.count
        record.reset()
    }

    /// Adds the bytes of front-buffer ink that no frame will confirm, because the display or its
    /// geometry changed.
    package mutating func add(unconfirmedInkBytes bytes: Int) {
        inkBytesWritten += bytes
    }

    /// Sets the time at which the newest frame was shown, and the number of vblanks it missed.
    package mutating func setFlipped(at time: Timestamp, missedVblanks: Int = 0) {
        guard frames > 0 else { return }
        let newest = (next + ring.count - 1) % ring.count
        ring[newest].flipped = time
        ring[newest].missedVblanks = missedVblanks
    }

    /// The newest record, or `nil` before the first frame.
    package var newest: FrameRecord? {
        frames == 0 ? nil : ring[(next + ring.count - 1) % ring.count]
    }

    /// The stored records, oldest first.
    package var records: [FrameRecord] {
        frames < ring.count
            ? Array(ring[..<frames]) : Array(ring[next...]) + Array(ring[..<next])
    }
}
