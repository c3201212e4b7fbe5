import ArgumentParser
import LabFieldTest

/// The part of the configuration that is not passed as command-line options: the limits of the
/// field test, and the errors of ignored files.
struct ConfiguredSettings {
    /// The pass and fail limits of the measured values in the field test.
    var limits = FieldTestLimits()
    /// The one-line error messages about ignored configuration files, for display on the screen.
    var configurationErrors: [String] = []
}

/// A command whose options can be set in configuration files.
protocol ConfigurableCommand: ParsableCommand {
    /// The option that contains the path of the configuration file.
    var config: ConfigOption { get }
    /// Whether configuration files apply to this invocation of the command.
    var usesConfiguration: Bool { get }
    /// Whether the command, when systemd runs it as a service, ignores an invalid configuration
    /// file and shows the error on the screen instead of exiting.
    static var toleratesInvalidConfiguration: Bool { get }
    /// Whether the command draws to memory instead of a display.
    var drawsInMemory: Bool { get }

    /// Runs the command with the settings from configuration files.
    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure)
}

extension ConfigurableCommand {
    var usesConfiguration: Bool { true }
    static var toleratesInvalidConfiguration: Bool { false }
    var drawsInMemory: Bool { false }
}
