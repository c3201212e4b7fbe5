import TouchKitGeometry

// Hot code: see Blend.swift.

/// A picture that is stretched or turned, its pixels mixed from the four nearest.
struct StretchShape {
    /// Which of the display list's bitmaps it is.
    let bitmap: Int
    let sampling: Sampling
    /// How opaque it is, 0…256.
    let opacity: UInt32

    /// Paints it into a tile.
    func paint(into tile: Tile, clip: PixelRect, list: DisplayList) {
        let source = Source(list.bitmaps[bitmap])
        let isCopied = source.isOpaque && opacity == 256
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            let all = sampling.touched(row: y).clamped(to: clip.minX..<clip.maxX)
            let inner = sampling.interior(row: y, width: source.width, height: source.height)
                .clamped(to: all)
            paintEdge(row, y, all.lowerBound..<inner.lowerBound, source)
            if isCopied {
                copyInner(row, y, inner, source)
            } else {
                blendInner(row, y, inner, source)
            }
            paintEdge(row, y, inner.upperBound..<all.upperBound, source)
        }
    }

    /// Where the picture covers pixels partly, or ends.
    private func paintEdge(
        _ row: UnsafeMutablePointer<UInt32>, _ y: Int, _ columns: Range<Int>, _ source: Source
    ) {
        var x = columns.lowerBound
        while x < columns.upperBound {
            let place = sampling.place(x, y)
            let coverage = sampling.coverage(place)
            if coverage != 0 {
                blendOver(
                    row + x, source.mixedAtEdge(place), (coverage &* opacity &+ 128) &>> 8)
            }
            x &+= 1
        }
    }

    /// Inside an opaque picture.
    private func copyInner(
        _ row: UnsafeMutablePointer<UInt32>, _ y: Int, _ columns: Range<Int>, _ source: Source
    ) {
        var place = sampling.place(columns.lowerBound, y)
        let step = sampling.step
        var x = columns.lowerBound
        while x < columns.upperBound {
            row[x] = source.mixed(place)
            place.u &+= step.u
            place.v &+= step.v
            x &+= 1
        }
    }

    /// Inside a translucent picture.
    private func blendInner(
        _ row: UnsafeMutablePointer<UInt32>, _ y: Int, _ columns: Range<Int>, _ source: Source
    ) {
        var place = sampling.place(columns.lowerBound, y)
        let step = sampling.step
        var x = columns.lowerBound
        while x &+ 8 <= columns.upperBound {
            let upper = source.mixed8(&place, step)
            blendOver8(row + x, opacity == 256 ? upper : faded(upper, opacity))
            x &+= 8
        }
        while x < columns.upperBound {
            blendOver(row + x, source.mixed(place), opacity)
            place.u &+= step.u
            place.v &+= step.v
            x &+= 1
        }
    }

    /// A bitmap's memory, without the object: reading it counts no references.
    private struct Source {
        let pixels: UnsafePointer<UInt32>
        let stride: Int
        let width: Int
        let height: Int
        let isOpaque: Bool

        init(_ bitmap: Bitmap) {
            pixels = UnsafePointer(bitmap.pixels)
            stride = bitmap.stride
            width = bitmap.width
            height = bitmap.height
            isOpaque = bitmap.isOpaque
        }

        /// The colour at a place that has four pixels about it, premultiplied.
        @inline(__always)
        func mixed(_ place: (u: Int64, v: Int64)) -> UInt32 {
            let u = place.u &- Sampling.half
            let v = place.v &- Sampling.half
            let left = pixels + (Int(v &>> 24) &* stride &+ Int(u &>> 24))
            // Two neighbours lie side by side in memory.
            let upper = UnsafeRawPointer(left).loadUnaligned(as: SIMD8<UInt8>.self)
            let lower = UnsafeRawPointer(left + stride).loadUnaligned(as: SIMD8<UInt8>.self)
            return mix(upper, lower, u, v)
        }

        /// The colours at eight places in a row; `place` is moved on behind them.
        @inline(__always)
        func mixed8(_ place: inout (u: Int64, v: Int64), _ step: (u: Int64, v: Int64)) -> Lanes8 {
            Lanes8(
                next(&place, step), next(&place, step), next(&place, step), next(&place, step),
                next(&place, step), next(&place, step), next(&place, step), next(&place, step))
        }

        @inline(__always)
        private func next(
            _ place: inout (u: Int64, v: Int64), _ step: (u: Int64, v: Int64)
        ) -> UInt32 {
            let pixel = mixed(place)
            place.u &+= step.u
            place.v &+= step.v
            return pixel
        }

        /// The colour at any place; beyond the picture's edges that of the nearest pixel.
        @inline(__always)
        func mixedAtEdge(_ place: (u: Int64, v: Int64)) -> UInt32 {
            let u = place.u &- Sampling.half
            let v = place.v &- Sampling.half
            let left = min(max(Int(u &>> 24), 0), width &- 1)
            let right = min(max(Int(u &>> 24) &+ 1, 0), width &- 1)
            let upper = pixels + min(max(Int(v &>> 24), 0), height &- 1) &* stride
            let lower = pixels + min(max(Int(v &>> 24) &+ 1, 0), height &- 1) &* stride
            return mix(
                unsafeBitCast(SIMD2(upper[left], upper[right]), to: SIMD8<UInt8>.self),
                unsafeBitCast(SIMD2(lower[left], lower[right]), to: SIMD8<UInt8>.self), u, v)
        }
    }
}

/// A pixel between two above and two below.
///
/// - Parameters:
///   - upper: The two above, left and right.
///   - lower: The two below.
///   - u: The place between left and right, 24 bits behind the point; what is before it doesn't count.
///   - v: The place between above and below.
@inline(__always)
private func mix(_ upper: SIMD8<UInt8>, _ lower: SIMD8<UInt8>, _ u: Int64, _ v: Int64) -> UInt32 {
    let across = UInt16(truncatingIfNeeded: u &>> 16) & 0xFF
    let down = UInt16(truncatingIfNeeded: v &>> 16) & 0xFF
    let pair =
        (widened(upper) &* (256 &- down)
            &+ widened(lower) &* down &+ 128) &>> 8
    let pixel = (pair.lowHalf &* (256 &- across) &+ pair.highHalf &* across &+ 128) &>> 8
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: pixel), to: UInt32.self)
}
