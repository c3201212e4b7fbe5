import TouchKitGeometry

/// The state of the store's thread: a state machine without a database, a clock or a thread.
/// `StoreWorker` performs the steps and reports their results. docs/store.md shows the states.
package struct StoreState: Hashable {
    /// The contents that the drawing's file must have when it is opened again.
    package enum Contents: Hashable {
        /// Any drawing, because the file has not been readable so far.
        case unknown
        /// The drawing with the given generation (the number of edits stored so far). The value
        /// `attempted` is the number of edits of a failed transaction, which may be stored
        /// despite the error, or 0.
        case drawing(generation: Int64, attempted: Int = 0, origin: Origin = .launch)
        /// An empty drawing that has not been verified yet, because the previous drawing was
        /// quarantined (moved out of the way) or is missing. The values are the error and, after
        /// a quarantine, the quarantined drawing.
        case empty(StoreError, QuarantinedDrawing?)
    }

    /// The relation between a stored drawing and the strokes that the app has.
    package enum Origin: Hashable {
        /// The app has read the drawing, or stored it completely.
        case launch
        /// The drawing was not readable at launch, and contains strokes up to the given maximums
        /// that the app lacks. Edits are renumbered above these maximums when they are stored.
        case unread(DrawingMaximums)
        /// The drawing replaces an unusable one, and the app has not stored it completely yet.
        case replacement
    }

    /// The progress of reading the strokes that were stored at launch.
    package enum Reading: Hashable {
        /// The next page begins after the identifier `after`. The values are the number of
        /// consecutive failures to read it, and the memory that the remaining pages may need, in
        /// bytes.
        case pages(after: Int64, failures: Int = 0, memory: Int)
        /// Strokes are searched one by one between two identifiers, because a page could not be
        /// read. The other values are the identifiers that cannot be read, and the error.
        case search(
            after: Int64, before: Int64, unreadable: ClosedRange<Int64>? = nil, StoreError)
        /// All readable strokes have been read.
        case finished(hasUnreadable: Bool = false)
    }

    /// The work that the thread does next.
    package enum Step: Hashable {
        case save
        case read
        /// Writes the pending picture, if there is one, and otherwise waits for a request.
        case idle
        /// Waits for a request or until a time.
        case wait(until: Timestamp)
    }

    /// A kind of work that is retried after a failure.
    package enum Work { case saving, reading }

    package private(set) var contents: Contents
    package private(set) var reading: Reading
    private var savingRetry = RetrySchedule()
    private var readingRetry = RetrySchedule()
    /// Whether a failure has been reported, but no recovery from it yet.
    private var hasReportedFailure = false
    /// The exclusive upper limit of the identifiers to read: the identifier for the next new stroke
    /// at launch.
    package let readEnd: Int64
    /// The path of the database.
    private let path: String

    /// The number of consecutive failures to read a page after which strokes are searched one by
    /// one.
    package static let maximumPageFailures = 5
    /// The maximum number of identifiers to try in a damaged file, which takes several seconds.
    package static let maximumSearchedIDs: Int64 = 1 << 20

    /// Creates a state without failures.
    ///
    /// - Parameters:
    ///   - contents: The contents that the drawing's file must have when it is opened again.
    ///   - reading: The progress of reading the stored strokes.
    ///   - readEnd: The exclusive upper limit of the identifiers to read.
    ///   - path: The path of the database.
    package init(contents: Contents, reading: Reading, readEnd: Int64, path: String) {
        self.contents = contents
        self.reading = reading
        self.readEnd = readEnd
        self.path = path
    }

    // MARK: Steps

    /// Returns the work that the thread does next, at the time `now`.
    ///
    /// - Parameter hasEdits: Whether edits wait to be stored.
    package func nextStep(at now: Timestamp, hasEdits: Bool) -> Step {
        let isSaving = mustSave(hasEdits: hasEdits)
        if isSaving, savingRetry.isDue(at: now) { return .save }
        if isReading, readingRetry.isDue(at: now) { return .read }
        let times = [isSaving ? savingRetry.due : nil, isReading ? readingRetry.due : nil]
        return times.compactMap { $0 }.min().map { .wait(until: $0) } ?? .idle
    }

    /// Returns whether edits must be stored, the last attempt must be repeated, or the empty
    /// drawing that replaces another one must be verified.
    package func mustSave(hasEdits: Bool) -> Bool {
        if case .empty = contents { return true }
        return hasEdits || savingRetry.error != nil
    }

    private var isReading: Bool {
        if case .finished = reading { false } else { true }
    }

    /// The identifier after which reading continues, or `nil` if it has finished.
    package var readPosition: Int64? {
        switch reading {
        case .pages(let after, _, _), .search(let after, _, _, _): after
        case .finished: nil
        }
    }

    /// The identifiers and levels above which edits are renumbered when they are stored.
    package var unreadMaximums: DrawingMaximums {
        if case .drawing(_, _, .unread(let maximums)) = contents {
            maximums
        } else {
            DrawingMaximums()
        }
    }

    /// Whether the open file may be quarantined. The file of a replacement is not, so that a
    /// failing disk does not fill up with quarantined files.
    package var canQuarantine: Bool {
        switch contents {
        case .unknown, .drawing(_, _, .launch), .drawing(_, _, .unread): true
        case .empty, .drawing(_, _, .replacement): false
        }
    }

    /// The generation of the stored drawing if a picture of the app's strokes shows it, or `nil`
    /// if the app lacks stored strokes or the store lacks strokes of the app.
    package var pictureGeneration: Int64? {
        guard case .drawing(let generation, _, .launch) = contents,
            case .finished(hasUnreadable: false) = reading, savingRetry.error == nil
        else { return nil }
        return generation
    }

    /// Returns whether a drawing with the properties `head` has the expected contents, with or
    /// without the edits of a failed transaction.
    package func accepts(_ head: DrawingHead) -> Bool {
        switch contents {
        case .unknown: true
        case .drawing(let generation, let attempted, _):
            head.generation == generation || head.generation == generation + Int64(attempted)
        case .empty: head == DrawingHead()
        }
    }

    // MARK: Saving

    /// Records a new edit, which shortens the pause before the next attempt to store edits.
    package mutating func recordNewEdit() {
        savingRetry.recordEdit()
    }

    /// Records that a transaction with `count` edits failed, but may have been stored.
    package mutating func recordFailedTransaction(editCount count: Int) {
        guard case .drawing(let generation, _, let origin) = contents else { return }
        contents = .drawing(generation: generation, attempted: count, origin: origin)
    }

    /// Records that edits are durable.
    ///
    /// - Parameters:
    ///   - count: The number of edits.
    ///   - generation: The generation of the drawing with these edits.
    ///   - isComplete: Whether the edits replaced all strokes of the drawing.
    /// - Returns: The events to report.
    package mutating func recordSaved(
        editCount count: Int, generation: Int64, isComplete: Bool
    ) -> [StoreWriter.Event] {
        guard case .drawing(_, _, var origin) = contents else { return [] }
        if origin == .replacement, isComplete { origin = .launch }
        contents = .drawing(generation: generation, origin: origin)
        return recordSuccess(of: .saving) + [.saved(edits: count, generation: generation)]
    }

    /// Records that the open file is durable and has the expected contents.
    ///
    /// - Parameter head: The properties of the drawing.
    /// - Returns: The events to report, and the number of edits of a failed transaction that are
    ///   stored despite its error.
    package mutating func recordVerified(
        _ head: DrawingHead
    ) -> (events: [StoreWriter.Event], storedEdits: Int) {
        switch contents {
        case .unknown:
            let maximums = DrawingMaximums(below: head)
            contents = .drawing(
                generation: head.generation,
                origin: maximums == DrawingMaximums() ? .launch : .unread(maximums))
            return ([], 0)
        case .drawing(let generation, let attempted, _):
            return ([], head.generation == generation ? 0 : attempted)
        case .empty(let error, let quarantined):
            contents = .drawing(generation: head.generation, origin: .replacement)
            let events = isReading ? finishReading() : []
            reading = .finished()
            return (events + [.recreated(error, quarantined)], 0)
        }
    }

    /// Records that an empty drawing replaces the stored one.
    ///
    /// - Returns: The event of a previous replacement that has not been reported yet, and the event
    ///   that the drawing was quarantined.
    package mutating func recordReplacement(
        _ error: StoreError, _ quarantined: QuarantinedDrawing?
    ) -> [StoreWriter.Event] {
        var events: [StoreWriter.Event] = []
        if case .empty(let error, let quarantined) = contents {
            events.append(.recreated(error, quarantined))
        }
        if let quarantined { events.append(.quarantined(quarantined)) }
        contents = .empty(error, quarantined)
        return events
    }

    // MARK: Reading

    /// Records a page of strokes that was read or found by a search. Returns the events to report.
    package mutating func recordPage(_ page: StoredPage) -> [StoreWriter.Event] {
        var events = recordSuccess(of: .reading) + [.read(page)]
        let missing: (ids: ClosedRange<Int64>, error: StoreError)?
        switch reading {
        case .pages(_, _, let memory):
            let rest = memory - DrawingMemory.byteCount(of: page.strokes)
            reading = .pages(after: page.lastID, memory: rest)
            let isFull = rest < 0 && !page.isLast && page.lastID + 1 < readEnd
            if !page.isLast, !isFull { return events }
            missing =
                isFull
                ? (page.lastID + 1...readEnd - 1, StoreError(.tooLarge, path: path)) : nil
        case .search(_, let end, let known, let error):
            // Identifiers beyond the searched range count as unreadable.
            let isAtEnd = page.lastID >= end - 1
            let ids = page.unreadable + (isAtEnd && end < readEnd ? [readEnd - 1] : [])
            let first = known?.lowerBound ?? ids.first
            let unreadable = first.map { $0...(ids.last ?? known?.upperBound ?? $0) }
            reading = .search(after: page.lastID, before: end, unreadable: unreadable, error)
            if !isAtEnd { return events }
            missing = unreadable.map { ($0, error) }
        case .finished: return events
        }
        if let missing { events.append(.unreadable(missing.ids, missing.error)) }
        return events + finishReading(hasUnreadable: missing != nil)
    }

    /// Records that no further strokes are read. Returns the events to report.
    package mutating func finishReading(hasUnreadable: Bool = false) -> [StoreWriter.Event] {
        reading = .finished(hasUnreadable: hasUnreadable)
        readingRetry.recordSuccess()
        return [.allRead]
    }

    /// Records that no further strokes are read, because the file is damaged and cannot be
    /// quarantined. The strokes that have not been read count as unreadable and stay in the file.
    /// Returns the events to report.
    package mutating func abandonReading(because error: StoreError) -> [StoreWriter.Event] {
        let first: Int64
        switch reading {
        case .pages(let after, _, _): first = max(0, after) + 1
        case .search(let after, _, let unreadable, _): first = unreadable?.lowerBound ?? after + 1
        case .finished: return []
        }
        var events = recordSuccess(of: .reading)
        let hasUnreadable = first < readEnd
        if hasUnreadable { events.append(.unreadable(first...readEnd - 1, error)) }
        return events + finishReading(hasUnreadable: hasUnreadable)
    }

    // MARK: Failures

    /// Records a failure and schedules a retry.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - work: The work that failed.
    ///   - isOpen: Whether the file was open, so that the error concerns its contents.
    ///   - now: The current time.
    /// - Returns: The event to report if the error differs from that of the previous attempt.
    package mutating func recordFailure(
        _ error: StoreError, of work: Work, isOpen: Bool = false, at now: Timestamp
    ) -> [StoreWriter.Event] {
        let previous: StoreError?
        switch work {
        case .saving:
            previous = savingRetry.error
            savingRetry.recordFailure(error, at: now)
        case .reading:
            previous = readingRetry.error
            readingRetry.recordFailure(error, at: now)
            if isOpen, case .failed = error.kind { recordPageFailure(error) }
        }
        if error == previous { return [] }
        hasReportedFailure = true
        return [.failed(error)]
    }

    /// Records that a page could not be read. After `maximumPageFailures`, strokes are searched one
    /// by one.
    private mutating func recordPageFailure(_ error: StoreError) {
        guard case .pages(let after, let failures, let memory) = reading else { return }
        let first = max(0, after)
        reading =
            failures + 1 < Self.maximumPageFailures
            ? .pages(after: after, failures: failures + 1, memory: memory)
            : .search(after: first, before: min(readEnd, first + Self.maximumSearchedIDs), error)
    }

    /// Records a success. Returns the event to report if it ends the reported failures.
    package mutating func recordSuccess(of work: Work) -> [StoreWriter.Event] {
        switch work {
        case .saving: savingRetry.recordSuccess()
        case .reading: readingRetry.recordSuccess()
        }
        guard hasReportedFailure, savingRetry.error == nil, readingRetry.error == nil else {
            return []
        }
        hasReportedFailure = false
        return [.recovered]
    }
}
