import Glibc
import KioskSystem

/// The environment variables that a kiosk reads: variables that systemd sets for a service, and
/// variables that the kiosk's unit file sets.
///
/// All other types receive the values as parameters and do not read the process's environment.
package struct KioskEnvironment: Sendable {
    /// The name of the environment variable that lists the machine requests, such as a restart,
    /// that the service's unit permits.
    package static let permittedRequestsVariable = "TOUCHTRACKER_MAY"
    /// The name of the environment variable for the first ioctls that present frames.
    package static let presentMethodVariable = "TOUCHTRACKER_KMS"

    /// The address of systemd's notification socket (`NOTIFY_SOCKET`, sd_notify(3)), or `nil` if
    /// systemd expects no notifications from this process.
    package var notifySocket: String?
    /// The watchdog interval in microseconds (`WATCHDOG_USEC`, sd_watchdog_enabled(3)), or `nil` if
    /// systemd expects no keep-alives from this process.
    package var watchdogMicroseconds: Int64?
    /// The device and inode numbers of the stream that connects this process to the journal
    /// (`JOURNAL_STREAM`, systemd.exec(5)), separated by a colon, or `nil` if no stream is
    /// connected.
    package var journalStream: String?
    /// The paths of the service's runtime directories (`RUNTIME_DIRECTORY`, systemd.exec(5)),
    /// separated by colons, or `nil` if the service has none.
    package var runtimeDirectories: String?
    /// The paths of the service's state directories (`STATE_DIRECTORY`, systemd.exec(5)), separated
    /// by colons, or `nil` if the service has none.
    package var stateDirectories: String?
    /// The names of the machine requests that the unit permits (`TOUCHTRACKER_MAY`), separated by
    /// commas, or `nil` if the unit permits none.
    package var permittedRequests: String?
    /// The boot ID as text (`TOUCHTRACKER_BOOT_ID`), set by a unit that hides the kernel's boot ID
    /// from the process. `nil` if the process reads the ID from the kernel.
    package var bootID: String?
    /// The name of the first ioctls to try for presenting frames (`TOUCHTRACKER_KMS`), for tests of
    /// displays, or `nil` for the default.
    package var presentMethod: String?

    /// The environment of this process.
    package static let current = KioskEnvironment { name in
        getenv(name).map { String(cString: $0) }
    }

    /// Creates an environment from the variables that `value` returns.
    ///
    /// - Parameter value: The closure that returns the value of the variable `name`, or `nil` if
    ///   the variable is not set.
    package init(value: (_ name: String) -> String?) {
        notifySocket = value("NOTIFY_SOCKET")
        watchdogMicroseconds = SystemdNotifier.watchdogInterval(
            microseconds: value("WATCHDOG_USEC"), processID: value("WATCHDOG_PID"))
        journalStream = value("JOURNAL_STREAM")
        runtimeDirectories = value("RUNTIME_DIRECTORY")
        stateDirectories = value("STATE_DIRECTORY")
        permittedRequests = value(Self.permittedRequestsVariable)
        bootID = value("TOUCHTRACKER_BOOT_ID")
        presentMethod = value(Self.presentMethodVariable)
    }

    /// The service's runtime directories, by purpose.
    package var runtimeFolders: RuntimeFolders { RuntimeFolders(runtimeDirectories) }

    /// The path of the service's first state directory, or `nil` if the service has none.
    package var stateFolder: String? {
        stateDirectories?.split(separator: ":").first.map(String.init)
    }

    /// Creates the notifier for the systemd instance that started this process.
    package func makeSystemdNotifier() -> SystemdNotifier {
        SystemdNotifier(socketAddress: notifySocket, watchdogMicroseconds: watchdogMicroseconds)
    }
}

extension Log {
    /// Creates a log that writes lines to standard error.
    ///
    /// Each line starts with its syslog level (`<3>`) if systemd's journal reads standard error.
    ///
    /// - Parameter level: The least severe level that is written. Less severe messages are
    ///   discarded.
    public static func standardError(upTo level: Level = .info) -> Log {
        standardError(upTo: level, journalStream: KioskEnvironment.current.journalStream)
    }
}
