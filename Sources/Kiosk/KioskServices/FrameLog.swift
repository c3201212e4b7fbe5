import TouchKitGeometry

/// The newest frame records, in a ring: keeping one more allocates nothing.
package struct FrameLog: Sendable {
    private var ring: [FrameRecord]
    private var next = 0

    /// Frames recorded so far.
    package private(set) var frames = 0
    /// Bytes written to scanout memory by all of them.
    package private(set) var bytesWritten = 0
    /// Bytes written straight into buffers on the screen ahead of them (front-buffer ink); not among
    /// `bytesWritten`.
    package private(set) var inkBytesWritten = 0
    /// Input samples shown by all of them.
    package private(set) var samples = 0

    /// Makes a log that keeps so many records, at least 1.
    package init(capacity: Int = 256) {
        // Each record has room for a frame's samples from the start; an array repeated would share it.
        ring = (0..<max(1, capacity)).map { _ in
            FrameRecord(sampleCapacity: FrameRecord.usualSamples)
        }
    }

    /// Takes a record in exchange for an old one, whose memory is used again: nothing is copied.
    package mutating func append(exchanging record: inout FrameRecord) {
        swap(&ring[next], &record)
        frames += 1
        bytesWritten += ring[next].bytesWritten
        inkBytesWritten += ring[next].inkBytesWritten
        samples += ring[next].samples.count
        next = (next + 1) % ring.count
        record.reset()
    }

    /// Counts ink that no frame will confirm: its display has gone, or shows the picture otherwise.
    package mutating func add(unconfirmedInkBytes bytes: Int) {
        inkBytesWritten += bytes
    }

    /// Tells when the newest frame came onto the screen, and how many vblanks it missed.
    package mutating func setFlipped(at time: Timestamp, missedVblanks: Int = 0) {
        guard frames > 0 else { return }
        let newest = (next + ring.count - 1) % ring.count
        ring[newest].flipped = time
        ring[newest].missedVblanks = missedVblanks
    }

    /// The newest record, if there is one.
    package var newest: FrameRecord? {
        frames == 0 ? nil : ring[(next + ring.count - 1) % ring.count]
    }

    /// The records kept, oldest first.
    package var records: [FrameRecord] {
        frames < ring.count
            ? Array(ring[..<frames]) : Array(ring[next...]) + Array(ring[..<next])
    }
}
