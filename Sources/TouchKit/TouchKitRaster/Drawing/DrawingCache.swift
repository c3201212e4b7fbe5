import TouchKitGeometry

/// The finished strokes of a drawing and a bitmap that shows them. The cost of a change does not
/// depend on the total number of strokes (docs/rendering.md).
///
/// A stroke is a polyline with round caps and joins, one width and one color. A stroke with one
/// point is a dot. Coordinates and widths are in pixels of the bitmap. Values beyond ±2²⁰ are
/// clamped, and strokes with values that are not finite are rejected.
///
/// New strokes are painted over the bitmap. When a stroke is moved, recolored or removed, the
/// pixels that it covered are repainted from the strokes that a spatial index finds there. The
/// bitmap always equals, bit for bit, the result of painting all strokes from the lowest to the
/// topmost.
///
/// A display list that draws `bitmap` refers to the bitmap without copying it. Do not change
/// strokes between recording a frame and composing it.
package final class DrawingCache {
    /// The bitmap that shows all strokes. The method `resize` replaces the bitmap.
    @exclusivity(unchecked) package internal(set) var bitmap: Bitmap
    /// The color behind the strokes. If the color is translucent, so is the bitmap.
    package let background: PixelColor
    /// The region of the bitmap that may have changed since the latest call of `resetChanges()`. It
    /// contains all changed pixels and few others.
    @exclusivity(unchecked) package internal(set) var changed = Region()
    /// The counters of the work done so far.
    @exclusivity(unchecked) package internal(set) var work = DrawingWork()

    /// The records of all strokes, indexed by slot.
    let records = ChunkedArray<StrokeRecord>(shift: 8)
    /// The points of all strokes.
    let pointStorage = PointStorage()
    /// The spatial index of the visible strokes.
    @exclusivity(unchecked) var index: DrawingIndex
    /// The reusable query for strokes in a rectangle.
    let query = DrawingQuery()
    /// The reusable display list with which strokes are painted.
    let list = DisplayList()
    /// The region to repaint at the end of the current change.
    @exclusivity(unchecked) var dirty = Region()
    /// Whether `performChanges` is running, which delays repainting to its end.
    @exclusivity(unchecked) var isChanging = false
    /// The slots of the strokes visible in the rectangle that is being repainted, topmost first.
    @exclusivity(unchecked) var visibleStrokes: [UInt32] = []
    /// The memory of the mask of pixels hidden by opaque strokes.
    let occlusionRows: UnsafeMutablePointer<UInt64>
    /// Whether strokes are being restored. The index may then lack strokes.
    @exclusivity(unchecked) var isReceivingStrokes = false
    /// The region that was painted during restoring. Strokes that are restored later may be missing
    /// there.
    @exclusivity(unchecked) var incompleteRegion = Region()
    /// The pieces of the bitmap that will be repainted later. The last piece is repainted first.
    @exclusivity(unchecked) var incompletePieces: [PixelRect] = []
    /// The piece whose repainting has begun and continues later, or `nil`. Its strokes are in
    /// `visibleStrokes`.
    @exclusivity(unchecked) var pieceInProgress: PieceInProgress?
    /// The bitmap into which a piece is painted if its painting may be interrupted. The row of a
    /// piece begins at a multiple of 8 pixels of the drawing's bitmap.
    private(set) lazy var pieceBitmap = Bitmap(
        width: OcclusionMask.extent + 8, height: OcclusionMask.extent, isOpaque: true)
    /// The coverage of the long stroke that is being painted into a piece.
    let coverage = ScratchBytes()
    /// The maximum cost of the repainting that a change performs at once, in units of
    /// `DrawingWork.steps`, or `nil` for no limit. `paintMissingParts` repaints the rest.
    @exclusivity(unchecked) package var repaintAllowance: Int?
    /// The levels in use.
    @exclusivity(unchecked) var levels = StrokeLevel.Interval()

    /// The first unused slot, or `UInt32.max` if there is none. Unused records form a linked list.
    @exclusivity(unchecked) private var freeSlot = UInt32.max
    /// The number of strokes, including hidden strokes.
    @exclusivity(unchecked) package private(set) var count = 0

    /// Creates an empty drawing.
    ///
    /// - Parameters:
    ///   - width: The width of the bitmap, in pixels, at least 1.
    ///   - height: The height of the bitmap, in pixels, at least 1.
    ///   - background: The color behind the strokes.
    package init(width: Int, height: Int, background: PixelColor) {
        bitmap = Bitmap(width: width, height: height, isOpaque: background.alpha == 255)
        self.background = background
        index = DrawingIndex(width: width, height: height, records: records)
        occlusionRows = .allocate(capacity: OcclusionMask.extent * 2)
        occlusionRows.initialize(repeating: 0, count: OcclusionMask.extent * 2)
        clear(bitmap.bounds)
        changed.formUnion(bitmap.bounds)
    }

    deinit {
        occlusionRows.deallocate()
    }

    /// The memory used by strokes, their points and the index, without the bitmap, in bytes.
    package var byteCount: Int { records.byteCount + pointStorage.byteCount + index.byteCount }

    /// Empties the `changed` region.
    package func resetChanges() { changed.removeAll() }

    // MARK: Adding and removing

    /// Adds a stroke.
    ///
    /// - Parameters:
    ///   - points: The points in pixels, at least one.
    ///   - width: The line width, in pixels.
    ///   - color: The color.
    ///   - level: The position in the drawing order, or `nil` for the top.
    /// - Returns: The stroke's identifier, or `nil` if there are no points, a value is not finite
    ///   or the width is not positive.
    /// - Complexity: O(points + pixels of the stroke) for a stroke above all other strokes.
    @discardableResult
    package func add(
        _ points: [CGPoint], width: Double, color: PixelColor, level: StrokeLevel? = nil
    ) -> StrokeID? {
        guard let width = Self.drawableWidth(width, points) else { return nil }
        let slot = allocateSlot()
        let level = level ?? levels.levelAbove
        let isOnTop = levels.areBelow(level)
        storeStroke(slot, points, width: width, color: color, level: level)
        return paint(slot, isOnTop: isOnTop, as: nil)
    }

    /// Adds finished wet ink as a stroke, and reuses the coverage of the ink.
    ///
    /// - Parameters:
    ///   - ink: The wet ink.
    ///   - color: The color.
    ///   - level: The position in the drawing order, or `nil` for the top.
    /// - Returns: The stroke's identifier, or `nil` if the size of the ink's layer differs from the
    ///   size of the bitmap.
    /// - Complexity: O(points + pixels of the stroke) for a stroke above all other strokes.
    package func add(
        _ ink: InkStroke, color: PixelColor, level: StrokeLevel? = nil
    ) -> StrokeID? {
        guard ink.layerBounds == bitmap.bounds else { return nil }
        let slot = allocateSlot()
        let level = level ?? levels.levelAbove
        let isOnTop = levels.areBelow(level)
        storeStroke(slot, count: ink.points.count, width: ink.width, color: color, level: level) {
            _ = $0.update(fromContentsOf: ink.points)
        }
        return paint(slot, isOnTop: isOnTop, as: ink)
    }

    /// Shows a stroke that has been stored in `slot`, and returns its identifier.
    ///
    /// A stroke above all other strokes is painted over the bitmap. If `ink` is not `nil`, its
    /// coverage is used. For other strokes, the covered area is repainted.
    private func paint(_ slot: UInt32, isOnTop: Bool, as ink: InkStroke?) -> StrokeID {
        if isOnTop {
            paintOnTop(slot, as: ink)
        } else {
            addCoveredArea(of: slot, to: &dirty)
            repaintDirty()
        }
        return StrokeID(slot: slot, generation: records.at(Int(slot)).pointee.generation)
    }

    /// Returns the width clamped to the supported range, or `nil` if no stroke can be drawn with
    /// the width and the points.
    static func drawableWidth(_ width: Double, _ points: [CGPoint]) -> Double? {
        guard let width = DisplayList.bounded(width), width > 0, !points.isEmpty,
            points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else { return nil }
        return width
    }

    /// Stores a stroke in the record at `slot` and adds the stroke to the index.
    func storeStroke(
        _ slot: UInt32, _ points: [CGPoint], width: Double, color: PixelColor, level: StrokeLevel
    ) {
        storeStroke(slot, count: points.count, width: Float(width), color: color, level: level) {
            for pointIndex in points.indices {
                $0[pointIndex] = PointStorage.storedPoint(points[pointIndex])
            }
        }
    }

    /// Stores a stroke in the record at `slot` and adds the stroke to the index. The closure `fill`
    /// writes the points.
    private func storeStroke(
        _ slot: UInt32, count pointCount: Int, width: Float, color: PixelColor,
        level: StrokeLevel, _ fill: (UnsafeMutableBufferPointer<PointStorage.Point>) -> Void
    ) {
        let record = records.at(Int(slot))
        let location = pointStorage.allocate(count: pointCount, owner: slot)
        let stored = pointStorage.points(at: location)
        fill(stored)
        PointSections(of: stored).updateBoxes()
        levels.extend(toInclude: level)
        record.pointee = StrokeRecord(
            level: level.number, location: location, width: width, color: color,
            generation: record.pointee.generation, gridLevel: 0, state: .shown)
        count += 1
        record.pointee.gridLevel = index.insert(slot, stored, reach: record.pointee.reach)
    }

    /// Removes a stroke permanently. Its identifier becomes invalid.
    ///
    /// - Complexity: O(strokes near the removed stroke).
    package func remove(_ id: StrokeID) {
        setHidden(true, of: id)
        let slot = slot(of: id)
        let record = records.at(Int(slot))
        let records = records
        pointStorage.release(record.pointee.location) { records.at(Int($0)).pointee.location = $1 }
        record.pointee.state = .unused
        record.pointee.generation &+= 1
        record.pointee.location = freeSlot
        freeSlot = slot
        count -= 1
    }

    /// Removes all strokes permanently. Their identifiers become invalid.
    package func removeAll() {
        for slot in 0..<records.count where records.at(slot).pointee.state != .unused {
            let record = records.at(slot)
            record.pointee.state = .unused
            record.pointee.generation &+= 1
            record.pointee.location = freeSlot
            freeSlot = UInt32(slot)
        }
        pointStorage.removeAll()
        index.removeAll()
        count = 0
        clear(bitmap.bounds)
        changed.formUnion(bitmap.bounds)
        removeAllPieces()
        if isReceivingStrokes { incompleteRegion.formUnion(bitmap.bounds) }
    }

    /// Hides a stroke, or shows it again at its position in the drawing order, for undo and redo.
    package func setHidden(_ isHidden: Bool, of id: StrokeID) {
        let slot = slot(of: id)
        let record = records.at(Int(slot))
        if isHidden == (record.pointee.state == .hidden) { return }
        setIsHidden(isHidden, ofSlot: slot)
        addCoveredArea(of: slot, to: &dirty)
        repaintDirty()
    }

    /// Hides or shows many strokes, and repaints the area that they cover only once.
    ///
    /// - Complexity: O(strokes + pixels) if `ids` is in drawing order.
    package func setHidden(_ isHidden: Bool, of ids: [StrokeID]) {
        let repaintsAll = ids.count > Self.bulkHideThreshold
        if repaintsAll { dirty.formUnion(bitmap.bounds) }
        // The list of each index cell begins with the topmost stroke, and changes at the beginning
        // are fastest. Therefore strokes are hidden from the topmost to the lowest, and shown in
        // the opposite order.
        for index in ids.indices {
            let slot = slot(of: ids[isHidden ? ids.count - 1 - index : index])
            if isHidden == (records.at(Int(slot)).pointee.state == .hidden) { continue }
            setIsHidden(isHidden, ofSlot: slot)
            if !repaintsAll { addCoveredArea(of: slot, to: &dirty) }
        }
        repaintDirty()
    }

    /// The number of strokes above which hiding or showing strokes repaints the whole bitmap
    /// instead of only the pixels that the strokes cover.
    private static var bulkHideThreshold: Int { 16 }

    /// Removes a stroke from the index and marks its record as hidden, or inserts the stroke and
    /// marks the record as shown.
    private func setIsHidden(_ isHidden: Bool, ofSlot slot: UInt32) {
        let record = records.at(Int(slot))
        let points = pointStorage.points(at: record.pointee.location)
        if isHidden {
            index.remove(slot, points)
            record.pointee.state = .hidden
        } else {
            record.pointee.gridLevel = index.insert(slot, points, reach: record.pointee.reach)
            record.pointee.state = .shown
        }
    }

    // MARK: Records

    /// Returns the slot of a stroke. Traps if the stroke was removed or belongs to another drawing.
    func slot(of id: StrokeID) -> UInt32 {
        precondition(
            Int(id.slot) < records.count, "drawing cache: the stroke belongs to another drawing")
        let record = records.at(Int(id.slot)).pointee
        precondition(
            record.generation == id.generation && record.state != .unused,
            "drawing cache: the stroke was removed")
        return id.slot
    }

    /// Returns an unused slot, and appends a record if there is none.
    private func allocateSlot() -> UInt32 {
        if freeSlot != .max {
            let slot = freeSlot
            freeSlot = records.at(Int(slot)).pointee.location
            return slot
        }
        return appendSlot()
    }

    /// Appends an unused record and returns its slot.
    func appendSlot() -> UInt32 {
        UInt32(
            records.append(
                StrokeRecord(
                    level: 0, location: 0, width: 0, color: .black, generation: 0, gridLevel: 0,
                    state: .unused)))
    }
}
