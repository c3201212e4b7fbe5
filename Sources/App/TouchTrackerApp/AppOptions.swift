/// The options of the app. The defaults are those of a kiosk that boots into the drawing scene.
package struct AppOptions: Hashable, Sendable {
    /// The scene that is shown first.
    package var scene: Scene
    /// Whether the drawing scene has a toolbar.
    package var hasToolbar: Bool
    /// The paths of the PNG files with the spark images of the sparkles scene, or empty to use the
    /// built-in stars. Concurrent touches use the images in turn, the first touch the first image.
    package var sparkFiles: [String]
    /// Whether pen strokes extend to the predicted position of the touch at the time of display.
    package var predictsInk: Bool
    /// Whether a window above all others shows the contacts that touchscreens report.
    package var showsTouchOverlay: Bool
    /// Whether the field test opens over the first scene.
    package var opensFieldTestAtLaunch = false
    /// Whether orientation calibration opens over the first scene. If the field test is also
    /// requested, it opens after the calibration.
    package var opensOrientationAtLaunch = false
    /// The errors in the configuration file, one line each, which are shown after launch.
    package var configurationErrors: [String] = []

    /// Creates options. Without arguments, the options are those of a kiosk that boots into the
    /// drawing scene.
    package init(
        scene: Scene = .draw, hasToolbar: Bool = true, sparkFiles: [String] = [],
        predictsInk: Bool = true, showsTouchOverlay: Bool = false
    ) {
        self.scene = scene
        self.hasToolbar = hasToolbar
        self.sparkFiles = sparkFiles
        self.predictsInk = predictsInk
        self.showsTouchOverlay = showsTouchOverlay
    }
}
