import TouchKit

/// A drawing: its strokes, what was done to them, and their picture.
///
/// Everything is done by applying an edit, forwards or backwards, to strokes and picture alike; so
/// undo has no limit and keeps no pictures. A deleted stroke stays, hidden, as long as its deletion
/// can be undone.
///
/// It knows nothing of fingers. Whoever shows it draws `picture`, and is told of every change.
@MainActor
package final class Drawing {
    /// What the app draws on.
    package static let paper = UIColor.lightGray

    /// What the strokes look like. Whoever else changes it, breaks it.
    package let picture: StrokeDrawing

    struct Entry {
        var stroke: Stroke
        let painted: StrokeDrawing.Stroke
        var isShown = true
    }

    var entries = Entries()
    /// The strokes that are to be seen, from the lowest to the topmost. Of those on one level, which only
    /// what somebody else wrote has, the one of the greater name lies above.
    var order: [Stroke.ID] = []
    /// What comes back of strokes that were drawn before.
    var restoring = Restoring.idle
    var nextID = 1
    var nextLevel = 1
    var undoable: [DrawingEdit] = []
    var redoable: [DrawingEdit] = []
    private var observers: [(DrawingChange) -> Void] = []
    let path = UIBezierPath()

    /// Is called when strokes were put back that were drawn before: whoever shows the picture draws what
    /// changed of it. It is no edit, so observers aren't told.
    package var didRestore: (() -> Void)?
    /// Is called when strokes have come that `continueRestoring()` puts back: whoever shows the picture
    /// calls it once in each frame from then on, until it says that it is through for now.
    package var needsRestoring: (() -> Void)?
    /// Is called when all strokes are put back, though parts of their picture may still be painted.
    var didFinishRestoring: (() -> Void)?
    /// Is called before that with the names of strokes that came and couldn't be put back, if there are
    /// any.
    package var didLeaveOut: (([Stroke.ID]) -> Void)?
    /// Is called when strokes and picture are whole, and nothing is to be put back any more.
    package var didEndRestoring: (() -> Void)?

    /// A stroke that the picture shows in another colour than its own.
    package private(set) var highlighted: (id: Stroke.ID, color: UIColor)?
    /// A stroke that the picture leaves out, because somebody draws it elsewhere.
    package private(set) var lifted: Stroke.ID?

    /// Makes an empty drawing.
    ///
    /// - Parameters:
    ///   - size: The extent of its picture, in points; strokes may go beyond.
    ///   - scale: Pixels per point.
    ///   - backgroundColor: What is seen where no stroke is.
    package init(size: CGSize, scale: CGFloat, backgroundColor: UIColor) {
        picture = StrokeDrawing(size: size, scale: scale, backgroundColor: backgroundColor)
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
    }

    /// Calls a closure after each change, those of undo and redo included, in the order in which they
    /// happen.
    package func observe(_ observer: @escaping (DrawingChange) -> Void) {
        observers.append(observer)
    }

    // MARK: Strokes

    /// The number of strokes that are to be seen.
    package var count: Int { order.count }

    /// The strokes that are to be seen, from the lowest to the topmost.
    ///
    /// - Complexity: O(strokes).
    package var strokes: [Stroke] { order.compactMap { entries[$0]?.stroke } }

    /// A stroke that is to be seen; nil for one that was taken out.
    package func stroke(_ id: Stroke.ID) -> Stroke? {
        guard let entry = entries[id], entry.isShown else { return nil }
        return entry.stroke
    }

    /// The stroke whose middle line comes nearest to a place, the topmost of several; nil where none
    /// comes near enough, all in points.
    package func stroke(nearestTo place: CGPoint, within distance: CGFloat) -> Stroke.ID? {
        picture.stroke(nearestTo: place, within: distance).map { entries.name(of: $0) }
    }

    /// Whether any stroke's middle line comes as near to a place, in points.
    package func hasStroke(near place: CGPoint, within distance: CGFloat) -> Bool {
        picture.hasStroke(near: place, within: distance)
    }

    /// What names and levels may be: more than a life of drawing needs.
    nonisolated static let numbers = 1..<(1 << 52)

    // MARK: Edits

    /// Adds a stroke above all others.
    ///
    /// - Parameters:
    ///   - points: What it goes through.
    ///   - tool: What it was drawn with.
    ///   - color: Its colour.
    ///   - width: Its width, in points.
    ///   - ink: The same stroke as a finger drew it, where one did: what is painted already costs less.
    /// - Returns: Its name; nil for one that can't be drawn, and where no name or level is left.
    @discardableResult
    package func add(
        _ points: [CGPoint], tool: Tool, color: InkColor, width: CGFloat,
        drawnAs ink: WetInk.Stroke? = nil
    ) -> Stroke.ID? {
        let stroke = Stroke(
            id: nextID, tool: tool, points: points, color: color, width: width, level: nextLevel)
        guard Self.numbers ~= nextID, Self.numbers ~= nextLevel, stroke.isDrawable else {
            return nil
        }
        guard let painted = paint(stroke, drawnAs: ink) else { return nil }
        nextID += 1
        nextLevel += 1
        entries.append(Entry(stroke: stroke, painted: painted))
        order.append(stroke.id)
        finish(.added(stroke))
        return stroke.id
    }

    private func paint(_ stroke: Stroke, drawnAs ink: WetInk.Stroke?) -> StrokeDrawing.Stroke? {
        let color = stroke.color.uiColor
        let level = StrokeDrawing.Level(stroke.level)
        if let ink, let painted = picture.add(ink, color: color, level: level) { return painted }
        stroke.trace(into: path)
        return picture.add(path, color: color, level: level)
    }

    /// Takes a stroke out.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    package func delete(_ id: Stroke.ID) -> Bool {
        stroke(id) != nil && perform(.deleted(id))
    }

    /// Takes all strokes out. While some are still being restored that has to wait for them, and is done
    /// then: with the strokes that were there when it was asked for. Observers are told then.
    ///
    /// - Returns: Whether there were any: nothing is no edit.
    @discardableResult
    package func clear() -> Bool {
        if case .entering(let arrivals) = restoring {
            return remember(
                RememberedClear(firstKept: nextID, editCount: undoable.count), arrivals)
        }
        return !order.isEmpty && perform(.cleared(order))
    }

    /// Gives a stroke another colour.
    ///
    /// - Returns: Whether it has another one now.
    @discardableResult
    package func recolor(_ id: Stroke.ID, to color: InkColor) -> Bool {
        guard let stroke = stroke(id), stroke.color != color else { return false }
        return perform(.recolored(id, from: stroke.color, to: color))
    }

    /// Puts a stroke above all others.
    ///
    /// - Returns: Whether it wasn't there before.
    @discardableResult
    package func bringToFront(_ id: Stroke.ID) -> Bool {
        guard let entry = entries[id], entry.isShown else { return false }
        if order.last == id && !mayComeAbove(entry.stroke) { return false }
        guard Self.numbers ~= nextLevel else { return false }
        let (from, to) = (entry.stroke.level, nextLevel)
        nextLevel += 1
        return perform(.broughtToFront(id, from: from, to: to))
    }

    /// Puts a stroke elsewhere, or gives it another shape; its width stays.
    ///
    /// - Returns: Whether it is elsewhere now: not if it was there before, or `canMove(to:)` says no.
    @discardableResult
    package func reshape(_ id: Stroke.ID, to points: [CGPoint]) -> Bool {
        guard let stroke = stroke(id), stroke.points != points, stroke.canMove(to: points) else {
            return false
        }
        return perform(.reshaped(id, from: stroke.points, to: points))
    }

    // MARK: Undo

    /// Whether there is anything to be undone.
    package var canUndo: Bool { !undoable.isEmpty || newestIsRememberedClear }
    /// Whether there is anything to be done again.
    package var canRedo: Bool { !redoable.isEmpty }

    /// Undoes the newest edit.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func undo() -> Bool {
        if forgetNewestClear() { return true }
        guard let edit = undoable.popLast() else { return false }
        apply(edit, isForward: false)
        redoable.append(edit)
        tell(.undone(edit))
        return true
    }

    /// Does again what was undone last, unless something else was done since.
    ///
    /// - Returns: Whether there was anything.
    @discardableResult
    package func redo() -> Bool {
        guard let edit = redoable.popLast() else { return false }
        apply(edit, isForward: true)
        undoable.append(edit)
        tell(.redone(edit))
        return true
    }

    // MARK: Looks

    /// Shows a stroke in another colour for a while, the one before in its own again; none for nil.
    package func highlight(_ id: Stroke.ID?, in color: UIColor) {
        let before = highlighted
        highlighted = id.map { (id: $0, color: color) }
        if let before { refresh(before.id) }
        if let id { refresh(id) }
    }

    /// Leaves a stroke out of the picture for a while, and shows the one before again; none for nil.
    package func lift(_ id: Stroke.ID?) {
        let before = lifted
        lifted = id
        if let before { refresh(before) }
        if let id { refresh(id) }
    }

    /// Lets the picture show a stroke as it should now.
    private func refresh(_ id: Stroke.ID) {
        guard let entry = entries[id] else { return }
        let isHidden = !entry.isShown || lifted == id
        let color = highlighted?.id == id ? highlighted?.color : nil
        // It is painted while it is shown only: once at most.
        if isHidden { picture.setHidden(true, of: entry.painted) }
        picture.setColor(color ?? entry.stroke.color.uiColor, of: entry.painted)
        if !isHidden { picture.setHidden(false, of: entry.painted) }
    }

    // MARK: Applying edits

    private func perform(_ edit: DrawingEdit) -> Bool {
        apply(edit, isForward: true)
        finish(edit)
        return true
    }

    /// Something new was done.
    private func finish(_ edit: DrawingEdit) {
        undoable.append(edit)
        forgetRedo()
        tell(.done(edit))
    }

    /// What was undone won't come back: neither will strokes that were never to be seen otherwise.
    func forgetRedo() {
        for case .added(let stroke) in redoable {
            guard let entry = entries.remove(stroke.id) else { continue }
            picture.remove(entry.painted)
        }
        redoable.removeAll()
    }

    func tell(_ change: DrawingChange) {
        for observer in observers { observer(change) }
    }

    func apply(_ edit: DrawingEdit, isForward: Bool) {
        switch edit {
        case .added(let stroke):
            setShown(isForward, stroke.id)
        case .deleted(let id):
            setShown(!isForward, id)
        case .cleared(let ids):
            setAllShown(!isForward, ids)
        case .recolored(let id, let from, let to):
            entries.update(id) { $0.stroke.color = isForward ? to : from }
            refresh(id)
        case .broughtToFront(let id, let from, let to):
            setLevel(isForward ? to : from, of: id)
        case .reshaped(let id, let from, let to):
            setPoints(isForward ? to : from, of: id)
        }
    }

    private func setShown(_ isShown: Bool, _ id: Stroke.ID) {
        guard let stroke = entries[id]?.stroke else { return }
        entries.update(id) { $0.isShown = isShown }
        if isShown {
            order.insert(id, at: place(of: stroke))
        } else {
            order.remove(at: place(of: stroke))
        }
        refresh(id)
    }

    /// Takes many strokes out at once, or puts them in again where they were.
    private func setAllShown(_ isShown: Bool, _ ids: [Stroke.ID]) {
        for id in ids { entries.update(id) { $0.isShown = isShown } }
        if isShown {
            order = order.isEmpty ? ids : merged(order, ids)
        } else {
            order.removeAll { entries[$0]?.isShown == false }
        }
        picture.setHidden(!isShown, of: ids.compactMap { entries[$0]?.painted })
        if let lifted { refresh(lifted) }
    }

    private func setLevel(_ level: Int, of id: Stroke.ID) {
        guard let entry = entries[id] else { return }
        order.remove(at: place(of: entry.stroke))
        var stroke = entry.stroke
        stroke.level = level
        entries.update(id) { $0.stroke.level = level }
        order.insert(id, at: place(of: stroke))
        picture.setLevel(StrokeDrawing.Level(level), of: entry.painted)
    }

    private func setPoints(_ points: [CGPoint], of id: Stroke.ID) {
        guard let entry = entries[id] else { return }
        entries.update(id) { $0.stroke.points = points }
        Stroke.trace(points, drawnWith: entry.stroke.tool, into: path)
        picture.setPath(path, of: entry.painted)
    }

    // MARK: Order

    /// Where a stroke is in the drawing order, or would be.
    func place(of stroke: Stroke) -> Int {
        var (low, high) = (0, order.count)
        // Most of them belong on top.
        if let top = order.last, isBelow(top, stroke) { return high }
        while low < high {
            let middle = (low + high) / 2
            if isBelow(order[middle], stroke) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isBelow(_ id: Stroke.ID, _ stroke: Stroke) -> Bool {
        let level = entries[id]?.stroke.level ?? .min
        return level < stroke.level || (level == stroke.level && id < stroke.id)
    }

    /// Two lists in drawing order as one.
    private func merged(_ left: [Stroke.ID], _ right: [Stroke.ID]) -> [Stroke.ID] {
        var result: [Stroke.ID] = []
        result.reserveCapacity(left.count + right.count)
        var rest = right[...]
        for id in left {
            guard let stroke = entries[id]?.stroke else { continue }
            while let next = rest.first, isBelow(next, stroke) {
                result.append(next)
                rest.removeFirst()
            }
            result.append(id)
        }
        return result + rest
    }
}
