import ArgumentParser
import LabFieldTest

/// What the configuration says to a command beyond its options.
struct ConfiguredSettings {
    /// What figures a field test takes for good.
    var limits = FieldTestLimits()
    /// What is wrong with files that were left out, a line each, for the people in front of the screen.
    var complaints: [String] = []
}

/// A command that takes from the configuration what it has options for.
protocol ConfigurableCommand: ParsableCommand {
    /// Which configuration holds.
    var config: ConfigOption { get }
    /// Whether its options may come from there this time.
    var takesOptions: Bool { get }
    /// Whether a board whose unit runs it would be dark without it: then a configuration that can't be used is
    /// no reason to end.
    static var keepsBoardLit: Bool { get }
    /// Whether nothing of it is seen on a screen.
    var drawsInMemory: Bool { get }

    /// Does what the command is for.
    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure)
}

extension ConfigurableCommand {
    var takesOptions: Bool { true }
    static var keepsBoardLit: Bool { false }
    var drawsInMemory: Bool { false }
}
