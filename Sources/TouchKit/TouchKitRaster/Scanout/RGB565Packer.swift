import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks. Eight
// pixels are processed at once. One register contains red and blue in its 16-bit lanes, with red in
// the upper byte; another register contains green in the upper bytes.

/// A converter of canvas pixels to 16 bits with 5, 6 and 5 bits for red, green and blue, with or
/// without dithering.
protocol RGB565Packer: ScanoutPacker where Pixel == UInt16 {
    /// The type of the thresholds that are added to eight pixels before truncation.
    associatedtype Thresholds

    /// Returns the thresholds for eight consecutive pixels of a canvas row, in the order of scanout
    /// memory. The first column is 0 modulo 4, or 3 modulo 4 in reversed runs.
    func thresholds(row: Int) -> Thresholds
    /// Returns the thresholds for eight consecutive pixels of a canvas column, in the order of
    /// scanout memory.
    func thresholds(column: Int) -> Thresholds
    /// Converts eight pixels, which are given as one vector with red and blue and one vector with
    /// green.
    static func pack(
        _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ thresholds: Thresholds
    ) -> SIMD8<UInt16>
}

extension RGB565Packer {
    /// Writes a run of a canvas row from left to right.
    @inline(__always)
    func writeRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer
    ) {
        var index = 0
        while index < count, (x &+ index) & 3 != 0 || count &- index < 8 {
            write(source[index], x: x &+ index, y: y, to: target + index &* 2)
            index &+= 1
        }
        if index == count { return }
        let thresholds = thresholds(row: y)
        while index &+ 8 <= count {
            let from = UnsafeRawPointer(source + index)
            let eight = Self.pack(
                from.loadUnaligned(as: SIMD4<UInt32>.self),
                (from + 16).loadUnaligned(as: SIMD4<UInt32>.self), thresholds)
            (target + index &* 2).storeBytes(of: eight, as: SIMD4<UInt32>.self)
            index &+= 8
        }
        while index < count {
            write(source[index], x: x &+ index, y: y, to: target + index &* 2)
            index &+= 1
        }
    }

    /// Writes a run of a canvas row from right to left.
    @inline(__always)
    func writeReversedRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer
    ) {
        var index = 0
        while index < count, (x &- index) & 3 != 3 || count &- index < 8 {
            write((source - index).pointee, x: x &- index, y: y, to: target + index &* 2)
            index &+= 1
        }
        if index == count { return }
        let thresholds = thresholds(row: y)
        while index &+ 8 <= count {
            let from = UnsafeRawPointer(source - (index &+ 7))
            let eight = Self.pack(
                reversed((from + 16).loadUnaligned(as: SIMD4<UInt32>.self)),
                reversed(from.loadUnaligned(as: SIMD4<UInt32>.self)), thresholds)
            (target + index &* 2).storeBytes(of: eight, as: SIMD4<UInt32>.self)
            index &+= 8
        }
        while index < count {
            write((source - index).pointee, x: x &- index, y: y, to: target + index &* 2)
            index &+= 1
        }
    }

    /// Returns four canvas columns of eight rows each, converted to 16 bytes per column.
    @inline(__always)
    func rotatedChunks(_ source: UnsafePointer<UInt32>, step: Int) -> RotatedChunks {
        let first = transposed(source, step)
        let second = transposed(source + 4 &* step, step)
        return (
            Self.pack(first.0, second.0, thresholds(column: 0)),
            Self.pack(first.1, second.1, thresholds(column: 1)),
            Self.pack(first.2, second.2, thresholds(column: 2)),
            Self.pack(first.3, second.3, thresholds(column: 3))
        )
    }

    /// Converts the canvas pixel at (`x`, `y`) and writes it to `target`.
    @inline(__always)
    private func write(_ color: UInt32, x: Int, y: Int, to target: UnsafeMutableRawPointer) {
        target.storeBytes(of: pack(color, x: x, y: y), as: UInt16.self)
    }

    /// Converts eight pixels to 16 bytes.
    @inline(__always)
    private static func pack(
        _ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>, _ thresholds: Thresholds
    ) -> SIMD4<UInt32> {
        let left = separatedChannels(first)
        let right = separatedChannels(second)
        let packed = pack(
            unsafeBitCast(SIMD2(left.x, right.x), to: SIMD8<UInt16>.self),
            unsafeBitCast(SIMD2(left.y, right.y), to: SIMD8<UInt16>.self), thresholds)
        return unsafeBitCast(packed, to: SIMD4<UInt32>.self)
    }

    /// Separates the channels of four pixels by one byte shuffle. Red and blue are in the first
    /// half of the result; green and unused bytes are in the second half.
    ///
    /// Conversions that narrow 32-bit lanes would be slow in Swift (docs/rendering.md).
    @inline(__always)
    private static func separatedChannels(_ four: SIMD4<UInt32>) -> SIMD2<UInt64> {
        let bytes = unsafeBitCast(four, to: SIMD16<UInt8>.self)
        return unsafeBitCast(
            SIMD16<UInt8>(
                bytes[0], bytes[2], bytes[4], bytes[6], bytes[8], bytes[10], bytes[12], bytes[14],
                bytes[0], bytes[1], bytes[4], bytes[5], bytes[8], bytes[9], bytes[12], bytes[13]),
            to: SIMD2<UInt64>.self)
    }
}

/// Returns eight RGB565 pixels made of the upper 5, 6 and 5 bits of the channels.
@inline(__always)
private func upperBits(
    _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>
) -> SIMD8<UInt16> {
    (redBlue & 0xF800) | ((redBlue &>> 3) & 0x001F) | ((green &>> 5) & 0x07E0)
}

/// A converter to RGB565 that truncates the low bits of each channel.
struct TruncatingPacker: RGB565Packer {
    typealias Thresholds = Void

    /// Returns no thresholds, because truncation needs none.
    @inline(__always)
    func thresholds(row: Int) {}
    /// Returns no thresholds, because truncation needs none.
    @inline(__always)
    func thresholds(column: Int) {}

    /// Converts eight pixels by truncation.
    @inline(__always)
    static func pack(
        _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ thresholds: Void
    ) -> SIMD8<UInt16> {
        upperBits(redBlue, green)
    }

    /// Converts one pixel by truncation.
    @inline(__always)
    func pack(_ color: UInt32, x: Int, y: Int) -> UInt16 {
        let red: UInt32 = (color &>> 8) & 0xF800
        let green: UInt32 = (color &>> 5) & 0x07E0
        let blue: UInt32 = (color &>> 3) & 0x001F
        return UInt16(truncatingIfNeeded: red | green | blue)
    }
}

/// A converter to RGB565 with ordered dithering (see `DitherThresholds`).
struct DitheringPacker: RGB565Packer {
    /// The thresholds for runs of a canvas row.
    private let rows: DitherThresholds
    /// The thresholds for runs of a canvas column.
    private let columns: DitherThresholds

    /// Creates a converter.
    ///
    /// - Parameters:
    ///   - rotation: The rotation from the canvas to the scanout buffer, which determines the order
    ///     of pixels.
    ///   - scanoutWidth: The width of the scanout buffer, in pixels.
    init(rotation: Rotation, scanoutWidth: Int) {
        rows = DitherThresholds(
            from: rotation == .halfTurn ? 3 : 0, step: rotation == .halfTurn ? -1 : 1,
            isAlongRows: true)
        // Scanout rows are processed from columns that are 0 modulo 4. With a clockwise rotation,
        // canvas row y is scanout column width − 1 − y.
        let isClockwise = rotation == .clockwise90
        columns = DitherThresholds(
            from: isClockwise ? (scanoutWidth &- 1) & 3 : 0, step: isClockwise ? -1 : 1,
            isAlongRows: false)
    }

    /// Returns the thresholds for eight consecutive pixels of a canvas row.
    @inline(__always)
    func thresholds(row: Int) -> DitherThresholds.EightPixels { rows[row] }
    /// Returns the thresholds for eight consecutive pixels of a canvas column.
    @inline(__always)
    func thresholds(column: Int) -> DitherThresholds.EightPixels { columns[column] }

    /// Converts eight pixels with the given thresholds.
    @inline(__always)
    static func pack(
        _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ thresholds: DitherThresholds.EightPixels
    ) -> SIMD8<UInt16> {
        upperBits(
            redBlue &- ((redBlue &>> 5) & 0x0707) &+ thresholds.redBlue,
            green &- ((green &>> 6) & 0x0300) &+ thresholds.green)
    }

    /// Converts one pixel with the threshold for its position on the canvas.
    @inline(__always)
    func pack(_ color: UInt32, x: Int, y: Int) -> UInt16 {
        let threshold = UInt32(truncatingIfNeeded: DitherThresholds.threshold(x: x, y: y))
        let less: UInt32 = ((color &>> 5) & 0x0007_0007) | ((color &>> 6) & 0x0300)
        let more: UInt32 = (threshold &>> 1) &* 0x0001_0001 | (threshold &>> 2) &<< 8
        return TruncatingPacker().pack(color &- less &+ more, x: x, y: y)
    }
}
