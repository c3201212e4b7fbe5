/// The options of the app. The defaults are those of a kiosk that boots into the drawing scene.
package struct AppOptions: Hashable, Sendable {
    /// The scene that the app shows at launch.
    package var scene: Scene
    /// Whether the drawing scene has a toolbar.
    package var hasToolbar: Bool
    /// The paper of the drawing.
    package var paper: Paper
    /// The tool that is selected at launch, or `nil` for the tool that was used last, at first the
    /// pen.
    package var tool: Tool?
    /// The time without a touch after which the app stores the page and begins a new one, in
    /// seconds, or `nil` to keep the page. The time has no effect if the drawing is not stored.
    package var resetAfter: Double?
    /// The paths of the PNG files that contain the spark images of the sparkles scene. The first
    /// touch uses the first image, and each further concurrent touch uses the next image. If the
    /// array is empty, the scene uses its built-in stars.
    package var sparkFiles: [String]
    /// Whether the app extends a pen stroke to the predicted position of its touch, so that the
    /// stroke appears to lag less behind the finger.
    package var predictsInk: Bool
    /// Whether the app shows the touch overlay, a window above all other app windows that displays
    /// the contacts reported by the touchscreens.
    package var showsTouchOverlay: Bool
    /// Whether a gesture starts orientation calibration. If an unlock pattern is set, the gesture
    /// opens the lock first.
    package var detectsOrientationGesture = true
    /// Whether the field test, which checks a touchscreen, opens over the first scene at launch.
    package var opensFieldTestAtLaunch = false
    /// Whether orientation calibration, which determines how the touchscreen is mounted, opens over
    /// the first scene at launch. If the field test is also requested, it opens after the
    /// calibration.
    package var opensOrientationAtLaunch = false
    /// The errors in the configuration file, one element per error. The app shows them after
    /// launch.
    package var configurationErrors: [String] = []

    /// Creates options from the values of their properties. Without arguments, the options are
    /// those of a kiosk that boots into the drawing scene.
    package init(
        scene: Scene = .draw, hasToolbar: Bool = true, sparkFiles: [String] = [],
        predictsInk: Bool = true, showsTouchOverlay: Bool = false, paper: Paper = .white,
        tool: Tool? = nil, resetAfter: Double? = nil
    ) {
        self.scene = scene
        self.hasToolbar = hasToolbar
        self.sparkFiles = sparkFiles
        self.predictsInk = predictsInk
        self.showsTouchOverlay = showsTouchOverlay
        self.paper = paper
        self.tool = tool
        self.resetAfter = resetAfter
    }
}
