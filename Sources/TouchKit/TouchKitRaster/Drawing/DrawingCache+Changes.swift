import TouchKitGeometry

/// Changes of existing strokes, and of the size of the bitmap.
extension DrawingCache {
    /// Performs several changes, and repaints the affected region once at the end. The bitmap is
    /// outdated until then.
    package func performChanges(_ body: () -> Void) {
        let isOutermost = !isChanging
        isChanging = true
        body()
        guard isOutermost else { return }
        isChanging = false
        // Repainting more pixels does not change them if all strokes are restored.
        if !isReceivingStrokes { dirty.merge(maximumWaste: Self.repaintRectCost) }
        repaintDirty()
    }

    /// The fixed cost of repainting a rectangle, expressed as a number of repainted pixels.
    private static var repaintRectCost: Int { 256 }

    /// Changes the color of a stroke.
    package func setColor(_ color: PixelColor, of id: StrokeID) {
        let slot = slot(of: id)
        records.at(Int(slot)).pointee.color = color
        if records.at(Int(slot)).pointee.state == .hidden { return }
        addCoveredArea(of: slot, to: &dirty)
        repaintDirty()
    }

    /// Replaces the points of a stroke. Does nothing if `points` is empty or contains a value that
    /// is not finite.
    package func setPoints(_ points: [CGPoint], of id: StrokeID) {
        guard !points.isEmpty, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        let slot = slot(of: id)
        removeFromIndex(slot)
        let record = records.at(Int(slot))
        if pointStorage.points(at: record.pointee.location).count != points.count {
            let records = records
            pointStorage.release(record.pointee.location) {
                records.at(Int($0)).pointee.location = $1
            }
            record.pointee.location = pointStorage.allocate(count: points.count, owner: slot)
        }
        let stored = pointStorage.points(at: record.pointee.location)
        for pointIndex in points.indices {
            stored[pointIndex] = PointStorage.storedPoint(points[pointIndex])
        }
        PointSections(of: stored).updateBoxes()
        insertIntoIndex(slot)
    }

    /// Moves a stroke by `offset`, in pixels.
    ///
    /// Points have a precision of 24 bits. Rounding errors of many small translations accumulate,
    /// so use `setPoints` instead of many translations.
    package func translate(_ id: StrokeID, by offset: CGVector) {
        guard offset.dx.isFinite, offset.dy.isFinite else { return }
        let slot = slot(of: id)
        removeFromIndex(slot)
        let stored = pointStorage.points(at: records.at(Int(slot)).pointee.location)
        for pointIndex in stored.indices {
            let point = stored[pointIndex]
            stored[pointIndex] = PointStorage.storedPoint(
                CGPoint(x: Double(point.x) + offset.dx, y: Double(point.y) + offset.dy))
        }
        PointSections(of: stored).updateBoxes()
        insertIntoIndex(slot)
    }

    /// Moves a stroke to `level` in the drawing order.
    package func setLevel(_ level: StrokeLevel, of id: StrokeID) {
        let slot = slot(of: id)
        let record = records.at(Int(slot))
        let isShown = record.pointee.state == .shown
        let points = pointStorage.points(at: record.pointee.location)
        if isShown { index.remove(slot, points) }
        levels.extend(toInclude: level)
        record.pointee.level = level.number
        if !isShown { return }
        record.pointee.gridLevel = index.insert(slot, points, reach: record.pointee.reach)
        addCoveredArea(of: slot, to: &dirty)
        repaintDirty()
    }

    /// Moves a stroke to the top of the drawing order.
    package func bringToFront(_ id: StrokeID) {
        setLevel(levels.levelAbove, of: id)
    }

    /// Moves a stroke to the bottom of the drawing order.
    package func sendToBack(_ id: StrokeID) {
        setLevel(levels.levelBelow, of: id)
    }

    /// Removes a visible stroke from the index and marks its area as dirty.
    private func removeFromIndex(_ slot: UInt32) {
        let record = records.at(Int(slot)).pointee
        if record.state == .hidden { return }
        index.remove(slot, pointStorage.points(at: record.location))
        addCoveredArea(of: slot, to: &dirty)
    }

    /// Adds a visible stroke to the index, marks its area as dirty and repaints.
    private func insertIntoIndex(_ slot: UInt32) {
        let record = records.at(Int(slot))
        if record.pointee.state == .hidden { return }
        record.pointee.gridLevel = index.insert(
            slot, pointStorage.points(at: record.pointee.location), reach: record.pointee.reach)
        addCoveredArea(of: slot, to: &dirty)
        repaintDirty()
    }

    /// Replaces the bitmap with a bitmap of another size, and repaints all strokes. Parts whose
    /// cost exceeds `repaintAllowance` are repainted by `paintMissingParts`.
    ///
    /// - Parameters:
    ///   - width: The new width, in pixels.
    ///   - height: The new height, in pixels.
    ///   - factor: The factor by which all coordinates and widths are multiplied: the new number of
    ///     pixels per point divided by the old number.
    /// - Complexity: O(strokes + pixels).
    package func resize(width: Int, height: Int, scaledBy factor: Double = 1) {
        bitmap = Bitmap(width: width, height: height, isOpaque: background.alpha == 255)
        index = DrawingIndex(width: width, height: height, records: records)
        for slot in 0..<records.count where records.at(slot).pointee.state != .unused {
            let record = records.at(slot)
            let points = pointStorage.points(at: record.pointee.location)
            if factor != 1 && factor.isFinite && factor > 0 {
                let limit = SIMD2<Float>(repeating: 1_048_576)
                for pointIndex in points.indices {
                    points[pointIndex] = (points[pointIndex] * Float(factor))
                        .clamped(lowerBound: -limit, upperBound: limit)
                }
                PointSections(of: points).updateBoxes()
                record.pointee.width *= Float(factor)
            }
            if record.pointee.state == .hidden { continue }
            record.pointee.gridLevel = index.insert(
                UInt32(slot), points, reach: record.pointee.reach)
        }
        changed.removeAll()
        changed.formUnion(bitmap.bounds)
        removeAllPieces()
        if isReceivingStrokes {
            incompleteRegion.removeAll()
            incompleteRegion.formUnion(bitmap.bounds)
        }
        clear(bitmap.bounds)
        repaint(bitmap.bounds, until: repaintLimit)
    }
}
