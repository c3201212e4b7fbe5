import TouchKitGeometry

/// The display properties that are available to an app.
package struct DisplayInfo: Hashable, Sendable {
    /// The names of the card and the connector, for example
    /// `/dev/dri/by-path/platform-gpu-card HDMI-A-1`.
    package var name: String
    /// The width of the active mode in pixels, before the picture is rotated.
    package var pixelWidth: Int
    /// The height of the active mode in pixels, before the picture is rotated.
    package var pixelHeight: Int
    /// The refresh rate of the active mode in millihertz.
    package var refreshMillihertz: Int
    /// The physical size of the display, before the picture is rotated, or `nil` if the display
    /// reports no plausible size.
    package var physicalSize: PhysicalSize?
    /// The scale in pixels per point.
    package var scale: CGFloat
    /// The clockwise rotation of the picture on the display.
    package var rotation: Rotation

    /// Creates display information from its properties.
    package init(
        name: String, pixelWidth: Int, pixelHeight: Int, refreshMillihertz: Int = 60_000,
        physicalSize: PhysicalSize? = nil, scale: CGFloat = 1, rotation: Rotation = .none
    ) {
        self.name = name
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.refreshMillihertz = refreshMillihertz
        self.physicalSize = physicalSize
        self.scale = scale
        self.rotation = rotation
    }

    /// Returns the physical size of the display, before the picture is rotated. If the touchscreen
    /// reports a plausible size, returns that size. If not, returns the size that the display
    /// reports, or `nil` if neither size is plausible.
    ///
    /// - Parameter touchscreen: The touchscreen that covers the display, or `nil` if there is none.
    package func effectivePhysicalSize(
        preferring touchscreen: TouchscreenDescription?
    ) -> PhysicalSize? {
        touchscreen.flatMap {
            PhysicalSize.plausible(of: $0, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
        } ?? physicalSize
    }
}

/// A provider of the properties of the kiosk's display.
@MainActor
package protocol DisplayInfoProvider: AnyObject {
    /// The properties of the display, or `nil` while no display is available.
    var info: DisplayInfo? { get }
}
