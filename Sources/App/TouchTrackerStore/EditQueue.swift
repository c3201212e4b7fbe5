import KioskSystem
import Synchronization

/// A picture on its way from the loop to the disk.
package struct PictureRequest: Sendable {
    /// What the drawing looks like, after all edits that were handed over before.
    package let picture: StoredPicture
    /// How many drawings were begun anew that whoever took the picture knew of.
    package let anewCount: Int

    /// Makes a request.
    package init(picture: StoredPicture, anewCount: Int) {
        self.picture = picture
        self.anewCount = anewCount
    }
}

/// The edits on their way from the loop to the disk.
package final class EditQueue: Sendable {
    private struct State {
        var edits: [[StoreChange]] = []
        var isEnding = false
        var unsaved = 0
        var picture: PictureRequest?
    }

    private let state = Mutex(State())
    private let news: EventDescriptor
    private let reading: EventDescriptor

    /// Makes an empty queue.
    package init() throws(LinuxError) {
        news = try EventDescriptor()
        reading = try EventDescriptor()
    }

    /// Readable while there is anything new.
    var descriptor: Int32 { news.descriptor }

    /// Whether nothing comes any more.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// What couldn't be stored, once the thread has ended.
    var unsaved: Int { state.withLock { $0.unsaved } }

    /// Hands an edit over.
    package func append(_ edit: [StoreChange]) {
        state.withLock { state in
            state.edits.append(edit)
            // It shows the drawing as it was before.
            state.picture = nil
        }
        news.raise()
    }

    /// Hands a picture over of the drawing as all edits make it that were handed over.
    package func append(_ picture: PictureRequest) {
        state.withLock { $0.picture = picture }
        news.raise()
    }

    /// Takes the picture that was handed over after all edits that were taken so far; one that was handed
    /// over after edits that nobody has taken yet waits for them.
    ///
    /// - Parameter isLast: Whether it is the one that came with the end, which is written when the
    ///   database is closed, and not before.
    package func takePicture(isLast: Bool = false) -> PictureRequest? {
        state.withLock { state in
            guard state.edits.isEmpty, state.isEnding == isLast else { return nil }
            defer { state.picture = nil }
            return state.picture
        }
    }

    /// Nothing comes any more but this picture.
    func end(_ picture: PictureRequest?) {
        state.withLock { state in
            state.isEnding = true
            state.picture = picture ?? state.picture
        }
        news.raise()
    }

    func leave(unsaved count: Int) {
        state.withLock { $0.unsaved = count }
        reading.raise()
    }

    /// Takes what came.
    ///
    /// - Parameter edits: Those that came are added to it.
    /// - Returns: Whether any came, and whether more may come.
    package func take(addingTo edits: inout [[StoreChange]]) -> (hasCome: Bool, mayCome: Bool) {
        // What is raised from here on is for the next time.
        news.acknowledge()
        return state.withLock { state in
            let hasCome = !state.edits.isEmpty
            edits.append(contentsOf: state.edits)
            state.edits.removeAll(keepingCapacity: true)
            return (hasCome, !state.isEnding)
        }
    }

    // MARK: The first reading

    /// All strokes were read, or they can't be now.
    func readingPaused() {
        reading.raise()
    }

    /// Waits for that.
    func waitForReading() {
        Poll.waitUntilReadable(reading.descriptor)
    }
}
