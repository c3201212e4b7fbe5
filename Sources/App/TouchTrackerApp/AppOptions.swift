/// What can be chosen about the app; the defaults are a board that boots into drawing.
package struct AppOptions: Hashable, Sendable {
    /// What is shown first.
    package var scene: Scene
    /// Whether the drawing scene has its toolbar; without it the screen is a bare slate.
    package var hasToolbar: Bool
    /// The files of sparks' images, the first finger's first; none: stars of the scene's own.
    package var sparkFiles: [String]
    /// Whether a pen's ink goes on to where its finger is expected when the picture is seen.
    package var predictsInk: Bool
    /// Whether what panels report is shown over everything.
    package var hasOverlay: Bool
    /// Whether the field test is shown first, over the scene.
    package var beginsWithFieldTest = false
    /// Whether the orientation wizard is shown first, over the scene; before the field test, where both are.
    package var beginsWithOrientation = false
    /// What is wrong with the configuration, a line each: shown for a while.
    package var complaints: [String] = []

    /// Makes options.
    package init(
        scene: Scene = .draw, hasToolbar: Bool = true, sparkFiles: [String] = [],
        predictsInk: Bool = true, hasOverlay: Bool = false
    ) {
        self.scene = scene
        self.hasToolbar = hasToolbar
        self.sparkFiles = sparkFiles
        self.predictsInk = predictsInk
        self.hasOverlay = hasOverlay
    }
}
