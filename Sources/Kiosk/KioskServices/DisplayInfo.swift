import TouchKitGeometry

/// The properties of a display that an app may use.
package struct DisplayInfo: Hashable, Sendable {
    /// The names of card and connector, for example `card0:HDMI-A-1`.
    package var name: String
    /// The width of the mode in scanout pixels.
    package var pixelWidth: Int
    /// The height of the mode in scanout pixels.
    package var pixelHeight: Int
    /// The refresh rate in mHz.
    package var refreshMillihertz: Int
    /// The physical size along the scanout axes, or `nil` if the display reports no plausible size.
    package var physicalSize: PhysicalSize?
    /// The scale in pixels per point.
    package var scale: CGFloat
    /// The clockwise rotation of the picture.
    package var rotation: Rotation

    /// Creates a description.
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

    /// Returns the physical size along the scanout axes: the touchscreen's if it is plausible,
    /// otherwise the display's, or `nil` if neither is plausible.
    package func physicalSize(coveredBy touchscreen: TouchscreenDescription?) -> PhysicalSize? {
        touchscreen.flatMap {
            PhysicalSize.plausible(of: $0, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
        } ?? physicalSize
    }
}

/// Provides the properties of the kiosk's display.
@MainActor
package protocol DisplayInformation: AnyObject {
    /// The properties of the display, or `nil` without one.
    var info: DisplayInfo? { get }
}
