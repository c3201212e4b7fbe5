import TouchKit
import TouchTrackerStore

/// An object that restores the stored drawing and stores every later change on a separate thread.
///
/// All callbacks run on the main thread. The run loop delivers the events of the store's thread.
@MainActor
package final class DrawingPersistence {
    /// The state of saving the drawing.
    package enum State: Hashable, Sendable {
        /// All edits are durable, that is, safely on disk.
        case saved
        /// The given number of edits is not durable (safely on disk) yet.
        case saving(edits: Int)
        /// Reading or saving the drawing fails with this error. Edits that are not on disk yet are
        /// retained, and the operation is retried.
        case failing(StoreError)
    }

    /// The properties that the stored drawing had when its database was opened, without its
    /// strokes.
    package let head: DrawingHead
    /// The current state of saving the drawing.
    package private(set) var state = State.saved {
        didSet { if state != oldValue { onState?(state) } }
    }
    /// Called after each change of `state`, with the new state.
    package var onState: ((State) -> Void)?
    /// Called when all stored strokes have been restored and the whole picture has been painted.
    var onRestored: (() -> Void)?
    /// Called for each edit when it is durable (safely on disk), with the number of the edit. Edits
    /// are numbered consecutively from 1 in the order in which they are submitted.
    package var onDurable: ((Int) -> Void)?
    /// Called for each edit before it is submitted to the store, with the number of the edit
    /// (counted from 1) and the change of the drawing. The change is `nil` if the edit stores the
    /// complete drawing, the canvas size or the settings.
    package var willStore: ((_ number: Int, _ change: DrawingChange?) -> Void)?
    /// The number of edits that have been submitted to the store.
    package var submittedEditCount: Int { progress.submittedEditCount }
    /// The generation of the newest drawing that is known to be durable (safely on disk). The
    /// generation is a counter that increases with each stored edit.
    package private(set) var durableGeneration: Int64

    private let folder: String
    /// The path of the drawing's database.
    package let path: String
    private let report: @Sendable (String) -> Void
    private let mailbox: StoreEventMailbox
    private let writer: StoreWriter

    /// The receiver of the strokes that are read from the store.
    private enum Receiver {
        /// No drawing is attached yet. The values are the strokes that have been read, and the
        /// stored picture, or `nil` if it may show other strokes.
        case pages([[Stroke]], EncodedPicture?)
        case drawing(Drawing)
    }

    private var receiver: Receiver
    private var progress = PersistenceState()
    /// The size of the canvas that was last read from or submitted to the store, in points, or
    /// `nil` if the store contains no valid size. The canvas contains every part of the drawing
    /// that has been on a screen.
    private var canvas: CGSize?
    /// The scale at which the attached drawing shows the canvas.
    private var fit = CanvasFit.identity
    /// The settings that were last read from or submitted to the store.
    private var settings: StoredSettings
    private var isFinishing = false

    /// The attached drawing, or `nil` before a drawing is attached.
    package var drawing: Drawing? {
        if case .drawing(let drawing) = receiver { drawing } else { nil }
    }

    /// The number of visible strokes in the attached drawing. Before a drawing is attached, the
    /// number of strokes that have been read so far.
    package var strokeCount: Int {
        switch receiver {
        case .pages(let pages, _): pages.reduce(0) { $0 + $1.count }
        case .drawing(let drawing): drawing.count
        }
    }

    /// Opens the stored drawing in a folder. Creates an empty drawing if the folder contains none.
    /// Quarantines an unusable drawing, that is, moves its files out of the way.
    ///
    /// - Parameters:
    ///   - folder: The path of an existing folder.
    ///   - clock: The clock of the store's thread.
    ///   - report: Called with a log message for each failure and for each recovery.
    /// - Throws: `StoreError` if the drawing cannot be stored and retrying would not help.
    package init(
        folder: String, clock: any StoreClock = SystemStoreClock(),
        report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        let mailbox = StoreEventMailbox()
        writer = try StoreWriter(folder: folder, clock: clock) { mailbox.add($0) }
        receiver = .pages([], writer.picture)
        var head = writer.head
        head.canvas = DrawingHead.validCanvasSize(head.canvas)
        canvas = head.canvas
        self.head = head
        durableGeneration = head.generation
        settings = head.settings
        self.mailbox = mailbox
        self.folder = folder
        self.report = report
        path = writer.path
        if let quarantined = writer.quarantined { report(quarantined.description) }
        mailbox.setListener(self)
    }

    /// Restores the stored strokes into `drawing`, which must be empty, and stores all of its later
    /// changes and its size.
    ///
    /// If the canvas of the stored drawing is larger than the drawing's picture, all strokes are
    /// scaled down, so that the whole canvas is visible. Changes are stored in canvas coordinates.
    ///
    /// If there is a stored picture, the drawing shows it at once, while the strokes are restored
    /// page by page. A `DrawingView` restores further strokes in each frame; any other view must
    /// handle `Drawing.onPictureRestored` and `Drawing.onRestoringNeeded`.
    package func attach(to drawing: Drawing) {
        guard case .pages(let pages, let picture) = receiver else {
            preconditionFailure("a drawing is attached once")
        }
        drawing.onStrokesRestored = { [weak self] in self?.storeCompleteIfNeeded() }
        drawing.onStrokesSkipped = { [weak self] in
            let ids = $0.map(Int64.init)
            self?.progress.recordSkippedStrokes(ids)
            self?.reportSkippedStrokes(ids)
        }
        drawing.onRestoringEnded = { [weak self] in self?.onRestored?() }
        fit = CanvasFit(canvas: canvas, screen: drawing.picture.size)
        receiver = .drawing(drawing)
        drawing.beginRestoring(
            nextID: Int(head.nextID), nextLevel: Int(head.nextLevel), picture: picture)
        for page in pages { drawing.restore(page.map(fit.shown)) }
        if progress.isReadingFinished { drawing.finishRestoring() }
        if canvas == nil { storeCanvas(drawing.picture.size) }
        drawing.observe { [weak self, weak drawing] change in
            guard let self, let drawing else { return }
            store(storeChanges(change.edit, isUndone: change.isUndone, of: drawing), change)
            updateCanvas(of: drawing)
        }
    }

    /// Stores all edits that can be stored, and ends the thread of the store. Later changes are not
    /// stored.
    package func finish() {
        processEvents()
        isFinishing = true
        var lost = writer.finish(picture: picture)
        processEvents()
        // The store's thread has ended, so another writer must store the complete drawing.
        if progress.strokes == .replaced {
            drawing?.restoreWithoutPainting()
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

    /// Submits the changes of one edit to the thread of the store.
    private func store(
        _ edit: [StoreChange], _ change: DrawingChange? = nil, isComplete: Bool = false
    ) {
        progress.recordSubmittedEdit(isComplete: isComplete)
        willStore?(submittedEditCount, change)
        writer.store(edit)
        state = progress.saving
    }

    /// Returns the stored tool, color and width, with values from `defaults` where none are stored.
    package func settings(defaults: DrawingSettings) -> DrawingSettings {
        DrawingSettings(settings, defaults: defaults)
    }

    /// Submits the tool, the color and the width with which the user draws to the store, if they
    /// differ from the settings that were submitted last.
    package func store(_ newSettings: DrawingSettings) {
        if newSettings.stored == settings || isFinishing { return }
        settings = newSettings.stored
        store([.settings(settings)])
    }

    /// Enlarges the canvas by the visible part of `drawing`. If the stored drawing is empty, its
    /// canvas becomes the screen.
    private func updateCanvas(of drawing: Drawing) {
        if drawing.count == 0, progress.hasEveryStroke {
            fit = .identity
            storeCanvas(drawing.picture.size)
            return
        }
        let visible = fit.visibleCanvas(of: drawing.picture.size)
        let known = canvas ?? .zero
        // Rounding must not enlarge the canvas again and again.
        if visible.width > known.width + Self.canvasTolerance
            || visible.height > known.height + Self.canvasTolerance
        {
            storeCanvas(
                CGSize(
                    width: max(known.width, visible.width),
                    height: max(known.height, visible.height)))
        }
    }

    /// The difference of lengths that is a rounding error, in points.
    private static let canvasTolerance: CGFloat = 0.01

    /// Submits a canvas size to the store if it differs from the size that was submitted last.
    private func storeCanvas(_ size: CGSize) {
        if size == canvas { return }
        canvas = size
        store([.canvas(size)])
    }

    /// Returns the changes of the store that correspond to an edit of the drawing that was done,
    /// redone or undone, with the current state of each affected stroke.
    private func storeChanges(
        _ edit: DrawingEdit, isUndone: Bool, of drawing: Drawing
    ) -> [StoreChange] {
        switch edit {
        case .added(let stroke):
            return [isUndone ? .remove([Int64(stroke.id)]) : put([stroke.id], of: drawing)]
        case .deleted(let id):
            return [isUndone ? put([id], of: drawing) : .remove([Int64(id)])]
        case .cleared(let ids):
            if isUndone { return [put(ids, of: drawing)] }
            // Skipped and unreadable strokes must remain.
            return [progress.hasEveryStroke ? .removeAll : .remove(ids.map(Int64.init))]
        case .erased(let ids):
            return [isUndone ? put(ids, of: drawing) : .remove(ids.map(Int64.init))]
        case .recolored(let id, _, _), .broughtToFront(let id, _, _), .reshaped(let id, _, _):
            return [put([id], of: drawing)]
        case .parts(let edits):
            return edits.flatMap { storeChanges($0, isUndone: isUndone, of: drawing) }
        }
    }

    /// Returns the change that stores the current state of the strokes with the identifiers `ids`.
    private func put(_ ids: [Stroke.ID], of drawing: Drawing) -> StoreChange {
        .put(ids.compactMap { drawing.stroke($0).map { fit.stored($0).stored } })
    }

    /// The changes that store the complete drawing again.
    private var completeContents: [StoreChange] {
        let strokes =
            switch receiver {
            case .pages(let pages, _): pages.joined().map(\.stored)
            case .drawing(let drawing): drawing.strokes.map { fit.stored($0).stored }
            }
        let canvas = canvas.map { [StoreChange.canvas($0)] } ?? []
        return [.removeAll, .put(strokes), .settings(settings)] + canvas
    }

    /// Submits the complete drawing to the store if an empty database has replaced its unusable
    /// database and all strokes are available.
    private func storeCompleteIfNeeded() {
        guard progress.strokes == .replaced, !isFinishing, drawing?.hasAllStrokes != false else {
            return
        }
        store(completeContents, isComplete: true)
    }

    // MARK: Picture

    /// Saves the picture of the drawing, so that the next start can show it at once. Does nothing
    /// while stored strokes are being restored, or while a database that replaced an unusable one
    /// does not contain the complete drawing yet.
    func savePicture() {
        if let picture { writer.store(picture) }
    }

    /// The encoded picture of the attached drawing, or `nil` if the picture cannot be saved now,
    /// for example because stored strokes are still being restored.
    private var picture: EncodedPicture? {
        guard progress.strokes != .replaced, let drawing else { return nil }
        // If the screen's size has changed, the next start may show the strokes at another scale.
        let nextFit = CanvasFit(canvas: canvas, screen: drawing.picture.size)
        return nextFit.matches(fit) ? EncodedPicture(of: drawing) : nil
    }

    /// Whether no further strokes will be read from the store.
    package var isReadingFinished: Bool { progress.isReadingFinished }

    // MARK: Events

    /// Processes all events that the store's thread has reported so far.
    package func processEvents() {
        for event in mailbox.removeAll() { process(event) }
        state = progress.saving
    }

    /// Handles an event of the store's thread and logs it if necessary. After the call, the caller
    /// must update `state`.
    private func process(_ event: StoreWriter.Event) {
        log(event)
        let durable = progress.durableEditCount
        reportSkippedStrokes(progress.record(event))
        switch event {
        case .read(let page):
            restore(page)
        case .allRead:
            drawing?.finishRestoring()
        case .saved(_, let generation):
            durableGeneration = generation
            for number in durable..<progress.durableEditCount { onDurable?(number + 1) }
        case .unreadable, .recreated:
            // The stored picture may show strokes that could not be read.
            switch receiver {
            case .pages(let pages, _): receiver = .pages(pages, nil)
            case .drawing(let drawing): drawing.repaintFromStrokes()
            }
            storeCompleteIfNeeded()
        case .failed, .recovered, .quarantined, .pictureFailed:
            break
        }
    }

    /// Passes the log message for an event to `report`, if the event has a message.
    private func log(_ event: StoreWriter.Event) {
        switch event {
        case .failed(let error):
            report("the drawing cannot be read or saved: \(error)")
        case .unreadable(let numbers, let error):
            report(
                "\(path): some of the strokes numbered \(numbers.lowerBound) to "
                    + "\(numbers.upperBound) cannot be read and are not shown: \(error.cause); "
                    + error.remedy)
        case .recovered:
            report("the drawing is saved again")
        case .quarantined(let drawing):
            report(drawing.description)
        case .recreated(let error, nil):
            report(
                "\(error.path): \(error.cause); a new file was started with the strokes on "
                    + "the screen; \(error.remedy)")
        case .pictureFailed(let error):
            report(
                "drawing picture: cannot save: \(error); starts are slower without it; check the "
                    + "permissions of the folder and the free space")
        case .read, .allRead, .saved, .recreated:
            break
        }
    }

    /// Converts a page of stored strokes and adds the valid ones to the attached drawing, or
    /// retains them until a drawing is attached.
    private func restore(_ page: StoredPage) {
        var skippedIDs = page.skippedIDs
        let strokes = page.strokes.compactMap { record -> Stroke? in
            let stroke = Stroke(record)
            if stroke == nil { skippedIDs.append(record.id) }
            return stroke
        }
        progress.recordSkippedStrokes(skippedIDs)
        switch receiver {
        case .pages(let pages, let picture): receiver = .pages(pages + [strokes], picture)
        case .drawing(let drawing): drawing.restore(strokes.map(fit.shown))
        }
    }

    private func reportSkippedStrokes(_ ids: [Int64]) {
        if let message = Stroke.skippedMessage(ids, path: path) { report(message) }
    }
}
