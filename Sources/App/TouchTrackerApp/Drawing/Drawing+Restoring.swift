import TouchKit
import TouchKitRaster
import TouchTrackerStore

/// Strokes that were drawn before come back, page by page, while one draws (docs/store.md).
extension Drawing {
    /// What is done in a frame while fingers draw, in steps: a millisecond's work where
    /// docs/performance.md was measured, a quarter of a frame on a board of a fourth of that speed. See
    /// docs/drawing-cache.md.
    private static let stepsWhileBusy = 50_000
    /// What is done while nobody draws: whoever comes down then waits for one frame more at most.
    private static let stepsWhileIdle = 200_000
    /// What entering a stroke costs, in steps, beyond its points.
    private static let stepsPerStroke = 20
    /// What entering a point costs, in steps.
    private static let stepsPerPoint = 2
    /// So many strokes of the order are moved aside in one step.
    private static let movesPerStep = 500

    /// From now on strokes come by `restore(_:)`, until `finishRestoring()`: into an empty drawing. That
    /// can't be undone, and observers aren't told. One may draw and change meanwhile: what is drawn lies
    /// above all that is restored, whenever that comes.
    ///
    /// - Parameters:
    ///   - nextID: The name that the next stroke gets; all that come have lesser ones.
    ///   - nextLevel: Its level; all that come lie below it.
    ///   - picture: What all strokes that will come look like. Where its size and scale are those of
    ///     this drawing's picture, it is to be seen at once, and strokes are entered without being
    ///     painted. Otherwise they are painted when all are there.
    package func beginRestoring(
        nextID: Stroke.ID, nextLevel: Int, picture stored: StoredPicture? = nil
    ) {
        precondition(entries.isEmpty, "strokes are restored into an empty drawing")
        precondition(!isRestoring, "a drawing is restored once")
        self.nextID = Self.next(nextID)
        self.nextLevel = Self.next(nextLevel)
        entries.firstDrawn = self.nextID
        restoring = .entering(
            Arrivals(firstDrawnID: self.nextID, firstDrawnLevel: self.nextLevel))
        let scale = picture.scale
        picture.beginAdopting { bitmap in
            stored.map { $0.scale == Double(scale) && $0.draw(onto: bitmap) } ?? false
        }
        didRestore?()
    }

    /// Strokes that were drawn before, in ascending order of their names, also from page to page; their
    /// levels are in any order, and those of one level lie in the order of their names. What can't be
    /// drawn is left out, and so is all but the first stroke of one name: `didLeaveOut` is told.
    ///
    /// They are put back by `continueRestoring()`.
    package func restore(_ page: [Stroke]) {
        guard case .entering(let arrivals) = restoring else {
            preconditionFailure("strokes come after restoring has begun")
        }
        arrivals.append(page)
        needsRestoring?()
    }

    /// No more pages come.
    package func finishRestoring() {
        guard case .entering(let arrivals) = restoring else { return }
        arrivals.isComplete = true
        needsRestoring?()
    }

    /// Paints the whole picture anew from the strokes, part by part, when all have come: where fewer came
    /// than the picture showed from the beginning.
    package func paintAnew() {
        if case .entering(let arrivals) = restoring {
            arrivals.isWhole = false
        } else {
            picture.endAdopting(isWhole: false)
            restoring = .painting
            needsRestoring?()
        }
    }

    /// Whether all strokes were put back.
    package var hasAllStrokes: Bool {
        if case .entering = restoring { false } else { true }
    }

    /// Whether strokes are still to come, or to be put back, or parts of the picture to be painted.
    package var isRestoring: Bool {
        if case .idle = restoring { false } else { true }
    }

    /// Puts back some of the strokes that have come: as much as a frame bears.
    ///
    /// - Parameter fingersAreBusy: Whether frames come late if they take longer: less is done then.
    /// - Returns: Whether there is more to be done now.
    @discardableResult
    package func continueRestoring(fingersAreBusy: Bool = false) -> Bool {
        var allowance = fingersAreBusy ? Self.stepsWhileBusy : Self.stepsWhileIdle
        switch restoring {
        case .idle:
            return false
        case .entering(let arrivals):
            while allowance > 0, let stroke = arrivals.next() {
                allowance -= enter(stroke, arrivals)
            }
            if arrivals.hasStrokes { return true }
            if !arrivals.isComplete { return false }
            picture.endAdopting(isWhole: arrivals.isWhole)
            restoring = picture.lacksStrokes ? .painting : .idle
            if !arrivals.leftOut.isEmpty { didLeaveOut?(arrivals.leftOut) }
            perform(arrivals.clears)
            didFinishRestoring?()
            if !isRestoring { didEndRestoring?() }
            return isRestoring
        case .painting:
            picture.paintLacking(allowance: allowance)
            if !picture.lacksStrokes { restoring = .idle }
            didRestore?()
            if !isRestoring { didEndRestoring?() }
            return isRestoring
        }
    }

    /// Puts strokes into an empty drawing that were drawn before, all at once.
    ///
    /// - Parameters:
    ///   - strokes: The strokes, in any order.
    ///   - leastID: The least name that the next stroke may have, whatever these are called: others had
    ///     names, too.
    package func restore(_ strokes: [Stroke], nextID leastID: Stroke.ID) {
        let sorted = strokes.sorted { ($0.id, $0.level) < ($1.id, $1.level) }
        var (nextID, nextLevel) = (Self.next(leastID), 1)
        for stroke in sorted where Self.numbers ~= stroke.id && Self.isLevel(stroke.level) {
            nextID = max(nextID, stroke.id + 1)
            nextLevel = max(nextLevel, stroke.level + 1)
        }
        beginRestoring(nextID: nextID, nextLevel: nextLevel)
        restore(sorted)
        finishRestoring()
        while continueRestoring() {}
        didRestore?()
    }

    /// What levels may be.
    nonisolated static func isLevel(_ level: Int) -> Bool {
        -numbers.upperBound < level && level < numbers.upperBound
    }

    /// The least name or level that is left, from one on: the end of all where none is.
    private static func next(_ number: Int) -> Int {
        min(max(number, numbers.lowerBound), numbers.upperBound)
    }

    /// Enters a stroke without painting it.
    ///
    /// - Returns: What it cost, in steps.
    private func enter(_ stroke: Stroke, _ arrivals: Arrivals) -> Int {
        guard Self.numbers ~= stroke.id, stroke.id < arrivals.firstDrawnID,
            stroke.id > entries.lastRestored ?? 0, Self.isLevel(stroke.level), stroke.isDrawable
        else {
            arrivals.leftOut.append(stroke.id)
            return Self.stepsPerStroke
        }
        var stroke = stroke
        stroke.level = min(stroke.level, arrivals.firstDrawnLevel - 1)
        stroke.trace(into: path)
        guard
            let (painted, pointCount) = picture.adopt(
                path, color: stroke.color.uiColor, level: StrokeDrawing.Level(stroke.level))
        else {
            arrivals.leftOut.append(stroke.id)
            return Self.stepsPerStroke
        }
        entries.append(Entry(stroke: stroke, painted: painted))
        let place = place(of: stroke)
        order.insert(stroke.id, at: place)
        return Self.stepsPerStroke + pointCount * Self.stepsPerPoint
            + (order.count - place) / Self.movesPerStep
    }

    // MARK: What waits for all strokes

    /// Whether a stroke that isn't there yet may lie above one.
    func mayComeAbove(_ stroke: Stroke) -> Bool {
        guard case .entering(let arrivals) = restoring else { return false }
        return stroke.level < arrivals.firstDrawnLevel
    }

    /// The clears that wait, in the order in which they were asked for.
    private var rememberedClears: [RememberedClear] {
        if case .entering(let arrivals) = restoring { arrivals.clears } else { [] }
    }

    /// Whether a clear waits for strokes.
    package var hasRememberedClear: Bool { !rememberedClears.isEmpty }

    /// Whether the newest thing that was done is a clear that waits.
    var newestIsRememberedClear: Bool { rememberedClears.last?.editCount == undoable.count }

    /// Lets a clear wait, unless another one does that leaves nothing to it.
    ///
    /// - Returns: Whether it waits.
    func remember(_ clear: RememberedClear, _ arrivals: Arrivals) -> Bool {
        if let last = arrivals.clears.last, !order.contains(where: { $0 >= last.firstKept }) {
            return false
        }
        arrivals.clears.append(clear)
        forgetRedo()
        return true
    }

    /// Undoes a clear that waits, where it is the newest thing that was done.
    func forgetNewestClear() -> Bool {
        guard newestIsRememberedClear, case .entering(let arrivals) = restoring else {
            return false
        }
        arrivals.clears.removeLast()
        return true
    }

    /// Does the clears that were asked for, now that all strokes are there, as if each had been done
    /// then: what was done since is taken back, and done again, but for what was done to strokes that
    /// would not have been there any more.
    private func perform(_ clears: [RememberedClear]) {
        guard let first = clears.first, let last = clears.last else { return }
        let since = undoable[first.editCount...]
        for edit in since.reversed() { apply(edit, isForward: false) }
        undoable.removeSubrange(first.editCount...)
        var cleared: [DrawingEdit] = []
        var done = first.editCount
        for (number, clear) in clears.enumerated() {
            let ids = order.filter { $0 < clear.firstKept }
            if !ids.isEmpty {
                cleared.append(.cleared(ids))
                apply(.cleared(ids), isForward: true)
                undoable.append(.cleared(ids))
            }
            let next = number + 1 < clears.count ? clears[number + 1].editCount : since.endIndex
            for edit in since[done..<next] where edit.id ?? 0 >= clear.firstKept {
                apply(edit, isForward: true)
                undoable.append(edit)
            }
            done = next
        }
        // All that can be done again was done after the last of them.
        redoable.removeAll { $0.id ?? 0 < last.firstKept }
        for edit in cleared { tell(.done(edit)) }
    }
}

extension Drawing {
    /// How far the restoring of strokes has come.
    enum Restoring {
        /// None is restored, or all are and their picture is whole.
        case idle
        /// Strokes come and are entered.
        case entering(Arrivals)
        /// All are in, and parts of the picture are still to be painted.
        case painting
    }

    /// A clear that was asked for while strokes were still to come.
    struct RememberedClear {
        /// Strokes of this name and greater ones were drawn afterwards, and stay.
        let firstKept: Stroke.ID
        /// How many edits could be undone when it was asked for.
        let editCount: Int
    }

    /// Strokes that have come and aren't entered yet.
    @MainActor
    final class Arrivals {
        /// The least name that a new stroke has.
        let firstDrawnID: Stroke.ID
        /// The least level that a new stroke has.
        let firstDrawnLevel: Int
        /// Whether no more pages come.
        var isComplete = false
        /// Whether as much comes as the picture shows.
        var isWhole = true
        /// What was asked for meanwhile, in that order.
        var clears: [RememberedClear] = []
        /// The names of strokes that came and couldn't be put back.
        var leftOut: [Stroke.ID] = []

        private var pages: [[Stroke]] = []
        /// How many pages were entered whole; their memory is given back at once.
        private var done = 0
        /// The next stroke's place in its page.
        private var position = 0

        init(firstDrawnID: Stroke.ID, firstDrawnLevel: Int) {
            self.firstDrawnID = firstDrawnID
            self.firstDrawnLevel = firstDrawnLevel
        }

        /// Whether there is a stroke to be entered.
        var hasStrokes: Bool { done < pages.count }

        func append(_ page: [Stroke]) {
            if !page.isEmpty { pages.append(page) }
        }

        /// Takes the next stroke; nil where none is there.
        func next() -> Stroke? {
            guard done < pages.count else { return nil }
            let stroke = pages[done][position]
            position += 1
            if position == pages[done].count {
                pages[done] = []
                done += 1
                position = 0
            }
            return stroke
        }
    }

    /// What is known of all strokes. Those that are restored have lesser names than those that are drawn
    /// meanwhile: each sort comes in ascending order.
    struct Entries {
        /// The least name of a stroke that is drawn.
        var firstDrawn = 1
        private var restored = StrokeTable<Entry>()
        private var drawn = StrokeTable<Entry>()
        /// The names of the strokes by their numbers in the picture.
        private var names: [Stroke.ID] = []

        var isEmpty: Bool { restored.lastID == nil && drawn.lastID == nil }
        /// The greatest name that was restored.
        var lastRestored: Stroke.ID? { restored.lastID }

        subscript(id: Stroke.ID) -> Entry? { id < firstDrawn ? restored[id] : drawn[id] }

        func name(of stroke: StrokeDrawing.Stroke) -> Stroke.ID { names[stroke.number] }

        mutating func append(_ entry: Entry) {
            let id = entry.stroke.id
            if id < firstDrawn {
                restored.append(entry, id: id)
            } else {
                drawn.append(entry, id: id)
            }
            let number = entry.painted.number
            while names.count <= number { names.append(0) }
            names[number] = id
        }

        mutating func update(_ id: Stroke.ID, _ change: (inout Entry) -> Void) {
            if id < firstDrawn {
                restored.update(id, change)
            } else {
                drawn.update(id, change)
            }
        }

        mutating func remove(_ id: Stroke.ID) -> Entry? {
            id < firstDrawn ? restored.remove(id) : drawn.remove(id)
        }
    }
}
