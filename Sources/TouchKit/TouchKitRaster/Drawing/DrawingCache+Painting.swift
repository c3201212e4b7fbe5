import TouchKitGeometry

/// Counters of the work that a drawing cache has done, from which its running time is estimated.
package struct DrawingWork: Hashable, Sendable {
    /// The number of strokes that searches in the spatial index returned.
    package var strokesExamined = 0
    /// The number of painted strokes. A stroke counts once for each repainted piece of the bitmap.
    package var strokesPainted = 0
    /// The number of pixels that were cleared and repainted.
    package var pixelsRepainted = 0
    /// The number of points of the strokes that searches in the spatial index returned. Of a stroke
    /// that is divided into sections, only the segments that are painted count.
    package var pointsExamined = 0
    /// The number of points of the painted strokes. A stroke counts once for each repainted piece
    /// of the bitmap. Of a stroke that is divided into sections, only the painted segments count.
    package var pointsPainted = 0
    /// The number of sections of the strokes that searches in the spatial index returned.
    package var sectionsExamined = 0
    /// The number of pixels for which the coverage of a segment of a long stroke was computed. A
    /// pixel counts once for each segment.
    package var pixelsCovered = 0

    /// Creates counters whose values are 0.
    package init() {}

    /// The estimated cost of repainting, in steps of about 20 ns on the machine described in
    /// docs/performance.md.
    package var steps: Int {
        pointsExamined + 2 * pointsPainted + 24 * strokesExamined + 96 * strokesPainted
            + pixelsRepainted / 5 + pixelsCovered / 10 + sectionsExamined / 4
    }
}

extension DrawingCache {
    /// The number of visible strokes in a piece from which on the search also records the pixels
    /// that opaque strokes hide. If all pixels are hidden, the search ends early.
    private static var occlusionThreshold: Int { 56 }

    /// Paints a stroke over the bitmap. If `ink` is not `nil`, its coverage is used.
    func paintOnTop(_ slot: UInt32, as ink: InkStroke?) {
        let record = records.at(Int(slot)).pointee
        if let ink {
            if pieceInProgress?.rect.intersects(ink.box) == true { abandonPiece() }
            list.ink(ink, x: 0, y: 0, color: record.color)
            ink.addCoveredArea(to: &changed)
        } else {
            let sections = PointSections(of: pointStorage.points(at: record.location))
            if sections.areDivided {
                addCoveredArea(of: slot, to: &dirty)
                return repaintDirty()
            }
            abandonPiece()
            recordStroke(slot, record, intersecting: bitmap.bounds)
            addCoveredArea(of: slot, to: &changed)
        }
        list.paint(onto: bitmap, clip: bitmap.bounds)
        list.removeAll()
        work.strokesPainted += 1
    }

    /// The number of points above which the covered area of a stroke is computed from its sections
    /// instead of its segments.
    private static var maximumSlicedCount: Int { 1_024 }

    /// Adds all pixels that the stroke in `slot` may cover to `region`.
    func addCoveredArea(of slot: UInt32, to region: inout Region) {
        let record = records.at(Int(slot)).pointee
        let points = pointStorage.points(at: record.location)
        if points.count > Self.maximumSlicedCount {
            let sections = PointSections(of: points)
            return sections.addBoxes(to: &region, reach: record.reach, within: bitmap.bounds)
        }
        var index = 0
        repeat {
            let start = points[index]
            let end = points[min(index + 1, points.count - 1)]
            var slices = LineSlices(
                from: CGPoint(x: Double(start.x), y: Double(start.y)),
                to: CGPoint(x: Double(end.x), y: Double(end.y)),
                reach: Double(record.reach - 0.5), within: bitmap.bounds)
            while let slice = slices.next() { region.formUnion(slice) }
            index += 1
        } while index + 1 < points.count
    }

    /// Repaints the dirty region and adds the repainted parts to `changed`. Parts whose cost
    /// exceeds `repaintAllowance` are repainted by `paintMissingParts`. Does nothing while
    /// `performChanges` is running.
    func repaintDirty() {
        if isChanging { return }
        if isReceivingStrokes { incompleteRegion.formUnion(dirty) }
        abandonPiece()
        let end = repaintLimit
        for rect in dirty.rects { repaint(rect, until: end) }
        dirty.removeAll()
    }

    /// Collects the strokes that are visible in `rect` in `visibleStrokes`, topmost first.
    func findStrokes(in rect: PixelRect) {
        var hidden = OcclusionMask(rect, memory: occlusionRows)
        query.begin(rect, in: index)
        while let slot = query.next(in: index) {
            work.strokesExamined += 1
            let record = records.at(Int(slot)).pointee
            if record.color.alpha == 0 { continue }
            let points = pointStorage.points(at: record.location)
            let sections = PointSections(of: points)
            if sections.areDivided {
                work.sectionsExamined += sections.count
            } else {
                work.pointsExamined += points.count
            }
            guard CapsuleGeometry.mayIntersect(points, reach: record.reach, rect) else { continue }
            visibleStrokes.append(slot)
            if visibleStrokes.count < Self.occlusionThreshold { continue }
            if visibleStrokes.count == Self.occlusionThreshold {
                for slot in visibleStrokes { markHidden(behind: slot, rect, &hidden) }
            } else {
                markHidden(behind: slot, rect, &hidden)
            }
            if hidden.isFull { return }
        }
    }

    /// The maximum number of segments of a stroke with which hidden pixels are searched.
    private static var maximumOccluderCount: Int { 512 }

    /// Marks the pixels of `rect` that a stroke hides. Does nothing if the stroke is translucent or
    /// thinner than 3 pixels.
    private func markHidden(behind slot: UInt32, _ rect: PixelRect, _ hidden: inout OcclusionMask) {
        let record = records.at(Int(slot)).pointee
        if record.color.alpha < 255 || record.width < 3 { return }
        let points = pointStorage.points(at: record.location)
        var remaining = Self.maximumOccluderCount
        forEachSegment(of: points, reach: record.reach, intersecting: rect) { start, end in
            if let shape = LineShape(
                from: start, to: end, width: Double(record.width), cap: .round)
            {
                hidden.markCovered(by: shape)
            }
            remaining -= 1
            return remaining > 0 && !hidden.isFull
        }
    }

    /// Appends the segments of a stroke that may intersect `rect` to the display list.
    func recordStroke(_ slot: UInt32, _ record: StrokeRecord, intersecting rect: PixelRect) {
        let list = list
        let points = pointStorage.points(at: record.location)
        if points.count <= 2 {
            forEachSegment(of: points, reach: record.reach, intersecting: rect) { start, end in
                list.stroke(
                    from: start, to: end, width: Double(record.width), cap: .round,
                    color: record.color)
                return true
            }
            return
        }
        list.polyline(width: Double(record.width), color: record.color) { line in
            forEachSegment(of: points, reach: record.reach, intersecting: rect) { start, end in
                line.add(from: start, to: end)
                return true
            }
        }
    }

    /// Calls `body` for the segments of a stroke that may intersect a rectangle, from the stroke's
    /// start to its end, until `body` returns `false`.
    @inline(__always)
    private func forEachSegment(
        of points: UnsafeMutableBufferPointer<PointStorage.Point>, reach: Float,
        intersecting rect: PixelRect, _ body: (CGPoint, CGPoint) -> Bool
    ) {
        let sections = PointSections(of: points)
        for section in 0..<sections.count {
            let isIncomplete = forEachSegment(
                in: section, of: points, reach: reach, intersecting: rect, body)
            if !isIncomplete { return }
        }
    }

    /// Calls `body` for the segments of a section of a stroke that may intersect a rectangle, until
    /// `body` returns `false`. Returns the last result of `body`, or `true` without a call.
    @inline(__always)
    func forEachSegment(
        in section: Int, of points: UnsafeMutableBufferPointer<PointStorage.Point>,
        reach: Float, intersecting rect: PixelRect, _ body: (CGPoint, CGPoint) -> Bool
    ) -> Bool {
        let sections = PointSections(of: points)
        let half = SIMD2(Float(rect.width), Float(rect.height)) * 0.5
        let middle = SIMD2(Float(rect.minX), Float(rect.minY)) + half
        guard sections.mayIntersect(section, reach: reach, middle: middle, half: half) else {
            return true
        }
        var (index, last) = sections.ends(of: section)
        repeat {
            let start = points[index]
            let end = points[min(index &+ 1, last)]
            index &+= 1
            guard
                CapsuleGeometry.segmentMayIntersect(
                    start, end, reach: reach, middle: middle, half: half)
            else { continue }
            let isWanted = body(
                CGPoint(x: Double(start.x), y: Double(start.y)),
                CGPoint(x: Double(end.x), y: Double(end.y)))
            if !isWanted { return false }
        } while index < last
        return true
    }

    /// Fills a rectangle of the bitmap with the background color.
    func clear(_ rect: PixelRect) {
        fill(rect, of: Tile(memory: bitmap.pixels, stride: bitmap.stride, x: 0, y: 0))
    }

    /// Fills a rectangle of a tile with the background color.
    func fill(_ rect: PixelRect, of tile: Tile) {
        let pixel = background.premultipliedPixel
        for y in rect.minY..<rect.maxY { setRun(tile.row(y) + rect.minX, rect.width, pixel) }
    }
}
