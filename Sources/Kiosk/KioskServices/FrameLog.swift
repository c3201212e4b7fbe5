import TouchKitGeometry

/// A ring buffer of the most recent frame records, which contain the times and counts of a frame.
/// Appending allocates nothing.
package struct FrameLog: Sendable {
    private var ring: [FrameRecord]
    private var next = 0

    /// The number of frame records appended so far.
    package private(set) var frames = 0
    /// The number of bytes that all appended frames wrote to the display's buffers, without
    /// front-buffer ink.
    package private(set) var bytesWritten = 0
    /// The number of bytes of front-buffer ink (ink written directly into the buffer on the
    /// display) so far. `bytesWritten` does not include these bytes.
    package private(set) var inkBytesWritten = 0
    /// The number of records to store.
    private static let capacity = 256

    /// Creates a log without records.
    package init() {
        // Each record needs its own sample buffer. `Array(repeating:count:)` would share one
        // buffer.
        ring = (0..<Self.capacity).map { _ in
            FrameRecord(sampleCapacity: FrameRecord.usualSampleCapacity)
        }
    }

    /// Stores the contents of `record`, and replaces `record` with an empty record that reuses the
    /// memory of the oldest record. Copies no samples.
    package mutating func append(exchanging record: inout FrameRecord) {
        swap(&ring[next], &record)
        frames += 1
        bytesWritten += ring[next].bytesWritten
        inkBytesWritten += ring[next].inkBytesWritten
        next = (next + 1) % ring.count
        record.reset()
    }

    /// Adds `bytes` of front-buffer ink to `inkBytesWritten`. Called if no frame record will
    /// contain these bytes, because the display or its geometry changed.
    package mutating func add(unconfirmedInkBytes bytes: Int) {
        inkBytesWritten += bytes
    }

    /// Sets the time at which the newest frame was shown, and the number of vblanks that the frame
    /// missed. Does nothing before the first frame.
    package mutating func setFlipped(at time: Timestamp, missedVblanks: Int) {
        guard frames > 0 else { return }
        ring[newestIndex].flipped = time
        ring[newestIndex].missedVblanks = missedVblanks
    }

    /// The newest record, or `nil` before the first frame.
    package var newest: FrameRecord? { frames == 0 ? nil : ring[newestIndex] }

    private var newestIndex: Int { (next + ring.count - 1) % ring.count }

    /// The stored records, oldest first.
    package var records: [FrameRecord] {
        frames < ring.count
            ? Array(ring[..<frames]) : Array(ring[next...]) + Array(ring[..<next])
    }
}
