// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// The destination to which a line's coverage is applied. The painting loops are specialized for
/// each type of sink.
///
/// Columns are canvas columns. Rows are pointers that are indexed by canvas column.
protocol LineSink {
    /// The type of a pixel in the destination.
    associatedtype Pixel

    /// Returns a pointer to the pixels of row `y`, to be indexed by canvas column.
    func row(_ y: Int) -> UnsafeMutablePointer<Pixel>
    /// Applies a coverage of 0…256 to one pixel.
    func paint(_ pixel: UnsafeMutablePointer<Pixel>, _ coverage: UInt16)
    /// Applies coverage to eight adjacent pixels.
    func paint8(_ pixels: UnsafeMutablePointer<Pixel>, _ coverage: Coverage8)
    /// Applies full coverage to `count` adjacent pixels.
    func fill(_ pixels: UnsafeMutablePointer<Pixel>, _ count: Int)
    /// Applies coverage to four pixels from column `left` and four from column `right`.
    func paintEnds(
        _ row: UnsafeMutablePointer<Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8)
    /// Applies coverage to four pixels from column `left` and four from column `right`, and full
    /// coverage to the pixels between.
    ///
    /// - Parameters:
    ///   - row: The row, indexed by canvas column.
    ///   - left: The column of the first of the four pixels at the left end.
    ///   - right: The column of the first of the four pixels at the right end.
    ///   - ends: The coverage of the four left and the four right pixels.
    func paintSpan(
        _ row: UnsafeMutablePointer<Pixel>, _ left: Int, _ right: Int, _ ends: Coverage8)
}

/// A sink that blends an opaque color into a tile.
struct OpaqueSink: LineSink {
    /// The tile to change.
    let tile: Tile
    /// The opaque color.
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
        // The stores may overlap the ends, which are written last. Overlapping stores are cheaper
        // than computing the exact remainder. Up to eight pixels between the ends need no loop
        // iteration.
        (first + 16).storeBytes(of: Lanes4(repeating: color.pixel), as: Lanes4.self)
        (last - 16).storeBytes(of: Lanes4(repeating: color.pixel), as: Lanes4.self)
        var next = first + 32
        while next < last - 16 {
            next.storeBytes(of: Lanes4(repeating: color.pixel), as: Lanes4.self)
            next += 16
        }
        let new = color.over(old, ends)
        first.storeBytes(of: new.lowHalf, as: Lanes4.self)
        last.storeBytes(of: new.highHalf, as: Lanes4.self)
    }
}

/// A sink that blends a translucent color into a tile.
struct TranslucentSink: LineSink {
    /// The tile to change.
    let tile: Tile
    /// The translucent color.
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
            of: color.over(raw.loadUnaligned(as: Lanes8.self), color.multipliedByAlpha(coverage)),
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
        blendEnds(row, left, right, color.multipliedByAlpha(ends), color)
    }

    @inline(__always)
    func paintSpan(
        _ row: UnsafeMutablePointer<UInt32>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        paintEnds(row, left, right, ends)
        fillRun(row + left + 4, right &- left &- 4, color)
    }
}

/// Blends a color over four pixels from column `left` and four pixels from column `right`. The
/// coverage must already be multiplied by the color's opacity.
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

/// A sink that raises the coverage of each pixel in a coverage tile to the coverage of the line, if
/// the line's coverage is higher.
struct CoverageSink: LineSink {
    /// The tile to change.
    let tile: CoverageTile

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { tile.row(y) }

    @inline(__always)
    func paint(_ pixel: UnsafeMutablePointer<UInt8>, _ coverage: UInt16) {
        pixel.pointee = max(pixel.pointee, byteCoverage(coverage))
    }

    @inline(__always)
    func paint8(_ pixels: UnsafeMutablePointer<UInt8>, _ coverage: Coverage8) {
        let raw = UnsafeMutableRawPointer(pixels)
        let old = raw.loadUnaligned(as: SIMD8<UInt8>.self)
        raw.storeBytes(of: lanewiseMax(old, Self.bytes(coverage)), as: SIMD8<UInt8>.self)
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
        let new = lanewiseMax(Self.load(first, last), Self.bytes(ends))
        first.storeBytes(of: new.lowHalf, as: SIMD4<UInt8>.self)
        last.storeBytes(of: new.highHalf, as: SIMD4<UInt8>.self)
    }

    @inline(__always)
    func paintSpan(
        _ row: UnsafeMutablePointer<UInt8>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        let first = UnsafeMutableRawPointer(row + left)
        let last = UnsafeMutableRawPointer(row + right)
        let new = lanewiseMax(Self.load(first, last), Self.bytes(ends))
        // The stores may overlap the ends, which are written last.
        var next = first + 4
        while next < last {
            next.storeBytes(of: .max, as: UInt32.self)
            next += 4
        }
        first.storeBytes(of: new.lowHalf, as: SIMD4<UInt8>.self)
        last.storeBytes(of: new.highHalf, as: SIMD4<UInt8>.self)
    }

    /// Returns the coverage of the four pixels at each end of a span.
    @inline(__always)
    private static func load(
        _ first: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer
    ) -> SIMD8<UInt8> {
        SIMD8(
            lowHalf: first.loadUnaligned(as: SIMD4<UInt8>.self),
            highHalf: last.loadUnaligned(as: SIMD4<UInt8>.self))
    }

    /// Converts the coverage of eight pixels from 0…256 to 0…255.
    @inline(__always)
    private static func bytes(_ coverage: Coverage8) -> SIMD8<UInt8> {
        narrowed(coverage &- (coverage &+ 127) &>> 8)
    }
}

/// A sink that raises the coverage in `InkScratch` to the coverage of the line, if the line's
/// coverage is higher. Coverage is stored with 16 bits, as the painting loops compute it.
struct InkScratchSink: LineSink {
    /// The address that the pixel (0, 0) would have if the memory contained it.
    let origin: UnsafeMutablePointer<UInt16>
    /// The distance between rows, in pixels.
    let stride: Int

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt16> { origin + y &* stride }

    @inline(__always)
    func paint(_ pixel: UnsafeMutablePointer<UInt16>, _ coverage: UInt16) {
        pixel.pointee = max(pixel.pointee, coverage)
    }

    @inline(__always)
    func paint8(_ pixels: UnsafeMutablePointer<UInt16>, _ coverage: Coverage8) {
        let raw = UnsafeMutableRawPointer(pixels)
        let old = raw.loadUnaligned(as: Coverage8.self)
        raw.storeBytes(of: lanewiseMax(old, coverage), as: Coverage8.self)
    }

    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt16>, _ count: Int) {
        pixels.update(repeating: 256, count: count)
    }

    @inline(__always)
    func paintEnds(
        _ row: UnsafeMutablePointer<UInt16>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        let first = UnsafeMutableRawPointer(row + left)
        let last = UnsafeMutableRawPointer(row + right)
        let new = lanewiseMax(Self.load(first, last), ends)
        first.storeBytes(of: new.lowHalf, as: SIMD4<UInt16>.self)
        last.storeBytes(of: new.highHalf, as: SIMD4<UInt16>.self)
    }

    @inline(__always)
    func paintSpan(
        _ row: UnsafeMutablePointer<UInt16>, _ left: Int, _ right: Int, _ ends: Coverage8
    ) {
        let first = UnsafeMutableRawPointer(row + left)
        let last = UnsafeMutableRawPointer(row + right)
        let new = lanewiseMax(Self.load(first, last), ends)
        // The stores may overlap the ends, which are written last.
        var next = first + 8
        while next < last {
            next.storeBytes(of: SIMD4(repeating: 256), as: SIMD4<UInt16>.self)
            next += 8
        }
        first.storeBytes(of: new.lowHalf, as: SIMD4<UInt16>.self)
        last.storeBytes(of: new.highHalf, as: SIMD4<UInt16>.self)
    }

    /// Returns the coverage of the four pixels at each end of a span.
    @inline(__always)
    private static func load(
        _ first: UnsafeMutableRawPointer, _ last: UnsafeMutableRawPointer
    ) -> Coverage8 {
        Coverage8(
            lowHalf: first.loadUnaligned(as: SIMD4<UInt16>.self),
            highHalf: last.loadUnaligned(as: SIMD4<UInt16>.self))
    }
}

/// Converts coverage from 0…256 to 0…255. The function `blendCoverage` reverses the conversion,
/// except that 128 becomes 129.
@inline(__always)
func byteCoverage(_ coverage: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: coverage &- (coverage &+ 127) &>> 8)
}
