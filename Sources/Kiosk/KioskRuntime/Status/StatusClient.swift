import KioskSystem
import KioskYAML

/// A client of a kiosk's status socket, for the command `status`.
package struct StatusClient {
    /// The name of the program and its service, for paths and messages.
    private let service: String
    private let folder: String

    /// The maximum size of a response in bytes.
    private static let maximumResponseSize = 1 << 20
    /// The timeout for a response in microseconds. A healthy kiosk responds at the end of the
    /// current iteration of its main loop.
    private static let timeoutMicroseconds: Int64 = 5_000_000

    /// Creates a client for the kiosk of a service.
    ///
    /// - Parameters:
    ///   - service: The name of the program and its service. Without runtime directories in
    ///     `environment`, the socket is in the folder `/run/SERVICE-status`.
    ///   - environment: The environment of this process.
    package init(service: String, environment: KioskEnvironment = .current) {
        self.service = service
        folder = environment.runtimeFolders.status ?? "/run/\(service)-status"
    }

    /// The display on which the service's kiosk draws, or `nil` if no kiosk responds, the user may
    /// not request its status, or the kiosk waits for a display.
    package var usedDisplay: String? { try? requestStatus().response.usedDisplay }

    /// Requests the status and writes it to standard output as text or JSON.
    ///
    /// - Throws: `CommandFailure` if there is no valid response, or if writing fails.
    package func writeStatus(asJSON isJSON: Bool) throws(CommandFailure) {
        let (bytes, response) = try requestStatus()
        try StandardOutput.write(
            isJSON ? String(decoding: bytes, as: UTF8.self) + "\n" : response.text)
    }

    /// Requests the status, and returns the response as received and parsed.
    private func requestStatus() throws(CommandFailure) -> (
        bytes: [UInt8], response: StatusResponse
    ) {
        let path = "\(folder)/\(StatusOptions.socketName)"
        let bytes: [UInt8]
        do {
            bytes = try UnixSocketClient.readResponse(
                from: path, maximumSize: Self.maximumResponseSize,
                timeoutMicroseconds: Self.timeoutMicroseconds)
        } catch {
            throw CommandFailure(status: .unavailable, message: message(error))
        }
        if bytes.isEmpty {
            throw CommandFailure(
                status: .unavailable,
                message: "status: \(path): the kiosk closed the connection; \(permissionRemedy)")
        }
        do {
            return (bytes, try StatusResponse(bytes))
        } catch {
            throw CommandFailure(status: .unavailable, message: "status: \(path): \(error)")
        }
    }

    private var permissionRemedy: String {
        "only root and the kiosk's user have access; run sudo \(service) status"
    }

    /// Returns the message for an error that occurred while the response was requested from the
    /// kiosk.
    private func message(_ error: LinuxError) -> String {
        let remedy =
            switch error.code {
            case .notFound, .connectionRefused:
                "no kiosk service is running; see systemctl status \(service)"
            case .permissionDenied, .notPermitted:
                permissionRemedy
            case .timedOut:
                "the kiosk does not respond; systemd restarts a hanging kiosk, see journalctl -u \(service)"
            default:
                "see journalctl -u \(service)"
            }
        return "status: \(error); \(remedy)"
    }
}
