import ArgumentParser
import TouchKitPacing

/// When frames are made.
struct PacingSelection: ParsableArguments {
    @Option(
        name: .customLong("frame-rate"),
        help: ArgumentHelp(
            "Frames per second at most, 1 to 1000, by whole vblanks: 30 of 60 Hz are every second one; the display's own rate if not given.",
            valueName: "hertz"))
    var frameRate: FrameRate?

    @Option(
        name: .customLong("budget-ms"),
        help: ArgumentHelp(
            "The time in which a frame is made, 0.5 to 100 milliseconds; as frames ask for if not given.",
            valueName: "milliseconds"))
    var budget: BudgetTime?

    @Option(
        help: ArgumentHelp(
            "'lowest' to begin frames as late as they allow, 'steady' to begin each with the one before it.",
            valueName: "lowest|steady"))
    var latency = PacingOptions.Latency.lowest

    /// What the options come to.
    var options: PacingOptions {
        PacingOptions(
            frameRate: frameRate?.hertz, budgetMicroseconds: budget?.microseconds, latency: latency)
    }
}

extension PacingOptions.Latency: ExpressibleByArgument {}

/// Frames per second.
struct FrameRate: ExpressibleByArgument {
    let hertz: Double

    init?(argument: String) {
        guard let hertz = Double(argument), PacingOptions.frameRates.contains(hertz) else {
            return nil
        }
        self.hertz = hertz
    }
}

/// The time in which a frame is made.
struct BudgetTime: ExpressibleByArgument {
    let microseconds: Int64

    init?(argument: String) {
        // Compared before it is made whole: a number too large for that would end the program.
        guard let milliseconds = Double(argument),
            milliseconds >= Double(PacingOptions.budgets.lowerBound) / 1_000,
            milliseconds <= Double(PacingOptions.budgets.upperBound) / 1_000
        else { return nil }
        microseconds = Int64((milliseconds * 1_000).rounded())
    }
}
