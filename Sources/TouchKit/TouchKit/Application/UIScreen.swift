/// The screen that windows are shown on.
@MainActor
public final class UIScreen {
    /// The screen of the running application.
    public static var main: UIScreen { UIApplication.shared.screen }

    /// How points, pixels and scanout belong together.
    package internal(set) var geometry: ScreenGeometry

    package init(geometry: ScreenGeometry) {
        self.geometry = geometry
    }

    /// The screen's extent, upright, in points.
    public var bounds: CGRect { geometry.bounds }
    /// Pixels per point.
    public var scale: CGFloat { geometry.scale }
}
