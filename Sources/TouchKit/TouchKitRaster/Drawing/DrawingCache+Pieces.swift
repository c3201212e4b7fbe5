import TouchKitGeometry

/// Repainting happens in pieces: small rectangles, each painted from the lowest to the topmost
/// stroke. Painting a piece can stop after each stroke and after each section of a long stroke, and
/// continue later. Such a piece is painted beside the bitmap and copied when it is complete.
extension DrawingCache {
    /// A piece of the bitmap whose repainting has begun.
    struct PieceInProgress {
        /// The rectangle, at most `OcclusionMask.extent` pixels wide and high.
        let rect: PixelRect
        /// The index in `visibleStrokes` of the next stroke to paint. The last stroke is the lowest
        /// stroke and is painted first.
        var position: Int
        /// The next section of that stroke. Sections before it have been added to `coverage`.
        var section = 0
        /// Whether the piece is painted into `pieceBitmap` instead of the bitmap.
        let isBuffered: Bool
    }

    /// The maximum number of strokes that are recorded in the display list before they are painted.
    private static var batchSize: Int { 128 }
    /// The maximum number of pieces that are stored. If there are more, the whole bitmap is
    /// repainted instead.
    private static var maximumPieceCount: Int { 1_024 }

    /// Repaints `rect` from the strokes that intersect it.
    ///
    /// - Complexity: O(pixels + strokes that are examined until opaque strokes cover the
    ///   rectangle).
    package func repaint(_ rect: PixelRect) {
        abandonPiece()
        repaint(rect, until: .max)
    }

    /// The value of `work.steps` at which a change that begins now stops repainting.
    var repaintLimit: Int { repaintAllowance.map { work.steps + $0 } ?? .max }

    /// Repaints `rect` piece by piece until the counter `work.steps` reaches `end`. The last piece
    /// may remain in progress, and the remaining pieces are added to `incompletePieces`.
    func repaint(_ rect: PixelRect, until end: Int) {
        let rect = rect.intersection(bitmap.bounds)
        if !incompletePieces.isEmpty { incompletePieces.removeAll { rect.contains($0) } }
        forEachPiece(of: rect) { piece in
            if work.steps < end {
                beginPiece(piece, isBuffered: end != .max)
                if work.steps < end { _ = continuePiece(until: end) }
            } else {
                addIncompletePiece(piece)
            }
        }
    }

    /// Calls `body` for pieces that together cover a rectangle.
    private func forEachPiece(of rect: PixelRect, _ body: (PixelRect) -> Void) {
        let extent = OcclusionMask.extent
        for y in stride(from: rect.minY, to: rect.maxY, by: extent) {
            for x in stride(from: rect.minX, to: rect.maxX, by: extent) {
                body(PixelRect(x: x, y: y, width: extent, height: extent).intersection(rect))
            }
        }
    }

    /// Adds a piece to the pieces that will be repainted later.
    private func addIncompletePiece(_ piece: PixelRect) {
        incompletePieces.append(piece)
        if incompletePieces.count <= Self.maximumPieceCount { return }
        incompletePieces.removeAll()
        forEachPiece(of: bitmap.bounds) { incompletePieces.append($0) }
    }

    /// Forgets all pieces that would be repainted later.
    func removeAllPieces() {
        abandonPiece()
        incompletePieces.removeAll()
    }

    /// Stops painting the piece in progress, which will be repainted from the beginning later. A
    /// change of the strokes in a piece requires this.
    func abandonPiece() {
        guard let piece = pieceInProgress else { return }
        pieceInProgress = nil
        visibleStrokes.removeAll(keepingCapacity: true)
        addIncompletePiece(piece.rect)
    }

    /// Finds the strokes that are visible in a piece and begins to paint it. There must be no piece
    /// in progress. If `isBuffered` is `true`, the bitmap shows the piece when it is complete.
    func beginPiece(_ rect: PixelRect, isBuffered: Bool) {
        work.pixelsRepainted += rect.area
        findStrokes(in: rect)
        let piece = PieceInProgress(
            rect: rect, position: visibleStrokes.count - 1, isBuffered: isBuffered)
        fill(rect, of: tile(of: piece))
        pieceInProgress = piece
    }

    /// Returns the memory into which a piece is painted.
    private func tile(of piece: PieceInProgress) -> Tile {
        piece.isBuffered
            ? Tile(
                memory: pieceBitmap.pixels, stride: pieceBitmap.stride, x: piece.rect.minX & ~7,
                y: piece.rect.minY)
            : Tile(memory: bitmap.pixels, stride: bitmap.stride, x: 0, y: 0)
    }

    /// Paints strokes of the piece in progress until the counter `work.steps` reaches `end`, but at
    /// least one stroke or one section of a long stroke.
    ///
    /// - Returns: Whether the piece is complete. If so, `changed` contains it.
    func continuePiece(until end: Int) -> Bool {
        guard var piece = pieceInProgress else { return true }
        let tile = tile(of: piece)
        while piece.position >= 0 {
            let slot = visibleStrokes[piece.position]
            let record = records.at(Int(slot)).pointee
            let points = pointStorage.points(at: record.location)
            work.strokesPainted += 1
            if PointSections(of: points).areDivided {
                paintList(into: tile, clip: piece.rect)
                if paintLongStroke(record, &piece, into: tile, until: end) { piece.position -= 1 }
            } else {
                work.pointsPainted += points.count
                recordStroke(slot, record, intersecting: piece.rect)
                if list.count >= Self.batchSize { paintList(into: tile, clip: piece.rect) }
                piece.position -= 1
            }
            if work.steps >= end && piece.position >= 0 {
                paintList(into: tile, clip: piece.rect)
                pieceInProgress = piece
                return false
            }
        }
        paintList(into: tile, clip: piece.rect)
        if piece.isBuffered { copyToBitmap(piece.rect, from: tile) }
        changed.formUnion(piece.rect)
        pieceInProgress = nil
        visibleStrokes.removeAll(keepingCapacity: true)
        return true
    }

    /// Paints and empties the display list.
    private func paintList(into tile: Tile, clip: PixelRect) {
        list.paint(into: tile, clip: clip)
        list.removeAll()
    }

    /// Copies the pixels of `rect` from a tile to the bitmap.
    private func copyToBitmap(_ rect: PixelRect, from tile: Tile) {
        for y in rect.minY..<rect.maxY {
            (bitmap.pixels + y * bitmap.stride + rect.minX).update(
                from: tile.row(y) + rect.minX, count: rect.width)
        }
    }

    /// Paints a stroke that is divided into sections into a piece. The coverage of its segments is
    /// combined in memory, as in a polyline of a display list, and blended after the last section.
    ///
    /// - Returns: Whether the stroke is complete. If not, `piece` contains the next section.
    private func paintLongStroke(
        _ record: StrokeRecord, _ piece: inout PieceInProgress, into tile: Tile, until end: Int
    ) -> Bool {
        let rect = piece.rect
        let points = pointStorage.points(at: record.location)
        let sectionCount = PointSections(of: points).count
        let left = rect.minX & ~7
        let stride = (rect.maxX - left + 7) & ~7
        let memory = coverage.memory(byteCount: stride * rect.height)
        if piece.section == 0 { memory.update(repeating: 0, count: stride * rect.height) }
        let rows = CoverageTile(memory: memory, stride: stride, x: left, y: rect.minY)
        repeat {
            add(piece.section, of: points, record, to: rows, clip: rect)
            piece.section += 1
            if work.steps >= end && piece.section < sectionCount { return false }
        } while piece.section < sectionCount
        piece.section = 0
        let color = BlendColor(record.color)
        for y in rect.minY..<rect.maxY {
            blendRow(tile.row(y), rect.minX..<rect.maxX, rows.row(y), color)
        }
        return true
    }

    /// Raises coverage to the coverage of a section's segments.
    private func add(
        _ section: Int, of points: UnsafeMutableBufferPointer<PointStorage.Point>,
        _ record: StrokeRecord, to rows: CoverageTile, clip: PixelRect
    ) {
        var (segments, pixels) = (0, 0)
        _ = forEachSegment(
            in: section, of: points, reach: record.reach, intersecting: clip
        ) { start, end in
            segments += 1
            guard
                let shape = LineShape(
                    from: start, to: end, width: Double(record.width), cap: .round)
            else { return true }
            let own = shape.box.intersection(clip)
            if own.isEmpty { return true }
            shape.addCoverage(into: rows, clip: own)
            pixels += own.area
            return true
        }
        work.pointsExamined += segments
        work.pointsPainted += segments
        work.pixelsCovered += pixels
    }
}
