import KioskSystem
import TouchKitGeometry

/// An object that does the work of the thread of the store. In order of priority, the object stores
/// edits, reads the next page of strokes, and writes the picture.
final class StoreWorker {
    /// The contents that the drawing's file must have when it is opened again.
    enum ExpectedContents {
        /// Any drawing, because the file has not been readable so far.
        case anything
        /// The drawing whose generation (the number of edits stored so far) equals the given
        /// number.
        case generation(Int64)
        /// An empty drawing, because the previous drawing was quarantined (moved out of the way) or
        /// is missing. The values are the error and, after a quarantine, the quarantined drawing.
        case emptyDrawing(StoreError, QuarantinedDrawing?)
    }

    let files: DrawingFiles
    let queue: EditQueue
    private let clock: any StoreClock
    let report: @Sendable (StoreWriter.Event) -> Void

    /// The open database, or `nil` if it must be opened again.
    var store: DrawingStore?
    /// Whether the write-ahead log has been copied into the database file and the contents of the
    /// database match `expectedContents`. While the value is `false`, nothing is written to the
    /// database.
    private var isVerified: Bool
    /// The contents that the drawing's file must have when it is opened again.
    var expectedContents: ExpectedContents
    /// The highest identifier and level in a file that could not be read at launch. Edits that were
    /// made before the file became readable are renumbered above these bounds when they are stored.
    var unknownStrokeBounds = StrokeBounds()

    /// The picture to be written when all edits are stored, or `nil` if there is none.
    var picture: PictureRequest?
    /// The error of the last attempt to write the picture, or `nil` if it was successful.
    var pictureError: LinuxError?
    /// The number of times that an empty drawing has replaced an unusable stored drawing.
    var recreationCount = 0

    /// The edits that have not been stored yet, the oldest first.
    var edits: [[StoreChange]] = []
    /// The number of edits in the last attempt to store edits, if it failed, or 0. The transaction
    /// may have been committed despite the error.
    private var attemptedCount = 0
    /// The schedule that determines when the next attempt to store edits is allowed.
    private var savingSchedule = RetrySchedule()
    /// The error of the last attempt to store edits, or `nil` if it was successful.
    private var savingError: StoreError?
    /// Whether an empty drawing has replaced an unusable stored drawing since edits were last
    /// stored.
    private var hasRecreated = false

    /// Whether the database contains strokes that could not be read.
    private(set) var hasUnreadableStrokes = false
    /// The identifier after which the next page of strokes begins, or `nil` after all strokes have
    /// been read.
    var lastReadID: Int64?
    /// The exclusive upper limit of the identifiers to read. The limit is the identifier for the
    /// next new stroke when the drawing was opened.
    private let readEnd: Int64
    /// The schedule that determines when the next attempt to read strokes is allowed.
    private var readingSchedule = RetrySchedule()
    /// The error of the last attempt to read strokes, or `nil` if it was successful.
    private var readingError: StoreError?
    /// The estimated memory that the strokes of the remaining pages may need, in bytes.
    private var remainingMemory: Int
    /// The number of consecutive failures to read the next page of strokes.
    private var pageFailures = 0
    /// The search for readable strokes after repeated failures to read a page, or `nil` if no
    /// search is in progress.
    private var recovery: Recovery?

    /// A search for readable strokes that tries one identifier at a time.
    private struct Recovery {
        let error: StoreError
        let end: Int64
        var unreadable: [Int64] = []
    }

    /// The number of consecutive failures to read a page after which readable strokes are searched
    /// one by one.
    private static let maximumPageFailures = 5

    /// Whether a failure has been reported, but no recovery from it yet.
    private var hasReportedFailure = false

    init(
        folder: String, opened: OpenedDrawing, queue: EditQueue, clock: any StoreClock,
        memoryLimit: Int, report: @escaping @Sendable (StoreWriter.Event) -> Void
    ) {
        files = DrawingFiles(folder: folder)
        remainingMemory = memoryLimit
        self.queue = queue
        self.clock = clock
        self.report = report
        store = opened.store
        isVerified = opened.store?.isWritable ?? false
        expectedContents = opened.head.map { .generation($0.generation) } ?? .anything
        readEnd = opened.head?.nextID ?? 1
        lastReadID = opened.store == nil ? nil : .min
        savingError = opened.writeError
    }

    /// Processes the queue of edits until the queue is closed and the last attempt to store the
    /// remaining edits has ended.
    func run() {
        if let savingError {
            savingSchedule.recordFailure(at: clock.now())
            reportFailure(savingError)
        }
        if lastReadID == nil { finishReading() }
        while true {
            let queued = queue.moveEdits(to: &edits)
            // The pending picture does not show the new edits.
            if queued.hasNew { picture = nil }
            if !queued.canHaveMore { break }
            if queued.hasNew { savingSchedule.recordEdit() }
            picture = queue.dequeuePicture() ?? picture
            let now = clock.now()
            if hasToSave, savingSchedule.isDue(at: now) {
                save()
            } else if lastReadID != nil, readingSchedule.isDue(at: now) {
                read()
            } else if picture != nil, !hasToSave {
                writePicture()
            } else {
                clock.wait(for: queue.descriptor, until: nextRetryTime)
            }
        }
        // If the first attempt quarantines a damaged file, the second attempt writes to the new
        // file that replaces it.
        if hasToSave, save() { save() }
        writeLastPicture()
        queue.recordEnd(unsavedCount: edits.count)
    }

    /// Whether `save()` must be called. This is the case if edits are pending, the last attempt
    /// failed, or the empty drawing that replaces another drawing has not been verified yet.
    private var hasToSave: Bool {
        if case .emptyDrawing = expectedContents { return true }
        return !edits.isEmpty || savingError != nil
    }

    /// The time of the next attempt to store edits or to read strokes after a failure, or `nil` if
    /// no retry is scheduled.
    private var nextRetryTime: Timestamp? {
        let times = [
            hasToSave ? savingSchedule.due : nil, lastReadID == nil ? nil : readingSchedule.due,
        ]
        return times.compactMap { $0 }.min()
    }

    // MARK: Edits

    /// Opens the database for writing if necessary, and stores the pending edits. After a failure,
    /// schedules a retry.
    ///
    /// - Returns: Whether the file was quarantined (moved out of the way), so that a second attempt
    ///   should follow at once.
    @discardableResult
    private func save() -> Bool {
        do throws(StoreError) {
            try openForWriting()
            try storeEdits()
            savingSchedule.recordSuccess()
            savingError = nil
            reportRecovery()
        } catch {
            if quarantine(because: error) { return true }
            close(because: error)
            savingSchedule.recordFailure(at: clock.now())
            if error != savingError { reportFailure(error) }
            savingError = error
        }
        return false
    }

    /// Stores all pending edits in one transaction.
    private func storeEdits() throws(StoreError) {
        guard let store, !edits.isEmpty else { return }
        attemptedCount = edits.count
        do throws(StoreError) {
            let generation = try store.apply(edits: edits, above: unknownStrokeBounds)
            recordSaved(attemptedCount, generation: generation)
        } catch {
            // If one of these errors occurs, no transaction was started.
            if error.kind == .moved || error.kind == .busy { attemptedCount = 0 }
            throw error
        }
    }

    /// Removes the first `count` edits from `edits`, because they are durable, sets the expected
    /// generation of the drawing, and reports the edits as saved.
    private func recordSaved(_ count: Int, generation: Int64) {
        expectedContents = .generation(generation)
        hasRecreated = false
        attemptedCount = 0
        if count == edits.count {
            edits.removeAll(keepingCapacity: true)
        } else {
            edits.removeFirst(count)
        }
        savingError = nil
        reportRecovery()
        report(.saved(edits: count, generation: generation))
    }

    // MARK: Strokes

    /// Reads and reports the next page of strokes. After a failure, schedules a retry.
    private func read() {
        guard let last = lastReadID else { return }
        do throws(StoreError) {
            if store == nil, let error = try reopenStore(), store == nil { throw error }
            // Opening may have replaced the drawing with an empty one.
            if case .emptyDrawing = expectedContents { return finishReading() }
            guard let store else { return }
            if recovery != nil { return searchReadableStrokes(in: store, after: last) }
            var page = try store.page(after: last, before: readEnd)
            if page.isLast {
                for id in try store.ids(from: max(readEnd, Schema.strokeNumberLimit)) {
                    page.append(nil, id: id)
                }
            }
            readingSchedule.recordSuccess()
            readingError = nil
            reportRecovery()
            pageFailures = 0
            lastReadID = page.lastID
            report(.read(page))
            remainingMemory -= StrokeMemory.byteCount(of: page.strokes)
            if page.isLast {
                finishReading()
            } else if remainingMemory < 0, page.lastID + 1 < readEnd {
                reportUnreadable(
                    page.lastID + 1...readEnd - 1, StoreError(.tooLarge, path: files.database))
                finishReading()
            }
        } catch {
            if quarantine(because: error) { return }
            if store != nil, case .failed = error.kind { recordPageFailure(error, last: last) }
            close(because: error)
            readingSchedule.recordFailure(at: clock.now())
            if error != readingError { reportFailure(error) }
            readingError = error
            queue.signalReadingPaused()
        }
    }

    /// Ends the initial reading of strokes, and reports that all readable strokes have been read.
    private func finishReading() {
        lastReadID = nil
        readingError = nil
        report(.allRead)
        queue.signalReadingPaused()
    }

    /// Records a failure to read the page after the identifier `last`. After `maximumPageFailures`
    /// failures, starts the search for readable strokes.
    private func recordPageFailure(_ error: StoreError, last: Int64) {
        pageFailures += 1
        if pageFailures < Self.maximumPageFailures { return }
        let first = max(0, last)
        lastReadID = first
        recovery = Recovery(error: error, end: min(readEnd, first + Self.maximumSearchedIDs))
    }

    /// Searches the next range of identifiers, after `last`, for readable strokes. Each call
    /// searches only one range, so that edits can be stored between calls.
    private func searchReadableStrokes(in store: DrawingStore, after last: Int64) {
        guard var current = recovery else { return }
        let page = store.readableStrokes(
            after: last, before: current.end, limit: Int64(DrawingStore.pageStrokes))
        current.unreadable += page.unreadable
        recovery = current
        lastReadID = page.lastID
        readingError = nil
        readingSchedule.recordSuccess()
        reportRecovery()
        report(.read(page))
        if page.lastID < current.end - 1 { return }
        // Identifiers beyond the searched range count as unreadable.
        let numbers =
            current.end < readEnd ? current.unreadable + [readEnd - 1] : current.unreadable
        if let first = numbers.first, let end = numbers.last {
            reportUnreadable(first...end, current.error)
        }
        recovery = nil
        finishReading()
    }

    private func reportUnreadable(_ ids: ClosedRange<Int64>, _ error: StoreError) {
        hasUnreadableStrokes = true
        report(.unreadable(ids, error))
    }

    /// The maximum number of identifiers to try in a damaged file. Trying this many identifiers
    /// takes several seconds.
    private static let maximumSearchedIDs: Int64 = 1 << 20

    /// Reads and reports the readable strokes of a damaged file that will be quarantined (moved out
    /// of the way).
    private func reportReadableStrokes(of store: DrawingStore) {
        guard let last = lastReadID else { return }
        let first = max(0, last)
        let end = min(readEnd, first + Self.maximumSearchedIDs)
        var id = first
        // The search may stop early when the program ends: the quarantined file is not deleted.
        while id < end - 1, !queue.isClosed {
            let page = store.readableStrokes(
                after: id, before: end, limit: Int64(DrawingStore.pageStrokes))
            id = page.lastID
            if !page.strokes.isEmpty || !page.skippedIDs.isEmpty { report(.read(page)) }
        }
    }

    // MARK: Errors

    private func reportFailure(_ error: StoreError) {
        hasReportedFailure = true
        report(.failed(error))
    }

    /// Reports a recovery if a failure has been reported, and reading and saving succeed again.
    private func reportRecovery() {
        guard hasReportedFailure, savingError == nil, readingError == nil else { return }
        hasReportedFailure = false
        report(.recovered)
    }

    /// Closes the database after a failure, because the connection may be unusable. After the error
    /// `busy`, the connection stays open.
    private func close(because error: StoreError) {
        if error.kind != .busy { store = nil }
    }

    /// Quarantines (moves out of the way) a file that has proved to be unusable while it was open.
    ///
    /// - Returns: Whether the file was quarantined.
    private func quarantine(because error: StoreError) -> Bool {
        guard error.requiresQuarantine, let store, !hasRecreated else { return false }
        reportReadableStrokes(of: store)
        if lastReadID != nil { finishReading() }
        store.preserveLogOnClose()
        self.store = nil
        do throws(StoreError) {
            expectEmptyDrawing(error, try QuarantinedDrawing(files, because: error))
        } catch {
            return false
        }
        hasRecreated = true
        return true
    }

    /// Opens the database for writing and verifies its contents. Does nothing if the database is
    /// already open for writing and verified.
    private func openForWriting() throws(StoreError) {
        if store?.isWritable != true {
            if let error = try reopenStore() { throw error }
        } else if isVerified {
            return
        }
        try verify()
    }

    /// Closes and reopens the database. If the file contains an unexpected drawing, replaces it
    /// with an empty drawing.
    ///
    /// - Returns: The error that prevents writing, or `nil` if the database can be written.
    private func reopenStore() throws(StoreError) -> StoreError? {
        // Closing checkpoints the write-ahead log.
        store = nil
        isVerified = false
        var opened = try DrawingStore.open(folder: files.folder)
        if let quarantined = opened.quarantined {
            expectEmptyDrawing(quarantined.error, quarantined)
        }
        if let head = opened.head, !isExpected(head) {
            if let error = opened.writeError { return error }
            opened = try replace(opened, head)
        }
        if opened.head == nil, case .generation = expectedContents { return opened.writeError }
        store = opened.store
        return opened.writeError
    }

    /// Returns whether a drawing with the properties `head` matches `expectedContents`, with or
    /// without the edits of the last attempt if it failed.
    private func isExpected(_ head: DrawingHead) -> Bool {
        switch expectedContents {
        case .anything: true
        case .generation(let generation):
            head.generation == generation || head.generation == generation + Int64(attemptedCount)
        case .emptyDrawing: head == DrawingHead()
        }
    }

    /// Quarantines (moves out of the way) an unexpected drawing, and opens an empty drawing. If the
    /// unexpected drawing is empty, returns it without quarantining it.
    private func replace(
        _ opened: consuming OpenedDrawing, _ head: DrawingHead
    ) throws(StoreError) -> OpenedDrawing {
        if head == DrawingHead() {
            expectEmptyDrawing(StoreError(.moved, path: files.database), nil)
            return opened
        }
        opened.store = nil
        let error = StoreError(.replaced, path: files.database)
        expectEmptyDrawing(error, try QuarantinedDrawing(files, because: error))
        return try DrawingStore.open(folder: files.folder)
    }

    /// Sets the expected contents to an empty drawing. The parameters are the reason and, if a
    /// drawing was quarantined, that drawing.
    private func expectEmptyDrawing(_ error: StoreError, _ quarantined: QuarantinedDrawing?) {
        // A previous quarantine that has not been reported yet is reported first.
        if case .emptyDrawing(let error, let quarantined) = expectedContents {
            reportRecreated(error, quarantined)
        }
        expectedContents = .emptyDrawing(error, quarantined)
    }

    private func reportRecreated(_ error: StoreError, _ quarantined: QuarantinedDrawing?) {
        recreationCount += 1
        report(.recreated(error, quarantined))
    }

    /// Copies the write-ahead log into the database file, and checks that the database has the
    /// expected contents. The method must be called before anything is written.
    ///
    /// - Throws: `StoreError`: `busy` if another process that reads prevents the copying, or
    ///   `moved` if the contents are unexpected.
    private func verify() throws(StoreError) {
        guard let store else { return }
        try store.checkpoint()
        // If another program has changed the drawing since the last attempt, `moved` makes the next
        // attempt reopen the database.
        let head = try store.head()
        guard isExpected(head) else { throw StoreError(.moved, path: files.database) }
        isVerified = true
        switch expectedContents {
        case .anything:
            unknownStrokeBounds = StrokeBounds(below: head)
            expectedContents = .generation(head.generation)
        case .generation(let generation):
            // The last attempt succeeded although it reported an error.
            if attemptedCount > 0, head.generation == generation + Int64(attemptedCount) {
                recordSaved(attemptedCount, generation: head.generation)
            }
        case .emptyDrawing(let error, let quarantined):
            unknownStrokeBounds = StrokeBounds()
            hasUnreadableStrokes = false
            expectedContents = .generation(head.generation)
            reportRecreated(error, quarantined)
            if lastReadID != nil { finishReading() }
        }
    }
}
