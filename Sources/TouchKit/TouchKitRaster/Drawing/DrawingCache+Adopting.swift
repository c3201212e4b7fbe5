import TouchKitGeometry

/// Strokes that were painted before come back, page by page: entering one costs its place in the index
/// and no pixel (docs/drawing-cache.md).
///
/// Meanwhile strokes are added, changed and taken out as ever. What is painted anew then may lack
/// strokes that are still to come; those pixels are kept in mind, and painted once more when all are in.
extension DrawingCache {
    /// The width and height of the pieces in which pixels are painted that lacked strokes: small, so
    /// that what one costs is little beside what a frame may.
    private static var pieceExtent: Int { 64 }

    /// From now on strokes come by `adopt`, until `endAdopting`. None may be in yet.
    ///
    /// - Parameter fill: Paints all strokes that will come onto the background, every pixel as painting
    ///   them would, and says whether it could; where it says no, or there is none, they are painted
    ///   when all are in.
    package func beginAdopting(filledBy fill: ((Bitmap) -> Bool)? = nil) {
        precondition(count == 0, "strokes are adopted by an empty drawing")
        isAdopting = true
        lacking.removeAll()
        changed.formUnion(bitmap.bounds)
        if let fill {
            if fill(bitmap) { return }
            clear(bitmap.bounds)
        }
        lacking.formUnion(bitmap.bounds)
    }

    /// Enters a stroke on a level of its own, and paints nothing.
    ///
    /// Of strokes on one level, the one that came later lies above.
    ///
    /// - Returns: The stroke; nil where there are no points, or a number isn't finite or the width
    ///   isn't positive.
    /// - Complexity: O(points), and more where many strokes near it have a higher level.
    package func adopt(
        _ points: [CGPoint], width: Double, color: PixelColor, level: StrokeLevel
    ) -> StrokeID? {
        precondition(isAdopting, "adopting has begun")
        guard let width = Self.drawableWidth(width, points) else { return nil }
        // No record is used again: on one level, records are in drawing order.
        let slot = appendSlot()
        enter(slot, points, width: width, color: color, level: level)
        return StrokeID(slot: slot, generation: records.at(Int(slot)).pointee.generation)
    }

    /// All strokes are in; what lacked some is painted by `paintLacking` from now on.
    ///
    /// - Parameter isWhole: Whether all have come that were announced; if not, everything is painted,
    ///   since the picture shows the others, too.
    package func endAdopting(isWhole: Bool = true) {
        isAdopting = false
        if !isWhole { lacking.formUnion(bitmap.bounds) }
        let extent = Self.pieceExtent
        // The last one is painted first: the upper left one.
        for rect in lacking.rects {
            let (top, left) = (rect.minY / extent * extent, rect.minX / extent * extent)
            for y in stride(from: top, to: rect.maxY, by: extent) {
                for x in stride(from: left, to: rect.maxX, by: extent) {
                    let piece = PixelRect(x: x, y: y, width: extent, height: extent)
                    lackingPieces.append(piece.intersection(rect))
                }
            }
        }
        lackingPieces.reverse()
        lacking.removeAll()
    }

    /// Whether pixels still lack strokes.
    package var lacksStrokes: Bool { isAdopting || !lackingPieces.isEmpty }

    /// Paints pixels that lacked strokes, once all are in: pieces of 64 × 64 until they have cost what
    /// was allowed, and one at least.
    ///
    /// - Parameter allowance: What it may cost: `DrawingWork.steps`.
    package func paintLacking(allowance: Int) {
        if isAdopting { return }
        let end = work.steps + allowance
        while let piece = lackingPieces.popLast() {
            changed.formUnion(piece)
            repaint(piece)
            if work.steps >= end { return }
        }
    }
}
