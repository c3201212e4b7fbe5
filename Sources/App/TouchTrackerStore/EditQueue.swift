import KioskSystem
import Synchronization

/// A thread-safe queue through which the main thread passes edits and pictures to the thread of the
/// store.
package final class EditQueue: Sendable {
    private struct State {
        var edits: [[StoreChange]] = []
        var isClosed = false
        var unsavedCount = 0
        var picture: EncodedPicture?
    }

    private let state = Mutex(State())
    /// The event that wakes the thread of the store after a change of the queue.
    private let changeEvent: EventDescriptor

    /// Creates an empty queue. Throws `LinuxError` if its file descriptor cannot be created.
    package init() throws(LinuxError) {
        changeEvent = try EventDescriptor()
    }

    /// A file descriptor that is readable while the queue contains changes that the thread of the
    /// store has not processed.
    var descriptor: Int32 { changeEvent.descriptor }

    /// Whether the queue has been closed by `close(with:)`, so that no further edits follow.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of edits that could not be stored. The value is valid when the thread of the
    /// store has ended.
    var unsavedCount: Int { state.withLock { $0.unsavedCount } }

    /// Adds an edit to the queue, and discards the queued picture, which does not show the edit.
    package func append(_ edit: [StoreChange]) {
        state.withLock { state in
            state.edits.append(edit)
            state.picture = nil
        }
        changeEvent.raise()
    }

    /// Replaces the queued picture, if any, with `picture`, which must show all edits queued so
    /// far.
    package func replacePicture(with picture: EncodedPicture) {
        state.withLock { $0.picture = picture }
        changeEvent.raise()
    }

    /// Removes the queued picture from the queue and returns it. Returns `nil` if there is no
    /// picture, or if the queue still contains edits, because they must be stored before the
    /// picture is written.
    ///
    /// - Parameter isLast: Whether the database will be closed before the picture is written. If
    ///   `true`, returns a picture only after the queue was closed; if `false`, only before.
    package func dequeuePicture(isLast: Bool = false) -> EncodedPicture? {
        state.withLock { state in
            guard state.edits.isEmpty, state.isClosed == isLast else { return nil }
            defer { state.picture = nil }
            return state.picture
        }
    }

    /// Closes the queue, so that no further edits follow. If `picture` is not `nil`, it replaces
    /// the queued picture.
    func close(with picture: EncodedPicture?) {
        state.withLock { state in
            state.isClosed = true
            state.picture = picture ?? state.picture
        }
        changeEvent.raise()
    }

    /// Records that the store's thread has ended and could not store `count` edits.
    func recordEnd(unsavedCount count: Int) {
        state.withLock { $0.unsavedCount = count }
    }

    /// Moves all queued edits to the end of `edits`.
    ///
    /// - Returns: Whether the queue contained edits, and whether further edits can follow because
    ///   the queue is not closed.
    package func moveEdits(to edits: inout [[StoreChange]]) -> (hasNew: Bool, canHaveMore: Bool) {
        // Later changes make the descriptor readable again.
        changeEvent.acknowledge()
        return state.withLock { state in
            let hasNew = !state.edits.isEmpty
            edits.append(contentsOf: state.edits)
            state.edits.removeAll(keepingCapacity: true)
            return (hasNew, !state.isClosed)
        }
    }
}
