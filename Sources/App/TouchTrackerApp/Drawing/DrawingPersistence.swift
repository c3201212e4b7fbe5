import Synchronization
import TouchKit
import TouchTrackerStore

/// An object that restores the stored drawing and stores every later change on a separate thread.
///
/// All callbacks run on the main thread. Events of the store's thread are delivered by the run
/// loop.
@MainActor
package final class DrawingPersistence {
    /// The state of saving.
    package enum State: Hashable, Sendable {
        /// All edits are durable.
        case saved
        /// The given number of edits is not yet durable.
        case saving(edits: Int)
        /// Saving fails with this error; the edits are retained, and saving is retried.
        case failing(StoreError)
    }

    /// The properties that the stored drawing had when its database was opened.
    package let head: DrawingHead
    /// The current state of saving.
    package private(set) var state = State.saved {
        didSet { if state != oldValue { onState?(state) } }
    }
    /// Called after each change of `state`, with the new state.
    package var onState: ((State) -> Void)?
    /// Called when all strokes and the whole picture are restored.
    var onRestored: (() -> Void)?
    /// Called for each edit when it is durable, with its number. Submitted edits are numbered
    /// consecutively from 1.
    package var onDurable: ((Int) -> Void)?
    /// Called for each edit before it is submitted, with its number and the change; the change is
    /// `nil` if the edit stores the complete drawing or the canvas size.
    package var willStore: ((_ number: Int, _ change: DrawingChange?) -> Void)?
    /// The number of edits that were submitted to the store.
    package private(set) var submittedEditCount = 0
    /// The generation, a counter that grows with each stored change, of the newest drawing known to
    /// be durable.
    package private(set) var durableGeneration: Int64

    private let folder: String
    /// The path of the drawing's database.
    package let path: String
    private let report: @Sendable (String) -> Void
    private let mailbox: StoreEventMailbox
    private let writer: StoreWriter

    private weak var drawing: Drawing?
    private var restorer: DrawingRestorer?
    /// The canvas size that was stored last, in points, or `nil` if none was stored.
    private var canvas: CGSize?
    /// The number of submitted edits that are durable.
    private var durableEditCount = 0
    /// The error with which reading or writing currently fails, or `nil` if both succeed.
    private var failure: StoreError?
    /// The identifiers of stored strokes that were skipped.
    private var skippedIDs: [Int64] = []
    /// Whether there are stored strokes that cannot be read.
    private var hasUnreadableStrokes = false
    /// The pages of strokes that were read before a drawing was attached.
    private var pages: [[Stroke]] = []
    /// Whether all readable strokes were read.
    private var isAllRead = false
    /// Whether the complete drawing must be stored, because its unusable database was replaced by
    /// an empty one.
    private var needsCompleteWrite = false
    /// The number of times that an unusable database was replaced by an empty one.
    private var recreationCount = 0
    private var isFinishing = false

    /// The number of visible strokes in the attached drawing, or, before a drawing is attached, the
    /// number of strokes read so far. `nil` if the attached drawing no longer exists.
    package var strokeCount: Int? {
        if let drawing { return drawing.count }
        return restorer == nil ? pages.reduce(0) { $0 + $1.count } : nil
    }

    /// Opens the drawing in a folder. Creates a missing drawing, and quarantines an unusable one.
    ///
    /// - Parameters:
    ///   - folder: An existing folder.
    ///   - report: Called with a log message for each failure and for each recovery.
    /// - Throws: `StoreError` if the drawing cannot be stored and retrying would not help.
    package convenience init(
        folder: String, report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        try self.init(folder: folder, clock: SystemStoreClock(), report: report)
    }

    /// Opens the drawing in a folder like `init(folder:report:)`, with another clock for the
    /// store's thread.
    package init(
        folder: String, clock: some StoreClock, report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        let mailbox = StoreEventMailbox()
        writer = try StoreWriter(folder: folder, clock: clock) { mailbox.add($0) }
        var head = writer.head
        canvas = head.canvas
        head.canvas = DrawingHead.validCanvasSize(head.canvas)
        self.head = head
        durableGeneration = head.generation
        self.mailbox = mailbox
        self.folder = folder
        self.report = report
        path = writer.path
        if let quarantined = writer.quarantined { report(quarantined.description) }
        mailbox.setListener(self)
    }

    /// Restores the stored strokes into an empty drawing, and stores all of its later changes and
    /// its size. The drawing shows the stored picture at once, if there is one, while the strokes
    /// are restored page by page. `DrawingView` drives the restoring; any other view must handle
    /// `Drawing.onPictureRestored` and `Drawing.onRestoringNeeded`.
    package func attach(to drawing: Drawing) {
        drawing.onStrokesRestored = { [weak self] in self?.storeCompleteIfNeeded() }
        drawing.onStrokesSkipped = { [weak self] in self?.recordSkippedStrokes($0.map(Int64.init)) }
        drawing.onRestoringEnded = { [weak self] in self?.onRestored?() }
        let restorer = DrawingRestorer(drawing, head: head, picture: writer.picture)
        self.drawing = drawing
        self.restorer = restorer
        for page in pages { restorer.restore(page) }
        pages = []
        if isAllRead { restorer.finish() }
        if recreationCount > 0 || hasUnreadableStrokes { drawing.repaintFromStrokes() }
        storeCanvas(of: drawing)
        drawing.observe { [self, weak drawing] change in
            guard let drawing else { return }
            store([storeChange(change, of: drawing)], change)
            storeCanvas(of: drawing)
        }
    }

    /// Stores all edits if possible, and ends the store's thread. Later changes are not stored.
    package func finish() {
        processEvents()
        if drawing?.hasPendingClear == true {
            // A pending clear requires all strokes, because invalid and unreadable ones must
            // remain.
            waitUntilRestored()
            restorer?.finish()
            restorer?.restoreImmediately()
        }
        isFinishing = true
        var lost = writer.finish(picture: picture, recreationCount: recreationCount)
        processEvents()
        // The store's thread has ended, so a replaced drawing needs another writer.
        if needsCompleteWrite { restorer?.restoreImmediately() }
        if needsCompleteWrite, let completeContents {
            do throws(StoreError) {
                let lastMailbox = StoreEventMailbox()
                let last = try StoreWriter(folder: folder) { lastMailbox.add($0) }
                if let quarantined = last.quarantined { report(quarantined.description) }
                last.store(completeContents)
                lost = last.finish()
                for event in lastMailbox.removeAll() { log(event) }
            } catch {
                report("the drawing is not saved: \(error)")
            }
        }
        if lost > 0 {
            report("\(path): cannot save the last \(lost) changes; see the previous message")
        }
    }

    // MARK: Edits

    /// Submits the changes of one edit to the store's thread.
    private func store(_ edit: [StoreChange], _ change: DrawingChange? = nil) {
        submittedEditCount += 1
        willStore?(submittedEditCount, change)
        writer.store(edit)
        updateState()
    }

    /// Submits the drawing's size if it differs from the stored one.
    private func storeCanvas(of drawing: Drawing) {
        if drawing.picture.size == canvas { return }
        canvas = drawing.picture.size
        store([.canvas(drawing.picture.size)])
    }

    /// Converts a change of the drawing to a change of the stored drawing, with the current state
    /// of each stroke that the change concerns.
    private func storeChange(_ change: DrawingChange, of drawing: Drawing) -> StoreChange {
        let isUndone = if case .undone = change { true } else { false }
        switch change.edit {
        case .added(let stroke):
            return isUndone ? .remove([Int64(stroke.id)]) : put([stroke.id], of: drawing)
        case .deleted(let id):
            return isUndone ? put([id], of: drawing) : .remove([Int64(id)])
        case .cleared(let ids):
            if isUndone { return put(ids, of: drawing) }
            // Skipped and unreadable strokes must remain, and so must strokes drawn after a pending
            // clear was requested.
            let isAll =
                isAllRead && skippedIDs.isEmpty && !hasUnreadableStrokes && drawing.count == 0
            return isAll ? .removeAll : .remove(ids.map(Int64.init))
        case .recolored(let id, _, _), .broughtToFront(let id, _, _), .reshaped(let id, _, _):
            return put([id], of: drawing)
        }
    }

    /// Returns the change that stores the current state of the strokes `ids`.
    private func put(_ ids: [Stroke.ID], of drawing: Drawing) -> StoreChange {
        .put(ids.compactMap { drawing.stroke($0)?.stored })
    }

    /// The changes that store the complete drawing again, or `nil` if the attached drawing no
    /// longer exists.
    private var completeContents: [StoreChange]? {
        if let drawing {
            return [
                .removeAll, .put(drawing.strokes.map(\.stored)), .canvas(drawing.picture.size),
            ]
        }
        if restorer != nil { return nil }
        // Without an attached drawing, no strokes were added to those that were read.
        var completeContents: [StoreChange] = [.removeAll, .put(pages.joined().map(\.stored))]
        if let canvas { completeContents.append(.canvas(canvas)) }
        return completeContents
    }

    /// Stores the complete drawing if its unusable database was replaced and all strokes are
    /// available.
    private func storeCompleteIfNeeded() {
        guard needsCompleteWrite, !isFinishing, drawing?.hasAllStrokes ?? isAllRead,
            let completeContents
        else {
            return
        }
        needsCompleteWrite = false
        store(completeContents)
    }

    // MARK: Picture

    /// Saves the picture of the drawing for the next start. Does nothing while strokes are being
    /// restored, or while a new database that replaced an unusable one does not contain the
    /// complete drawing yet.
    func savePicture() {
        if let picture { writer.store(picture, recreationCount: recreationCount) }
    }

    /// The picture of the drawing, or `nil` if it would not show all submitted edits.
    private var picture: EncodedPicture? {
        guard let drawing, !needsCompleteWrite else { return nil }
        return EncodedPicture(of: drawing)
    }

    /// Blocks until all strokes are restored.
    package func waitUntilRestored() {
        writer.waitUntilRead()
        processEvents()
        restorer?.restoreImmediately()
    }

    // MARK: Events

    /// Processes all events that the store's thread has reported so far.
    package func processEvents() {
        for event in mailbox.removeAll() { process(event) }
        updateState()
    }

    /// Updates the state for an event of the store's thread.
    private func process(_ event: StoreWriter.Event) {
        log(event)
        switch event {
        case .read(let page):
            addPage(page)
        case .unreadable:
            hasUnreadableStrokes = true
            // The stored picture may show the unreadable strokes.
            drawing?.repaintFromStrokes()
        case .allRead:
            isAllRead = true
            reportSkippedStrokes(skippedIDs)
            restorer?.finish()
            storeCompleteIfNeeded()
        case .saved(let edits, let generation):
            durableGeneration = generation
            for _ in 0..<edits {
                durableEditCount += 1
                onDurable?(durableEditCount)
            }
        case .failed(let error):
            failure = error
        case .recovered:
            failure = nil
        case .recreated:
            skippedIDs = []
            hasUnreadableStrokes = false
            recreationCount += 1
            needsCompleteWrite = true
            // The stored picture may show strokes that could not be read.
            drawing?.repaintFromStrokes()
            storeCompleteIfNeeded()
        case .pictureFailed:
            break
        }
    }

    /// Passes the log message for an event to `report`, if the event has a message.
    private func log(_ event: StoreWriter.Event) {
        switch event {
        case .failed(let error):
            report("the drawing is not saved: \(error)")
        case .unreadable(let numbers, let error):
            report(
                "\(path): some strokes from \(numbers.lowerBound) to \(numbers.upperBound) cannot "
                    + "be read and are not shown: \(error.cause); \(error.remedy)")
        case .recovered:
            report("the drawing is saved again")
        case .recreated(let error, let quarantined):
            report(
                quarantined?.description
                    ?? "\(error.path): \(error.cause); a new file was started with the strokes on "
                    + "the screen; \(error.remedy)")
        case .pictureFailed(let error):
            report(
                "drawing picture: cannot save: \(error); check the permissions of the folder and "
                    + "the free space; until then, starts are slower")
        case .read, .allRead, .saved:
            break
        }
    }

    /// Converts a page of stored strokes and adds them to the drawing.
    private func addPage(_ page: StoredPage) {
        skippedIDs += page.skippedIDs
        let strokes = LoadedDrawing.convertStrokes(page.strokes, skippedIDs: &skippedIDs)
        if let restorer { restorer.restore(strokes) } else { pages.append(strokes) }
    }

    /// Records and reports strokes that could not be restored.
    private func recordSkippedStrokes(_ ids: [Int64]) {
        skippedIDs += ids
        reportSkippedStrokes(ids)
    }

    private func reportSkippedStrokes(_ ids: [Int64]) {
        if let message = LoadedDrawing.skippedStrokesMessage(ids, path: path) { report(message) }
    }

    /// Derives the state from the failure and the number of pending edits.
    private func updateState() {
        let waiting = submittedEditCount - durableEditCount
        state = failure.map { .failing($0) } ?? (waiting > 0 ? .saving(edits: waiting) : .saved)
    }
}

/// A queue of events from the store's thread to the main thread.
private final class StoreEventMailbox: Sendable {
    private let events = Mutex<[StoreWriter.Event]>([])
    @MainActor private weak var listener: DrawingPersistence?

    @MainActor
    func setListener(_ listener: DrawingPersistence) {
        self.listener = listener
    }

    /// Adds an event. The first event in an empty queue schedules `processEvents()` on the main
    /// thread.
    func add(_ event: StoreWriter.Event) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { RunLoop.main.perform { [weak self] in self?.listener?.processEvents() } }
    }

    /// Removes and returns all events.
    func removeAll() -> [StoreWriter.Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
