import TouchKitGeometry

/// Restoring adds strokes that an earlier run of the program has painted. Each stroke is only added
/// to the index, and the bitmap is loaded as a whole (docs/rendering.md).
///
/// Strokes can be added, changed and removed while other strokes are being restored. Pixels that
/// are repainted meanwhile may lack strokes that are not restored yet. These pixels are repainted
/// after `endRestoring`.
extension DrawingCache {
    /// The width and height of the pieces in which the incomplete region is repainted, in pixels.
    private static var pieceExtent: Int { 64 }

    /// Begins restoring strokes. The caller then passes each stroke to `restore`. The drawing must
    /// be empty.
    ///
    /// - Parameter fill: A closure that paints all strokes that will be restored into the bitmap,
    ///   with the same pixels that the cache would paint, and returns whether painting succeeded.
    ///   If the closure is `nil` or returns `false`, the strokes are painted after `endRestoring`.
    package func beginRestoring(filledBy fill: ((Bitmap) -> Bool)? = nil) {
        precondition(count == 0, "drawing cache: restoring requires an empty drawing")
        isReceivingStrokes = true
        incompleteRegion.removeAll()
        changed.formUnion(bitmap.bounds)
        if isRepaintPending {
            // The pieces may still show strokes that were removed, and would replace the bitmap
            // that `fill` paints.
            removeAllPieces()
            clear(bitmap.bounds)
        }
        if let fill {
            if fill(bitmap) { return }
            clear(bitmap.bounds)
        }
        incompleteRegion.formUnion(bitmap.bounds)
    }

    /// Adds a stroke to the index without painting it.
    ///
    /// If several strokes have the same level, the stroke that is restored last is on top.
    ///
    /// - Parameters:
    ///   - points: The points in pixels, at least one.
    ///   - width: The line width, in pixels.
    ///   - color: The color.
    ///   - level: The position in the drawing order.
    /// - Returns: The stroke's identifier, or `nil` if there are no points, a value is not finite
    ///   or the width is not positive.
    /// - Complexity: O(points), or more if many strokes nearby have a higher level.
    package func restore(
        _ points: [CGPoint], width: Double, color: PixelColor, level: StrokeLevel
    ) -> StrokeID? {
        precondition(isReceivingStrokes, "drawing cache: restore without beginRestoring")
        guard let width = Self.drawableWidth(width, points) else { return nil }
        // Strokes on one level are ordered by slot. A restored stroke must therefore get a higher
        // slot than all other strokes.
        let slot = appendSlot()
        storeStroke(slot, points, width: width, color: color, level: level)
        return StrokeID(slot: slot, generation: records.at(Int(slot)).pointee.generation)
    }

    /// Ends restoring. The caller then calls `paintMissingParts` until `isRestoring` is `false`, to
    /// repaint the incomplete region.
    ///
    /// - Parameter isComplete: Whether all expected strokes were restored. If not, the whole bitmap
    ///   is repainted, because the loaded bitmap also shows the strokes that were not restored.
    package func endRestoring(isComplete: Bool = true) {
        isReceivingStrokes = false
        if !isComplete { incompleteRegion.formUnion(bitmap.bounds) }
        let extent = Self.pieceExtent
        var pieces: [PixelRect] = []
        for rect in incompleteRegion.rects {
            let (top, left) = (rect.minY / extent * extent, rect.minX / extent * extent)
            for y in stride(from: top, to: rect.maxY, by: extent) {
                for x in stride(from: left, to: rect.maxX, by: extent) {
                    let piece = PixelRect(x: x, y: y, width: extent, height: extent)
                    pieces.append(piece.intersection(rect))
                }
            }
        }
        abandonPiece()
        // The pieces are repainted from the end of the list, so the upper left piece must be the
        // last piece.
        incompletePieces.insert(contentsOf: pieces.reversed(), at: 0)
        incompleteRegion.removeAll()
    }

    /// Whether strokes are being restored, or parts of the bitmap are outdated.
    package var isRestoring: Bool { isReceivingStrokes || isRepaintPending }

    /// Whether parts of the bitmap are outdated, because strokes were restored there or because a
    /// change exceeded `repaintAllowance`. `paintMissingParts` repaints these parts.
    package var isRepaintPending: Bool { pieceInProgress != nil || !incompletePieces.isEmpty }

    /// Repaints outdated pieces of the bitmap until the cost exceeds the allowance. The last piece
    /// may remain unfinished until the next call; the bitmap shows it when it is complete.
    ///
    /// - Parameter allowance: The maximum cost, in units of `DrawingWork.steps`. The cost exceeds
    ///   the allowance by less than the cost of finding the strokes in a piece and of painting one
    ///   section of a stroke.
    package func paintMissingParts(allowance: Int) {
        let end = work.steps + allowance
        // The search for the strokes in a piece cannot be interrupted.
        let lastBegin = end - allowance / 2
        repeat {
            if pieceInProgress == nil {
                guard let piece = incompletePieces.popLast() else { return }
                beginPiece(piece, isBuffered: true)
                if work.steps >= end { return }
            }
            if !continuePiece(until: end) { return }
        } while work.steps < lastBegin
    }
}
