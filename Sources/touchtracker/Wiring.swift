import ArgumentParser
import Display
import Glibc
import KioskRuntime
import Linux
import TouchTrackerApp

/// Joins app and runtime. The only place that prints errors and exits.
enum Wiring {
    /// Runs the app as a kiosk.
    @MainActor
    static func run(_ app: AppOptions, _ options: KioskOptions) throws(Failure) {
        do {
            try Kiosk.run(options: options) { AppDelegate(options: app) }
        } catch {
            throw Failure(error)
        }
    }

    /// Ends the program with one line.
    static func exit(_ failure: Failure) -> Never {
        if let message = failure.message {
            Log.standardError().error("touchtracker: \(message)")
        }
        Glibc.exit(failure.status.rawValue)
    }

    /// Ends the program over a command line: help and version go to standard output, trouble is one
    /// line.
    static func exit(parsing error: any Error) -> Never {
        let code = TouchTracker.exitCode(for: error)
        if code.isSuccess {
            print(TouchTracker.message(for: error))
            Glibc.exit(ExitStatus.done.rawValue)
        }
        let message =
            TouchTracker.message(for: error)
            .split(separator: "\n").first.map(String.init) ?? "the command line makes no sense"
        exit(
            Failure(
                status: .usage, message: "\(message); see touchtracker --help"))
    }
}
