import ArgumentParser
import KioskRuntime

/// The option that selects how new ink reaches the display.
struct InkOption: ParsableArguments {
    @Option(
        name: .customLong("ink"),
        help: ArgumentHelp(
            "'front' writes new ink straight into the buffer on the display, 'flip' shows it with the next page flip.",
            valueName: "flip|front"))
    var path = KioskOptions.InkPath.flip
}

extension KioskOptions.InkPath: ExpressibleByArgument {}
