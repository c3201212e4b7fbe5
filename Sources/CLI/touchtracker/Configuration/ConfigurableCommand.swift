import ArgumentParser
import LabFieldTest

/// The settings of the configuration that are not command-line options.
struct ConfiguredSettings {
    /// The limits of the field test.
    var limits = FieldTestLimits()
    /// The errors of ignored configuration files, one line each, for display on the screen.
    var configurationErrors: [String] = []
}

/// A command whose options can be set in the configuration.
protocol ConfigurableCommand: ParsableCommand {
    /// The option that names the configuration file.
    var config: ConfigOption { get }
    /// Whether the configuration applies to this invocation.
    var usesConfiguration: Bool { get }
    /// Whether an invalid configuration must not end the command, because a service runs it to keep
    /// the display in use.
    static var toleratesInvalidConfiguration: Bool { get }
    /// Whether the command draws to memory instead of a display.
    var drawsInMemory: Bool { get }

    /// Executes the command.
    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure)
}

extension ConfigurableCommand {
    var usesConfiguration: Bool { true }
    static var toleratesInvalidConfiguration: Bool { false }
    var drawsInMemory: Bool { false }
}
