import TouchKitContacts
import TouchKitGeometry

/// The events of one device of a recording, in the order of time: a list, or lines of a file that
/// are read while the events are iterated.
struct RecordedEvents: Sequence, Sendable {
    /// The events in memory; empty if the events are lines of a file.
    let list: [EvdevEvent]
    private let lines: RecordedLines?
    /// The time of the last event, or 0 without events.
    let lastTime: Timestamp

    /// Creates events from a list.
    init(_ events: [EvdevEvent]) {
        list = events
        lines = nil
        lastTime = events.last?.time ?? .zero
    }

    /// Creates the events in `lines`, of which the last one has the time `lastTime`.
    init(_ lines: RecordedLines, lastTime: Timestamp) {
        list = []
        self.lines = lines
        self.lastTime = lastTime
    }

    /// The first error while the file was read, or `nil`. The iteration ends at an error.
    var error: RecordingError? { lines?.error }

    /// Whether there are no events.
    var isEmpty: Bool {
        var iterator = makeIterator()
        return iterator.next() == nil
    }

    /// Returns an iterator that begins with the first event.
    func makeIterator() -> Iterator {
        Iterator(list: list.makeIterator(), lines: lines)
    }

    /// An iterator over the events of a device.
    struct Iterator: IteratorProtocol, Sendable {
        fileprivate var list: IndexingIterator<[EvdevEvent]>
        fileprivate var lines: RecordedLines?

        /// Returns the next event, or `nil` at the end.
        mutating func next() -> EvdevEvent? {
            lines?.nextEvent() ?? list.next()
        }
    }
}

/// The part of a recording with the events of one device.
struct RecordedEventList: Sendable {
    /// All events.
    var events: RecordedEvents
    /// The events up to the last `SYN_REPORT`.
    var completeEvents: RecordedEvents
    /// Whether the part ends in the middle of a frame.
    var endsInFrame: Bool
    /// The number of the line in which the first item begins, from 1.
    var line: Int
}
