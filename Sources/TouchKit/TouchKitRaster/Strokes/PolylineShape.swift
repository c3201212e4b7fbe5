import TouchKitGeometry

// Hot code: see Blend.swift.

/// A line through points, with round ends and joints: capsules, of whose coverage each pixel gets the
/// largest, and which are blended once.
struct PolylineShape {
    /// Its capsules, among the display list's.
    let parts: Range<Int>

    /// The rows whose coverage is gathered at once.
    private static let bandHeight = 16

    /// Paints it into a tile.
    ///
    /// - Parameter clip: The pixels that may change, inside the shape's box; they lie in the tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList) {
        let left = clip.minX & ~7
        let stride = (clip.maxX - left + 7) & ~7
        let memory = list.polylineCoverage.grown(to: stride * Self.bandHeight)
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

    @inline(__always)
    private func paint(
        _ parts: UnsafeBufferPointer<StrokeShape>, _ band: PixelRect, into tile: Tile,
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
            if !own.isEmpty { part.cover(into: coverage, clip: own) }
        }
        for y in touched.minY..<touched.maxY {
            blendRow(tile.row(y), touched.minX..<touched.maxX, coverage.row(y), color)
        }
    }
}

/// Bytes that are used again; as many as were ever wanted at once.
final class GrowingBytes {
    private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 0)
    private var count = 0

    deinit {
        bytes.deallocate()
    }

    /// So many bytes, which hold anything.
    func grown(to count: Int) -> UnsafeMutablePointer<UInt8> {
        if count > self.count {
            bytes.deallocate()
            bytes = .allocate(capacity: count)
            bytes.initialize(repeating: 0, count: count)
            self.count = count
        }
        return bytes
    }
}
