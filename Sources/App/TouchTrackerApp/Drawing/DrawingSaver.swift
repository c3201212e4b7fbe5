import Synchronization
import TouchKit
import TouchTrackerStore

/// Brings the drawing that was stored back, and stores what is done to it from then on, on a thread of
/// its own.
///
/// Everything is told on the main thread: what the store's thread says waits until the run loop calls.
@MainActor
package final class DrawingSaver {
    /// How it goes with saving.
    package enum State: Hashable, Sendable {
        /// All that was done is on the disk.
        case saved
        /// So many edits are on their way.
        case saving(edits: Int)
        /// Nothing can be stored for now, for this reason; it is tried again, and what was done waits.
        case failing(StoreError)
    }

    /// What was known of the stored drawing when the saver was made.
    package let head: DrawingHead
    /// How it goes.
    package private(set) var state = State.saved {
        didSet { if state != oldValue { onState?(state) } }
    }
    /// Is called when it goes otherwise.
    package var onState: ((State) -> Void)?
    /// Is called when nothing of the drawing and its picture is to be put back any more.
    var onRestored: (() -> Void)?
    /// Is called for each edit when it is on the disk, with its number: the first that was handed over
    /// is 1.
    package var onDurable: ((Int) -> Void)?
    /// Is called for each edit before it is handed over, with its number, and with what was done; nil
    /// where it is about the whole drawing or its extent.
    package var willStore: ((_ number: Int, _ change: DrawingChange?) -> Void)?
    /// How many edits were handed over.
    package private(set) var handedOver = 0
    /// The generation of what is known to be on the disk.
    package private(set) var durableGeneration: Int64

    private let folder: String
    /// The file.
    package let path: String
    private let report: @Sendable (String) -> Void
    private let news: StoreNews
    private let writer: StoreWriter

    private weak var drawing: Drawing?
    private var restoring: DrawingRestoring?
    private var canvas: CGSize?
    private var durable = 0
    private var trouble: StoreError?
    private var leftOut: [Int64] = []
    /// Whether strokes are stored that can't be read.
    private var hasUnreadable = false
    /// What was read before there was a drawing to put it into.
    private var pages: [[Stroke]] = []
    private var isAllRead = false
    /// Whether the file has to be given everything that is on the screen.
    private var needsWhole = false
    /// How many drawings were begun anew.
    private var anewCount = 0
    private var isFinishing = false

    /// The number of strokes that are drawn, or were read so far; nil where nobody knows any more.
    package var strokeCount: Int? {
        if let drawing { return drawing.count }
        return restoring == nil ? pages.reduce(0) { $0 + $1.count } : nil
    }

    /// Opens the drawing in a folder; an empty one is made where there is none, and what isn't a
    /// drawing of ours is set aside.
    ///
    /// - Parameters:
    ///   - folder: The folder. It has to be there.
    ///   - report: Gets a line for each trouble, and one when it is over.
    /// - Throws: `StoreError` where nothing can be stored, and waiting won't help.
    package convenience init(
        folder: String, report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        try self.init(folder: folder, clock: MachineClock(), report: report)
    }

    /// The same with another clock for the store's thread.
    package init(
        folder: String, clock: some StoreClock, report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        let news = StoreNews()
        writer = try StoreWriter(folder: folder, clock: clock) { news.add($0) }
        var head = writer.head
        canvas = head.canvas
        head.canvas = DrawingHead.canvas(head.canvas)
        self.head = head
        durableGeneration = head.generation
        self.news = news
        self.folder = folder
        self.report = report
        path = writer.path
        if let setAside = writer.setAside { report(setAside.description) }
        news.setListener(self)
    }

    /// Puts what was stored into an empty drawing, which can't be undone, and stores every change of
    /// it, and how large its picture is. The picture is to be seen at once, where one was kept; strokes
    /// come page by page. A `DrawingView` does what it has to for that by itself; another view is asked:
    /// see `Drawing.didRestore` and `Drawing.needsRestoring`.
    package func follow(_ drawing: Drawing) {
        drawing.didFinishRestoring = { [weak self] in self?.storeWholeIfNeeded() }
        drawing.didLeaveOut = { [weak self] in self?.hasLeftOut($0.map(Int64.init)) }
        drawing.didEndRestoring = { [weak self] in self?.onRestored?() }
        let restoring = DrawingRestoring(drawing, head: head, picture: writer.picture)
        self.drawing = drawing
        self.restoring = restoring
        for page in pages { restoring.restore(page) }
        pages = []
        if isAllRead { restoring.finish() }
        if anewCount > 0 || hasUnreadable { drawing.paintAnew() }
        storeCanvas(of: drawing)
        drawing.observe { [self, weak drawing] change in
            guard let drawing else { return }
            store([storeChange(change, of: drawing)], change)
            storeCanvas(of: drawing)
        }
    }

    /// Waits until everything is stored, if it can be. What is done afterwards isn't stored any more.
    package func finish() {
        hearNews()
        if drawing?.hasRememberedClear == true {
            // What is taken out has to be known: what makes no sense stays, and what can't be read.
            waitUntilRestored()
            restoring?.finish()
            restoring?.hurry()
        }
        isFinishing = true
        var lost = writer.finish(picture: picture, anewCount: anewCount)
        hearNews()
        // Found out only now, which leaves nobody to hand it to but another writer.
        if needsWhole { restoring?.hurry() }
        if needsWhole, let whole {
            do throws(StoreError) {
                let lastNews = StoreNews()
                let last = try StoreWriter(folder: folder) { lastNews.add($0) }
                if let setAside = last.setAside { report(setAside.description) }
                last.store(whole)
                lost = last.finish()
                for event in lastNews.takeAll() { say(event) }
            } catch {
                report("the drawing isn't being saved: \(error)")
            }
        }
        if lost > 0 {
            report(
                "\(path): the last \(lost) changes couldn't be saved and are lost; see above why, and mend that"
            )
        }
    }

    // MARK: Edits

    private func store(_ edit: [StoreChange], _ change: DrawingChange? = nil) {
        handedOver += 1
        willStore?(handedOver, change)
        writer.store(edit)
        updateState()
    }

    private func storeCanvas(of drawing: Drawing) {
        if drawing.picture.size == canvas { return }
        canvas = drawing.picture.size
        store([.canvas(drawing.picture.size)])
    }

    /// What a change of a drawing is on the disk: each stroke it is about, as it is now.
    private func storeChange(_ change: DrawingChange, of drawing: Drawing) -> StoreChange {
        let isUndone = if case .undone = change { true } else { false }
        switch change.edit {
        case .added(let stroke):
            return isUndone ? .remove([Int64(stroke.id)]) : put([stroke.id], of: drawing)
        case .deleted(let id):
            return isUndone ? put([id], of: drawing) : .remove([Int64(id)])
        case .cleared(let ids):
            if isUndone { return put(ids, of: drawing) }
            // What nobody has seen, nobody has cleared; and a clear that had to wait keeps what was drawn
            // meanwhile.
            let isAll =
                isAllRead && leftOut.isEmpty && !hasUnreadable && drawing.count == 0
            return isAll ? .removeAll : .remove(ids.map(Int64.init))
        case .recolored(let id, _, _), .broughtToFront(let id, _, _), .reshaped(let id, _, _):
            return put([id], of: drawing)
        }
    }

    private func put(_ ids: [Stroke.ID], of drawing: Drawing) -> StoreChange {
        .put(ids.compactMap { drawing.stroke($0)?.stored })
    }

    /// All that is on the screen, or would be; nil where nobody knows any more.
    private var whole: [StoreChange]? {
        if let drawing {
            return [
                .removeAll, .put(drawing.strokes.map(\.stored)), .canvas(drawing.picture.size),
            ]
        }
        if restoring != nil { return nil }
        // Another scene is shown: it was read, and nothing was drawn.
        var whole: [StoreChange] = [.removeAll, .put(pages.joined().map(\.stored))]
        if let canvas { whole.append(.canvas(canvas)) }
        return whole
    }

    /// A new drawing was begun in the place of ours: it gets what is on the screen.
    private func storeWholeIfNeeded() {
        guard needsWhole, !isFinishing, drawing?.hasAllStrokes ?? isAllRead, let whole else {
            return
        }
        needsWhole = false
        store(whole)
    }

    // MARK: Picture

    /// Keeps what the drawing looks like now, for the next start: where all that was done to it is
    /// stored, or is on its way.
    ///
    /// It doesn't while strokes are still being put back (`onRestored`), or while a new file has yet to get
    /// them (`onState`).
    func keepPicture() {
        if let picture { writer.store(picture, anewCount: anewCount) }
    }

    /// What the drawing looks like; nil while it isn't as everything that was handed over makes it.
    private var picture: StoredPicture? {
        guard let drawing, !needsWhole else { return nil }
        return StoredPicture(of: drawing)
    }

    /// Waits until everything is put back.
    package func waitUntilRestored() {
        writer.waitUntilRead()
        hearNews()
        restoring?.hurry()
    }

    // MARK: News

    /// Hears what the store's thread has said so far.
    package func hearNews() {
        for event in news.takeAll() { hear(event) }
        updateState()
    }

    private func hear(_ event: StoreWriter.Event) {
        say(event)
        switch event {
        case .read(let page):
            take(page)
        case .unreadable:
            hasUnreadable = true
            // They may be on the picture that was kept.
            drawing?.paintAnew()
        case .allRead:
            isAllRead = true
            complain(leftOut)
            restoring?.finish()
            storeWholeIfNeeded()
        case .saved(let edits, let generation):
            durableGeneration = generation
            for _ in 0..<edits {
                durable += 1
                onDurable?(durable)
            }
        case .failed(let error):
            trouble = error
        case .recovered:
            trouble = nil
        case .begunAnew:
            leftOut = []
            hasUnreadable = false
            anewCount += 1
            needsWhole = true
            // What couldn't be read any more may be on the picture that was kept.
            drawing?.paintAnew()
            storeWholeIfNeeded()
        case .pictureFailed:
            break
        }
    }

    /// Says what has to be known of an event.
    private func say(_ event: StoreWriter.Event) {
        switch event {
        case .failed(let error):
            report("the drawing isn't being saved: \(error)")
        case .unreadable(let numbers, let error):
            report(
                "\(path): of the strokes \(numbers.lowerBound) to \(numbers.upperBound) some can't be read and aren't shown: \(error.cause); \(error.remedy)"
            )
        case .recovered:
            report("the drawing is saved again")
        case .begunAnew(let error, let setAside):
            report(
                setAside?.description
                    ?? "\(error.path): \(error.cause); a new drawing was begun with what is on the screen; \(error.remedy)"
            )
        case .pictureFailed(let error):
            report(
                "the picture of the drawing can't be kept, so the next start paints it: \(error); see who may write there, and whether the disk is full"
            )
        case .read, .allRead, .saved:
            break
        }
    }

    private func take(_ page: StoredPage) {
        leftOut += page.leftOut
        let strokes = SavedDrawing.strokes(page.strokes, leavingOut: &leftOut)
        if let restoring { restoring.restore(strokes) } else { pages.append(strokes) }
    }

    /// Strokes that were read couldn't be put back.
    private func hasLeftOut(_ ids: [Int64]) {
        leftOut += ids
        complain(ids)
    }

    private func complain(_ ids: [Int64]) {
        if let line = SavedDrawing.complaint(ids, path: path) { report(line) }
    }

    private func updateState() {
        let waiting = handedOver - durable
        state = trouble.map { .failing($0) } ?? (waiting > 0 ? .saving(edits: waiting) : .saved)
    }
}

/// What the store's thread has said, until the main thread hears it.
private final class StoreNews: Sendable {
    private let events = Mutex<[StoreWriter.Event]>([])
    @MainActor private weak var listener: DrawingSaver?

    @MainActor
    func setListener(_ listener: DrawingSaver) {
        self.listener = listener
    }

    /// Keeps an event; the first that nobody has heard yet asks for a call.
    func add(_ event: StoreWriter.Event) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { RunLoop.main.perform { [weak self] in self?.listener?.hearNews() } }
    }

    func takeAll() -> [StoreWriter.Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
