import TouchKitContacts

/// The events of one device of a recording, in the order of time: a list, or lines of a file that
/// are read while the events are iterated.
struct RecordedEvents: Sequence, Sendable {
    private let list: [EvdevEvent]
    private let lines: RecordedLines?

    /// Creates events from a list.
    init(_ events: [EvdevEvent]) {
        list = events
        lines = nil
    }

    /// Creates the events in `lines`.
    init(_ lines: RecordedLines) {
        list = []
        self.lines = lines
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
