import TouchKitGeometry

/// A namespace for intersection tests between strokes and rectangles. A segment with round caps is
/// a capsule.
///
/// The tests are conservative: they may report an intersection of objects that do not intersect,
/// but they report every intersection.
enum CapsuleGeometry {
    /// Returns whether a capsule may intersect a rectangle.
    ///
    /// The test uses the separating axis theorem with the axes of the rectangle and the normal of
    /// the segment.
    ///
    /// - Parameters:
    ///   - start: The start of the segment, in pixels.
    ///   - end: The end of the segment, in pixels.
    ///   - reach: The radius of the capsule, in pixels.
    ///   - middle: The center of the rectangle, in pixels.
    ///   - half: Half the width and height of the rectangle, in pixels.
    @inline(__always)
    static func segmentMayIntersect(
        _ start: SIMD2<Float>, _ end: SIMD2<Float>, reach: Float, middle: SIMD2<Float>,
        half: SIMD2<Float>
    ) -> Bool {
        let first = start - middle
        let last = end - middle
        let reachX = half.x + reach
        let reachY = half.y + reach
        if first.x > reachX && last.x > reachX { return false }
        if first.x < -reachX && last.x < -reachX { return false }
        if first.y > reachY && last.y > reachY { return false }
        if first.y < -reachY && last.y < -reachY { return false }
        let along = end - start
        let length = (along.x * along.x + along.y * along.y).squareRoot()
        let across = abs(along.x * first.y - along.y * first.x)
        let shadow = half.x * abs(along.y) + half.y * abs(along.x)
        // An eighth of a pixel compensates for rounding errors of coordinates far outside the
        // bitmap.
        return across <= shadow + (reach + 0.125) * length
    }

    /// Returns whether a stroke may intersect a rectangle: whether the box of a section does, or,
    /// for a stroke that is not divided into sections, a segment.
    static func mayIntersect(
        _ points: UnsafeMutableBufferPointer<SIMD2<Float>>, reach: Float, _ rect: PixelRect
    ) -> Bool {
        let half = SIMD2(Float(rect.width), Float(rect.height)) * 0.5
        let middle = SIMD2(Float(rect.minX), Float(rect.minY)) + half
        let sections = PointSections(of: points)
        if sections.areDivided {
            for section in 0..<sections.count
            where sections.mayIntersect(section, reach: reach, middle: middle, half: half) {
                return true
            }
            return false
        }
        var index = 0
        repeat {
            let next = min(index &+ 1, points.count &- 1)
            if segmentMayIntersect(
                points[index], points[next], reach: reach, middle: middle, half: half)
            {
                return true
            }
            index &+= 1
        } while index &+ 1 < points.count
        return false
    }

    /// Returns the squared distance between a point and a stroke's center line, in square pixels.
    static func squaredDistance(
        _ points: UnsafeMutableBufferPointer<SIMD2<Float>>, to point: SIMD2<Float>
    ) -> Float {
        var least = Float.infinity
        let sections = PointSections(of: points)
        for section in 0..<sections.count
        where sections.leastSquaredDistance(of: section, to: point) <= least {
            var (index, last) = sections.ends(of: section)
            repeat {
                let start = points[index]
                let along = points[min(index &+ 1, last)] - start
                let toPoint = point - start
                let square = along.x * along.x + along.y * along.y
                let dot = toPoint.x * along.x + toPoint.y * along.y
                let part = square > 0 ? min(max(dot / square, 0), 1) : 0
                let off = toPoint - along * part
                least = min(least, off.x * off.x + off.y * off.y)
                index &+= 1
            } while index < last
        }
        return least
    }
}

/// The set of pixels in a small rectangle that are hidden by opaque strokes, as a bit mask.
///
/// Strokes are added from the topmost to the lowest. When all bits are set, the remaining strokes
/// are hidden.
struct OcclusionMask {
    /// The maximum width and height of the rectangle, in pixels.
    static let extent = 128

    /// The rectangle, in pixels of the bitmap.
    private let rect: PixelRect
    /// The address of the mask: two words per row, one bit per pixel.
    private let rows: UnsafeMutablePointer<UInt64>
    /// The value of a row's two words when all of its pixels are hidden.
    private let full: (UInt64, UInt64)
    /// The number of rows with at least one visible pixel.
    private var incompleteRowCount: Int

    /// Creates an empty mask.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, at most `extent` pixels wide and high.
    ///   - memory: The address of memory for 2 × `extent` words.
    init(_ rect: PixelRect, memory: UnsafeMutablePointer<UInt64>) {
        self.rect = rect
        rows = memory
        full = (Self.bits(0, rect.width), Self.bits(-64, rect.width - 64))
        incompleteRowCount = rect.height
        rows.update(repeating: 0, count: rect.height * 2)
    }

    /// Whether all pixels are hidden.
    var isFull: Bool { incompleteRowCount == 0 }

    /// Marks the pixels that an opaque line with round caps covers completely.
    mutating func markCovered(by shape: LineShape) {
        // With any antialiasing filter, a pixel is fully covered if its center is at least one
        // pixel inside the line.
        let solid = shape.radius - 1
        if solid <= 0 || !shape.isRound { return }
        let first = max(rect.minY, roundedToInt(shape.startY - solid))
        let end = min(rect.maxY, roundedToInt(shape.startY + shape.height + solid))
        let inside = CapsuleRows(shape, radius: solid)
        var row = first
        while row < end {
            if !isFull(row) {
                let columns = inside.columns(of: row)
                markCovered(row, from: columns.lowerBound, to: columns.upperBound)
            }
            row &+= 1
        }
    }

    /// Marks the pixels of a row, in which not all pixels are hidden, from column `first` up to
    /// `end`.
    @inline(__always)
    private mutating func markCovered(_ row: Int, from first: Int, to end: Int) {
        let low = max(first &- rect.minX, 0)
        let high = min(end &- rect.minX, rect.width)
        if low >= high { return }
        let words = rows + (row &- rect.minY) &* 2
        words[0] |= Self.bits(low, high)
        words[1] |= Self.bits(low &- 64, high &- 64)
        if isFull(row) { incompleteRowCount &-= 1 }
    }

    /// Returns whether all pixels of a row are hidden.
    @inline(__always)
    private func isFull(_ row: Int) -> Bool {
        let words = rows + (row &- rect.minY) &* 2
        return words[0] == full.0 && words[1] == full.1
    }

    /// Returns a word in which the bits from `first` up to `end` are set, limited to bits 0…63.
    @inline(__always)
    private static func bits(_ first: Int, _ end: Int) -> UInt64 {
        let low = max(first, 0)
        let high = min(end, 64)
        return low < high ? (UInt64.max &>> UInt64(64 &- (high &- low))) &<< UInt64(low) : 0
    }
}
