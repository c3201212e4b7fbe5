import TouchKitGeometry

/// The color, gradient or bitmap pattern with which a path is painted.
package struct Paint {
    /// The ends beyond which a gradient continues with its first or last color.
    package struct Extent: OptionSet, Sendable {
        /// The bits of the options.
        package let rawValue: Int

        /// Creates the options from their bits.
        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The first color continues before the start.
        package static let beforeStart = Extent(rawValue: 1)
        /// The last color continues after the end.
        package static let afterEnd = Extent(rawValue: 2)
    }

    /// The start or end circle of a radial gradient.
    package struct Circle {
        /// The center of the circle.
        package var center: CGPoint
        /// The radius of the circle.
        package var radius: Double

        /// Creates a circle.
        package init(center: CGPoint, radius: Double) {
            self.center = center
            self.radius = radius
        }
    }

    /// The type of a paint and its parameters, in the coordinate system that `map` transforms to
    /// canvas pixels.
    enum Kind {
        /// A single color.
        case color(PixelColor)
        /// A linear gradient.
        case linear(Gradient, from: CGPoint, to: CGPoint, Extent)
        /// A radial gradient.
        case radial(Gradient, from: Circle, to: Circle, Extent)
        /// A repeated bitmap.
        case pattern(Bitmap)
    }

    /// The type of the paint and its parameters.
    let kind: Kind
    /// The transform from the paint's coordinates to canvas pixels.
    let map: CGAffineTransform
    /// The additional opacity, 0…1.
    let opacity: Double

    /// Creates a paint. The opacity is clamped to 0…1.
    private init(_ kind: Kind, map: CGAffineTransform, opacity: Double) {
        self.kind = kind
        self.map = map
        self.opacity = opacity.isNaN ? 0 : min(max(opacity, 0), 1)
    }

    /// Returns a paint of a single color.
    package static func color(_ color: PixelColor) -> Paint {
        Paint(.color(color), map: .identity, opacity: 1)
    }

    /// Returns a linear gradient: colors change along a line and are constant perpendicular to it.
    ///
    /// - Parameters:
    ///   - gradient: The colors.
    ///   - from: The position of the first color.
    ///   - to: The position of the last color. If the position equals `from`, nothing is painted.
    ///   - extent: The ends beyond which the gradient continues.
    ///   - map: The transform from the coordinates of `from` and `to` to canvas pixels.
    ///   - opacity: The additional opacity, 0…1.
    package static func linear(
        _ gradient: Gradient, from: CGPoint, to: CGPoint, extent: Extent,
        map: CGAffineTransform, opacity: Double
    ) -> Paint {
        Paint(.linear(gradient, from: from, to: to, extent), map: map, opacity: opacity)
    }

    /// Returns a radial gradient: colors change from one circle to another.
    ///
    /// Where interpolated circles overlap, the circle closest to the end is visible.
    ///
    /// - Parameters:
    ///   - gradient: The colors.
    ///   - from: The circle of the first color.
    ///   - to: The circle of the last color.
    ///   - extent: The ends beyond which the gradient continues.
    ///   - map: The transform from the coordinates of the circles to canvas pixels.
    ///   - opacity: The additional opacity, 0…1.
    package static func radial(
        _ gradient: Gradient, from: Circle, to: Circle, extent: Extent, map: CGAffineTransform,
        opacity: Double
    ) -> Paint {
        Paint(.radial(gradient, from: from, to: to, extent), map: map, opacity: opacity)
    }

    /// Returns a pattern that repeats a bitmap in both directions.
    ///
    /// - Parameters:
    ///   - bitmap: The bitmap, which must not change until the display list is emptied.
    ///   - map: The transform from the bitmap's pixels to canvas pixels. The upper left corner of
    ///     the bitmap is at (0, 0).
    ///   - opacity: The additional opacity, 0…1.
    package static func pattern(
        _ bitmap: Bitmap, map: CGAffineTransform, opacity: Double
    ) -> Paint {
        Paint(.pattern(bitmap), map: map, opacity: opacity)
    }
}
