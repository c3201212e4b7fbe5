import TouchKitPacing

/// The command-line options for frame pacing.
struct PacingSelection: ParsableArguments {
    @Option(
        "frame-rate",
        help: ArgumentHelp(
            "The highest frame rate in frames per second, 1 to 1000, rounded to whole vblanks; by default the display's rate.",
            valueName: "hertz", example: "60"))
    var frameRate: FrameRate?

    @Option(
        "budget-ms",
        help: ArgumentHelp(
            "The frame budget in milliseconds, 0.5 to 100; by default measured.",
            valueName: "milliseconds", example: "8"))
    var budget: BudgetTime?

    @Option(
        "latency",
        help: ArgumentHelp(
            "'lowest' starts each frame as late as its budget permits, 'steady' right after the previous vblank.",
            valueName: "lowest|steady"))
    var latency = PacingOptions.Latency.lowest

    /// The frame pacer's options from the command line.
    var options: PacingOptions {
        PacingOptions(
            frameRate: frameRate?.hertz, budgetMicroseconds: budget?.microseconds, latency: latency)
    }
}

extension PacingOptions.Latency: ExpressibleByArgument {}

/// A value of the option `--frame-rate`: the highest frame rate in frames per second.
struct FrameRate: ExpressibleByArgument {
    let hertz: Double

    init?(argument: String) {
        guard let hertz = Double(argument), PacingOptions.frameRates.contains(hertz) else {
            return nil
        }
        self.hertz = hertz
    }
}

/// A value of the option `--budget-ms`: the frame budget, which is the time reserved for drawing a
/// frame before its vblank. The command line contains milliseconds.
struct BudgetTime: ExpressibleByArgument {
    let microseconds: Int64

    init?(argument: String) {
        // The range is checked first, because converting a number that is too large traps.
        guard let milliseconds = Double(argument),
            milliseconds >= Double(PacingOptions.budgets.lowerBound) / 1_000,
            milliseconds <= Double(PacingOptions.budgets.upperBound) / 1_000
        else { return nil }
        microseconds = Int64((milliseconds * 1_000).rounded())
    }
}
