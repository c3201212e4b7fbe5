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

    /// What was chosen.
    var options: AppOptions {
        AppOptions(scene: scene, hasToolbar: toolbar == .on)
    }
}

extension Scene: ExpressibleByArgument {}
