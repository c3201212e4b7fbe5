import TouchKitGeometry

/// The finished strokes of a drawing and their picture: what a change repaints doesn't depend on how
/// many there are (docs/drawing-cache.md).
///
/// A stroke is a line through points, with round ends and joints, of one width and one colour; a
/// single point is a dot. Coordinates and widths are pixels of the picture. Those that aren't finite
/// make no stroke, and those beyond ±2²⁰ are pulled to that limit.
///
/// A new stroke is painted on top of the picture. When one moves, changes its colour or goes, the
/// pixels it covered are painted anew from the strokes that an index in space names for them. The
/// picture is always the one that painting all strokes from the lowest to the topmost gives, bit for
/// bit.
///
/// A display list that paints `bitmap` keeps it, not a copy: change no stroke between recording a
/// frame and composing it.
package final class DrawingCache {
    /// The picture; another one after `resize`.
    package internal(set) var bitmap: Bitmap
    /// What is seen where no stroke is; a translucent one makes a translucent picture.
    package let background: PixelColor
    /// The pixels that may have changed since `forgetChanges()`: all that did, and few others.
    package internal(set) var changed = Region()
    /// What was done so far, to be compared.
    package internal(set) var work = DrawingWork()

    let records = Slabs<StrokeRecord>(shift: 8)
    let store = PointStore()
    var index: StrokeIndex
    let walk = StrokeWalk()
    let list = DisplayList()
    /// The pixels to paint anew.
    var dirty = Region()
    /// Whether they are painted later: several changes are under way.
    var isChanging = false
    /// The strokes that such pixels show, the topmost first.
    var found: [UInt32] = []
    let hiddenRows: UnsafeMutablePointer<UInt64>
    /// Whether strokes are still to come that may lie below others.
    var isAdopting = false
    /// The pixels that were painted without them.
    var lacking = Region()
    /// The same, once all are in, in pieces; the last one is painted next.
    var lackingPieces: [PixelRect] = []

    private var freeSlot = UInt32.max
    private var topLevel: Int64 = 0
    private var bottomLevel: Int64 = 0
    /// The number of strokes, hidden ones included.
    package private(set) var count = 0

    /// Makes an empty drawing.
    ///
    /// - Parameters:
    ///   - width: The picture's width, in pixels, at least 1.
    ///   - height: The picture's height, in pixels, at least 1.
    ///   - background: What is seen where no stroke is.
    package init(width: Int, height: Int, background: PixelColor) {
        bitmap = Bitmap(width: width, height: height, isOpaque: background.alpha == 255)
        self.background = background
        index = StrokeIndex(width: width, height: height, records: records)
        hiddenRows = .allocate(capacity: HiddenPixels.extent * 2)
        hiddenRows.initialize(repeating: 0, count: HiddenPixels.extent * 2)
        clear(bitmap.bounds)
        changed.formUnion(bitmap.bounds)
    }

    deinit {
        hiddenRows.deallocate()
    }

    /// The memory that strokes take, points included and the picture not, in bytes.
    package var byteCount: Int { records.byteCount + store.byteCount + index.byteCount }

    /// From now on `changed` says what changes from now on.
    package func forgetChanges() { changed.removeAll() }

    // MARK: Adding and taking out

    /// Adds a stroke above all others, or on a level of its own.
    ///
    /// - Parameters:
    ///   - points: Its points, at least one.
    ///   - width: The line's width, in pixels.
    ///   - color: Its colour.
    ///   - level: Its place in the drawing order; nil for above all others.
    /// - Returns: The stroke; nil where there are no points, or a number isn't finite or the width
    ///   isn't positive.
    /// - Complexity: O(points and pixels of the stroke) where it lies above all others.
    @discardableResult
    package func add(
        _ points: [CGPoint], width: Double, color: PixelColor, level: StrokeLevel? = nil
    ) -> StrokeID? {
        guard let width = Self.drawableWidth(width, points) else { return nil }
        let slot = newSlot()
        let level = level ?? StrokeLevel(topLevel + 1)
        let isOnTop = level.number > topLevel
        enter(slot, points, width: width, color: color, level: level)
        return paint(slot, isOnTop: isOnTop, as: nil)
    }

    /// Adds a stroke as it was drawn: its line, and the coverage that was found of it.
    ///
    /// - Parameters:
    ///   - ink: The stroke.
    ///   - color: Its colour.
    ///   - level: Its place in the drawing order; nil for above all others.
    /// - Returns: The stroke; nil where it was drawn on a picture of another size.
    /// - Complexity: O(points and pixels of the stroke) where it lies above all others.
    package func add(
        _ ink: InkStroke, color: PixelColor, level: StrokeLevel? = nil
    ) -> StrokeID? {
        guard ink.picture == bitmap.bounds else { return nil }
        let slot = newSlot()
        let level = level ?? StrokeLevel(topLevel + 1)
        let isOnTop = level.number > topLevel
        enter(slot, count: ink.points.count, width: ink.width, color: color, level: level) {
            for number in ink.points.indices { $0[number] = ink.points[number] }
        }
        return paint(slot, isOnTop: isOnTop, as: ink)
    }

    /// Paints a stroke that has been entered.
    private func paint(_ slot: UInt32, isOnTop: Bool, as ink: InkStroke?) -> StrokeID {
        if isOnTop {
            paintOnTop(slot, as: ink)
        } else {
            addCover(of: slot, to: &dirty)
            repaintDirty()
        }
        return StrokeID(slot: slot, generation: records.at(Int(slot)).pointee.generation)
    }

    /// The width as it is kept; nil where there is no stroke of it through these points.
    static func drawableWidth(_ width: Double, _ points: [CGPoint]) -> Double? {
        guard let width = DisplayList.bounded(width), width > 0, !points.isEmpty,
            points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else { return nil }
        return width
    }

    /// Puts a stroke into a record of its own and into the index.
    func enter(
        _ slot: UInt32, _ points: [CGPoint], width: Double, color: PixelColor, level: StrokeLevel
    ) {
        enter(slot, count: points.count, width: Float(width), color: color, level: level) {
            for number in points.indices { $0[number] = PointStore.kept(points[number]) }
        }
    }

    /// Does the same, of so many points that `fill` writes down.
    private func enter(
        _ slot: UInt32, count pointCount: Int, width: Float, color: PixelColor,
        level: StrokeLevel, _ fill: (UnsafeMutableBufferPointer<PointStore.Point>) -> Void
    ) {
        let record = records.at(Int(slot))
        let place = store.store(count: pointCount, owner: slot)
        let stored = store.points(at: place)
        fill(stored)
        include(level)
        record.pointee = StrokeRecord(
            level: level.number, place: place, width: width, color: color,
            generation: record.pointee.generation, gridLevel: 0, state: .shown)
        count += 1
        record.pointee.gridLevel = index.insert(slot, stored, reach: record.pointee.reach)
    }

    /// The next levels above and below all others don't meet this one.
    private func include(_ level: StrokeLevel) {
        topLevel = max(topLevel, level.number)
        bottomLevel = min(bottomLevel, level.number)
    }

    /// Takes a stroke out for good; its id means nothing from now on.
    ///
    /// - Complexity: O(strokes that share a pixel's neighbourhood with it), as for all that follow.
    package func remove(_ id: StrokeID) {
        setHidden(true, of: id)
        let slot = number(id)
        let record = records.at(Int(slot))
        let records = records
        store.release(record.pointee.place) { records.at(Int($0)).pointee.place = $1 }
        record.pointee.state = .unused
        record.pointee.generation &+= 1
        record.pointee.place = freeSlot
        freeSlot = slot
        count -= 1
    }

    /// Takes all strokes out; none of their ids means anything from now on.
    package func removeAll() {
        for number in 0..<records.count where records.at(number).pointee.state != .unused {
            let record = records.at(number)
            record.pointee.state = .unused
            record.pointee.generation &+= 1
            record.pointee.place = freeSlot
            freeSlot = UInt32(number)
        }
        store.removeAll()
        index.removeAll()
        count = 0
        clear(bitmap.bounds)
        changed.formUnion(bitmap.bounds)
        lackingPieces.removeAll()
        if isAdopting { lacking.formUnion(bitmap.bounds) }
    }

    /// Takes a stroke out of the picture, or in again where it was in the drawing order: undoing and
    /// doing again, or carrying it about outside the picture.
    package func setHidden(_ isHidden: Bool, of id: StrokeID) {
        let slot = number(id)
        let record = records.at(Int(slot))
        if isHidden == (record.pointee.state == .hidden) { return }
        hide(slot, isHidden)
        addCover(of: slot, to: &dirty)
        repaintDirty()
    }

    /// Takes many strokes out of the picture, or in again, and paints what they covered once.
    ///
    /// - Complexity: O(strokes, and pixels) where they are in drawing order.
    package func setHidden(_ isHidden: Bool, of ids: [StrokeID]) {
        let isCrowd = ids.count > Self.crowdToHide
        if isCrowd { dirty.formUnion(bitmap.bounds) }
        // A list of a cell is topmost first: the end that they are taken from and put on.
        for index in ids.indices {
            let slot = number(ids[isHidden ? ids.count - 1 - index : index])
            if isHidden == (records.at(Int(slot)).pointee.state == .hidden) { continue }
            hide(slot, isHidden)
            if !isCrowd { addCover(of: slot, to: &dirty) }
        }
        repaintDirty()
    }

    /// When more strokes than this are hidden at once, the whole picture is painted anew.
    private static var crowdToHide: Int { 16 }

    private func hide(_ slot: UInt32, _ isHidden: Bool) {
        let record = records.at(Int(slot))
        let points = store.points(at: record.pointee.place)
        if isHidden {
            index.remove(slot, points)
            record.pointee.state = .hidden
        } else {
            record.pointee.gridLevel = index.insert(slot, points, reach: record.pointee.reach)
            record.pointee.state = .shown
        }
    }

    // MARK: Changing

    /// Makes several changes as one: what they all uncover is painted anew once, at the end. The picture
    /// isn't to be looked at before.
    package func performChanges(_ body: () -> Void) {
        let isOutermost = !isChanging
        isChanging = true
        body()
        guard isOutermost else { return }
        isChanging = false
        // Painting more than must be changes no pixel, once all strokes are in.
        if !isAdopting { dirty.merge(wasting: Self.priceOfRect) }
        repaintDirty()
    }

    /// Painting a rectangle costs as much as so many pixels of it: finding its strokes and setting out their
    /// lines.
    private static var priceOfRect: Int { 256 }

    /// Gives a stroke another colour.
    package func setColor(_ color: PixelColor, of id: StrokeID) {
        let slot = number(id)
        records.at(Int(slot)).pointee.color = color
        if records.at(Int(slot)).pointee.state == .hidden { return }
        addCover(of: slot, to: &dirty)
        repaintDirty()
    }

    /// Gives a stroke other points; where one isn't finite or there are none, it keeps those it has.
    package func setPoints(_ points: [CGPoint], of id: StrokeID) {
        guard !points.isEmpty, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        let slot = number(id)
        takeFromPlace(slot)
        let record = records.at(Int(slot))
        if store.points(at: record.pointee.place).count != points.count {
            let records = records
            store.release(record.pointee.place) { records.at(Int($0)).pointee.place = $1 }
            record.pointee.place = store.store(count: points.count, owner: slot)
        }
        let stored = store.points(at: record.pointee.place)
        for number in points.indices { stored[number] = PointStore.kept(points[number]) }
        putInPlace(slot)
    }

    /// Moves a stroke.
    ///
    /// Places are kept in 24 bits: add up many small steps outside, and use `setPoints`.
    package func translate(_ id: StrokeID, by offset: CGVector) {
        guard offset.dx.isFinite, offset.dy.isFinite else { return }
        let slot = number(id)
        takeFromPlace(slot)
        let stored = store.points(at: records.at(Int(slot)).pointee.place)
        for number in stored.indices {
            let point = stored[number]
            stored[number] = PointStore.kept(
                CGPoint(x: Double(point.x) + offset.dx, y: Double(point.y) + offset.dy))
        }
        putInPlace(slot)
    }

    /// Puts a stroke on a level that it had before, or another one.
    package func setLevel(_ level: StrokeLevel, of id: StrokeID) {
        let slot = number(id)
        let record = records.at(Int(slot))
        let isShown = record.pointee.state == .shown
        let points = store.points(at: record.pointee.place)
        if isShown { index.remove(slot, points) }
        include(level)
        record.pointee.level = level.number
        if !isShown { return }
        record.pointee.gridLevel = index.insert(slot, points, reach: record.pointee.reach)
        addCover(of: slot, to: &dirty)
        repaintDirty()
    }

    /// Puts a stroke above all others.
    package func bringToFront(_ id: StrokeID) {
        setLevel(StrokeLevel(topLevel + 1), of: id)
    }

    /// Puts a stroke below all others.
    package func sendToBack(_ id: StrokeID) {
        setLevel(StrokeLevel(bottomLevel - 1), of: id)
    }

    private func takeFromPlace(_ slot: UInt32) {
        let record = records.at(Int(slot)).pointee
        if record.state == .hidden { return }
        index.remove(slot, store.points(at: record.place))
        addCover(of: slot, to: &dirty)
    }

    private func putInPlace(_ slot: UInt32) {
        let record = records.at(Int(slot))
        if record.pointee.state == .hidden { return }
        record.pointee.gridLevel = index.insert(
            slot, store.points(at: record.pointee.place), reach: record.pointee.reach)
        addCover(of: slot, to: &dirty)
        repaintDirty()
    }

    // MARK: Records

    /// The record's number of a stroke that is still there.
    func number(_ id: StrokeID) -> UInt32 {
        precondition(Int(id.slot) < records.count, "a stroke of another drawing is asked for")
        let record = records.at(Int(id.slot)).pointee
        precondition(
            record.generation == id.generation && record.state != .unused,
            "a stroke is asked for that was removed")
        return id.slot
    }

    private func newSlot() -> UInt32 {
        if freeSlot != .max {
            let slot = freeSlot
            freeSlot = records.at(Int(slot)).pointee.place
            return slot
        }
        return appendSlot()
    }

    func appendSlot() -> UInt32 {
        UInt32(
            records.append(
                StrokeRecord(
                    level: 0, place: 0, width: 0, color: .black, generation: 0, gridLevel: 0,
                    state: .unused)))
    }
}
