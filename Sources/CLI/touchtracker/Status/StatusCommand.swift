import KioskRuntime
import KioskSystem
import KioskYAML
import LabReports

/// The command `touchtracker status`, which prints the status of the kiosk on this machine.
struct StatusCommand: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status", abstract: "Print the status of the kiosk on this machine.")
    }

    @Flag("json", help: "Write one JSON value.")
    var json = false

    /// The runtime directory of the packaged service that contains the status socket.
    private static let serviceFolder = "/run/touchtracker-status"
    /// The maximum size of a response in bytes.
    private static let maximumResponseSize = 1 << 20
    /// The timeout for a response in microseconds. A healthy kiosk responds at the end of the
    /// current iteration of its main loop.
    private static let timeoutMicroseconds: Int64 = 5_000_000

    private static let permissionRemedy =
        "only root and the kiosk's user have access; run sudo touchtracker status"

    @MainActor
    func start() throws(Failure) {
        let (bytes, response) = try Self.requestStatus()
        if json {
            print(String(decoding: bytes, as: UTF8.self))
        } else {
            print(response.text, terminator: "")
        }
    }

    /// Requests the status of the kiosk on this machine.
    ///
    /// - Returns: The response as received, and parsed.
    /// - Throws: `Failure` if no kiosk runs, does not respond, or denies access.
    @MainActor
    static func requestStatus() throws(Failure) -> (bytes: [UInt8], response: StatusResponse) {
        let folder = KioskEnvironment.current.runtimeFolders.status ?? Self.serviceFolder
        let path = "\(folder)/\(StatusOptions.socketName)"
        let bytes: [UInt8]
        let response: StatusResponse
        do {
            bytes = try UnixSocketClient.readResponse(
                from: path, maximumSize: maximumResponseSize,
                timeoutMicroseconds: timeoutMicroseconds)
        } catch {
            throw Failure(status: .unavailable, message: message(error))
        }
        if bytes.isEmpty {
            throw Failure(
                status: .unavailable,
                message:
                    "status: \(path): the kiosk closed the connection; \(permissionRemedy)")
        }
        do {
            response = try StatusResponse(bytes)
        } catch {
            throw Failure(status: .unavailable, message: "status: \(path): \(error)")
        }
        return (bytes, response)
    }

    /// Returns the message for an error that occurred while the response was requested from the
    /// kiosk.
    private static func message(_ error: LinuxError) -> String {
        let remedy =
            switch error.code {
            case .notFound, .connectionRefused:
                "no kiosk service is running; see systemctl status touchtracker"
            case .permissionDenied, .notPermitted:
                permissionRemedy
            case .timedOut:
                "the kiosk does not respond; systemd restarts a hanging kiosk, see journalctl -u touchtracker"
            default:
                "see journalctl -u touchtracker"
            }
        return "status: \(error); \(remedy)"
    }
}
