import ArgumentParser
import TouchTrackerApp

/// What the app shows.
struct AppChoice: ParsableArguments {
    @Option(help: ArgumentHelp("What is shown.", valueName: "name"))
    var scene = Scene.draw

    @Option(
        help: ArgumentHelp(
            "'off' to draw on a bare slate, without the toolbar.", valueName: "on|off"))
    var toolbar = Switch.on

    @Option(
        help: ArgumentHelp(
            "With the scene 'sparkles': a folder of PNGs, one for each finger in the order of their names.",
            valueName: "folder"))
    var sparks: String?

    @Option(
        help: ArgumentHelp(
            "'off' to end a pen's ink where its finger was measured, not where it is expected when the picture is seen.",
            valueName: "on|off"))
    var predict = Switch.on

    @Flag(
        inversion: .prefixedNo, exclusivity: .chooseLast,
        help:
            "Show what touch panels report over everything: places, trails, rates, latency (docs/overlay.md)."
    )
    var overlay = false

    /// What was chosen.
    ///
    /// - Throws: `Failure` where a spark's image can't be used.
    func options() throws(Failure) -> AppOptions {
        var sparkFiles: [String] = []
        if let sparks { sparkFiles = try SparkFolder.files(in: sparks) }
        return AppOptions(
            scene: scene, hasToolbar: toolbar == .on, sparkFiles: sparkFiles,
            predictsInk: predict == .on, hasOverlay: overlay)
    }
}

extension Scene: ExpressibleByArgument {}
