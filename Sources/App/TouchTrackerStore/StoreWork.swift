import KioskSystem
import TouchKitGeometry

/// What the store's thread does: edits first, then the next page of strokes; then it waits.
final class StoreWork {
    /// What has to lie in the drawing's place when it is opened again.
    enum Expectation {
        /// Nobody knows: it couldn't be read so far.
        case anything
        /// The drawing of this generation.
        case generation(Int64)
        /// An empty one: ours was set aside, for this reason.
        case nothing(StoreError, SetAside?)
    }

    let files: DrawingFiles
    let queue: EditQueue
    private let clock: any StoreClock
    let report: @Sendable (StoreWriter.Event) -> Void

    var store: DrawingStore?
    /// Whether the store's log is in its file, and what lies there is known to be as expected: before,
    /// nothing is written to it.
    private var isMet: Bool
    var expectation: Expectation
    /// What lies below all that is edited here, and couldn't be read.
    var ground = StoredGround()

    /// A picture that is written when all edits are stored.
    var picture: PictureRequest?
    var pictureTrouble: LinuxError?
    /// How many drawings were begun anew.
    var anewCount = 0

    var edits: [[StoreChange]] = []
    /// How many of them the last try was about, which failed: they may have come through.
    private var tried = 0
    private var saving = RetrySchedule()
    private var savingTrouble: StoreError?
    /// Whether a drawing was begun anew since edits were stored.
    private var hasBegunAnew = false

    /// Whether strokes are stored that couldn't be read.
    private(set) var hasUnreadable = false
    /// The last number that was read; nil once all are.
    var lastRead: Int64?
    /// What is read: numbers below, those that were there at the start.
    private let readEnd: Int64
    private var reading = RetrySchedule()
    private var readingTrouble: StoreError?
    /// How often the page that is the next failed, of itself.
    private var pageFailures = 0
    /// What is looked for one by one, behind a page that can't be read.
    private var remains: Remains?

    private struct Remains {
        let error: StoreError
        let end: Int64
        var unreadable: [Int64] = []
    }

    /// After so many failures of one page it is gone on behind it.
    private static let mostPageFailures = 5

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
        isMet = opened.store?.isWritable ?? false
        expectation = opened.head.map { .generation($0.generation) } ?? .anything
        readEnd = opened.head?.nextID ?? 1
        lastRead = opened.store == nil ? nil : .min
        savingTrouble = opened.trouble
    }

    /// Works until the end.
    func run() {
        if let savingTrouble {
            saving.failed(at: clock.now())
            reportFailure(savingTrouble)
        }
        if lastRead == nil { finishReading() }
        while true {
            let news = queue.take(addingTo: &edits)
            // It shows the drawing as it was before.
            if news.hasCome { picture = nil }
            if !news.mayCome { break }
            if news.hasCome { saving.editArrived() }
            picture = queue.takePicture() ?? picture
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
        // A damaged file may be found only now, and set aside.
        if hasToSave, save() { save() }
        writeLastPicture()
        queue.leave(unsaved: edits.count)
    }

    private var hasToSave: Bool {
        if case .nothing = expectation { return true }
        return !edits.isEmpty || savingTrouble != nil
    }

    /// When something is tried again that failed; nil: whenever something new comes.
    private var nextTry: Timestamp? {
        let times = [hasToSave ? saving.due : nil, lastRead == nil ? nil : reading.due]
        return times.compactMap { $0 }.min()
    }

    // MARK: Edits

    /// - Returns: Whether a file was set aside, so that it is worth another try at once.
    @discardableResult
    private func save() -> Bool {
        do throws(StoreError) {
            try openForWriting()
            try storeEdits()
            saving.succeeded()
            savingTrouble = nil
            reportRecovery()
        } catch {
            if setAside(because: error) { return true }
            close(because: error)
            saving.failed(at: clock.now())
            if error != savingTrouble { reportFailure(error) }
            savingTrouble = error
        }
        return false
    }

    private func storeEdits() throws(StoreError) {
        guard let store, !edits.isEmpty else { return }
        tried = edits.count
        do throws(StoreError) {
            saved(tried, generation: try store.apply(edits: edits, above: ground))
        } catch {
            // These were never begun.
            if error.kind == .moved || error.kind == .busy { tried = 0 }
            throw error
        }
    }

    private func saved(_ count: Int, generation: Int64) {
        expectation = .generation(generation)
        hasBegunAnew = false
        tried = 0
        if count == edits.count {
            edits.removeAll(keepingCapacity: true)
        } else {
            edits.removeFirst(count)
        }
        savingTrouble = nil
        reportRecovery()
        report(.saved(edits: count, generation: generation))
    }

    // MARK: Strokes

    private func read() {
        guard let last = lastRead else { return }
        do throws(StoreError) {
            if store == nil, let trouble = try reopen(), store == nil { throw trouble }
            // It may have turned out that there is nothing to be read.
            if case .nothing = expectation { return finishReading() }
            guard let store else { return }
            if remains != nil { return readRemains(of: store, after: last) }
            var page = try store.page(after: last, before: readEnd)
            if page.isLast {
                for id in try store.ids(from: max(readEnd, Schema.strokesEnd)) {
                    page.append(nil, id: id)
                }
            }
            reading.succeeded()
            readingTrouble = nil
            reportRecovery()
            pageFailures = 0
            lastRead = page.lastID
            report(.read(page))
            if page.isLast { finishReading() }
        } catch {
            if setAside(because: error) { return }
            if store != nil, case .failed = error.kind { goOnBehind(error, last: last) }
            close(because: error)
            reading.failed(at: clock.now())
            if error != readingTrouble { reportFailure(error) }
            readingTrouble = error
            queue.readingPaused()
        }
    }

    private func finishReading() {
        lastRead = nil
        readingTrouble = nil
        report(.allRead)
        queue.readingPaused()
    }

    /// A page failed; after some tries only what can be read of it and behind it is looked for.
    private func goOnBehind(_ error: StoreError, last: Int64) {
        pageFailures += 1
        if pageFailures < Self.mostPageFailures { return }
        let first = max(0, last)
        lastRead = first
        remains = Remains(error: error, end: min(readEnd, first + Self.mostNumbersLookedFor))
    }

    /// Reads some of what can be read of a file of which a part can't; edits come between two times.
    private func readRemains(of store: DrawingStore, after last: Int64) {
        guard var left = remains else { return }
        let page = store.remains(
            after: last, before: left.end, limit: Int64(DrawingStore.pageStrokes))
        left.unreadable += page.unreadable
        remains = left
        lastRead = page.lastID
        readingTrouble = nil
        reading.succeeded()
        reportRecovery()
        report(.read(page))
        if page.lastID < left.end - 1 { return }
        // Nobody looks behind the end either.
        let numbers = left.end < readEnd ? left.unreadable + [readEnd - 1] : left.unreadable
        if let first = numbers.first, let end = numbers.last {
            hasUnreadable = true
            report(.unreadable(first...end, left.error))
        }
        remains = nil
        finishReading()
    }

    /// How many numbers are looked for in a damaged file, one by one: some seconds' work.
    private static let mostNumbersLookedFor: Int64 = 1 << 20

    /// Reads what can be read of a file that is damaged.
    private func readRemains(of store: DrawingStore) {
        guard let last = lastRead else { return }
        let first = max(0, last)
        let end = min(readEnd, first + Self.mostNumbersLookedFor)
        var id = first
        // Whoever ends the program doesn't wait for it: the file is kept.
        while id < end - 1, !queue.isEnding {
            let page = store.remains(after: id, before: end, limit: Int64(DrawingStore.pageStrokes))
            id = page.lastID
            if !page.strokes.isEmpty || !page.leftOut.isEmpty { report(.read(page)) }
        }
    }

    // MARK: Trouble

    private func reportFailure(_ error: StoreError) {
        hasReportedFailure = true
        report(.failed(error))
    }

    private func reportRecovery() {
        guard hasReportedFailure, savingTrouble == nil, readingTrouble == nil else { return }
        hasReportedFailure = false
        report(.recovered)
    }

    /// After a failure a connection can't be relied on; but one that only had to wait can.
    private func close(because error: StoreError) {
        if error.kind != .busy { store = nil }
    }

    /// Sets a file aside whose damage showed while it was in use.
    ///
    /// - Returns: Whether it was.
    private func setAside(because error: StoreError) -> Bool {
        guard error.isDamage, let store, !hasBegunAnew else { return false }
        readRemains(of: store)
        if lastRead != nil { finishReading() }
        store.abandon()
        self.store = nil
        do throws(StoreError) {
            expectNothing(error, try SetAside(files, because: error))
        } catch {
            return false
        }
        hasBegunAnew = true
        return true
    }

    private func openForWriting() throws(StoreError) {
        if store?.isWritable != true {
            if let trouble = try reopen() { throw trouble }
        } else if isMet {
            return
        }
        try meet()
    }

    /// Opens the drawing again.
    ///
    /// - Returns: Why it can only be read, where it can.
    private func reopen() throws(StoreError) -> StoreError? {
        // What is left of the log is put into the file now.
        store = nil
        isMet = false
        var opened = try DrawingStore.open(folder: files.folder)
        if let setAside = opened.setAside { expectNothing(setAside.error, setAside) }
        if let head = opened.head, !isExpected(head) {
            if let trouble = opened.trouble { return trouble }
            opened = try replace(opened, head)
        }
        if opened.head == nil, case .generation = expectation { return opened.trouble }
        store = opened.store
        return opened.trouble
    }

    /// Whether it can be ours that lies there, or an empty one where nothing is left of ours.
    private func isExpected(_ head: DrawingHead) -> Bool {
        switch expectation {
        case .anything: true
        case .generation(let generation):
            head.generation == generation || head.generation == generation + Int64(tried)
        case .nothing: head == DrawingHead()
        }
    }

    /// Another drawing than ours lies there, or none.
    private func replace(
        _ opened: consuming OpenedDrawing, _ head: DrawingHead
    ) throws(StoreError) -> OpenedDrawing {
        if head == DrawingHead() {
            expectNothing(StoreError(.moved, path: files.database), nil)
            return opened
        }
        opened.store = nil
        let error = StoreError(.replaced, path: files.database)
        expectNothing(error, try SetAside(files, because: error))
        return try DrawingStore.open(folder: files.folder)
    }

    private func expectNothing(_ error: StoreError, _ setAside: SetAside?) {
        // Whatever was set aside before is named, too.
        if case .nothing(let error, let setAside) = expectation { beginAnew(error, setAside) }
        expectation = .nothing(error, setAside)
    }

    private func beginAnew(_ error: StoreError, _ setAside: SetAside?) {
        anewCount += 1
        report(.begunAnew(error, setAside))
    }

    /// Makes sure of a drawing that can be written, before anything is: its log is put into the file,
    /// and it has to be what is expected. Where a reader is in the way, it is tried again.
    private func meet() throws(StoreError) {
        guard let store else { return }
        try store.settle()
        // Somebody may have written meanwhile: then it is opened again.
        let head = try store.head()
        guard isExpected(head) else { throw StoreError(.moved, path: files.database) }
        isMet = true
        switch expectation {
        case .anything:
            ground = StoredGround(below: head)
            expectation = .generation(head.generation)
        case .generation(let generation):
            // What was thought to have failed is there.
            if tried > 0, head.generation == generation + Int64(tried) {
                saved(tried, generation: head.generation)
            }
        case .nothing(let error, let setAside):
            ground = StoredGround()
            hasUnreadable = false
            expectation = .generation(head.generation)
            beginAnew(error, setAside)
            if lastRead != nil { finishReading() }
        }
    }
}
