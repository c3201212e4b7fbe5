/// An object that defines the properties associated with a hardware-based display.
@MainActor
public final class UIScreen {
    /// The screen of the shared application.
    public static var main: UIScreen { UIApplication.shared.screen }

    /// The geometry that converts between points, canvas pixels and pixels of the scanout buffer.
    @exclusivity(unchecked) package internal(set) var geometry: ScreenGeometry

    /// Creates a screen with the specified geometry.
    package init(geometry: ScreenGeometry) {
        self.geometry = geometry
    }

    /// The bounding rectangle of the screen, measured in points, in its upright orientation.
    public var bounds: CGRect { geometry.bounds }
    /// The number of canvas pixels per point.
    public var scale: CGFloat { geometry.scale }
}
