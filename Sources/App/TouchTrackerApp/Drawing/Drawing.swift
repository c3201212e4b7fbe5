import TouchKit

/// A drawing: its strokes, its edit history, and its picture.
///
/// Every change is an edit that is applied forwards or backwards to the strokes and the picture, so
/// undo has no limit and stores no pictures. A deleted stroke remains in the picture as a hidden
/// stroke while its deletion can be undone.
///
/// The drawing does not handle touches. A view displays `picture` and observes the changes.
@MainActor
package final class Drawing {
    /// The paper, the color of the pixels that no stroke covers.
    package let paper: Paper
    /// The rendered strokes. Other types must not modify the picture.
    package let picture: StrokeDrawing

    /// A stroke of a drawing together with its representation in the picture.
    struct Entry {
        var stroke: Stroke
        let paintedStroke: StrokeDrawing.Stroke
        var isVisible = true
    }

    /// All strokes by identifier, including hidden strokes, whose deletion can be undone.
    var entries = Entries()
    /// The identifiers of the visible strokes in drawing order, that is, in the order of their
    /// levels. Strokes with equal levels, which occur only if another program has modified the
    /// database, are ordered by identifier.
    var order: [Stroke.ID] = []
    /// The progress of restoring strokes from the store.
    var restoring = RestoringState.idle
    /// The identifier that the next new stroke receives.
    var nextID = 1
    /// The level (position in the drawing order) that the next new stroke receives.
    var nextLevel = 1
    /// The edits that can be undone, the newest last.
    var undoable: [DrawingEdit] = []
    /// The undone edits that can be redone. `redo()` applies the last element first.
    var redoable: [DrawingEdit] = []
    /// The identifiers of the strokes of each touch that drew several strokes, by the identifier of
    /// its first stroke, in ascending order.
    var touchParts: [Stroke.ID: [Stroke.ID]] = [:]
    private var observers: [(DrawingChange) -> Void] = []
    /// The path that painting a stroke uses. The path is reused for every stroke, so that painting
    /// does not allocate paths.
    let path = UIBezierPath.withRoundLines()

    /// Called when restoring stored strokes has changed the picture, so that the view redraws the
    /// changed part. Restoring is not an edit, so observers are not notified of it.
    package var onPictureRestored: (() -> Void)?
    /// Called when stored strokes are waiting to be restored. The view then calls
    /// `continueRestoring()` once per frame until that method returns `false`.
    ///
    /// With this closure, an edit whose painting takes longer than a frame is painted over several
    /// frames. Without it, each edit is painted at once.
    package var onRestoringNeeded: (() -> Void)? {
        didSet {
            picture.repaintAllowance = onRestoringNeeded == nil ? nil : Self.idleFrameBudget
        }
    }
    /// Called when all stored strokes have been restored, even if parts of their picture have not
    /// been painted yet.
    var onStrokesRestored: (() -> Void)?
    /// Called before `onStrokesRestored` with the identifiers of the stored strokes that could not
    /// be restored. Not called if all strokes were restored.
    package var onStrokesSkipped: (([Stroke.ID]) -> Void)?
    /// Called when all stored strokes have been restored and the whole picture has been painted.
    package var onRestoringEnded: (() -> Void)?

    /// The stroke that the picture shows in a color other than its own, or `nil` if there is none.
    package private(set) var highlightedStroke: (id: Stroke.ID, color: UIColor)?
    /// The identifier of the stroke that the picture omits because a view draws it separately, or
    /// `nil` if no stroke is omitted.
    package private(set) var excludedStrokeID: Stroke.ID?
    /// The work of painting the latest change of `highlightedStroke` or `excludedStrokeID`, in cost
    /// units of about 20 ns.
    var appearanceWork = 0
    /// The maximum work of the next frame that paints that change, in cost units of about 20 ns, or
    /// `nil` if nothing remains to be painted or the work of other changes sets the limit.
    var appearanceBudget: Int?
    /// Whether painting the latest change of `highlightedStroke` or `excludedStrokeID` takes too
    /// long for a single frame.
    var isAppearanceExpensive: Bool { appearanceWork > Self.idleFrameBudget }

    /// Creates an empty drawing.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in points; strokes may extend beyond it.
    ///   - scale: The number of pixels per point.
    ///   - paper: The paper, the color of the pixels that no stroke covers.
    package init(size: CGSize, scale: CGFloat, paper: Paper) {
        self.paper = paper
        picture = StrokeDrawing(size: size, scale: scale, backgroundColor: paper.uiColor)
    }

    /// Adds a closure that is called after each change of the drawing, including undo and redo, in
    /// the order of the changes.
    package func observe(_ observer: @escaping (DrawingChange) -> Void) {
        observers.append(observer)
    }

    // MARK: Strokes

    /// The number of visible strokes.
    package var count: Int { order.count }
    /// Whether there are no visible strokes, and no stored stroke remains to be restored.
    package var isEmpty: Bool { hasAllStrokes && order.isEmpty }

    /// The visible strokes in drawing order, the lowest first.
    ///
    /// - Complexity: O(*n*), where *n* is the number of visible strokes.
    package var strokes: [Stroke] { order.compactMap { entries[$0]?.stroke } }

    /// Returns the visible stroke with the identifier `id`, or `nil` if no visible stroke has this
    /// identifier.
    package func stroke(_ id: Stroke.ID) -> Stroke? {
        guard let entry = entries[id], entry.isVisible else { return nil }
        return entry.stroke
    }

    /// Returns the identifier of the visible stroke whose center line is nearest to `point`, or
    /// `nil` if no visible stroke is within `distance` points. If several strokes are equally near,
    /// returns the topmost of them.
    package func stroke(nearestTo point: CGPoint, within distance: CGFloat) -> Stroke.ID? {
        picture.stroke(nearestTo: point, within: distance).map { entries.id(of: $0) }
    }

    /// Returns whether the center line of any visible stroke is within `distance` points of
    /// `point`.
    package func hasStroke(near point: CGPoint, within distance: CGFloat) -> Bool {
        picture.hasStroke(near: point, within: distance)
    }

    /// The valid identifiers of strokes, and also the valid levels (positions in the drawing order)
    /// of new strokes.
    nonisolated static let validIdentifiers = 1..<(1 << 52)

    // MARK: Edits

    /// Adds a stroke above all other strokes.
    ///
    /// - Parameters:
    ///   - points: The stroke's points.
    ///   - tool: The tool that drew the stroke.
    ///   - color: The stroke's color.
    ///   - width: The line width, in points.
    ///   - ink: The wet ink that showed the stroke before its touch ended, or `nil`. If possible,
    ///     the pixels of the ink are reused instead of painting the stroke again.
    ///   - continued: The identifier of the stroke that the same touch drew before, or `nil`. All
    ///     strokes of a touch are edited together.
    /// - Returns: The new stroke's identifier, or `nil` if the stroke cannot be drawn or no
    ///   identifier or level is left.
    @discardableResult
    package func add(
        _ points: [CGPoint], tool: Tool, color: InkColor, width: CGFloat,
        drawnAs ink: WetInk.Stroke? = nil, continuing continued: Stroke.ID? = nil
    ) -> Stroke.ID? {
        let stroke = Stroke(
            id: nextID, tool: tool, points: points, color: color, width: width, level: nextLevel,
            firstPartID: continued.flatMap(firstPartID))
        guard Self.validIdentifiers ~= nextID, Self.validIdentifiers ~= nextLevel, stroke.isDrawable
        else {
            return nil
        }
        guard let painted = paint(stroke, drawnAs: ink) else { return nil }
        nextID += 1
        nextLevel += 1
        entries.append(Entry(stroke: stroke, paintedStroke: painted))
        order.append(stroke.id)
        if stroke.firstPartID == stroke.id {
            recordEdit(.added(stroke))
        } else {
            recordPart(stroke)
        }
        return stroke.id
    }

    /// Adds a stroke to the picture, reusing the pixels of `ink`, its wet ink, if possible. Returns
    /// `nil` if the stroke cannot be drawn.
    private func paint(_ stroke: Stroke, drawnAs ink: WetInk.Stroke?) -> StrokeDrawing.Stroke? {
        let color = paper.color(of: stroke.color)
        let level = StrokeDrawing.Level(stroke.level)
        if let ink, let painted = picture.add(ink, color: color, level: level) { return painted }
        stroke.setContents(of: path)
        defer { scheduleRepaint() }
        return picture.add(path, color: color, level: level)
    }

    /// Deletes the stroke with the identifier `id` and the other strokes of its touch.
    ///
    /// - Returns: Whether the drawing had a visible stroke with this identifier, and all strokes of
    ///   its touch have been restored.
    @discardableResult
    package func delete(_ id: Stroke.ID) -> Bool {
        let parts = editableParts(of: id)
        if parts.isEmpty { return false }
        return perform(parts.count == 1 ? .deleted(id) : .erased(parts))
    }

    /// Whether the user can delete all strokes: there are strokes, and no stored stroke remains to
    /// be restored.
    package var canClear: Bool { hasAllStrokes && !order.isEmpty }

    /// Deletes all strokes.
    ///
    /// - Returns: Whether the strokes were deleted; `false` if `canClear` is `false`.
    @discardableResult
    package func clear() -> Bool {
        canClear && perform(.cleared(order))
    }

    /// Changes the color of the stroke with the identifier `id` and of the other strokes of its
    /// touch.
    ///
    /// - Returns: Whether the color changed; `false` if the stroke already had this color, is not
    ///   visible, or not all strokes of its touch have been restored.
    @discardableResult
    package func recolor(_ id: Stroke.ID, to color: InkColor) -> Bool {
        perform(
            editableParts(of: id).compactMap { part in
                guard let before = entries[part]?.stroke.color, before != color else { return nil }
                return .recolored(part, from: before, to: color)
            })
    }

    /// Moves the stroke with the identifier `id` and the other strokes of its touch above all other
    /// strokes.
    ///
    /// - Returns: Whether the stroke was moved; `false` if it is already the topmost, is not
    ///   visible, no level is left, or not all strokes of its touch have been restored.
    @discardableResult
    package func bringToFront(_ id: Stroke.ID) -> Bool {
        let parts = editableParts(of: id).compactMap { entries[$0]?.stroke }
            .sorted { ($0.level, $0.id) < ($1.level, $1.id) }
        guard let top = parts.last else { return false }
        if order.suffix(parts.count).elementsEqual(parts.map(\.id)), !mayComeAbove(top) {
            return false
        }
        guard Self.validIdentifiers ~= nextLevel + parts.count - 1 else { return false }
        let first = nextLevel
        nextLevel += parts.count
        return perform(
            parts.enumerated().map { index, stroke in
                .broughtToFront(stroke.id, from: stroke.level, to: first + index)
            })
    }

    /// Replaces the points of the stroke with the identifier `id`, which moves, rotates or scales
    /// the stroke. The line width does not change.
    ///
    /// - Parameters:
    ///   - id: The identifier of a stroke.
    ///   - points: The new points of `joinedStroke(id)`.
    /// - Returns: Whether the points changed; `false` if the stroke is not visible, already has
    ///   these points, `Stroke.canMove(to:)` returns `false`, or not all strokes of its touch have
    ///   been restored.
    @discardableResult
    package func reshape(_ id: Stroke.ID, to points: [CGPoint]) -> Bool {
        let parts = editableParts(of: id)
        guard let stroke = joinedStroke(id), !parts.isEmpty, stroke.points != points,
            stroke.canMove(to: points)
        else { return false }
        if parts.count == 1 { return perform(.reshaped(id, from: stroke.points, to: points)) }
        var rest = points[...]
        return perform(
            parts.compactMap { part in
                guard let before = entries[part]?.stroke.points else { return nil }
                defer { rest = rest.dropFirst(before.count) }
                return .reshaped(part, from: before, to: Array(rest.prefix(before.count)))
            })
    }

    // MARK: Undo

    /// Whether there is an edit to undo.
    package var canUndo: Bool { !undoable.isEmpty }
    /// Whether there is an undone edit to redo.
    package var canRedo: Bool { !redoable.isEmpty }
    /// Whether the newest edit that can be undone deleted all strokes.
    package var isNewestEditClear: Bool {
        if case .cleared = undoable.last { true } else { false }
    }

    /// Undoes the newest edit.
    ///
    /// - Returns: Whether there was an edit to undo.
    @discardableResult
    package func undo() -> Bool {
        guard let edit = undoable.popLast() else { return false }
        apply(edit, isForward: false)
        redoable.append(edit)
        notifyObservers(.undone(edit))
        return true
    }

    /// Redoes the edit that was undone most recently. Undone edits can be redone until a new edit
    /// is made.
    ///
    /// - Returns: Whether there was an edit to redo.
    @discardableResult
    package func redo() -> Bool {
        guard let edit = redoable.popLast() else { return false }
        apply(edit, isForward: true)
        undoable.append(edit)
        notifyObservers(.redone(edit))
        return true
    }

    // MARK: Appearance

    /// Shows the stroke with the identifier `id` and the other strokes of its touch in `color`, and
    /// shows the previously highlighted strokes in their own color again. If `id` is `nil`, only
    /// ends the previous highlight.
    package func highlight(_ id: Stroke.ID?, in color: UIColor) {
        let before = highlightedStroke
        highlightedStroke = id.map { (id: $0, color: color) }
        updateAppearance(before?.id, id)
    }

    /// Omits the stroke with the identifier `id` and the other strokes of its touch from the
    /// picture, and shows the previously omitted strokes again. If `id` is `nil`, only shows the
    /// previously omitted strokes again.
    package func exclude(_ id: Stroke.ID?) {
        let before = excludedStrokeID
        excludedStrokeID = id
        updateAppearance(before, id)
    }

    /// Updates the appearance of a stroke that was highlighted or excluded, and of one that is now.
    /// Paints what fits into a frame in which touches move, and schedules the rest.
    private func updateAppearance(_ before: Stroke.ID?, _ id: Stroke.ID?) {
        let (allowance, work) = (picture.repaintAllowance, picture.work.steps)
        picture.repaintAllowance = allowance.map { min($0, Self.appearanceFrameBudget) }
        if let before { updateTouchPicture(before) }
        if let id { updateTouchPicture(id) }
        picture.repaintAllowance = allowance
        appearanceWork = picture.work.steps - work
        // The display link may step in the same frame, in which the budget has been used.
        if case .idle = restoring { appearanceBudget = picture.isRepaintPending ? 0 : nil }
        scheduleRepaint()
    }

    /// Updates the visibility and color that the stroke with the identifier `id` and the other
    /// strokes of its touch have in the picture.
    func updateTouchPicture(_ id: Stroke.ID) {
        for part in parts(of: id) { updatePicture(part) }
    }

    /// Updates the visibility and color that the stroke with the identifier `id` has in the
    /// picture.
    func updatePicture(_ id: Stroke.ID) {
        guard let entry = entries[id] else { return }
        let isHidden = !entry.isVisible || isPart(entry.stroke, ofTouchOf: excludedStrokeID)
        let isHighlighted = isPart(entry.stroke, ofTouchOf: highlightedStroke?.id)
        let color = isHighlighted ? highlightedStroke?.color : nil
        // Changing the color of a hidden stroke repaints nothing, so the stroke is painted once.
        if isHidden { picture.setHidden(true, of: entry.paintedStroke) }
        picture.setColor(color ?? paper.color(of: entry.stroke.color), of: entry.paintedStroke)
        if !isHidden { picture.setHidden(false, of: entry.paintedStroke) }
    }

    // MARK: Recording edits

    /// Applies and records an edit. The result is always `true`, so that callers can return it.
    func perform(_ edit: DrawingEdit) -> Bool {
        apply(edit, isForward: true)
        recordEdit(edit)
        return true
    }

    /// Records a new edit, which has already been applied, discards all undone edits, and notifies
    /// the observers.
    private func recordEdit(_ edit: DrawingEdit) {
        undoable.append(edit)
        discardRedo()
        notifyObservers(.done(edit))
    }

    /// Discards all undone edits, so that they can no longer be redone, and the strokes that those
    /// edits had added.
    func discardRedo() {
        for stroke in redoable.flatMap(\.addedStrokes) {
            removePart(stroke)
            guard let entry = entries.remove(stroke.id) else { continue }
            picture.remove(entry.paintedStroke)
        }
        redoable.removeAll()
    }

    /// Notifies the observers of a change of the drawing.
    func notifyObservers(_ change: DrawingChange) {
        for observer in observers { observer(change) }
    }
}
