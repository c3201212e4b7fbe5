// Hot code: see Blend.swift.

/// Formats of 32 bits in the canvas's own order.
protocol WordPacker: ScanoutPacker where Pixel == UInt32 {
    /// What is set in each pixel: all bits of opacity where the format has it.
    static var opacity: UInt32 { get }
}

/// The upper byte is anything.
struct XRGB8888Packer: WordPacker {
    @inline(__always)
    static var opacity: UInt32 { 0 }
}

/// The upper byte is 0xFF, whatever it is on the canvas: planes below must not shine through.
struct ARGB8888Packer: WordPacker {
    @inline(__always)
    static var opacity: UInt32 { 0xFF00_0000 }
}

extension WordPacker {
    @inline(__always)
    func pack(_ color: UInt32, x: Int, y: Int) -> UInt32 { color | Self.opacity }

    @inline(__always)
    func writeRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer
    ) {
        if Self.opacity == 0 {
            target.copyMemory(from: source, byteCount: count &* 4)
            return
        }
        var index = 0
        while index &+ 4 <= count {
            let four = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt32>.self)
            (target + index &* 4).storeBytes(of: four | Self.opacity, as: SIMD4<UInt32>.self)
            index &+= 4
        }
        while index < count {
            (target + index &* 4).storeBytes(of: source[index] | Self.opacity, as: UInt32.self)
            index &+= 1
        }
    }

    @inline(__always)
    func writeReversedRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer
    ) {
        var index = 0
        while index &+ 4 <= count {
            let four = UnsafeRawPointer(source - (index &+ 3))
                .loadUnaligned(as: SIMD4<UInt32>.self)
            (target + index &* 4).storeBytes(
                of: reversed(four) | Self.opacity, as: SIMD4<UInt32>.self)
            index &+= 4
        }
        while index < count {
            (target + index &* 4).storeBytes(
                of: (source - index).pointee | Self.opacity, as: UInt32.self)
            index &+= 1
        }
    }

    @inline(__always)
    func turnedChunks(_ source: UnsafePointer<UInt32>, step: Int) -> TurnedChunks {
        let columns = transposed(source, step)
        return (
            columns.0 | Self.opacity, columns.1 | Self.opacity, columns.2 | Self.opacity,
            columns.3 | Self.opacity
        )
    }
}

/// Four pixels from right to left.
@inline(__always)
func reversed(_ four: SIMD4<UInt32>) -> SIMD4<UInt32> {
    SIMD4(four.w, four.z, four.y, four.x)
}

/// Four rows of four pixels as their four columns.
@inline(__always)
func transposed(_ from: UnsafePointer<UInt32>, _ step: Int) -> TurnedChunks {
    let row0 = UnsafeRawPointer(from).loadUnaligned(as: SIMD4<UInt32>.self)
    let row1 = UnsafeRawPointer(from + step).loadUnaligned(as: SIMD4<UInt32>.self)
    let row2 = UnsafeRawPointer(from + 2 &* step).loadUnaligned(as: SIMD4<UInt32>.self)
    let row3 = UnsafeRawPointer(from + 3 &* step).loadUnaligned(as: SIMD4<UInt32>.self)
    // In two steps of interleaving: written as one, the compiler takes the rows apart lane by lane.
    let upperLeft = interleaved(row0.lowHalf, row1.lowHalf)
    let upperRight = interleaved(row0.highHalf, row1.highHalf)
    let lowerLeft = interleaved(row2.lowHalf, row3.lowHalf)
    let lowerRight = interleaved(row2.highHalf, row3.highHalf)
    return (
        joined(upperLeft.x, lowerLeft.x), joined(upperLeft.y, lowerLeft.y),
        joined(upperRight.x, lowerRight.x), joined(upperRight.y, lowerRight.y)
    )
}

/// Two pairs of pixels, one of each row.
@inline(__always)
private func interleaved(_ above: SIMD2<UInt32>, _ below: SIMD2<UInt32>) -> SIMD2<UInt64> {
    unsafeBitCast(SIMD4(above.x, below.x, above.y, below.y), to: SIMD2<UInt64>.self)
}

@inline(__always)
private func joined(_ above: UInt64, _ below: UInt64) -> SIMD4<UInt32> {
    unsafeBitCast(SIMD2(above, below), to: SIMD4<UInt32>.self)
}
