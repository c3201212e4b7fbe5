import KioskSystem
import Synchronization

/// A request to write a picture of the drawing to disk.
package struct PictureRequest: Sendable {
    /// The picture of the drawing after all edits that were queued before this request.
    package let picture: EncodedPicture
    /// The number of `StoreWriter.Event.recreated` events that were processed before the picture
    /// was created.
    package let recreationCount: Int

    /// Creates a request to write `picture`.
    package init(picture: EncodedPicture, recreationCount: Int) {
        self.picture = picture
        self.recreationCount = recreationCount
    }
}

/// A thread-safe queue of edits, from the main thread to the store's thread.
package final class EditQueue: Sendable {
    private struct State {
        var edits: [[StoreChange]] = []
        var isClosed = false
        var unsavedCount = 0
        var picture: PictureRequest?
    }

    private let state = Mutex(State())
    /// The event that signals changes to the store's thread.
    private let changeEvent: EventDescriptor
    /// The event that signals to `waitForReading()` that the initial reading ended or was
    /// interrupted.
    private let readingEvent: EventDescriptor

    /// Creates an empty queue.
    package init() throws(LinuxError) {
        changeEvent = try EventDescriptor()
        readingEvent = try EventDescriptor()
    }

    /// A file descriptor that is readable while the queue has unprocessed changes.
    var descriptor: Int32 { changeEvent.descriptor }

    /// Whether the queue was closed by `close(with:)`.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of edits that could not be stored; valid after the store's thread has ended.
    var unsavedCount: Int { state.withLock { $0.unsavedCount } }

    /// Adds an edit, and discards the pending picture, which does not show the edit.
    package func append(_ edit: [StoreChange]) {
        state.withLock { state in
            state.edits.append(edit)
            state.picture = nil
        }
        changeEvent.raise()
    }

    /// Replaces the pending picture with `picture`, which must show all queued edits.
    package func replacePicture(with picture: PictureRequest) {
        state.withLock { $0.picture = picture }
        changeEvent.raise()
    }

    /// Removes and returns the pending picture, if all edits that it shows were removed from the
    /// queue.
    ///
    /// - Parameter isLast: Whether to return the picture passed to `close(with:)`, which must be
    ///   written after the database is closed. Other pictures are returned only before that call.
    package func dequeuePicture(isLast: Bool = false) -> PictureRequest? {
        state.withLock { state in
            guard state.edits.isEmpty, state.isClosed == isLast else { return nil }
            defer { state.picture = nil }
            return state.picture
        }
    }

    /// Closes the queue, so that no edits follow. If `picture` is not `nil`, it replaces the
    /// pending picture.
    func close(with picture: PictureRequest?) {
        state.withLock { state in
            state.isClosed = true
            state.picture = picture ?? state.picture
        }
        changeEvent.raise()
    }

    /// Records that the store's thread has ended and could not store `count` edits.
    func recordEnd(unsavedCount count: Int) {
        state.withLock { $0.unsavedCount = count }
        readingEvent.raise()
    }

    /// Moves all queued edits to the end of `edits`.
    ///
    /// - Returns: Whether any edits were queued, and whether more can follow because the queue is
    ///   not closed.
    package func moveEdits(to edits: inout [[StoreChange]]) -> (hasNew: Bool, canHaveMore: Bool) {
        // Changes from here on make the descriptor readable again.
        changeEvent.acknowledge()
        return state.withLock { state in
            let hasNew = !state.edits.isEmpty
            edits.append(contentsOf: state.edits)
            state.edits.removeAll(keepingCapacity: true)
            return (hasNew, !state.isClosed)
        }
    }

    // MARK: Initial reading

    /// Unblocks `waitForReading()`. Called when all strokes were read, or when the next stroke
    /// cannot be read at present.
    func signalReadingPaused() {
        readingEvent.raise()
    }

    /// Blocks until `signalReadingPaused()` is called or the store's thread has ended.
    func waitForReading() {
        Poll.waitUntilReadable(readingEvent.descriptor)
    }
}
