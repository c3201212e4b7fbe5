import TouchKitGeometry

/// A picture, and smaller copies of it for painting it small.
///
/// Mixing the four nearest pixels skips the others where a picture is shrunk, and what is fine in it
/// flickers. So a copy of half the width, or half the height, is taken whenever more than about six
/// pixels would come to lie on five. A copy is made when it is first asked for, and kept: for a
/// picture that is shrunk alike both ways they are a third of it together, and never more than three
/// times as much as it. The picture mustn't change from then on.
package final class PictureLevels {
    /// How often a copy's width and height were halved.
    private struct Halvings: Hashable {
        var across: Int
        var down: Int
    }

    /// One of the copies, or the picture itself.
    struct Level {
        var bitmap: Bitmap
        /// What the picture takes of the copy, in the copy's pixels: where the picture's extent is
        /// odd, the last pixel lies partly beyond it.
        var extent: CGSize
        /// From the copy's pixels to canvas pixels.
        var map: CGAffineTransform
    }

    /// Pixels that come to lie on one before a smaller copy is taken: 2^¼. Just above it the smaller
    /// copy is magnified, 1.7 times at most: a little soft, but it doesn't flicker.
    private static let limit = 1.189_207

    /// The picture.
    package let bitmap: Bitmap
    private var smaller: [Halvings: Bitmap] = [:]

    /// Makes it of a picture; takes no memory yet.
    package init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
    }

    /// The copy to paint with a map from the picture's pixels to canvas pixels.
    ///
    /// - Complexity: That of the picture's size when a copy is first asked for.
    func level(for map: CGAffineTransform) -> Level {
        let halvings = Halvings(
            across: Self.halvings(map.a, map.b, bitmap.width),
            down: Self.halvings(map.c, map.d, bitmap.height))
        let across = Double(1 << halvings.across)
        let down = Double(1 << halvings.down)
        return Level(
            bitmap: kept(halvings),
            extent: CGSize(
                width: Double(bitmap.width) / across, height: Double(bitmap.height) / down),
            map: CGAffineTransform(scaleX: across, y: down).concatenating(map))
    }

    /// How often a picture is halved one way.
    ///
    /// - Parameters:
    ///   - x: Where a pixel's step that way leads on the canvas.
    ///   - y: The same, downwards.
    ///   - extent: The picture's extent that way, in pixels.
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

    private func kept(_ halvings: Halvings) -> Bitmap {
        if let known = known(halvings) { return known }
        let new = made(halvings)
        smaller[halvings] = new
        return new
    }

    private func known(_ halvings: Halvings) -> Bitmap? {
        halvings.across == 0 && halvings.down == 0 ? bitmap : smaller[halvings]
    }

    /// A copy that isn't there yet, by way of others; those that nobody asked for aren't kept.
    private func made(_ halvings: Halvings) -> Bitmap {
        var larger = halvings
        if halvings.across >= halvings.down {
            larger.across -= 1
            return Self.halvedAcross(known(larger) ?? made(larger))
        }
        larger.down -= 1
        return Self.halvedDown(known(larger) ?? made(larger))
    }

    /// Half the width: means of neighbours, rounded down. A last pixel without a neighbour stays.
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

    /// Half the height: means of neighbours, rounded up, so that halving both ways makes a picture
    /// neither darker nor brighter.
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
