import TouchKitGeometry

/// A bitmap with reduced copies for drawing it smaller than its original size.
///
/// Bilinear interpolation of a strongly reduced bitmap skips pixels, which causes aliasing.
/// Therefore a copy with half the width or height is used if the scale is below 2^−¼ (about 5/6).
/// Width and height are halved independently of each other. Copies are created at first use. The
/// copies whose width and height are reduced equally use a third of the bitmap's memory together;
/// all copies use at most three times as much as the bitmap. The bitmap must not change after the
/// first use.
package final class MipmappedBitmap {
    /// The number of times that a copy's width and height were halved.
    private struct Halvings: Hashable {
        /// The number of times that the width was halved.
        var across: Int
        /// The number of times that the height was halved.
        var down: Int
    }

    /// A level of the mipmap: the original bitmap or a reduced copy, with its transform.
    struct Level {
        /// The pixels.
        var bitmap: Bitmap
        /// The size of the original bitmap in the copy's pixels. If the original size is odd, it
        /// ends within the copy's last pixel.
        var extent: CGSize
        /// The transform from the copy's pixels to canvas pixels.
        var map: CGAffineTransform
    }

    /// The number of bitmap pixels per canvas pixel above which a reduced copy is used: 2^¼.
    ///
    /// A reduced copy is then magnified by a factor of at most 1.7, so it looks slightly soft, but
    /// does not flicker when the scale changes.
    private static let limit = 1.189_207

    /// The original bitmap.
    package let bitmap: Bitmap
    /// The reduced copies created so far.
    private var reducedBitmaps: [Halvings: Bitmap] = [:]

    /// Creates a mipmap without reduced copies.
    package init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
    }

    /// Returns the original bitmap or the reduced copy that is best for drawing with `map`, the
    /// transform from the original bitmap's pixels to canvas pixels.
    ///
    /// - Complexity: O(pixels of the bitmap) when a copy is first used, O(1) afterwards.
    func level(for map: CGAffineTransform) -> Level {
        let halvings = Halvings(
            across: Self.halvings(map.a, map.b, bitmap.width),
            down: Self.halvings(map.c, map.d, bitmap.height))
        let across = Double(1 << halvings.across)
        let down = Double(1 << halvings.down)
        return Level(
            bitmap: storedLevel(halvings),
            extent: CGSize(
                width: Double(bitmap.width) / across, height: Double(bitmap.height) / down),
            map: CGAffineTransform(scaleX: across, y: down).concatenating(map))
    }

    /// Returns the number of times that the bitmap should be halved in one direction.
    ///
    /// - Parameters:
    ///   - x: The horizontal canvas distance of adjacent pixels in that direction.
    ///   - y: The vertical canvas distance of adjacent pixels in that direction.
    ///   - extent: The size of the bitmap in that direction, in pixels.
    private static func halvings(_ x: Double, _ y: Double, _ extent: Int) -> Int {
        var step = (x * x + y * y).squareRoot()
        guard step > 0, step.isFinite else { return 0 }
        var count = 0
        while step * limit < 1 && extent >> count > 1 {
            step *= 2
            count += 1
        }
        return count
    }

    /// Returns the original bitmap or a reduced copy. The copy is created and stored if necessary.
    private func storedLevel(_ halvings: Halvings) -> Bitmap {
        if let existing = existing(halvings) { return existing }
        let new = makeLevel(halvings)
        reducedBitmaps[halvings] = new
        return new
    }

    /// Returns the original bitmap or a stored copy, or `nil` if the copy has not been created.
    private func existing(_ halvings: Halvings) -> Bitmap? {
        halvings.across == 0 && halvings.down == 0 ? bitmap : reducedBitmaps[halvings]
    }

    /// Creates a copy by repeatedly halving a larger copy. Intermediate copies are not stored.
    private func makeLevel(_ halvings: Halvings) -> Bitmap {
        var larger = halvings
        if halvings.across >= halvings.down {
            larger.across -= 1
            return Self.halvedAcross(existing(larger) ?? makeLevel(larger))
        }
        larger.down -= 1
        return Self.halvedDown(existing(larger) ?? makeLevel(larger))
    }

    /// Returns a bitmap of half the width. Each pixel is the average of two adjacent pixels,
    /// rounded down.
    ///
    /// If the width is odd, the last pixel of each row is copied.
    private static func halvedAcross(_ source: Bitmap) -> Bitmap {
        let result = Bitmap(
            width: (source.width + 1) / 2, height: source.height, isOpaque: source.isOpaque)
        let pairs = source.width / 2
        for y in 0..<source.height {
            let from = source.pixels + y * source.stride
            let to = result.pixels + y * result.stride
            for x in 0..<pairs {
                let left = from[2 &* x]
                let right = from[2 &* x &+ 1]
                to[x] = (left & right) &+ (((left ^ right) & 0xFEFE_FEFE) &>> 1)
            }
            if pairs < result.width { to[pairs] = from[source.width - 1] }
        }
        return result
    }

    /// Returns a bitmap of half the height. Each pixel is the average of two adjacent pixels,
    /// rounded up.
    ///
    /// Rounding up compensates for rounding down in `halvedAcross(_:)`, which preserves the mean
    /// brightness.
    private static func halvedDown(_ source: Bitmap) -> Bitmap {
        let result = Bitmap(
            width: source.width, height: (source.height + 1) / 2, isOpaque: source.isOpaque)
        for y in 0..<result.height {
            let upper = source.pixels + 2 * y * source.stride
            let lower = 2 * y + 1 < source.height ? upper + source.stride : upper
            let to = result.pixels + y * result.stride
            for x in 0..<source.width {
                to[x] = (upper[x] | lower[x]) &- (((upper[x] ^ lower[x]) & 0xFEFE_FEFE) &>> 1)
            }
        }
        return result
    }
}
