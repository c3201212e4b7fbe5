import Linux
import Synchronization

/// Stores edits on a thread of its own, in their order: a disk that takes its time never holds up a
/// frame.
///
/// An edit waits for no other: what comes while one is on its way to the disk goes together with the
/// next. What can't be stored is kept, and tried again with the next edit and at the end.
public final class StoreWriter {
    /// What became of edits.
    public enum Event: Sendable {
        /// So many edits more are on the disk, and the drawing's generation is this.
        case saved(edits: Int, generation: Int64)
        /// Edits couldn't be stored, for another reason than the last time or for the first time since
        /// any could.
        case failed(StoreError)
    }

    private let queue: EditQueue
    private let thread: WorkerThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - store: Where edits go; the thread's own from here on.
    ///   - report: Called on the thread.
    /// - Throws: `LinuxError` where there can't be another thread.
    public init(
        store: sending DrawingStore, report: @escaping @Sendable (Event) -> Void
    ) throws(LinuxError) {
        let queue = try EditQueue()
        self.queue = queue
        thread = try WorkerThread(
            name: "store", handing: StoreWork(store: store, queue: queue, report: report)
        ) { $0.run() }
    }

    deinit {
        finish()
    }

    /// Hands an edit over; returns at once.
    public func store(_ edit: [StoreChange]) {
        queue.append(edit)
    }

    /// Stores what is left, and ends the thread.
    ///
    /// - Returns: How many edits couldn't be stored.
    @discardableResult
    public func finish() -> Int {
        queue.end()
        thread.join()
        return queue.unsaved
    }
}

/// The edits on their way from the loop to the disk.
private final class EditQueue: Sendable {
    private struct State {
        var edits: [[StoreChange]] = []
        var isEnding = false
        var unsaved = 0
    }

    private let state = Mutex(State())
    private let news: EventDescriptor

    init() throws(LinuxError) {
        news = try EventDescriptor()
    }

    /// What couldn't be stored, once the thread has ended.
    var unsaved: Int { state.withLock { $0.unsaved } }

    func append(_ edit: [StoreChange]) {
        state.withLock { $0.edits.append(edit) }
        news.raise()
    }

    func end() {
        state.withLock { $0.isEnding = true }
        news.raise()
    }

    func leave(unsaved count: Int) {
        state.withLock { $0.unsaved = count }
    }

    /// Waits for edits or the end.
    ///
    /// - Parameter edits: Those that came are added to it.
    /// - Returns: Whether more may come.
    func wait(addingTo edits: inout [[StoreChange]]) -> Bool {
        Poll.waitUntilReadable(news.descriptor)
        // What is raised from here on is for the next time.
        news.acknowledge()
        return state.withLock { state in
            edits.append(contentsOf: state.edits)
            state.edits.removeAll(keepingCapacity: true)
            return !state.isEnding
        }
    }
}

/// What the thread does.
private final class StoreWork {
    private let store: DrawingStore
    private let queue: EditQueue
    private let report: @Sendable (StoreWriter.Event) -> Void
    private var edits: [[StoreChange]] = []
    private var trouble: StoreError?

    init(
        store: DrawingStore, queue: EditQueue,
        report: @escaping @Sendable (StoreWriter.Event) -> Void
    ) {
        self.store = store
        self.queue = queue
        self.report = report
    }

    func run() {
        while queue.wait(addingTo: &edits) { save() }
        save()
        queue.leave(unsaved: edits.count)
    }

    private func save() {
        if edits.isEmpty { return }
        do {
            let generation = try store.apply(edits: edits)
            trouble = nil
            report(.saved(edits: edits.count, generation: generation))
            edits.removeAll(keepingCapacity: true)
        } catch {
            if error != trouble { report(.failed(error)) }
            trouble = error
        }
    }
}
