import KioskRuntime
import KioskSystem
import LabFieldTest

/// The part of the configuration that cannot be expressed as command-line options: the limits of
/// the field test, and the errors in configuration files that were ignored.
struct ConfiguredSettings {
    /// The values at which measurements of the field test pass or fail.
    var limits = FieldTestLimits()
    /// The one-line error messages about ignored configuration files, for display on the screen.
    var configurationErrors: [String] = []
}

/// A command whose options can be set in configuration files.
protocol ConfigurableCommand: ParsableCommand {
    /// The command-line option for the path of the configuration file.
    var config: ConfigOption { get }
    /// Whether configuration files apply to this invocation of the command.
    var usesConfiguration: Bool { get }
    /// Whether the command, when systemd runs it as a service, ignores an invalid configuration
    /// file and shows the error on the screen instead of exiting.
    static var toleratesInvalidConfiguration: Bool { get }
    /// Whether the command draws to memory instead of a display.
    var drawsInMemory: Bool { get }
    /// Whether the command reads the signals that request the program to exit, and then exits with
    /// status 0. For other commands, the signals' default action ends the process.
    var readsExitRequests: Bool { get }

    /// Runs the command, whose options already contain the values from configuration files.
    ///
    /// - Parameter settings: The part of the configuration that cannot be expressed as options.
    /// - Throws: `Failure` if the command fails.
    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure)
}

extension ConfigurableCommand {
    var usesConfiguration: Bool { true }
    static var toleratesInvalidConfiguration: Bool { false }
    var drawsInMemory: Bool { false }
    var readsExitRequests: Bool { false }

    @MainActor
    func perform() throws(Failure) {
        if !readsExitRequests { SignalDescriptor.unblockExitRequests() }
        var start = ConfiguredStart(
            self, arguments: Array(CommandLine.arguments.dropFirst()))
        try start.run()
    }
}
