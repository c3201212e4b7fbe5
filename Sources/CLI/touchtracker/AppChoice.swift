import KioskRuntime
import TouchTrackerApp

/// The command-line options that select the app's scene and its features.
struct AppChoice: ParsableArguments {
    @Option("scene", help: ArgumentHelp("The scene to show.", valueName: "name"))
    var scene = Scene.draw

    @Option(
        "toolbar",
        help: ArgumentHelp(
            "Show the toolbar of the drawing scene.", valueName: "on|off"))
    var toolbar = Switch.on

    @Option(
        "paper",
        help: ArgumentHelp(
            "The paper: white, gray, black, or a color as rrggbb or '#rrggbb'.", valueName: "color")
    )
    var paper = PaperArgument(paper: .white)

    @Option(
        "tool",
        help: ArgumentHelp(
            "The tool at the start: pen or line; by default the tool that was used last, at first the pen.",
            valueName: "tool", example: "pen"))
    var tool: Tool?

    @Option(idleTime: "reset-after", action: "Store the page and begin a new one")
    var resetAfter: Int?

    @Option(
        "sparks",
        help: ArgumentHelp(
            "For the scene 'sparkles': a folder of PNG files, one for each finger, in the order of the file names.",
            valueName: "folder", example: "/etc/touchtracker/sparks"))
    var sparks: PathArgument?

    @Option(
        "predict",
        help: ArgumentHelp(
            "Extend the pen's ink to the position predicted for the time of display.",
            valueName: "on|off"))
    var predict = Switch.on

    @Flag(
        "overlay", isInvertible: true,
        help:
            "Show the touch overlay: positions, trails, report rates and latency (docs/maintenance.md)."
    )
    var overlay = false

    /// Creates the app's options from the command line.
    ///
    /// - Throws: `Failure` if a spark image cannot be used.
    func makeAppOptions() throws(Failure) -> AppOptions {
        var sparkFiles: [String] = []
        if let sparks { sparkFiles = try SparkFolder.files(in: sparks.path) }
        return AppOptions(
            scene: scene, hasToolbar: toolbar == .on, sparkFiles: sparkFiles,
            predictsInk: predict == .on, showsTouchOverlay: overlay,
            paper: paper.paper, tool: tool, resetAfter: resetAfter.map(Double.init))
    }
}

extension Scene: ExpressibleByArgument {}

extension Tool: ExpressibleByArgument {}

/// A value of the option `--paper`: the paper of the drawing.
struct PaperArgument: ExpressibleByArgument {
    let paper: Paper

    init(paper: Paper) {
        self.paper = paper
    }

    init?(argument: String) {
        guard let paper = Paper(argument) else { return nil }
        self.init(paper: paper)
    }

    var defaultValueDescription: String { "white" }
}
