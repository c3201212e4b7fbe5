import TouchKitContacts
import TouchKitGeometry

/// How large a picture is for a ruler.
///
/// Displays and touch panels say how large they are, and many say nonsense: nothing, the shape of the
/// picture (16 × 9), the size of another panel with the same chip. What isn't believable is nil, and whoever
/// asked does without millimetres.
package struct PhysicalSize: Hashable, Sendable {
    /// The width, in millimetres.
    package var width: Double
    /// The height, in millimetres.
    package var height: Double

    /// Makes a size from its sides, in millimetres.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The densities that displays have, in pixels per inch.
    private static let densities = 50.0...800.0
    /// The sides that touch panels have, in millimetres.
    private static let panelSides = 50.0...600.0
    /// By how much the shapes of a touch panel and of the picture under it may differ.
    private static let shapeTolerance = 0.2
    /// Shapes that are said instead of sizes, in centimetres or millimetres, ten of which make one.
    private static let shapes = [(16, 9), (16, 10)]

    /// What a display says of itself, if it is believable.
    ///
    /// - Parameters:
    ///   - width: The width that it claims, in millimetres.
    ///   - height: The height that it claims, in millimetres.
    ///   - pixelWidth: Its pixels along the width.
    ///   - pixelHeight: Its pixels along the height.
    package static func believable(
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

    /// What a touch panel says by its resolution, if it is believable: as the picture lies that is scanned
    /// out under it.
    ///
    /// - Parameters:
    ///   - panel: The panel. One that is mounted on its side, which its calibration says, counts as it
    ///     lies.
    ///   - pixelWidth: The mode's width, in pixels.
    ///   - pixelHeight: The mode's height, in pixels.
    package static func believable(
        of panel: PanelDescription, pixelWidth: Int, pixelHeight: Int
    ) -> PhysicalSize? {
        guard
            let along = side(panel.rangeX, panel.unitsPerMillimeterX),
            let across = side(panel.rangeY, panel.unitsPerMillimeterY),
            pixelWidth > 0, pixelHeight > 0
        else { return nil }
        let isOnItsSide = abs(panel.calibration.b) > abs(panel.calibration.a)
        let size =
            isOnItsSide
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
        return panelSides.contains(side) ? side : nil
    }

    private static func isShape(_ width: Int, _ height: Int) -> Bool {
        shapes.contains { shape in
            [1, 10, 100].contains { width == shape.0 * $0 && height == shape.1 * $0 }
        }
    }
}
