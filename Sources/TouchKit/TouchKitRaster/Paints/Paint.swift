import TouchKitGeometry

/// What a shape is painted with.
package struct Paint {
    /// How a gradient goes on beyond its ends.
    package struct Extent: OptionSet, Sendable {
        /// Both ends' bits.
        package let rawValue: Int

        /// Makes it from its bits.
        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The first colour goes on before the beginning.
        package static let beforeStart = Extent(rawValue: 1)
        /// The last colour goes on after the end.
        package static let afterEnd = Extent(rawValue: 2)
    }

    /// A circle at which a radial gradient begins or ends.
    package struct Circle {
        /// Its middle.
        package var center: CGPoint
        /// Its radius.
        package var radius: Double

        /// Makes a circle.
        package init(center: CGPoint, radius: Double) {
            self.center = center
            self.radius = radius
        }
    }

    /// The kinds of paint, in coordinates of their own.
    enum Kind {
        case color(PixelColor)
        case linear(Gradient, from: CGPoint, to: CGPoint, Extent)
        case radial(Gradient, from: Circle, to: Circle, Extent)
        case pattern(Bitmap)
    }

    let kind: Kind
    /// From the paint's coordinates to canvas pixels.
    let map: CGAffineTransform
    /// How opaque it is beside its own colours, 0…1.
    let opacity: Double

    private init(_ kind: Kind, map: CGAffineTransform, opacity: Double) {
        self.kind = kind
        self.map = map
        self.opacity = opacity.isNaN ? 0 : min(max(opacity, 0), 1)
    }

    /// One colour everywhere.
    package static func color(_ color: PixelColor) -> Paint {
        Paint(.color(color), map: .identity, opacity: 1)
    }

    /// Colours that change along a straight line, and are the same at right angles to it.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - from: Where the first one is.
    ///   - to: Where the last one is; nothing is painted where that is the same place.
    ///   - extent: Whether there are colours beyond the two.
    ///   - map: From the coordinates of both places to canvas pixels.
    ///   - opacity: How opaque it is beside its own colours, 0…1.
    package static func linear(
        _ gradient: Gradient, from: CGPoint, to: CGPoint, extent: Extent,
        map: CGAffineTransform, opacity: Double
    ) -> Paint {
        Paint(.linear(gradient, from: from, to: to, extent), map: map, opacity: opacity)
    }

    /// Colours that change from a circle to another one; where circles in between overlap, the one
    /// nearer to the end is seen.
    package static func radial(
        _ gradient: Gradient, from: Circle, to: Circle, extent: Extent, map: CGAffineTransform,
        opacity: Double
    ) -> Paint {
        Paint(.radial(gradient, from: from, to: to, extent), map: map, opacity: opacity)
    }

    /// A picture side by side with itself; it mustn't change until the list is emptied.
    ///
    /// - Parameters:
    ///   - bitmap: The picture.
    ///   - map: From its pixels to canvas pixels; one of its corners lies at (0, 0).
    ///   - opacity: How opaque it is beside its own alpha, 0…1.
    package static func pattern(
        _ bitmap: Bitmap, map: CGAffineTransform, opacity: Double
    ) -> Paint {
        Paint(.pattern(bitmap), map: map, opacity: opacity)
    }
}
