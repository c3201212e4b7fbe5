import KioskSystem
import TouchKitGeometry

/// The work of the store's thread: stores edits first, then reads the next page of strokes, then
/// waits.
final class StoreWorker {
    /// The contents that the drawing's file must have when it is opened again.
    enum Expectation {
        /// Any drawing is accepted because the file could not be read so far.
        case anything
        /// The drawing with this generation.
        case generation(Int64)
        /// An empty drawing, because the previous one was quarantined or lost with this error.
        case nothing(StoreError, QuarantinedDrawing?)
    }

    let files: DrawingFiles
    let queue: EditQueue
    private let clock: any StoreClock
    let report: @Sendable (StoreWriter.Event) -> Void

    /// The open database, or `nil` if it must be opened again.
    var store: DrawingStore?
    /// Whether the write-ahead log was written back and the contents of the database match
    /// `expectation`. Until then, nothing is written to the database.
    private var isVerified: Bool
    /// The contents that the drawing's file must have.
    var expectation: Expectation
    /// The bounds of the identifiers and levels of stored strokes that were unknown when the edits
    /// were made, because the file could not be read. Edits are stored with higher ones.
    var base = StrokeBounds()

    /// The picture to write when all edits are stored, or `nil`.
    var picture: PictureRequest?
    /// The error of the last failed attempt to write the picture, or `nil`.
    var pictureError: LinuxError?
    /// The number of drawings that replaced an unusable one.
    var recreationCount = 0

    /// The edits that are not stored yet.
    var edits: [[StoreChange]] = []
    /// The number of edits in the last, failed attempt, which may have been stored nevertheless.
    private var attemptedCount = 0
    /// The schedule of attempts to store edits.
    private var saving = RetrySchedule()
    /// The error of the last failed attempt to store edits, or `nil`.
    private var savingError: StoreError?
    /// Whether the drawing was replaced by an empty one since edits were last stored.
    private var hasRecreated = false

    /// Whether there are stored strokes that could not be read.
    private(set) var hasUnreadable = false
    /// The identifier after which the next page begins, or `nil` when all strokes were read.
    var lastRead: Int64?
    /// The exclusive upper limit of the identifiers to read: the drawing's next identifier when the
    /// worker was created.
    private let readEnd: Int64
    /// The schedule of attempts to read strokes.
    private var reading = RetrySchedule()
    /// The error of the last failed attempt to read strokes, or `nil`.
    private var readingError: StoreError?
    /// The number of consecutive failures to read the next page.
    private var pageFailures = 0
    /// The search for readable strokes that follows repeated failures to read a page, or `nil`.
    private var recovery: Recovery?

    /// A search for readable strokes, one identifier at a time.
    private struct Recovery {
        let error: StoreError
        let end: Int64
        var unreadable: [Int64] = []
    }

    /// The number of failures after which a page is searched stroke by stroke.
    private static let maximumPageFailures = 5

    /// Whether a failure was reported and no recovery has been reported since.
    private var hasReportedFailure = false

    init(
        folder: String, opened: OpenedDrawing, queue: EditQueue, clock: any StoreClock,
        report: @escaping @Sendable (StoreWriter.Event) -> Void
    ) {
        files = DrawingFiles(folder: folder)
        self.queue = queue
        self.clock = clock
        self.report = report
        store = opened.store
        isVerified = opened.store?.isWritable ?? false
        expectation = opened.head.map { .generation($0.generation) } ?? .anything
        readEnd = opened.head?.nextID ?? 1
        lastRead = opened.store == nil ? nil : .min
        savingError = opened.writeError
    }

    /// Runs until the queue is closed and the remaining edits are processed.
    func run() {
        if let savingError {
            saving.recordFailure(at: clock.now())
            reportFailure(savingError)
        }
        if lastRead == nil { finishReading() }
        while true {
            let queued = queue.moveEdits(to: &edits)
            // The waiting picture doesn't show the new edits.
            if queued.hasNew { picture = nil }
            if !queued.canHaveMore { break }
            if queued.hasNew { saving.recordEdit() }
            picture = queue.dequeuePicture() ?? picture
            let now = clock.now()
            if hasToSave, saving.isDue(at: now) {
                save()
            } else if lastRead != nil, reading.isDue(at: now) {
                read()
            } else if picture != nil, !hasToSave {
                writePicture()
            } else {
                clock.wait(for: queue.descriptor, until: nextTry)
            }
        }
        // If the first attempt quarantines a damaged file, the second one writes its replacement.
        if hasToSave, save() { save() }
        writeLastPicture()
        queue.recordEnd(unsavedCount: edits.count)
    }

    /// Whether `save()` has to be called: edits are pending, the last attempt failed, or the empty
    /// drawing that replaces another one is not verified yet.
    private var hasToSave: Bool {
        if case .nothing = expectation { return true }
        return !edits.isEmpty || savingError != nil
    }

    /// The time of the next retry, or `nil` if nothing is to be retried.
    private var nextTry: Timestamp? {
        let times = [hasToSave ? saving.due : nil, lastRead == nil ? nil : reading.due]
        return times.compactMap { $0 }.min()
    }

    // MARK: Edits

    /// Opens the database if necessary and stores the pending edits. After a failure, schedules a
    /// retry.
    ///
    /// - Returns: Whether the file was quarantined, so that an immediate second attempt is useful.
    @discardableResult
    private func save() -> Bool {
        do throws(StoreError) {
            try openForWriting()
            try storeEdits()
            saving.recordSuccess()
            savingError = nil
            reportRecovery()
        } catch {
            if quarantine(because: error) { return true }
            close(because: error)
            saving.recordFailure(at: clock.now())
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
            recordSaved(attemptedCount, generation: try store.apply(edits: edits, above: base))
        } catch {
            // With these errors no transaction was started.
            if error.kind == .moved || error.kind == .busy { attemptedCount = 0 }
            throw error
        }
    }

    /// Removes edits that are durable, and reports them.
    private func recordSaved(_ count: Int, generation: Int64) {
        expectation = .generation(generation)
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

    /// Reads and reports the next page of strokes.
    private func read() {
        guard let last = lastRead else { return }
        do throws(StoreError) {
            if store == nil, let error = try reopenStore(), store == nil { throw error }
            // Opening may have replaced the drawing by an empty one.
            if case .nothing = expectation { return finishReading() }
            guard let store else { return }
            if recovery != nil { return searchReadableStrokes(in: store, after: last) }
            var page = try store.page(after: last, before: readEnd)
            if page.isLast {
                for id in try store.ids(from: max(readEnd, Schema.strokeNumberLimit)) {
                    page.append(nil, id: id)
                }
            }
            reading.recordSuccess()
            readingError = nil
            reportRecovery()
            pageFailures = 0
            lastRead = page.lastID
            report(.read(page))
            if page.isLast { finishReading() }
        } catch {
            if quarantine(because: error) { return }
            if store != nil, case .failed = error.kind { recordPageFailure(error, last: last) }
            close(because: error)
            reading.recordFailure(at: clock.now())
            if error != readingError { reportFailure(error) }
            readingError = error
            queue.signalReadingPaused()
        }
    }

    /// Ends the initial reading and reports that.
    private func finishReading() {
        lastRead = nil
        readingError = nil
        report(.allRead)
        queue.signalReadingPaused()
    }

    /// Records a failure to read the next page. After `maximumPageFailures`, starts the search for
    /// readable strokes.
    private func recordPageFailure(_ error: StoreError, last: Int64) {
        pageFailures += 1
        if pageFailures < Self.maximumPageFailures { return }
        let first = max(0, last)
        lastRead = first
        recovery = Recovery(error: error, end: min(readEnd, first + Self.maximumSearchedIDs))
    }

    /// Searches the next range of identifiers for readable strokes. Each call searches only one
    /// range, so that edits can be stored between calls.
    private func searchReadableStrokes(in store: DrawingStore, after last: Int64) {
        guard var current = recovery else { return }
        let page = store.readableStrokes(
            after: last, before: current.end, limit: Int64(DrawingStore.pageStrokes))
        current.unreadable += page.unreadable
        recovery = current
        lastRead = page.lastID
        readingError = nil
        reading.recordSuccess()
        reportRecovery()
        report(.read(page))
        if page.lastID < current.end - 1 { return }
        // Identifiers beyond the searched range count as unreadable.
        let numbers =
            current.end < readEnd ? current.unreadable + [readEnd - 1] : current.unreadable
        if let first = numbers.first, let end = numbers.last {
            hasUnreadable = true
            report(.unreadable(first...end, current.error))
        }
        recovery = nil
        finishReading()
    }

    /// The largest number of identifiers to search in a damaged file; the search takes seconds.
    private static let maximumSearchedIDs: Int64 = 1 << 20

    /// Reads and reports all readable strokes of a damaged file that will be quarantined.
    private func reportReadableStrokes(of store: DrawingStore) {
        guard let last = lastRead else { return }
        let first = max(0, last)
        let end = min(readEnd, first + Self.maximumSearchedIDs)
        var id = first
        // The search may stop early when the program ends: the quarantined file is not deleted.
        while id < end - 1, !queue.isEnding {
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

    /// Reports the recovery if a failure was reported and reading and saving succeed again.
    private func reportRecovery() {
        guard hasReportedFailure, savingError == nil, readingError == nil else { return }
        hasReportedFailure = false
        report(.recovered)
    }

    /// Closes the database after a failure, because the connection may be unusable. After `busy` it
    /// stays open.
    private func close(because error: StoreError) {
        if error.kind != .busy { store = nil }
    }

    /// Quarantines a file that turned out to be unusable while it was open.
    ///
    /// - Returns: Whether the file was quarantined.
    private func quarantine(because error: StoreError) -> Bool {
        guard error.requiresQuarantine, let store, !hasRecreated else { return false }
        reportReadableStrokes(of: store)
        if lastRead != nil { finishReading() }
        store.keepLog()
        self.store = nil
        do throws(StoreError) {
            expectNothing(error, try QuarantinedDrawing(files, because: error))
        } catch {
            return false
        }
        hasRecreated = true
        return true
    }

    /// Makes sure that `store` is open for writing and verified.
    private func openForWriting() throws(StoreError) {
        if store?.isWritable != true {
            if let error = try reopenStore() { throw error }
        } else if isVerified {
            return
        }
        try verify()
    }

    /// Closes and reopens the database, replacing a drawing that is not the expected one.
    ///
    /// - Returns: The error that prevents writing, if the database could be opened for reading
    ///   only.
    private func reopenStore() throws(StoreError) -> StoreError? {
        // Closing writes the write-ahead log back.
        store = nil
        isVerified = false
        var opened = try DrawingStore.open(folder: files.folder)
        if let quarantined = opened.quarantined { expectNothing(quarantined.error, quarantined) }
        if let head = opened.head, !isExpected(head) {
            if let error = opened.writeError { return error }
            opened = try replace(opened, head)
        }
        if opened.head == nil, case .generation = expectation { return opened.writeError }
        store = opened.store
        return opened.writeError
    }

    /// Returns whether a drawing with this head meets `expectation`, with or without the edits of
    /// the last failed attempt.
    private func isExpected(_ head: DrawingHead) -> Bool {
        switch expectation {
        case .anything: true
        case .generation(let generation):
            head.generation == generation || head.generation == generation + Int64(attemptedCount)
        case .nothing: head == DrawingHead()
        }
    }

    /// Quarantines an unexpected drawing and opens an empty one. An unexpected drawing that is
    /// already empty is used instead.
    private func replace(
        _ opened: consuming OpenedDrawing, _ head: DrawingHead
    ) throws(StoreError) -> OpenedDrawing {
        if head == DrawingHead() {
            expectNothing(StoreError(.moved, path: files.database), nil)
            return opened
        }
        opened.store = nil
        let error = StoreError(.replaced, path: files.database)
        expectNothing(error, try QuarantinedDrawing(files, because: error))
        return try DrawingStore.open(folder: files.folder)
    }

    /// Expects an empty drawing from now on.
    private func expectNothing(_ error: StoreError, _ quarantined: QuarantinedDrawing?) {
        // A previous quarantine that was not reported yet is reported first.
        if case .nothing(let error, let quarantined) = expectation {
            reportRecreated(error, quarantined)
        }
        expectation = .nothing(error, quarantined)
    }

    private func reportRecreated(_ error: StoreError, _ quarantined: QuarantinedDrawing?) {
        recreationCount += 1
        report(.recreated(error, quarantined))
    }

    /// Writes the write-ahead log back and checks that the database has the expected contents,
    /// before anything is written. Throws `busy` while a reader prevents it.
    private func verify() throws(StoreError) {
        guard let store else { return }
        try store.checkpoint()
        // If another program has written meanwhile, the database is opened again.
        let head = try store.head()
        guard isExpected(head) else { throw StoreError(.moved, path: files.database) }
        isVerified = true
        switch expectation {
        case .anything:
            base = StrokeBounds(below: head)
            expectation = .generation(head.generation)
        case .generation(let generation):
            // The last attempt succeeded although it reported an error.
            if attemptedCount > 0, head.generation == generation + Int64(attemptedCount) {
                recordSaved(attemptedCount, generation: head.generation)
            }
        case .nothing(let error, let quarantined):
            base = StrokeBounds()
            hasUnreadable = false
            expectation = .generation(head.generation)
            reportRecreated(error, quarantined)
            if lastRead != nil { finishReading() }
        }
    }
}
