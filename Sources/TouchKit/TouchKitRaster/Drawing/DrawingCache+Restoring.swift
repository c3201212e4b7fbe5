import TouchKitGeometry

/// Restoring strokes that an earlier run of the program has painted: each stroke is only added to
/// the index, and the bitmap is loaded as a whole (docs/rendering.md).
///
/// Strokes can be added, changed and removed while others are being restored. Pixels repainted
/// meanwhile may lack strokes that are not yet restored; these pixels are repainted after
/// `endRestoring`.
extension DrawingCache {
    /// The width and height of the pieces in which the incomplete region is repainted, in pixels.
    private static var pieceExtent: Int { 64 }

    /// Begins restoring strokes, which are then passed to `restore`; the drawing must be empty.
    ///
    /// - Parameter fill: Paints all strokes that will be restored into the bitmap, exactly as the
    ///   cache would, and returns whether it succeeded. If it is `nil` or fails, the strokes are
    ///   painted after `endRestoring`.
    package func beginRestoring(filledBy fill: ((Bitmap) -> Bool)? = nil) {
        precondition(count == 0, "drawing cache: restoring requires an empty drawing")
        isReceivingStrokes = true
        incompleteRegion.removeAll()
        changed.formUnion(bitmap.bounds)
        if let fill {
            if fill(bitmap) { return }
            clear(bitmap.bounds)
        }
        incompleteRegion.formUnion(bitmap.bounds)
    }

    /// Adds a stroke to the index without painting it.
    ///
    /// Of several strokes on the same level, the one restored last is on top.
    ///
    /// - Parameters:
    ///   - points: The points, at least one.
    ///   - width: The line width, in pixels.
    ///   - color: The colour.
    ///   - level: The position in the drawing order.
    /// - Returns: The stroke, or `nil` if there are no points, a value is not finite or the width
    ///   is not positive.
    /// - Complexity: O(points), more if many strokes nearby have a higher level.
    package func restore(
        _ points: [CGPoint], width: Double, color: PixelColor, level: StrokeLevel
    ) -> StrokeID? {
        precondition(isReceivingStrokes, "drawing cache: restore without beginRestoring")
        guard let width = Self.drawableWidth(width, points) else { return nil }
        // Strokes on one level are ordered by slot, so that a restored stroke must get a higher
        // slot than all others.
        let slot = appendSlot()
        storeStroke(slot, points, width: width, color: color, level: level)
        return StrokeID(slot: slot, generation: records.at(Int(slot)).pointee.generation)
    }

    /// Ends restoring; `paintMissingParts` then repaints the incomplete region.
    ///
    /// - Parameter isComplete: Whether all expected strokes were restored. If not, the whole bitmap
    ///   is repainted, because the loaded bitmap also shows the strokes that were not restored.
    package func endRestoring(isComplete: Bool = true) {
        isReceivingStrokes = false
        if !isComplete { incompleteRegion.formUnion(bitmap.bounds) }
        let extent = Self.pieceExtent
        // The pieces are repainted from the end of the list, so that the upper left piece must be
        // the last one.
        for rect in incompleteRegion.rects {
            let (top, left) = (rect.minY / extent * extent, rect.minX / extent * extent)
            for y in stride(from: top, to: rect.maxY, by: extent) {
                for x in stride(from: left, to: rect.maxX, by: extent) {
                    let piece = PixelRect(x: x, y: y, width: extent, height: extent)
                    incompletePieces.append(piece.intersection(rect))
                }
            }
        }
        incompletePieces.reverse()
        incompleteRegion.removeAll()
    }

    /// Whether strokes are being restored or parts of the bitmap still lack restored strokes.
    package var isRestoring: Bool { isReceivingStrokes || !incompletePieces.isEmpty }

    /// Repaints pieces of 64 × 64 pixels in which restored strokes may be missing: at least one,
    /// and more until the allowance is used up.
    ///
    /// - Parameter allowance: The maximum cost, in units of `DrawingWork.steps`.
    package func paintMissingParts(allowance: Int) {
        if isReceivingStrokes { return }
        let end = work.steps + allowance
        while let piece = incompletePieces.popLast() {
            changed.formUnion(piece)
            repaint(piece)
            if work.steps >= end { return }
        }
    }
}
