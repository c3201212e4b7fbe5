import KioskRuntime

/// The command-line option that selects how new ink reaches the display.
struct InkOption: ParsableArguments {
    @Option(
        "ink",
        help: ArgumentHelp(
            "'front' writes new ink directly into the front buffer, 'flip' shows new ink with the next page flip.",
            valueName: "flip|front"))
    var presentation = KioskOptions.InkPath.flip
}

extension KioskOptions.InkPath: ExpressibleByArgument {}
