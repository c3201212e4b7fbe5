import TouchKit

/// A drawing: its strokes, what was done to them, and their picture.
///
/// Everything is done by applying an edit, forwards or backwards, to strokes and picture alike; so
/// undo has no limit and keeps no pictures. A deleted stroke stays, hidden, as long as its deletion
/// can be undone.
///
/// It knows nothing of fingers. Whoever shows it draws `picture`, and is told of every change.
@MainActor
public final class Drawing {
    /// What the app draws on.
    public static let paper = UIColor.lightGray

    /// What the strokes look like. Whoever else changes it, breaks it.
    public let picture: StrokeDrawing

    private struct Entry {
        var stroke: Stroke
        let painted: StrokeDrawing.Stroke
        var isShown = true
    }

    private var entries: [Stroke.ID: Entry] = [:]
    private var ids: [StrokeDrawing.Stroke: Stroke.ID] = [:]
    /// The strokes that are to be seen, from the lowest to the topmost.
    private var order: [Stroke.ID] = []
    /// The picture's own levels, of those that strokes may come back to.
    private var pictureLevels: [Int: StrokeDrawing.Level] = [:]
    private var nextID = 1
    private var nextLevel = 1
    private var undoable: [DrawingEdit] = []
    private var redoable: [DrawingEdit] = []
    private var observers: [(DrawingChange) -> Void] = []
    private let path = UIBezierPath()

    /// Is called when strokes were put back that were drawn before: whoever shows the picture draws it
    /// again. It is no edit, so observers aren't told.
    public var didRestore: (() -> Void)?

    /// A stroke that the picture shows in another colour than its own.
    public private(set) var highlighted: (id: Stroke.ID, color: UIColor)?
    /// A stroke that the picture leaves out, because somebody draws it elsewhere.
    public private(set) var lifted: Stroke.ID?

    /// Makes an empty drawing.
    ///
    /// - Parameters:
    ///   - size: The extent of its picture, in points; strokes may go beyond.
    ///   - scale: Pixels per point.
    ///   - backgroundColor: What is seen where no stroke is.
    public init(size: CGSize, scale: CGFloat, backgroundColor: UIColor) {
        picture = StrokeDrawing(size: size, scale: scale, backgroundColor: backgroundColor)
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
    }

    /// Calls a closure after each change, those of undo and redo included, in the order in which they
    /// happen.
    public func observe(_ observer: @escaping (DrawingChange) -> Void) {
        observers.append(observer)
    }

    // MARK: Strokes

    /// The number of strokes that are to be seen.
    public var count: Int { order.count }

    /// The strokes that are to be seen, from the lowest to the topmost.
    ///
    /// - Complexity: O(strokes).
    public var strokes: [Stroke] { order.compactMap { entries[$0]?.stroke } }

    /// A stroke that is to be seen; nil for one that was taken out.
    public func stroke(_ id: Stroke.ID) -> Stroke? {
        guard let entry = entries[id], entry.isShown else { return nil }
        return entry.stroke
    }

    /// The stroke whose middle line comes nearest to a place, the topmost of several; nil where none
    /// comes near enough, all in points.
    public func stroke(nearestTo place: CGPoint, within distance: CGFloat) -> Stroke.ID? {
        picture.stroke(nearestTo: place, within: distance).flatMap { ids[$0] }
    }

    /// Puts strokes into an empty drawing that were drawn before: that can't be undone, and observers
    /// aren't told, only `didRestore`. What can't be drawn is left out, and so is all but the first
    /// stroke of one name or level.
    ///
    /// - Parameters:
    ///   - strokes: The strokes, in any order.
    ///   - nextID: The least name that the next stroke may have, whatever these are called: others had
    ///     names, too.
    public func restore(_ strokes: [Stroke], nextID leastID: Stroke.ID = 1) {
        precondition(entries.isEmpty, "strokes are restored into an empty drawing")
        for stroke in strokes.sorted(by: { $0.level < $1.level }) {
            guard Self.numbers ~= stroke.id, nextLevel..<Self.numbers.upperBound ~= stroke.level,
                entries[stroke.id] == nil, stroke.isDrawable, let painted = paint(stroke)
            else { continue }
            enter(stroke, painted)
            nextID = max(nextID, stroke.id + 1)
            nextLevel = stroke.level + 1
        }
        if Self.numbers ~= leastID { nextID = max(nextID, leastID) }
        didRestore?()
    }

    /// What names and levels may be: more than a life of drawing needs.
    nonisolated static let numbers = 1..<(1 << 53)

    // MARK: Edits

    /// Adds a stroke above all others.
    ///
    /// - Returns: Its name; nil for one that can't be drawn.
    @discardableResult
    public func add(
        _ points: [CGPoint], tool: Tool, color: InkColor, width: CGFloat
    ) -> Stroke.ID? {
        let stroke = Stroke(
            id: nextID, tool: tool, points: points, color: color, width: width, level: nextLevel)
        guard stroke.isDrawable, let painted = paint(stroke) else { return nil }
        nextID += 1
        nextLevel += 1
        enter(stroke, painted)
        finish(.added(stroke))
        return stroke.id
    }

    /// Takes a stroke out.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    public func delete(_ id: Stroke.ID) -> Bool {
        stroke(id) != nil && perform(.deleted(id))
    }

    /// Takes all strokes out.
    ///
    /// - Returns: Whether there were any: nothing is no edit.
    @discardableResult
    public func clear() -> Bool {
        !order.isEmpty && perform(.cleared(order))
    }

    /// Gives a stroke another colour.
    ///
    /// - Returns: Whether it has another one now.
    @discardableResult
    public func recolor(_ id: Stroke.ID, to color: InkColor) -> Bool {
        guard let stroke = stroke(id), stroke.color != color else { return false }
        return perform(.recolored(id, from: stroke.color, to: color))
    }

    /// Puts a stroke above all others.
    ///
    /// - Returns: Whether it wasn't there before.
    @discardableResult
    public func bringToFront(_ id: Stroke.ID) -> Bool {
        guard let entry = entries[id], entry.isShown, order.last != id else { return false }
        let (from, to) = (entry.stroke.level, nextLevel)
        nextLevel += 1
        pictureLevels[from] = picture.level(of: entry.painted)
        picture.bringToFront(entry.painted)
        pictureLevels[to] = picture.level(of: entry.painted)
        return perform(.broughtToFront(id, from: from, to: to))
    }

    /// Puts a stroke elsewhere, or gives it another shape; its width stays.
    ///
    /// - Returns: Whether it is elsewhere now: not if it was there before, or `canMove(to:)` says no.
    @discardableResult
    public func reshape(_ id: Stroke.ID, to points: [CGPoint]) -> Bool {
        guard let stroke = stroke(id), stroke.points != points, stroke.canMove(to: points) else {
            return false
        }
        return perform(.reshaped(id, from: stroke.points, to: points))
    }

    // MARK: Undo

    /// Whether there is anything to be undone.
    public var canUndo: Bool { !undoable.isEmpty }
    /// Whether there is anything to be done again.
    public var canRedo: Bool { !redoable.isEmpty }

    /// Undoes the newest edit.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func undo() -> Bool {
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
    public func redo() -> Bool {
        guard let edit = redoable.popLast() else { return false }
        apply(edit, isForward: true)
        undoable.append(edit)
        tell(.redone(edit))
        return true
    }

    // MARK: Looks

    /// Shows a stroke in another colour for a while, the one before in its own again; none for nil.
    public func highlight(_ id: Stroke.ID?, in color: UIColor) {
        let before = highlighted
        highlighted = id.map { (id: $0, color: color) }
        if let before { refresh(before.id) }
        if let id { refresh(id) }
    }

    /// Leaves a stroke out of the picture for a while, and shows the one before again; none for nil.
    public func lift(_ id: Stroke.ID?) {
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
    private func forgetRedo() {
        for case .added(let stroke) in redoable {
            guard let entry = entries.removeValue(forKey: stroke.id) else { continue }
            ids[entry.painted] = nil
            picture.remove(entry.painted)
        }
        redoable.removeAll()
    }

    private func tell(_ change: DrawingChange) {
        for observer in observers { observer(change) }
    }

    private func apply(_ edit: DrawingEdit, isForward: Bool) {
        switch edit {
        case .added(let stroke):
            setShown(isForward, stroke.id)
        case .deleted(let id):
            setShown(!isForward, id)
        case .cleared(let ids):
            setAllShown(!isForward, ids)
        case .recolored(let id, let from, let to):
            entries[id]?.stroke.color = isForward ? to : from
            refresh(id)
        case .broughtToFront(let id, let from, let to):
            setLevel(isForward ? to : from, of: id)
        case .reshaped(let id, let from, let to):
            setPoints(isForward ? to : from, of: id)
        }
    }

    private func setShown(_ isShown: Bool, _ id: Stroke.ID) {
        guard let level = entries[id]?.stroke.level else { return }
        entries[id]?.isShown = isShown
        if isShown {
            order.insert(id, at: place(ofLevel: level))
        } else {
            order.remove(at: place(ofLevel: level))
        }
        refresh(id)
    }

    /// Takes all strokes out at once, or puts them in again.
    private func setAllShown(_ isShown: Bool, _ ids: [Stroke.ID]) {
        for id in ids { entries[id]?.isShown = isShown }
        order = isShown ? ids : []
        picture.setHidden(!isShown, of: ids.compactMap { entries[$0]?.painted })
        if let lifted { refresh(lifted) }
    }

    private func setLevel(_ level: Int, of id: Stroke.ID) {
        guard let entry = entries[id], let painted = pictureLevels[level] else { return }
        order.remove(at: place(ofLevel: entry.stroke.level))
        entries[id]?.stroke.level = level
        order.insert(id, at: place(ofLevel: level))
        picture.setLevel(painted, of: entry.painted)
    }

    private func setPoints(_ points: [CGPoint], of id: Stroke.ID) {
        guard let entry = entries[id] else { return }
        entries[id]?.stroke.points = points
        Stroke.trace(points, drawnWith: entry.stroke.tool, into: path)
        picture.setPath(path, of: entry.painted)
    }

    /// Where a level is in the drawing order, or would be.
    private func place(ofLevel level: Int) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if (entries[order[middle]]?.stroke.level ?? .min) < level {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func paint(_ stroke: Stroke) -> StrokeDrawing.Stroke? {
        stroke.trace(into: path)
        return picture.add(path, color: stroke.color.uiColor)
    }

    private func enter(_ stroke: Stroke, _ painted: StrokeDrawing.Stroke) {
        entries[stroke.id] = Entry(stroke: stroke, painted: painted)
        ids[painted] = stroke.id
        order.append(stroke.id)
    }
}
