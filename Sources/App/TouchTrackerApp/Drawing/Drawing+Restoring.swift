import TouchKit
import TouchKitRaster
import TouchTrackerStore

/// Restores stored strokes page by page while the user can already draw (docs/store.md).
extension Drawing {
    /// The maximum restoring work per frame while the user draws, in cost units of about 20 ns on
    /// the machine measured in docs/performance.md. This work takes about 1 ms on that machine, and
    /// about 4 ms, a quarter of a frame at 60 Hz, on a board with a quarter of its speed.
    private static let busyFrameBudget = 50_000
    /// The maximum restoring work per frame while the user does not draw, in cost units of about 20
    /// ns. A touch that begins during this work is delayed by at most one frame.
    private static let idleFrameBudget = 200_000
    /// The cost of inserting a stroke without the cost of its points, in cost units of about 20 ns.
    private static let strokeCost = 20
    /// The cost of inserting one point of a stroke, in cost units of about 20 ns.
    private static let pointCost = 2
    /// The number of elements of `order` that can be shifted in one cost unit of about 20 ns.
    private static let movesPerCostUnit = 500

    /// Starts restoring strokes into this drawing, which must be empty.
    ///
    /// `restore(_:)` then adds the strokes page by page, and `finishRestoring()` follows the last
    /// page. Restoring cannot be undone, and observers are not notified. The user may draw and edit
    /// meanwhile; new strokes lie above all restored ones.
    ///
    /// - Parameters:
    ///   - nextID: The identifier of the next new stroke, greater than the identifier of any
    ///     restored stroke.
    ///   - nextLevel: The level of the next new stroke, greater than the level of any restored
    ///     stroke.
    ///   - picture: A picture of all strokes that will be restored. If its size and scale match
    ///     this drawing's picture, it is shown at once, and strokes are inserted without being
    ///     painted. Otherwise the strokes are painted after all of them are inserted.
    package func beginRestoring(
        nextID: Stroke.ID, nextLevel: Int, picture stored: EncodedPicture? = nil
    ) {
        precondition(entries.isEmpty, "strokes are restored into an empty drawing")
        precondition(!isRestoring, "a drawing is restored once")
        self.nextID = Self.clamped(nextID)
        self.nextLevel = Self.clamped(nextLevel)
        entries.firstNewID = self.nextID
        restoring = .inserting(
            RestoreQueue(firstNewID: self.nextID, firstNewLevel: self.nextLevel))
        let scale = picture.scale
        picture.beginRestoring { bitmap in
            stored.map { $0.scale == Double(scale) && $0.draw(onto: bitmap) } ?? false
        }
        onPictureRestored?()
    }

    /// Adds a page of strokes to be restored by `continueRestoring()`.
    ///
    /// Identifiers must ascend within a page and from page to page; levels are in any order.
    /// Strokes that cannot be drawn, and duplicates of an identifier, are skipped and passed to
    /// `onStrokesSkipped`.
    package func restore(_ page: [Stroke]) {
        guard case .inserting(let queue) = restoring else {
            preconditionFailure("restore(_:) requires beginRestoring(nextID:nextLevel:picture:)")
        }
        queue.append(page)
        onRestoringNeeded?()
    }

    /// Declares that no more pages will be added.
    package func finishRestoring() {
        guard case .inserting(let queue) = restoring else { return }
        queue.isComplete = true
        onRestoringNeeded?()
    }

    /// Repaints the whole picture from the strokes, part by part, after all of them are restored.
    /// Used when fewer strokes could be read than the initial picture showed.
    package func repaintFromStrokes() {
        if case .inserting(let queue) = restoring {
            queue.matchesInitialPicture = false
        } else {
            picture.endRestoring(isComplete: false)
            restoring = .painting
            onRestoringNeeded?()
        }
    }

    /// Whether all strokes are restored.
    package var hasAllStrokes: Bool {
        if case .inserting = restoring { false } else { true }
    }

    /// Whether strokes are missing or parts of the picture are still to be painted.
    package var isRestoring: Bool {
        if case .idle = restoring { false } else { true }
    }

    /// Inserts received strokes, or repaints parts of the picture, up to the limit of work for one
    /// frame.
    ///
    /// - Parameter isUserDrawing: Whether the user is drawing, which reduces the work per frame.
    /// - Returns: `true` if work remains for the next frame; `false` if restoring has ended or
    ///   waits for another page.
    @discardableResult
    package func continueRestoring(isUserDrawing: Bool = false) -> Bool {
        var remainingBudget = isUserDrawing ? Self.busyFrameBudget : Self.idleFrameBudget
        switch restoring {
        case .idle:
            return false
        case .inserting(let queue):
            while remainingBudget > 0, let stroke = queue.removeNext() {
                remainingBudget -= insert(stroke, queue)
            }
            if queue.hasStrokes { return true }
            if !queue.isComplete { return false }
            picture.endRestoring(isComplete: queue.matchesInitialPicture)
            restoring = picture.isRestoring ? .painting : .idle
            if !queue.skippedIDs.isEmpty { onStrokesSkipped?(queue.skippedIDs) }
            perform(queue.clears)
            onStrokesRestored?()
            if !isRestoring { onRestoringEnded?() }
            return isRestoring
        case .painting:
            picture.paintMissingParts(allowance: remainingBudget)
            if !picture.isRestoring { restoring = .idle }
            onPictureRestored?()
            if !isRestoring { onRestoringEnded?() }
            return isRestoring
        }
    }

    /// Restores all strokes at once into this drawing, which must be empty.
    ///
    /// - Parameters:
    ///   - strokes: The strokes, in any order.
    ///   - leastID: The lowest identifier that the next stroke may have, even if all `strokes` have
    ///     lower identifiers, because deleted strokes used higher ones.
    package func restore(_ strokes: [Stroke], nextID leastID: Stroke.ID) {
        let sorted = strokes.sorted { ($0.id, $0.level) < ($1.id, $1.level) }
        var (nextID, nextLevel) = (Self.clamped(leastID), 1)
        for stroke in sorted
        where Self.validIdentifiers ~= stroke.id && Self.isValidLevel(stroke.level) {
            nextID = max(nextID, stroke.id + 1)
            nextLevel = max(nextLevel, stroke.level + 1)
        }
        beginRestoring(nextID: nextID, nextLevel: nextLevel)
        restore(sorted)
        finishRestoring()
        while continueRestoring() {}
        onPictureRestored?()
    }

    /// Returns whether `level` is a valid level of a restored stroke.
    nonisolated static func isValidLevel(_ level: Int) -> Bool {
        -validIdentifiers.upperBound < level && level < validIdentifiers.upperBound
    }

    /// Returns `number` limited to the bounds of `validIdentifiers`. The upper bound itself is not
    /// a valid identifier; it means that no identifier is left.
    private static func clamped(_ number: Int) -> Int {
        min(max(number, validIdentifiers.lowerBound), validIdentifiers.upperBound)
    }

    /// Inserts a stroke without painting it.
    ///
    /// - Returns: The cost, in cost units.
    private func insert(_ stroke: Stroke, _ queue: RestoreQueue) -> Int {
        guard Self.validIdentifiers ~= stroke.id, stroke.id < queue.firstNewID,
            stroke.id > entries.lastRestoredID ?? 0, Self.isValidLevel(stroke.level),
            stroke.isDrawable
        else {
            queue.skippedIDs.append(stroke.id)
            return Self.strokeCost
        }
        var stroke = stroke
        stroke.level = min(stroke.level, queue.firstNewLevel - 1)
        stroke.setContents(of: path)
        guard
            let (painted, pointCount) = picture.restore(
                path, color: stroke.color.uiColor, level: StrokeDrawing.Level(stroke.level))
        else {
            queue.skippedIDs.append(stroke.id)
            return Self.strokeCost
        }
        entries.append(Entry(stroke: stroke, paintedStroke: painted))
        let orderIndex = orderIndex(of: stroke)
        order.insert(stroke.id, at: orderIndex)
        return Self.strokeCost + pointCount * Self.pointCost
            + (order.count - orderIndex) / Self.movesPerCostUnit
    }

    // MARK: Pending clears

    /// Returns whether a stroke that is not yet restored may lie above `stroke`.
    func mayComeAbove(_ stroke: Stroke) -> Bool {
        guard case .inserting(let queue) = restoring else { return false }
        return stroke.level < queue.firstNewLevel
    }

    /// The clears that wait until all strokes are restored, in the order of their requests.
    private var pendingClears: [PendingClear] {
        if case .inserting(let queue) = restoring { queue.clears } else { [] }
    }

    /// Whether a clear waits until all strokes are restored.
    package var hasPendingClear: Bool { !pendingClears.isEmpty }

    /// Whether the newest edit is a clear that waits until all strokes are restored.
    var isNewestEditPendingClear: Bool { pendingClears.last?.editCount == undoable.count }

    /// Adds a clear to the pending clears, unless an earlier pending clear leaves nothing to
    /// delete.
    ///
    /// - Returns: Whether the clear was added.
    func enqueue(_ clear: PendingClear, _ queue: RestoreQueue) -> Bool {
        if let last = queue.clears.last, !order.contains(where: { $0 >= last.firstRetainedID }) {
            return false
        }
        queue.clears.append(clear)
        discardRedo()
        return true
    }

    /// Cancels a pending clear if it is the newest edit.
    ///
    /// - Returns: Whether a clear was cancelled.
    func cancelNewestPendingClear() -> Bool {
        guard isNewestEditPendingClear, case .inserting(let queue) = restoring else {
            return false
        }
        queue.clears.removeLast()
        return true
    }

    /// Performs the pending clears as if each had been performed at the time of its request: undoes
    /// all edits since the first request, then performs the clears and redoes the edits in their
    /// original order, except edits of strokes that a clear deleted.
    private func perform(_ clears: [PendingClear]) {
        guard let first = clears.first, let last = clears.last else { return }
        let since = undoable[first.editCount...]
        for edit in since.reversed() { apply(edit, isForward: false) }
        undoable.removeSubrange(first.editCount...)
        var cleared: [DrawingEdit] = []
        var done = first.editCount
        for (index, clear) in clears.enumerated() {
            let ids = order.filter { $0 < clear.firstRetainedID }
            if !ids.isEmpty {
                cleared.append(.cleared(ids))
                apply(.cleared(ids), isForward: true)
                undoable.append(.cleared(ids))
            }
            let next = index + 1 < clears.count ? clears[index + 1].editCount : since.endIndex
            for edit in since[done..<next] where edit.id ?? 0 >= clear.firstRetainedID {
                apply(edit, isForward: true)
                undoable.append(edit)
            }
            done = next
        }
        // Edits before the last clear were discarded from redo when it was requested.
        redoable.removeAll { $0.id ?? 0 < last.firstRetainedID }
        for edit in cleared { notifyObservers(.done(edit)) }
    }
}

extension Drawing {
    /// The progress of restoring.
    enum RestoringState {
        /// No strokes are being restored.
        case idle
        /// Strokes are being received and inserted.
        case inserting(RestoreQueue)
        /// All strokes are inserted, and parts of the picture are still to be painted.
        case painting
    }

    /// A clear that was requested before all strokes were restored.
    struct PendingClear {
        /// The next unassigned identifier at the time of the request. The clear deletes only
        /// strokes with lower identifiers.
        let firstRetainedID: Stroke.ID
        /// The number of undoable edits at the time of the request.
        let editCount: Int
    }

    /// The strokes that were received but not yet inserted, and the state of the restoring in
    /// progress.
    @MainActor
    final class RestoreQueue {
        /// The lowest identifier of strokes drawn after restoring began; restored strokes have
        /// lower identifiers.
        let firstNewID: Stroke.ID
        /// The lowest level of strokes drawn after restoring began; restored strokes have lower
        /// levels.
        let firstNewLevel: Int
        /// Whether all pages were received.
        var isComplete = false
        /// Whether the received strokes are all the strokes that the initial picture shows.
        var matchesInitialPicture = true
        /// The clears that were requested while strokes are being restored, the oldest first.
        var clears: [PendingClear] = []
        /// The identifiers of the strokes that could not be restored.
        var skippedIDs: [Stroke.ID] = []

        private var pages: [[Stroke]] = []
        /// The number of pages whose strokes were all returned by `removeNext()`. The memory of
        /// such a page is released at once.
        private var finishedPageCount = 0
        /// The index of the next stroke in the page `pages[finishedPageCount]`.
        private var strokeIndex = 0

        init(firstNewID: Stroke.ID, firstNewLevel: Int) {
            self.firstNewID = firstNewID
            self.firstNewLevel = firstNewLevel
        }

        /// Whether a stroke is waiting to be inserted.
        var hasStrokes: Bool { finishedPageCount < pages.count }

        func append(_ page: [Stroke]) {
            if !page.isEmpty { pages.append(page) }
        }

        /// Removes and returns the next stroke, or returns `nil` if no stroke is waiting.
        func removeNext() -> Stroke? {
            guard finishedPageCount < pages.count else { return nil }
            let stroke = pages[finishedPageCount][strokeIndex]
            strokeIndex += 1
            if strokeIndex == pages[finishedPageCount].count {
                pages[finishedPageCount] = []
                finishedPageCount += 1
                strokeIndex = 0
            }
            return stroke
        }
    }

    /// All strokes by identifier. Restored strokes have lower identifiers than new strokes. Within
    /// each of these two groups, strokes must be appended with ascending identifiers.
    struct Entries {
        /// The lowest identifier of new strokes, which were drawn after restoring began.
        var firstNewID = 1
        private var restored = StrokeMap<Entry>()
        private var added = StrokeMap<Entry>()
        /// The identifiers of the strokes, indexed by `StrokeDrawing.Stroke.number`.
        private var identifiers: [Stroke.ID] = []

        var isEmpty: Bool { restored.lastID == nil && added.lastID == nil }
        /// The greatest identifier of a restored stroke, or `nil` if there is none.
        var lastRestoredID: Stroke.ID? { restored.lastID }

        subscript(id: Stroke.ID) -> Entry? { id < firstNewID ? restored[id] : added[id] }

        /// Returns the identifier of the stroke that `stroke` renders in the picture.
        func id(of stroke: StrokeDrawing.Stroke) -> Stroke.ID { identifiers[stroke.number] }

        mutating func append(_ entry: Entry) {
            let id = entry.stroke.id
            if id < firstNewID {
                restored.append(entry, id: id)
            } else {
                added.append(entry, id: id)
            }
            let number = entry.paintedStroke.number
            while identifiers.count <= number { identifiers.append(0) }
            identifiers[number] = id
        }

        mutating func update(_ id: Stroke.ID, _ change: (inout Entry) -> Void) {
            if id < firstNewID {
                restored.update(id, change)
            } else {
                added.update(id, change)
            }
        }

        mutating func remove(_ id: Stroke.ID) -> Entry? {
            id < firstNewID ? restored.remove(id) : added.remove(id)
        }
    }
}
