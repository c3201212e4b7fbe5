import Glibc
import KioskDisplay
import KioskInput
import KioskSystem
import KioskYAML
import TouchKit

extension UIApplicationDelegate {
    /// Runs an app with the delegate, as the main function of the program. With this function, the
    /// attribute `@main` on the class of the delegate makes a complete program.
    ///
    /// The program accepts the standard options and commands (`KioskCommandLine`). An app with
    /// another command line declares its own `main()`, which calls `Kiosk.main`.
    public static func main() {
        Kiosk.main(Self.self)
    }
}

extension Kiosk {
    /// Runs an app as the main function of a program, and ends the process.
    ///
    /// The arguments of the program replace values of `options`. An error is one line on standard
    /// error. The exit code is 0 after SIGTERM, SIGINT or SIGHUP, 64 for an invalid command line,
    /// 69 if no display or input device can be used, 70 if a system call failed, and 74 if an
    /// output cannot be written.
    ///
    /// In a systemd service, the program logs an invalid command line and starts without it.
    ///
    /// - Parameters:
    ///   - delegate: The class of the application's delegate. The kiosk creates one instance.
    ///   - commandLine: The name and version of the app, and the standard options and commands that
    ///     the app accepts.
    ///   - options: The kiosk's options.
    public static func main<Delegate: UIApplicationDelegate>(
        _ delegate: Delegate.Type, commandLine: KioskCommandLine = KioskCommandLine(),
        options: KioskOptions = KioskOptions()
    ) -> Never {
        main(commandLine: commandLine, options: options) { _ in delegate.init() }
    }

    /// Runs an app whose delegate uses the kiosk's services beyond UIKit, as the main function of a
    /// program, and ends the process. Exit codes and messages are those of
    /// `main(_:commandLine:options:)`.
    ///
    /// - Parameters:
    ///   - commandLine: The name and version of the app, and the standard options and commands that
    ///     the app accepts.
    ///   - options: The kiosk's options.
    ///   - makeDelegate: The closure that creates the delegate. The parameter of the closure
    ///     provides the services.
    public static func main(
        commandLine: KioskCommandLine = KioskCommandLine(), options: KioskOptions = KioskOptions(),
        makingDelegate makeDelegate:
            @escaping @MainActor (KioskContext) -> any UIApplicationDelegate
    ) -> Never {
        do throws(CommandFailure) {
            try perform(commandLine, options, makeDelegate)
        } catch {
            if let message = error.message {
                Log.standardError().error("\(commandLine.name): \(message)")
            }
            exit(error.status.rawValue)
        }
        exit(ExitStatus.done.rawValue)
    }

    private static func perform(
        _ commandLine: KioskCommandLine, _ defaults: KioskOptions,
        _ makeDelegate: @escaping @MainActor (KioskContext) -> any UIApplicationDelegate
    ) throws(CommandFailure) {
        let environment = KioskEnvironment.current
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch try commandLine.parse(arguments, defaults: defaults, environment: environment) {
        case .run(var options, let screenshot):
            // An exit request that arrives during the start stays pending until the loop reads it.
            SignalDescriptor.blockExitRequests()
            commandLine.addStatus(to: &options, environment: environment)
            let observer = screenshot.map { ScreenshotObserver($0) }
            do {
                _ = try run(options: options, observer: observer, makingDelegate: makeDelegate)
            } catch {
                throw CommandFailure(error)
            }
            try observer?.finish()
        case .devices(let criteria, let isJSON):
            let report = DevicesReport(
                display: DisplayInventory(probingFor: criteria), backlight: BacklightReport(),
                input: InputInventory(),
                kioskDisplay: StatusClient(
                    service: commandLine.name, environment: environment
                ).usedDisplay)
            try StandardOutput.write(isJSON ? report.json.text + "\n" : report.text)
            guard report.isUsable else {
                throw CommandFailure(status: .unavailable, message: nil)
            }
        case .status(let isJSON):
            try StatusClient(service: commandLine.name, environment: environment)
                .writeStatus(asJSON: isJSON)
        case .print(let text):
            try StandardOutput.write(text)
        }
    }
}

extension KioskCommandLine {
    /// Parses the arguments of the program. A service with an invalid command line runs without
    /// arguments, so that its display does not stay dark.
    ///
    /// - Throws: `CommandFailure` if the process is not a service and an argument is invalid.
    package func parse(
        _ arguments: [String], defaults: KioskOptions, environment: KioskEnvironment
    ) throws(CommandFailure) -> ParsedCommandLine {
        do throws(CommandFailure) {
            return try parse(arguments, defaults: defaults)
        } catch {
            guard environment.notifySocket != nil, let message = error.message else { throw error }
            defaults.log.error("\(message); starting without options")
            return .run(defaults, screenshot: nil)
        }
    }

    /// Makes the kiosk answer requests for its status, if its service has a runtime directory.
    @MainActor
    fileprivate func addStatus(to options: inout KioskOptions, environment: KioskEnvironment) {
        guard commands.contains(.status), let folder = environment.runtimeFolders.status else {
            return
        }
        let history = LogHistory()
        options.log = options.log.recorded(in: history)
        let (name, version) = (name, version)
        options.status = StatusOptions(folder: folder, logHistory: history) { status in
            status.json(
                program: [("program", .string(name))]
                    + (version.map { [("version", .string($0))] } ?? [])
            ).text
        }
    }
}
