import KioskSystem
import TouchKitGeometry

/// An object that does the work of the thread of the store. In order of priority, the object stores
/// edits, reads the next page of strokes, and writes the picture. `StoreState` selects the next
/// step.
final class StoreWorker {
    /// The connection to the database.
    private enum Connection {
        case closed
        /// An open database. Nothing is written until the write-ahead log has been copied into the
        /// database file and the contents of the database have been compared with the state.
        case unverified(DrawingStore)
        case verified(DrawingStore)

        var store: DrawingStore? {
            switch self {
            case .closed: nil
            case .unverified(let store), .verified(let store): store
            }
        }
    }

    private let files: DrawingFiles
    private let queue: EditQueue
    private let clock: any StoreClock
    private let report: @Sendable (StoreWriter.Event) -> Void
    private let openingError: StoreError?

    private var connection: Connection
    private var state: StoreState
    /// The edits that have not been stored yet, the oldest first.
    private var edits: [[StoreChange]] = []
    /// The error of the last attempt to write the picture, or `nil` if it was successful.
    private var pictureError: LinuxError?

    init(
        folder: String, opened: OpenedDrawing, queue: EditQueue, clock: any StoreClock,
        memoryLimit: Int, report: @escaping @Sendable (StoreWriter.Event) -> Void
    ) {
        files = DrawingFiles(folder: folder)
        self.queue = queue
        self.clock = clock
        self.report = report
        openingError = opened.writeError
        // If the last process could not synchronize the log, the disk may lack a part of it that
        // can still be read from memory. Edits appended to this log would be lost with that part.
        connection =
            opened.store.map {
                $0.isWritable && !opened.hadLog ? .verified($0) : .unverified($0)
            } ?? .closed
        state = StoreState(
            contents: opened.head.map { .drawing(generation: $0.generation) } ?? .unknown,
            reading: opened.store == nil ? .finished() : .pages(after: .min, memory: memoryLimit),
            readEnd: opened.head?.nextID ?? 1, path: files.database)
    }

    /// Processes the queue of edits until the queue is closed and the last attempt to store the
    /// remaining edits has ended.
    func run() {
        if let openingError {
            report(state.recordFailure(openingError, of: .saving, at: clock.now()))
        }
        if state.readPosition == nil { report(state.finishReading()) }
        while true {
            let queued = queue.moveEdits(to: &edits)
            if !queued.canHaveMore { break }
            if queued.hasNew { state.recordNewEdit() }
            switch state.nextStep(at: clock.now(), hasEdits: !edits.isEmpty) {
            case .save: save()
            case .read: read()
            case .idle:
                if let picture = queue.dequeuePicture() {
                    write(picture)
                } else {
                    clock.wait(for: queue.descriptor, until: nil)
                }
            case .wait(let time): clock.wait(for: queue.descriptor, until: time)
            }
        }
        // If the first attempt quarantines a damaged file, or finds that the file was moved or
        // deleted, the second attempt writes to the new file that replaces it.
        if state.mustSave(hasEdits: !edits.isEmpty), save() { save() }
        // Closing the database changes its files, so that an earlier picture is out of date.
        connection = .closed
        if let picture = queue.dequeuePicture(isLast: true) { write(picture) }
        queue.recordEnd(unsavedCount: edits.count)
    }

    private func report(_ events: [StoreWriter.Event]) {
        events.forEach(report)
    }

    // MARK: Edits

    /// Opens the database for writing if necessary, and stores the pending edits. After a failure,
    /// schedules a retry.
    ///
    /// - Returns: Whether the file was quarantined (moved out of the way), or was moved or deleted
    ///   by another program, so that the next attempt opens another file.
    @discardableResult
    private func save() -> Bool {
        do throws(StoreError) {
            try openForWriting()
            try storeEdits()
            report(state.recordSuccess(of: .saving))
        } catch {
            if quarantine(because: error) { return true }
            close(because: error)
            report(state.recordFailure(error, of: .saving, at: clock.now()))
            return error.kind == .moved
        }
        return false
    }

    /// Stores all pending edits in one transaction.
    private func storeEdits() throws(StoreError) {
        guard let store = connection.store, !edits.isEmpty else { return }
        do throws(StoreError) {
            let generation = try store.apply(edits: edits, above: state.unreadMaximums)
            recordSaved(edits.count, generation: generation)
        } catch {
            // If one of these errors occurs, no transaction was started.
            let isStarted = error.kind != .moved && error.kind != .busy
            state.recordFailedTransaction(editCount: isStarted ? edits.count : 0)
            throw error
        }
    }

    /// Removes the first `count` edits from `edits`, because they are durable, and reports them as
    /// saved.
    private func recordSaved(_ count: Int, generation: Int64) {
        let isComplete = edits.prefix(count).contains { $0.first == .removeAll }
        if count == edits.count {
            edits.removeAll(keepingCapacity: true)
        } else {
            edits.removeFirst(count)
        }
        report(
            state.recordSaved(editCount: count, generation: generation, isComplete: isComplete))
    }

    // MARK: Strokes

    /// Reads and reports the next page of strokes, or searches the next range of identifiers, so
    /// that edits can be stored in between. After a failure, schedules a retry.
    private func read() {
        do throws(StoreError) {
            if connection.store == nil, let error = try reopen(), connection.store == nil {
                throw error
            }
            // Opening may have replaced the drawing with an empty one.
            if case .empty = state.contents { return report(state.finishReading()) }
            guard let store = connection.store else { return }
            switch state.reading {
            case .pages(let after, _, _):
                var page = try store.page(after: after, before: state.readEnd)
                if page.isLast {
                    for id in try store.ids(from: max(state.readEnd, Schema.strokeNumberLimit)) {
                        page.append(nil, id: id)
                    }
                }
                report(state.recordPage(page))
            case .search(let after, let end, _, _):
                let limit = Int64(DrawingStore.pageStrokes)
                report(
                    state.recordPage(store.readableStrokes(after: after, before: end, limit: limit))
                )
            case .finished: break
            }
        } catch {
            if quarantine(because: error) { return }
            let isOpen = connection.store != nil
            close(because: error)
            // Reading ends if the file must be quarantined but cannot be.
            if state.readPosition == nil { return }
            report(state.recordFailure(error, of: .reading, isOpen: isOpen, at: clock.now()))
        }
    }

    /// Reads and reports the readable strokes of a damaged file before it is quarantined (moved out
    /// of the way).
    private func reportReadableStrokes(of store: DrawingStore) {
        guard let position = state.readPosition else { return }
        var id = max(0, position)
        let end = min(state.readEnd, id + StoreState.maximumSearchedIDs)
        // The search may stop early when the program ends: the quarantined file is not deleted.
        while id < end - 1, !queue.isClosed {
            let page = store.readableStrokes(
                after: id, before: end, limit: Int64(DrawingStore.pageStrokes))
            id = page.lastID
            if !page.strokes.isEmpty || !page.skippedIDs.isEmpty { report(.read(page)) }
        }
    }

    // MARK: Opening

    /// Closes the database after a failure, because the connection may be unusable. After the error
    /// `busy`, the connection stays open.
    private func close(because error: StoreError) {
        if error.kind != .busy { connection = .closed }
    }

    /// Quarantines (moves out of the way) a file that has proved to be unusable while it was open.
    ///
    /// - Returns: Whether the file was quarantined.
    private func quarantine(because error: StoreError) -> Bool {
        guard error.requiresQuarantine, let store = connection.store, state.canQuarantine else {
            return false
        }
        reportReadableStrokes(of: store)
        store.preserveLogOnClose()
        connection = .closed
        let quarantined: QuarantinedDrawing
        do throws(StoreError) {
            quarantined = try QuarantinedDrawing(files, because: error)
        } catch {
            report(state.abandonReading(because: error))
            return false
        }
        if state.readPosition != nil { report(state.finishReading()) }
        report(state.recordReplacement(error, quarantined))
        return true
    }

    /// Opens the database for writing and verifies its contents. Does nothing if the database is
    /// already open for writing and verified.
    private func openForWriting() throws(StoreError) {
        if connection.store?.isWritable != true {
            if let error = try reopen() { throw error }
        } else if case .verified = connection {
            return
        }
        try verify()
    }

    /// Closes and reopens the database. If the file contains an unexpected drawing, replaces it
    /// with an empty drawing.
    ///
    /// - Returns: The error that prevents writing, or `nil` if the database can be written.
    private func reopen() throws(StoreError) -> StoreError? {
        // Closing checkpoints the write-ahead log.
        connection = .closed
        var opened = try DrawingStore.open(folder: files.folder)
        if let quarantined = opened.quarantined {
            report(state.recordReplacement(quarantined.error, quarantined))
        }
        if let head = opened.head, !state.accepts(head) {
            if let error = opened.writeError { return error }
            opened = try replace(opened, head)
        }
        if opened.head == nil, case .drawing = state.contents { return opened.writeError }
        connection = opened.store.map { .unverified($0) } ?? .closed
        return opened.writeError
    }

    /// Quarantines (moves out of the way) an unexpected drawing, and opens an empty drawing. If the
    /// unexpected drawing is empty, returns it without quarantining it.
    private func replace(
        _ opened: consuming OpenedDrawing, _ head: DrawingHead
    ) throws(StoreError) -> OpenedDrawing {
        if head == DrawingHead() {
            report(state.recordReplacement(StoreError(.moved, path: files.database), nil))
            return opened
        }
        opened.store = nil
        let error = StoreError(.replaced, path: files.database)
        report(state.recordReplacement(error, try QuarantinedDrawing(files, because: error)))
        return try DrawingStore.open(folder: files.folder)
    }

    /// Copies the write-ahead log into the database file, and checks that the database has the
    /// expected contents. The method must be called before anything is written.
    ///
    /// - Throws: `StoreError`: `busy` if another process that reads prevents the copying, or
    ///   `moved` if the contents are unexpected.
    private func verify() throws(StoreError) {
        guard let store = connection.store else { return }
        try store.checkpoint()
        // If another program has changed the drawing since the last attempt, `moved` makes the next
        // attempt reopen the database.
        let head = try store.head()
        guard state.accepts(head) else { throw StoreError(.moved, path: files.database) }
        connection = .verified(store)
        let (events, storedEdits) = state.recordVerified(head)
        report(events)
        if storedEdits > 0 { recordSaved(storedEdits, generation: head.generation) }
    }

    // MARK: Picture

    /// Writes a picture of the drawing to the picture file, unless the picture does not match the
    /// contents of the database.
    private func write(_ picture: EncodedPicture) {
        guard edits.isEmpty, let generation = state.pictureGeneration else { return }
        do throws(LinuxError) {
            try DrawingPictureFile(folder: files.folder).write(picture, generation: generation)
            pictureError = nil
        } catch {
            if error != pictureError { report(.pictureFailed(error)) }
            pictureError = error
        }
    }
}
