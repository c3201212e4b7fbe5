import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A bitmap that is drawn scaled or rotated with bilinear interpolation.
struct TransformedBitmapShape {
    /// The index of the bitmap in the display list's `bitmaps`.
    let bitmap: Int
    /// The mapping from canvas pixels to positions in the bitmap.
    let sampling: BitmapSampling
    /// The additional opacity, 0…256.
    let opacity: UInt32

    /// Paints the pixels inside `clip` into a tile.
    func paint(into tile: Tile, clip: PixelRect, list: DisplayList) {
        let source = Source(list.bitmaps[bitmap])
        let isCopied = source.isOpaque && opacity == 256
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            let all = sampling.coveredColumns(row: y).clamped(to: clip.minX..<clip.maxX)
            let inner = sampling.interiorColumns(row: y, width: source.width, height: source.height)
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

    /// Paints columns at the bitmap's edges, where pixels may be covered partly.
    private func paintEdge(
        _ row: UnsafeMutablePointer<UInt32>, _ y: Int, _ columns: Range<Int>, _ source: Source
    ) {
        var x = columns.lowerBound
        while x < columns.upperBound {
            let position = sampling.position(x, y)
            let coverage = sampling.coverage(position)
            if coverage != 0 {
                blendOver(
                    row + x, source.interpolatedAtEdge(position), (coverage &* opacity &+ 128) &>> 8
                )
            }
            x &+= 1
        }
    }

    /// Paints fully covered columns of an opaque bitmap.
    private func copyInner(
        _ row: UnsafeMutablePointer<UInt32>, _ y: Int, _ columns: Range<Int>, _ source: Source
    ) {
        var position = sampling.position(columns.lowerBound, y)
        let step = sampling.step
        var x = columns.lowerBound
        while x < columns.upperBound {
            row[x] = source.interpolated(position)
            position.u &+= step.u
            position.v &+= step.v
            x &+= 1
        }
    }

    /// Paints fully covered columns of a translucent bitmap.
    private func blendInner(
        _ row: UnsafeMutablePointer<UInt32>, _ y: Int, _ columns: Range<Int>, _ source: Source
    ) {
        var position = sampling.position(columns.lowerBound, y)
        let step = sampling.step
        var x = columns.lowerBound
        while x &+ 8 <= columns.upperBound {
            let upper = source.interpolated8(&position, step)
            blendOver8(row + x, opacity == 256 ? upper : multiplied(upper, opacity))
            x &+= 8
        }
        while x < columns.upperBound {
            blendOver(row + x, source.interpolated(position), opacity)
            position.u &+= step.u
            position.v &+= step.v
            x &+= 1
        }
    }

    /// A view of a bitmap's memory. The view has no reference to the bitmap object, which avoids
    /// reference counting.
    private struct Source {
        /// The address of the first pixel of the bitmap.
        let pixels: UnsafePointer<UInt32>
        /// The distance between rows, in pixels.
        let stride: Int
        /// The width, in pixels.
        let width: Int
        /// The height, in pixels.
        let height: Int
        /// Whether all pixels are opaque.
        let isOpaque: Bool

        /// Creates a view of a bitmap. The bitmap must outlive the view.
        init(_ bitmap: Bitmap) {
            pixels = UnsafePointer(bitmap.pixels)
            stride = bitmap.stride
            width = bitmap.width
            height = bitmap.height
            isOpaque = bitmap.isOpaque
        }

        /// Returns the bilinearly interpolated premultiplied color at a position for which all
        /// four surrounding pixels exist.
        @inline(__always)
        func interpolated(_ position: (u: Int64, v: Int64)) -> UInt32 {
            let u = position.u &- BitmapSampling.half
            let v = position.v &- BitmapSampling.half
            let left = pixels + (Int(v &>> 24) &* stride &+ Int(u &>> 24))
            // One load reads two horizontally adjacent pixels.
            let upper = UnsafeRawPointer(left).loadUnaligned(as: SIMD8<UInt8>.self)
            let lower = UnsafeRawPointer(left + stride).loadUnaligned(as: SIMD8<UInt8>.self)
            return interpolate(upper, lower, u, v)
        }

        /// Returns the premultiplied colors at `position` and at the seven following positions,
        /// which are `step` apart. Advances `position` by eight steps.
        @inline(__always)
        func interpolated8(_ position: inout (u: Int64, v: Int64), _ step: (u: Int64, v: Int64))
            -> Lanes8
        {
            Lanes8(
                next(&position, step), next(&position, step), next(&position, step),
                next(&position, step),
                next(&position, step), next(&position, step), next(&position, step),
                next(&position, step))
        }

        /// Returns the premultiplied color at `position` and advances `position` by `step`.
        @inline(__always)
        private func next(
            _ position: inout (u: Int64, v: Int64), _ step: (u: Int64, v: Int64)
        ) -> UInt32 {
            let pixel = interpolated(position)
            position.u &+= step.u
            position.v &+= step.v
            return pixel
        }

        /// Returns the premultiplied color at any position. If surrounding pixels are missing, the
        /// nearest pixels of the bitmap are used instead.
        @inline(__always)
        func interpolatedAtEdge(_ position: (u: Int64, v: Int64)) -> UInt32 {
            let u = position.u &- BitmapSampling.half
            let v = position.v &- BitmapSampling.half
            let left = min(max(Int(u &>> 24), 0), width &- 1)
            let right = min(max(Int(u &>> 24) &+ 1, 0), width &- 1)
            let upper = pixels + min(max(Int(v &>> 24), 0), height &- 1) &* stride
            let lower = pixels + min(max(Int(v &>> 24) &+ 1, 0), height &- 1) &* stride
            return interpolate(
                unsafeBitCast(SIMD2(upper[left], upper[right]), to: SIMD8<UInt8>.self),
                unsafeBitCast(SIMD2(lower[left], lower[right]), to: SIMD8<UInt8>.self), u, v)
        }
    }
}

/// Returns the bilinear interpolation of four pixels.
///
/// - Parameters:
///   - upper: The left and the right upper pixel.
///   - lower: The left and the right lower pixel.
///   - u: The horizontal position with 24 fractional bits. The integer part is ignored.
///   - v: The vertical position with 24 fractional bits. The integer part is ignored.
@inline(__always)
private func interpolate(_ upper: SIMD8<UInt8>, _ lower: SIMD8<UInt8>, _ u: Int64, _ v: Int64)
    -> UInt32
{
    let across = UInt16(truncatingIfNeeded: u &>> 16) & 0xFF
    let down = UInt16(truncatingIfNeeded: v &>> 16) & 0xFF
    let pair =
        (widened(upper) &* (256 &- down)
            &+ widened(lower) &* down &+ 128) &>> 8
    let pixel = (pair.lowHalf &* (256 &- across) &+ pair.highHalf &* across &+ 128) &>> 8
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: pixel), to: UInt32.self)
}
