import Synchronization
import TouchKit
import TouchTrackerStore

/// A queue of events from the store's thread to the main thread.
final class StoreEventMailbox: Sendable {
    private let events = Mutex<[StoreWriter.Event]>([])
    @MainActor private weak var listener: DrawingPersistence?

    @MainActor
    func setListener(_ listener: DrawingPersistence) {
        self.listener = listener
    }

    /// Adds an event to the queue. If the queue was empty, also schedules a call of
    /// `processEvents()` on the main thread.
    func add(_ event: StoreWriter.Event) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { RunLoop.main.perform { [weak self] in self?.listener?.processEvents() } }
    }

    /// Removes all events from the queue and returns them, the oldest first.
    func removeAll() -> [StoreWriter.Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
