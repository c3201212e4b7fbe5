import TouchKitContacts
import TouchKitGeometry

/// The physical size of a display or touchscreen in millimeters.
///
/// Many displays and touchscreens report wrong sizes: zero, the aspect ratio (16 × 9), or the size
/// of another product. The functions named `plausible` return `nil` for such sizes.
package struct PhysicalSize: Hashable, Sendable {
    /// The width in millimeters.
    package var width: Double
    /// The height in millimeters.
    package var height: Double

    /// Creates a size from its sides in millimeters.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The plausible pixel densities of displays, in pixels per inch.
    private static let densities = 50.0...800.0
    /// The plausible widths and heights of touchscreens, in millimeters.
    private static let touchscreenSides = 50.0...600.0
    /// The maximum relative difference between the aspect ratios of a touchscreen and its display.
    private static let aspectRatioTolerance = 0.2
    /// The aspect ratios that some displays report instead of their size, in millimeters,
    /// centimeters or decimeters.
    private static let aspectRatios = [(16, 9), (16, 10)]

    /// Returns the size that a display reports, or `nil` if the size is implausible.
    ///
    /// - Parameters:
    ///   - width: The reported width in millimeters.
    ///   - height: The reported height in millimeters.
    ///   - pixelWidth: The number of pixels along the width.
    ///   - pixelHeight: The number of pixels along the height.
    package static func plausible(
        width: Int, height: Int, pixelWidth: Int, pixelHeight: Int
    ) -> PhysicalSize? {
        guard width > 0, height > 0, !isAspectRatio(width, height), !isAspectRatio(height, width)
        else { return nil }
        let density = (
            x: Double(pixelWidth) * 25.4 / Double(width),
            y: Double(pixelHeight) * 25.4 / Double(height)
        )
        guard densities.contains(density.x), densities.contains(density.y) else { return nil }
        return PhysicalSize(width: Double(width), height: Double(height))
    }

    /// The side of the smallest target in UIKit's guidelines, in points.
    private static let targetSide = 44.0
    /// The side that a target needs on the screen, in millimeters: about the width of a fingertip's
    /// contact.
    private static let targetMillimeters = 7.0
    /// The short side of a screen below which views no longer fit, in points.
    private static let leastShortSide = 240.0

    /// Returns the scale for a display of this size, in pixels per point: the smallest quarter from
    /// 1 to 8 at which 44 points are at least 7 mm. A lower scale is returned if less than 240
    /// points would remain along the short side.
    ///
    /// - Parameters:
    ///   - pixelWidth: The number of pixels along the width.
    ///   - pixelHeight: The number of pixels along the height.
    package func defaultScale(pixelWidth: Int, pixelHeight: Int) -> CGFloat {
        let density = max(Double(pixelWidth) / width, Double(pixelHeight) / height)
        let needed = density * Self.targetMillimeters / Self.targetSide
        let greatest = Double(min(pixelWidth, pixelHeight)) / Self.leastShortSide
        let quarters = min((needed * 4).rounded(.up), (greatest * 4).rounded(.down))
        return min(max(quarters / 4, 1), 8)
    }

    /// Returns the size of a touchscreen computed from its range and resolution, or `nil` if the
    /// size is implausible.
    ///
    /// - Parameters:
    ///   - touchscreen: The touchscreen. If the touchscreen's calibration swaps the axes, the width
    ///     and height of the result are swapped.
    ///   - pixelWidth: The width of the display mode in pixels.
    ///   - pixelHeight: The height of the display mode in pixels.
    package static func plausible(
        of touchscreen: TouchscreenDescription, pixelWidth: Int, pixelHeight: Int
    ) -> PhysicalSize? {
        guard
            let sideX = side(touchscreen.rangeX, touchscreen.unitsPerMillimeterX),
            let sideY = side(touchscreen.rangeY, touchscreen.unitsPerMillimeterY),
            pixelWidth > 0, pixelHeight > 0
        else { return nil }
        let swapsAxes = abs(touchscreen.calibration.b) > abs(touchscreen.calibration.a)
        let size =
            swapsAxes
            ? PhysicalSize(width: sideY, height: sideX)
            : PhysicalSize(width: sideX, height: sideY)
        let relativeRatio = size.width * Double(pixelHeight) / (size.height * Double(pixelWidth))
        guard max(relativeRatio, 1 / relativeRatio) <= 1 + aspectRatioTolerance else { return nil }
        return size
    }

    private static func side(_ range: SlotDecoder.Axis, _ unitsPerMillimeter: Int) -> Double? {
        guard unitsPerMillimeter > 0 else { return nil }
        let units = Double(range.maximum) - Double(range.minimum)
        let side = units / Double(unitsPerMillimeter)
        return touchscreenSides.contains(side) ? side : nil
    }

    private static func isAspectRatio(_ width: Int, _ height: Int) -> Bool {
        aspectRatios.contains { ratio in
            [1, 10, 100].contains { width == ratio.0 * $0 && height == ratio.1 * $0 }
        }
    }
}
