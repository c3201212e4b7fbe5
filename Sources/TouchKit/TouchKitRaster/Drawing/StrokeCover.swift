import TouchKitGeometry

/// What a stroke may touch: capsules about its segments, tested against rectangles.
///
/// All tests err on one side: they may say yes where there is nothing, never no where there is
/// something.
enum StrokeCover {
    /// Whether a capsule may touch a rectangle.
    ///
    /// Three axes are looked along: the rectangle's two, and the one across the segment. Where
    /// the shadows on one of them don't meet, the shapes don't.
    ///
    /// - Parameters:
    ///   - start: The segment's beginning, in pixels.
    ///   - end: Its end.
    ///   - reach: The capsule's radius.
    ///   - middle: The rectangle's middle.
    ///   - half: Half its extent.
    @inline(__always)
    static func segmentMeets(
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
        // An eighth of a pixel for what the sums lost: coordinates reach far beyond the picture.
        return across <= shadow + (reach + 0.125) * length
    }

    /// Whether any of a stroke's segments may touch a rectangle.
    static func meets(
        _ points: UnsafeMutableBufferPointer<SIMD2<Float>>, reach: Float, _ rect: PixelRect
    ) -> Bool {
        let half = SIMD2(Float(rect.width), Float(rect.height)) * 0.5
        let middle = SIMD2(Float(rect.minX), Float(rect.minY)) + half
        var index = 0
        repeat {
            let next = min(index &+ 1, points.count &- 1)
            if segmentMeets(points[index], points[next], reach: reach, middle: middle, half: half) {
                return true
            }
            index &+= 1
        } while index &+ 1 < points.count
        return false
    }

    /// The square of a point's distance to a stroke's middle line.
    static func squaredDistance(
        _ points: UnsafeMutableBufferPointer<SIMD2<Float>>, to point: SIMD2<Float>
    ) -> Float {
        var least = Float.infinity
        var index = 0
        repeat {
            let start = points[index]
            let along = points[min(index &+ 1, points.count &- 1)] - start
            let toPoint = point - start
            let square = along.x * along.x + along.y * along.y
            let dot = toPoint.x * along.x + toPoint.y * along.y
            let part = square > 0 ? min(max(dot / square, 0), 1) : 0
            let off = toPoint - along * part
            least = min(least, off.x * off.x + off.y * off.y)
            index &+= 1
        } while index &+ 1 < points.count
        return least
    }
}

/// Which pixels of a small rectangle are hidden by opaque strokes, a bit for each.
///
/// Strokes are put in from the top down; once all bits are set, nothing below can be seen.
struct HiddenPixels {
    /// The largest width and height of the rectangle.
    static let extent = 128

    private let rect: PixelRect
    private let rows: UnsafeMutablePointer<UInt64>
    private let full: (UInt64, UInt64)
    /// Rows with a pixel that can be seen.
    private var openRows: Int

    /// - Parameters:
    ///   - rect: At most `extent` wide and high.
    ///   - memory: Room for 2 × `extent` words.
    init(_ rect: PixelRect, memory: UnsafeMutablePointer<UInt64>) {
        self.rect = rect
        rows = memory
        full = (Self.bits(0, rect.width), Self.bits(-64, rect.width - 64))
        openRows = rect.height
        rows.update(repeating: 0, count: rect.height * 2)
    }

    /// Whether nothing is to be seen below.
    var isFull: Bool { openRows == 0 }

    /// Puts in what an opaque line with round ends covers for certain.
    mutating func cover(with shape: StrokeShape) {
        // Whatever filter makes the rim, a pixel whose middle lies a pixel inside is covered whole.
        let solid = shape.radius - 1
        if solid <= 0 || !shape.isRound { return }
        let first = max(rect.minY, nearest(shape.startY - solid))
        let end = min(rect.maxY, nearest(shape.startY + shape.height + solid))
        let inside = StrokeRows(shape, radius: solid)
        var row = first
        while row < end {
            let columns = inside.columns(of: row)
            cover(row, from: columns.lowerBound, to: columns.upperBound)
            row &+= 1
        }
    }

    @inline(__always)
    private mutating func cover(_ row: Int, from first: Int, to end: Int) {
        let low = max(first &- rect.minX, 0)
        let high = min(end &- rect.minX, rect.width)
        if low >= high { return }
        let words = rows + (row &- rect.minY) &* 2
        if words[0] == full.0 && words[1] == full.1 { return }
        words[0] |= Self.bits(low, high)
        words[1] |= Self.bits(low &- 64, high &- 64)
        if words[0] == full.0 && words[1] == full.1 { openRows &-= 1 }
    }

    /// The bits from one number on up to another, of those a word has.
    @inline(__always)
    private static func bits(_ first: Int, _ end: Int) -> UInt64 {
        let low = max(first, 0)
        let high = min(end, 64)
        return low < high ? (UInt64.max &>> UInt64(64 &- (high &- low))) &<< UInt64(low) : 0
    }
}
