import TouchKitContacts
import TouchKitGeometry

/// A size in millimetres.
///
/// Displays and touchscreens report their sizes, and many values are wrong: zero, the aspect ratio
/// (16 × 9), or the size of another product. The functions `plausible` return `nil` for such
/// values.
package struct PhysicalSize: Hashable, Sendable {
    /// The width in millimetres.
    package var width: Double
    /// The height in millimetres.
    package var height: Double

    /// Creates a size from its sides in millimetres.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The plausible pixel densities of displays, in pixels per inch.
    private static let densities = 50.0...800.0
    /// The plausible sides of touchscreens, in millimetres.
    private static let touchscreenSides = 50.0...600.0
    /// The largest relative difference between the aspect ratios of a touchscreen and its display.
    private static let shapeTolerance = 0.2
    /// Aspect ratios that some displays report in place of their size, in centimetres or
    /// millimetres.
    private static let shapes = [(16, 9), (16, 10)]

    /// Returns the size that a display reports, or `nil` if the size is implausible.
    ///
    /// - Parameters:
    ///   - width: The reported width in millimetres.
    ///   - height: The reported height in millimetres.
    ///   - pixelWidth: The number of pixels along the width.
    ///   - pixelHeight: The number of pixels along the height.
    package static func plausible(
        width: Int, height: Int, pixelWidth: Int, pixelHeight: Int
    ) -> PhysicalSize? {
        guard width > 0, height > 0, !isShape(width, height), !isShape(height, width) else {
            return nil
        }
        let density = (
            x: Double(pixelWidth) * 25.4 / Double(width),
            y: Double(pixelHeight) * 25.4 / Double(height)
        )
        guard densities.contains(density.x), densities.contains(density.y) else { return nil }
        return PhysicalSize(width: Double(width), height: Double(height))
    }

    /// Returns the size of a touchscreen computed from its range and resolution, or `nil` if the
    /// size is implausible.
    ///
    /// - Parameters:
    ///   - touchscreen: The touchscreen. If its calibration swaps the axes, the returned sides are
    ///     swapped.
    ///   - pixelWidth: The width of the display mode in pixels.
    ///   - pixelHeight: The height of the display mode in pixels.
    package static func plausible(
        of touchscreen: TouchscreenDescription, pixelWidth: Int, pixelHeight: Int
    ) -> PhysicalSize? {
        guard
            let along = side(touchscreen.rangeX, touchscreen.unitsPerMillimeterX),
            let across = side(touchscreen.rangeY, touchscreen.unitsPerMillimeterY),
            pixelWidth > 0, pixelHeight > 0
        else { return nil }
        let swapsAxes = abs(touchscreen.calibration.b) > abs(touchscreen.calibration.a)
        let size =
            swapsAxes
            ? PhysicalSize(width: across, height: along)
            : PhysicalSize(width: along, height: across)
        let shape = size.width * Double(pixelHeight) / (size.height * Double(pixelWidth))
        guard max(shape, 1 / shape) <= 1 + shapeTolerance else { return nil }
        return size
    }

    private static func side(_ range: SlotDecoder.Axis, _ unitsPerMillimeter: Int) -> Double? {
        guard unitsPerMillimeter > 0 else { return nil }
        let units = Double(range.maximum) - Double(range.minimum)
        let side = units / Double(unitsPerMillimeter)
        return touchscreenSides.contains(side) ? side : nil
    }

    private static func isShape(_ width: Int, _ height: Int) -> Bool {
        shapes.contains { shape in
            [1, 10, 100].contains { width == shape.0 * $0 && height == shape.1 * $0 }
        }
    }
}
