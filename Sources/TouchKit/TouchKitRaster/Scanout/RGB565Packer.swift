import TouchKitGeometry

// Hot code: see Blend.swift. Eight pixels at once: red and blue share one register of 16-bit lanes,
// red above, and green lies in the upper halves of another one.

/// 16 bits a pixel, of five, six and five bits, with or without dither.
protocol RGB565Packer: ScanoutPacker where Pixel == UInt16 {
    /// What is added to eight pixels side by side, or above each other.
    associatedtype Thresholds

    /// For eight pixels of a row, from a column that is 0 modulo 4, or of the other way round 3.
    func thresholds(row: Int) -> Thresholds
    /// For eight pixels of a column, in the order of scanout memory.
    func thresholds(column: Int) -> Thresholds
    /// Eight pixels.
    static func pack(
        _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ thresholds: Thresholds
    ) -> SIMD8<UInt16>
}

extension RGB565Packer {
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

    @inline(__always)
    func turnedChunks(_ source: UnsafePointer<UInt32>, step: Int) -> TurnedChunks {
        let first = transposed(source, step)
        let second = transposed(source + 4 &* step, step)
        return (
            Self.pack(first.0, second.0, thresholds(column: 0)),
            Self.pack(first.1, second.1, thresholds(column: 1)),
            Self.pack(first.2, second.2, thresholds(column: 2)),
            Self.pack(first.3, second.3, thresholds(column: 3))
        )
    }

    @inline(__always)
    private func write(_ color: UInt32, x: Int, y: Int, to target: UnsafeMutableRawPointer) {
        target.storeBytes(of: pack(color, x: x, y: y), as: UInt16.self)
    }

    /// Eight pixels, as 16 bytes.
    @inline(__always)
    private static func pack(
        _ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>, _ thresholds: Thresholds
    ) -> SIMD4<UInt32> {
        let left = sorted(first)
        let right = sorted(second)
        let packed = pack(
            unsafeBitCast(SIMD2(left.x, right.x), to: SIMD8<UInt16>.self),
            unsafeBitCast(SIMD2(left.y, right.y), to: SIMD8<UInt16>.self), thresholds)
        return unsafeBitCast(packed, to: SIMD4<UInt32>.self)
    }

    /// Of four pixels red and blue in one half, green (above what doesn't matter) in the other: one
    /// shuffle of bytes. Narrowing 32-bit lanes instead is one of Swift's slow ways (docs/scanout.md).
    @inline(__always)
    private static func sorted(_ four: SIMD4<UInt32>) -> SIMD2<UInt64> {
        let bytes = unsafeBitCast(four, to: SIMD16<UInt8>.self)
        return unsafeBitCast(
            SIMD16<UInt8>(
                bytes[0], bytes[2], bytes[4], bytes[6], bytes[8], bytes[10], bytes[12], bytes[14],
                bytes[0], bytes[1], bytes[4], bytes[5], bytes[8], bytes[9], bytes[12], bytes[13]),
            to: SIMD2<UInt64>.self)
    }
}

/// The upper five, six and five bits of eight pixels.
@inline(__always)
private func upperBits(
    _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>
) -> SIMD8<UInt16> {
    (redBlue & 0xF800) | ((redBlue &>> 3) & 0x001F) | ((green &>> 5) & 0x07E0)
}

/// Cuts the lower bits off.
struct TruncatingPacker: RGB565Packer {
    typealias Thresholds = Void

    @inline(__always)
    func thresholds(row: Int) {}
    @inline(__always)
    func thresholds(column: Int) {}

    @inline(__always)
    static func pack(
        _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ thresholds: Void
    ) -> SIMD8<UInt16> {
        upperBits(redBlue, green)
    }

    @inline(__always)
    func pack(_ color: UInt32, x: Int, y: Int) -> UInt16 {
        let red: UInt32 = (color &>> 8) & 0xF800
        let green: UInt32 = (color &>> 5) & 0x07E0
        let blue: UInt32 = (color &>> 3) & 0x001F
        return UInt16(truncatingIfNeeded: red | green | blue)
    }
}

/// Dithers: see `DitherThresholds`.
struct DitheringPacker: RGB565Packer {
    private let rows: DitherThresholds
    private let columns: DitherThresholds

    /// - Parameters:
    ///   - rotation: How the canvas is turned: it says in which order pixels come.
    ///   - scanoutWidth: The scanout picture's width, in pixels.
    init(rotation: Rotation, scanoutWidth: Int) {
        rows = DitherThresholds(
            from: rotation == .halfTurn ? 3 : 0, step: rotation == .halfTurn ? -1 : 1,
            isAlongRows: true)
        // Lines begin where scanout columns are 0 modulo 4; clockwise, the canvas row y is the scanout
        // column width − 1 − y.
        let isClockwise = rotation == .clockwise90
        columns = DitherThresholds(
            from: isClockwise ? (scanoutWidth &- 1) & 3 : 0, step: isClockwise ? -1 : 1,
            isAlongRows: false)
    }

    @inline(__always)
    func thresholds(row: Int) -> DitherThresholds.Eight { rows[row] }
    @inline(__always)
    func thresholds(column: Int) -> DitherThresholds.Eight { columns[column] }

    @inline(__always)
    static func pack(
        _ redBlue: SIMD8<UInt16>, _ green: SIMD8<UInt16>, _ thresholds: DitherThresholds.Eight
    ) -> SIMD8<UInt16> {
        upperBits(
            redBlue &- ((redBlue &>> 5) & 0x0707) &+ thresholds.redBlue,
            green &- ((green &>> 6) & 0x0300) &+ thresholds.green)
    }

    @inline(__always)
    func pack(_ color: UInt32, x: Int, y: Int) -> UInt16 {
        let threshold = UInt32(truncatingIfNeeded: DitherThresholds.threshold(x: x, y: y))
        let less: UInt32 = ((color &>> 5) & 0x0007_0007) | ((color &>> 6) & 0x0300)
        let more: UInt32 = (threshold &>> 1) &* 0x0001_0001 | (threshold &>> 2) &<< 8
        return TruncatingPacker().pack(color &- less &+ more, x: x, y: y)
    }
}
