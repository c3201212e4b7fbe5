import ArgumentParser
import KioskRuntime

/// How fresh ink gets onto the screen.
struct InkOption: ParsableArguments {
    @Option(
        name: .customLong("ink"),
        help: ArgumentHelp(
            "'front' to write what a pen adds straight into the picture on the screen, 'flip' to show it with the next picture.",
            valueName: "flip|front"))
    var path = KioskOptions.InkPath.flip
}

extension KioskOptions.InkPath: ExpressibleByArgument {}
