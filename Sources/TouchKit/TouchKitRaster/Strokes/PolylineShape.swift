import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A polyline: connected line segments with round caps and joins, which are blended once.
///
/// The coverage of a pixel is the maximum over all segments.
struct PolylineShape {
    /// The range of the segments in the display list's `polylineParts`.
    let parts: Range<Int>

    /// The number of rows for which coverage is computed at once.
    private static let bandHeight = 16

    /// Paints the polyline into a tile.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside the tile and the polyline's
    ///     bounding box.
    ///   - color: The color.
    ///   - list: The display list that contains the segments.
    ///   - scratch: The scratch memory.
    func paint(
        into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList,
        scratch: PaintScratch
    ) {
        let left = clip.minX & ~7
        let stride = (clip.maxX - left + 7) & ~7
        let memory = scratch.polyline.memory(byteCount: stride * Self.bandHeight)
        list.polylineParts.withUnsafeBufferPointer { all in
            let parts = UnsafeBufferPointer(rebasing: all[parts])
            var top = clip.minY
            while top < clip.maxY {
                let band = PixelRect(
                    minX: clip.minX, minY: top, maxX: clip.maxX,
                    maxY: min(top + Self.bandHeight, clip.maxY))
                let rows = CoverageTile(memory: memory, stride: stride, x: left, y: top)
                paint(parts, band, into: tile, by: rows, color)
                top = band.maxY
            }
        }
    }

    /// Paints the pixels of a band of rows. `coverage` is used as scratch memory.
    @inline(__always)
    private func paint(
        _ parts: UnsafeBufferPointer<LineShape>, _ band: PixelRect, into tile: Tile,
        by coverage: CoverageTile, _ color: BlendColor
    ) {
        var touched = PixelRect.empty
        for part in parts {
            let own = part.box.intersection(band)
            if !own.isEmpty { touched = touched.isEmpty ? own : touched.union(own) }
        }
        if touched.isEmpty { return }
        for y in touched.minY..<touched.maxY {
            (coverage.row(y) + touched.minX).update(repeating: 0, count: touched.width)
        }
        for part in parts {
            let own = part.box.intersection(touched)
            if !own.isEmpty { part.addCoverage(into: coverage, clip: own) }
        }
        for y in touched.minY..<touched.maxY {
            blendRow(tile.row(y), touched.minX..<touched.maxX, coverage.row(y), color)
        }
    }
}

/// A reusable byte buffer that grows to the largest requested size.
final class ScratchBytes {
    /// The address of the memory.
    @exclusivity(unchecked) private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 0)
    /// The size of the memory, in bytes.
    @exclusivity(unchecked) private var count = 0

    deinit {
        bytes.deallocate()
    }

    /// Returns memory of at least `count` bytes with undefined contents. Memory that earlier calls
    /// returned becomes invalid.
    func memory(byteCount count: Int) -> UnsafeMutablePointer<UInt8> {
        if count > self.count {
            bytes.deallocate()
            bytes = .allocate(capacity: count)
            bytes.initialize(repeating: 0, count: count)
            self.count = count
        }
        return bytes
    }
}
