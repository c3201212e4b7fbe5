// Hot code: see Blend.swift.

/// What the coverage of a stroke becomes; the painting loops are compiled for each.
///
/// Columns are canvas columns; rows are pointers to where column 0 would be.
protocol StrokeSink {
    /// A pixel of the memory.
    associatedtype Pixel

    /// Where a canvas row would begin.
    func row(_ y: Int) -> UnsafeMutablePointer<Pixel>
    /// One pixel.
    func paint(_ pixel: UnsafeMutablePointer<Pixel>, _ coverage: UInt16)
    /// Eight neighbouring pixels.
    func paint8(_ pixels: UnsafeMutablePointer<Pixel>, _ coverage: Coverage8)
    /// Pixels that are covered whole.
    func fill(_ pixels: UnsafeMutablePointer<Pixel>, _ count: Int)
    /// Four pixels from `left` and four from `right` on.
    func paintEnds(
        _ row: UnsafeMutablePointer<Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8)
    /// The same, and all between, which are covered whole.
    ///
    /// - Parameter ends: The coverage of the four on the left and the four on the right.
    func paintSpan(
        _ row: UnsafeMutablePointer<Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8)
}

/// Pixels get an opaque colour.
struct OpaqueSink: StrokeSink {
    let tile: Tile
    let color: BlendColor

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { tile.row(y) }

    @inline(__always)
    func paint(_ pixel: UnsafeMutablePointer<UInt32>, _ coverage: UInt16) {
        blend1(pixel, color, UInt32(coverage))
    }

    @inline(__always)
    func paint8(_ pixels: UnsafeMutablePointer<UInt32>, _ coverage: Coverage8) {
        let raw = UnsafeMutableRawPointer(pixels)
        raw.storeBytes(
            of: color.over(raw.loadUnaligned(as: Lanes8.self), coverage), as: Lanes8.self)
    }

    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
        pixels.update(repeating: color.pixel, count: count)
    }

    @inline(__always)
    func paintEnds(
        _ row: UnsafeMutablePointer<UInt32>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        blendEnds(row, left, right, ends, color)
    }

    @inline(__always)
    func paintSpan(
        _ row: UnsafeMutablePointer<UInt32>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        let first = UnsafeMutableRawPointer(row + left)
        let last = UnsafeMutableRawPointer(row + right)
        let old = Lanes8(
            lowHalf: first.loadUnaligned(as: Lanes4.self),
            highHalf: last.loadUnaligned(as: Lanes4.self))
        // Stores may run over the ends, which are written last: that costs less than a look at what
        // is left. Up to eight pixels between need no loop.
        (first + 16).storeBytes(of: Lanes4(repeating: color.pixel), as: Lanes4.self)
        (last - 16).storeBytes(of: Lanes4(repeating: color.pixel), as: Lanes4.self)
        var place = first + 32
        while place < last - 16 {
            place.storeBytes(of: Lanes4(repeating: color.pixel), as: Lanes4.self)
            place += 16
        }
        let new = color.over(old, ends)
        first.storeBytes(of: new.lowHalf, as: Lanes4.self)
        last.storeBytes(of: new.highHalf, as: Lanes4.self)
    }
}

/// Pixels get a colour that lets through what is below.
struct TranslucentSink: StrokeSink {
    let tile: Tile
    let color: BlendColor

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { tile.row(y) }

    @inline(__always)
    func paint(_ pixel: UnsafeMutablePointer<UInt32>, _ coverage: UInt16) {
        blend1(pixel, color, UInt32(coverage))
    }

    @inline(__always)
    func paint8(_ pixels: UnsafeMutablePointer<UInt32>, _ coverage: Coverage8) {
        let raw = UnsafeMutableRawPointer(pixels)
        raw.storeBytes(
            of: color.over(raw.loadUnaligned(as: Lanes8.self), color.faded(coverage)),
            as: Lanes8.self)
    }

    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
        fillRun(pixels, count, color)
    }

    @inline(__always)
    func paintEnds(
        _ row: UnsafeMutablePointer<UInt32>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        blendEnds(row, left, right, color.faded(ends), color)
    }

    @inline(__always)
    func paintSpan(
        _ row: UnsafeMutablePointer<UInt32>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        paintEnds(row, left, right, ends)
        fillRun(row + left + 4, right &- left &- 4, color)
    }
}

/// Blends a colour over four pixels from `left` and four from `right` on; all of its opacity.
@inline(__always)
private func blendEnds(
    _ row: UnsafeMutablePointer<UInt32>, _ left: Int, _ right: Int, _ ends: Coverage8,
    _ color: BlendColor
) {
    let first = UnsafeMutableRawPointer(row + left)
    let last = UnsafeMutableRawPointer(row + right)
    let old = Lanes8(
        lowHalf: first.loadUnaligned(as: Lanes4.self),
        highHalf: last.loadUnaligned(as: Lanes4.self))
    let new = color.over(old, ends)
    first.storeBytes(of: new.lowHalf, as: Lanes4.self)
    last.storeBytes(of: new.highHalf, as: Lanes4.self)
}

/// Bytes get the largest coverage so far.
struct CoverageSink: StrokeSink {
    let tile: CoverageTile

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { tile.row(y) }

    @inline(__always)
    func paint(_ pixel: UnsafeMutablePointer<UInt8>, _ coverage: UInt16) {
        pixel.pointee = max(pixel.pointee, Self.byte(coverage))
    }

    @inline(__always)
    func paint8(_ pixels: UnsafeMutablePointer<UInt8>, _ coverage: Coverage8) {
        let raw = UnsafeMutableRawPointer(pixels)
        let old = raw.loadUnaligned(as: SIMD8<UInt8>.self)
        raw.storeBytes(of: pointwiseMax(old, Self.bytes(coverage)), as: SIMD8<UInt8>.self)
    }

    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        pixels.update(repeating: 255, count: count)
    }

    @inline(__always)
    func paintEnds(
        _ row: UnsafeMutablePointer<UInt8>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        let first = UnsafeMutableRawPointer(row + left)
        let last = UnsafeMutableRawPointer(row + right)
        let old = SIMD8(
            lowHalf: first.loadUnaligned(as: SIMD4<UInt8>.self),
            highHalf: last.loadUnaligned(as: SIMD4<UInt8>.self))
        let new = pointwiseMax(old, Self.bytes(ends))
        first.storeBytes(of: new.lowHalf, as: SIMD4<UInt8>.self)
        last.storeBytes(of: new.highHalf, as: SIMD4<UInt8>.self)
    }

    @inline(__always)
    func paintSpan(
        _ row: UnsafeMutablePointer<UInt8>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        paintEnds(row, left, right, ends)
        fill(row + left + 4, right &- left &- 4)
    }

    /// 0…256 as 0…255, so that `blendCoverage` gets it back: but for 128, which becomes 129.
    @inline(__always)
    private static func byte(_ coverage: UInt16) -> UInt8 {
        UInt8(truncatingIfNeeded: coverage &- (coverage &+ 127) &>> 8)
    }

    @inline(__always)
    private static func bytes(_ coverage: Coverage8) -> SIMD8<UInt8> {
        narrowed(coverage &- (coverage &+ 127) &>> 8)
    }
}
