import TouchKit
import TouchKitRaster
import TouchTrackerStore

/// Restores stored strokes page by page while the user can already draw (docs/store.md).
extension Drawing {
    /// The maximum work per frame for restoring stored strokes while the user draws, in cost units
    /// of about 20 ns on the machine measured in docs/performance.md. The work takes about 1 ms on
    /// that machine, and about 4 ms, a quarter of a frame at 60 Hz, on a board with a quarter of
    /// its speed.
    private static let busyFrameBudget = 50_000
    /// The maximum work per frame for restoring stored strokes while the user does not draw, in
    /// cost units of about 20 ns. A touch that begins during this work is delayed by at most one
    /// frame.
    static let idleFrameBudget = 200_000
    /// The maximum work of the first frame that paints a stroke that was picked up, dropped or
    /// highlighted, in cost units of about 20 ns. The next step paints next to nothing. In later
    /// steps the maximum grows by one part in 32 each.
    static let appearanceFrameBudget = 5_000
    /// The number of samples of a pen stroke that are smoothed and flattened at once.
    private static let partLength = 4_096
    /// The cost of restoring one stroke, excluding the cost of its points, in cost units of about
    /// 20 ns.
    private static let strokeCost = 20
    /// The cost of restoring one point of a stroke, in cost units of about 20 ns.
    private static let pointCost = 2
    /// The number of array elements that an insertion can shift in one cost unit of about 20 ns.
    private static let movesPerCostUnit = 500

    /// Starts restoring strokes from the store into this drawing, which must be empty.
    ///
    /// Afterwards, the caller passes the strokes page by page to `restore(_:)` and calls
    /// `finishRestoring()` after the last page. Restoring cannot be undone, and observers are not
    /// notified of restored strokes. The user may draw and edit during restoring; new strokes lie
    /// above all restored strokes.
    ///
    /// - Parameters:
    ///   - nextID: The identifier of the next new stroke, greater than the identifier of any
    ///     restored stroke.
    ///   - nextLevel: The level (position in the drawing order) of the next new stroke, greater
    ///     than the level of any restored stroke.
    ///   - stored: A picture of all strokes that will be restored, or `nil`. If its size and scale
    ///     match this drawing's picture, it is shown at once, and restored strokes are inserted
    ///     without being painted. Otherwise, the strokes are painted after all of them have been
    ///     inserted.
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
        let (scale, paper) = (picture.scale, paper)
        picture.beginRestoring { bitmap in
            stored.map { $0.scale == Double(scale) && $0.draw(onto: bitmap, paper: paper) }
                ?? false
        }
        onPictureRestored?()
    }

    /// Adds a page of stored strokes, which `continueRestoring()` inserts later.
    ///
    /// Identifiers must ascend within a page and from page to page; levels may be in any order.
    /// Strokes that cannot be drawn and strokes with a duplicate identifier are skipped, and their
    /// identifiers are passed to `onStrokesSkipped`.
    package func restore(_ page: [Stroke]) {
        guard case .inserting(let queue) = restoring else {
            preconditionFailure("restore(_:) requires beginRestoring(nextID:nextLevel:picture:)")
        }
        queue.append(page)
        onRestoringNeeded?()
    }

    /// Declares that all pages of stored strokes have been passed to `restore(_:)`.
    package func finishRestoring() {
        guard case .inserting(let queue) = restoring else { return }
        queue.isComplete = true
        onRestoringNeeded?()
    }

    /// Repaints the whole picture from the strokes, part by part, after all of them have been
    /// restored. The caller uses this method if fewer strokes could be read than the stored picture
    /// shows.
    package func repaintFromStrokes() {
        if case .inserting(let queue) = restoring {
            queue.matchesInitialPicture = false
        } else {
            picture.endRestoring(isComplete: false)
            restoring = .painting
            onRestoringNeeded?()
        }
    }

    /// Whether no stored strokes remain to be restored. Parts of the picture may still have to be
    /// painted.
    package var hasAllStrokes: Bool {
        if case .inserting = restoring { false } else { true }
    }

    /// Returns whether a stored stroke that has not been restored yet may lie above `stroke`.
    func mayComeAbove(_ stroke: Stroke) -> Bool {
        guard case .inserting(let queue) = restoring else { return false }
        return stroke.level < queue.firstNewLevel
    }

    /// Whether stored strokes have not been restored yet, or parts of the picture have not been
    /// painted yet.
    package var isRestoring: Bool {
        if case .idle = restoring { false } else { true }
    }

    /// Restores stored strokes, or repaints parts of the picture, until the work limit for one
    /// frame is reached.
    ///
    /// - Parameter isUserDrawing: Whether the user is drawing, which reduces the work limit.
    /// - Returns: `true` if work remains for the next frame; `false` if restoring has ended or
    ///   waits for another page of strokes.
    @discardableResult
    package func continueRestoring(isUserDrawing: Bool = false) -> Bool {
        var remainingBudget = isUserDrawing ? Self.busyFrameBudget : Self.idleFrameBudget
        switch restoring {
        case .idle:
            return false
        case .inserting(let queue):
            if picture.isRepaintPending {
                remainingBudget /= 2
                picture.paintMissingParts(allowance: remainingBudget)
                onPictureRestored?()
            }
            while remainingBudget > 0, let stroke = queue.next {
                remainingBudget -= insert(stroke, queue)
            }
            if queue.hasStrokes || picture.isRepaintPending { return true }
            if !queue.isComplete { return false }
            picture.endRestoring(isComplete: queue.matchesInitialPicture)
            restoring = picture.isRestoring ? .painting : .idle
            if !queue.skippedIDs.isEmpty { onStrokesSkipped?(queue.skippedIDs) }
            onStrokesRestored?()
            if !isRestoring { onRestoringEnded?() }
            return isRestoring
        case .painting:
            paintMissingParts(allowance: remainingBudget)
            if !picture.isRestoring { restoring = .idle }
            onPictureRestored?()
            if !isRestoring { onRestoringEnded?() }
            return isRestoring
        }
    }

    /// Restores all stored strokes that have been received, but does not paint them.
    func restoreWithoutPainting() {
        while !hasAllStrokes, continueRestoring() {}
    }

    /// Repaints outdated parts of the picture with at most the given work, or less while a change
    /// of a stroke's appearance is painted.
    private func paintMissingParts(allowance: Int) {
        guard let budget = appearanceBudget else {
            return picture.paintMissingParts(allowance: allowance)
        }
        let work = picture.work.steps
        picture.paintMissingParts(allowance: min(allowance, budget))
        appearanceWork += picture.work.steps - work
        appearanceBudget =
            picture.isRepaintPending ? max(budget + budget / 32, Self.appearanceFrameBudget) : nil
    }

    /// Restores strokes into this drawing, which must be empty, and returns after all of them have
    /// been inserted.
    ///
    /// - Parameters:
    ///   - strokes: The strokes, in any order.
    ///   - leastID: The lowest identifier that the next new stroke may have. The value may be
    ///     greater than all identifiers in `strokes`, because deleted strokes have used
    ///     identifiers, too.
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

    /// Returns whether `level`, a position in the drawing order, is valid for a restored stroke.
    nonisolated static func isValidLevel(_ level: Int) -> Bool {
        -validIdentifiers.upperBound < level && level < validIdentifiers.upperBound
    }

    /// Returns `number`, an identifier or level, limited to the bounds of `validIdentifiers`. The
    /// range's upper bound is not a valid identifier; the result has this value if no identifier is
    /// left.
    private static func clamped(_ number: Int) -> Int {
        min(max(number, validIdentifiers.lowerBound), validIdentifiers.upperBound)
    }

    /// Inserts a restored stroke without painting it, or adds its identifier to the skipped
    /// identifiers of `queue` if the stroke is invalid.
    ///
    /// - Returns: The cost of the work, in cost units of about 20 ns.
    private func insert(_ stroke: Stroke, _ queue: RestoreQueue) -> Int {
        if queue.preparedSampleCount == 0, !isRestorable(stroke, queue) {
            queue.skipNext()
            return Self.strokeCost
        }
        let isLong = stroke.tool == .pen && stroke.points.count > Self.partLength
        if isLong, stroke.points.count - queue.preparedSampleCount > 0 {
            return prepareNextPart(of: stroke, queue) * Self.pointCost
        }
        var stroke = stroke
        stroke.level = min(stroke.level, queue.firstNewLevel - 1)
        let (color, level) = (paper.color(of: stroke.color), StrokeDrawing.Level(stroke.level))
        var pointCount = 0
        let painted: StrokeDrawing.Stroke?
        if isLong {
            painted = picture.restorePreparedStroke(width: stroke.width, color: color, level: level)
        } else {
            stroke.setContents(of: path)
            let restored = picture.restore(path, color: color, level: level)
            painted = restored?.stroke
            pointCount = restored?.pointCount ?? 0
        }
        guard let painted else {
            queue.skipNext()
            return Self.strokeCost
        }
        queue.removeNext()
        if !isValidPart(stroke) { stroke.firstPartID = stroke.id }
        entries.append(Entry(stroke: stroke, paintedStroke: painted))
        appendPart(stroke)
        let orderIndex = orderIndex(of: stroke)
        order.insert(stroke.id, at: orderIndex)
        return Self.strokeCost + pointCount * Self.pointCost
            + (order.count - orderIndex) / Self.movesPerCostUnit
    }

    /// Returns whether a stored stroke is valid and belongs after the strokes restored so far.
    private func isRestorable(_ stroke: Stroke, _ queue: RestoreQueue) -> Bool {
        Self.validIdentifiers ~= stroke.id && stroke.id < queue.firstNewID
            && stroke.id > entries.lastRestoredID ?? 0 && Self.isValidLevel(stroke.level)
            && stroke.isDrawable
    }

    /// Smooths and flattens the next part of a long pen stroke, the first stroke of `queue`.
    /// Returns the number of points of the part.
    private func prepareNextPart(of stroke: Stroke, _ queue: RestoreQueue) -> Int {
        let first = queue.preparedSampleCount
        let end = min(first + Self.partLength, stroke.points.count)
        PenInk.smooth(stroke.points, upTo: first..<end, into: path)
        queue.preparedSampleCount = end
        return picture.prepareStroke(path)
    }

    /// Schedules the painting that the latest change has left for later frames because it exceeds
    /// `idleFrameBudget`.
    func scheduleRepaint() {
        guard picture.isRepaintPending else { return }
        if case .idle = restoring { restoring = .painting }
        onRestoringNeeded?()
    }
}

extension Drawing {
    /// The progress of restoring stored strokes into a drawing.
    enum RestoringState {
        /// No strokes are being restored.
        case idle
        /// Stored strokes are being received and inserted. The value contains the received strokes.
        case inserting(RestoreQueue)
        /// All stored strokes have been inserted, but parts of the picture have not been painted
        /// yet.
        case painting
    }

    /// The stored strokes that a drawing has received but not yet inserted, and the state of the
    /// restoring in progress.
    @MainActor
    final class RestoreQueue {
        /// The lowest identifier of strokes drawn after restoring began. Restored strokes have
        /// lower identifiers.
        let firstNewID: Stroke.ID
        /// The lowest level (position in the drawing order) of strokes drawn after restoring began.
        /// Restored strokes have lower levels.
        let firstNewLevel: Int
        /// Whether all pages of stored strokes have been received.
        var isComplete = false
        /// Whether the stored strokes that could be read are all the strokes that the stored
        /// picture shows.
        var matchesInitialPicture = true
        /// The identifiers of the strokes that could not be restored.
        var skippedIDs: [Stroke.ID] = []

        /// The number of samples of the next stroke that have been smoothed and flattened.
        var preparedSampleCount = 0

        /// The strokes that have been received but not removed, page by page. No page is empty.
        private var pages: [ArraySlice<Stroke>] = []

        init(firstNewID: Stroke.ID, firstNewLevel: Int) {
            self.firstNewID = firstNewID
            self.firstNewLevel = firstNewLevel
        }

        /// Whether a received stroke has not been removed from the queue yet.
        var hasStrokes: Bool { !pages.isEmpty }

        func append(_ page: [Stroke]) {
            if !page.isEmpty { pages.append(page[...]) }
        }

        /// The next stroke, or `nil` if the queue contains no stroke.
        var next: Stroke? { pages.first?.first }

        /// Removes the next stroke.
        func removeNext() {
            preparedSampleCount = 0
            pages[0].removeFirst()
            // The memory of the page is released.
            if pages[0].isEmpty { pages.removeFirst() }
        }

        /// Removes the next stroke, which cannot be restored.
        func skipNext() {
            if let next { skippedIDs.append(next.id) }
            removeNext()
        }
    }

    /// The strokes of a drawing by identifier. Restored strokes have lower identifiers than new
    /// strokes. Within each of these two groups, strokes must be appended with ascending
    /// identifiers.
    struct Entries {
        /// The lowest identifier of new strokes, that is, of strokes drawn after restoring began.
        var firstNewID = 1
        private var restored = StrokeMap<Entry>()
        private var added = StrokeMap<Entry>()
        /// The identifiers of the strokes, indexed by the number that the picture assigns to each
        /// stroke (`StrokeDrawing.Stroke.number`).
        private var identifiers: [Stroke.ID] = []

        var isEmpty: Bool { restored.lastID == nil && added.lastID == nil }
        /// The greatest identifier of a restored stroke, or `nil` if there is none.
        var lastRestoredID: Stroke.ID? { restored.lastID }

        subscript(id: Stroke.ID) -> Entry? { id < firstNewID ? restored[id] : added[id] }

        /// Returns the identifier of the drawing's stroke that `stroke`, a stroke of the picture,
        /// shows.
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
