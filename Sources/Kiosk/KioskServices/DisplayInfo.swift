import TouchKitGeometry

/// The display as an app may want to know it.
package struct DisplayInfo: Hashable, Sendable {
    /// Card and connector: `card0:HDMI-A-1`.
    package var name: String
    /// The mode's width, in pixels as they are scanned out.
    package var pixelWidth: Int
    /// The mode's height, in pixels as they are scanned out.
    package var pixelHeight: Int
    /// Pictures per 1,000 seconds.
    package var refreshMillihertz: Int
    /// How large the picture is as it is scanned out; nil where the display doesn't say, or nothing
    /// believable.
    package var physicalSize: PhysicalSize?
    /// Pixels per point.
    package var scale: CGFloat
    /// How far the picture is turned clockwise.
    package var rotation: Rotation

    /// Makes a description.
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

    /// How large the picture is as it is scanned out: by what the panel says that is touched, else by what
    /// the display says; nil where neither says anything believable.
    package func physicalSize(touchedBy panel: PanelDescription?) -> PhysicalSize? {
        panel.flatMap {
            PhysicalSize.believable(of: $0, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
        } ?? physicalSize
    }
}

/// The display that the kiosk draws on.
@MainActor
package protocol DisplayInformation: AnyObject {
    /// What is known of the display; nil while there is none.
    var info: DisplayInfo? { get }
}
