import Glibc
import KioskServices
import KioskSystem
import TouchKitGeometry

/// A control that sends requests to the machine, such as a restart, if the kiosk's systemd unit
/// permits them.
///
/// The kiosk's process has no privilege to execute a request. `KioskMachineControl` creates a
/// request file in the service's runtime directory. A systemd path unit detects the file and starts
/// a service that executes the request as root (docs/privileges.md).
@MainActor
package final class KioskMachineControl: MachineControl {
    /// The time in microseconds after which a request without an effect counts as failed: 10 s.
    package static let timeoutMicroseconds: Int64 = 10_000_000

    private struct PendingRequest {
        let request: SystemRequest
        /// The path of the request file.
        let path: String
        let deadline: Timestamp
        /// Whether the kiosk has observed the effect of the request.
        var isFulfilled = false
    }

    private let folder: String?
    private let permitted: Set<SystemRequest>
    private let hasLoginConsole: () -> Bool
    private let clock: () -> Timestamp
    private let log: Log
    private var pending: [PendingRequest] = []
    /// The closure that is called with a one-line error message if a request had no effect before
    /// its deadline. The message is also logged.
    package var onFailure: ((String) -> Void)?

    /// Creates a control with a folder for request files.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder for request files, or `nil` if no path unit detects
    ///     requests.
    ///   - permitted: The file names of the permitted requests, separated by commas or spaces.
    ///   - hasLoginConsole: The closure that returns whether the board has a text console for a
    ///     login.
    ///   - clock: The closure that returns the current time.
    ///   - log: The log for requests and failures.
    package init(
        folder: String?, permitted: String,
        hasLoginConsole: @escaping () -> Bool = { LoginConsole.isAvailable() },
        clock: @escaping () -> Timestamp = MonotonicClock.now, log: Log = Log()
    ) {
        self.folder = folder
        self.hasLoginConsole = hasLoginConsole
        self.clock = clock
        self.log = log
        var requests: Set<SystemRequest> = []
        for name in permitted.split(whereSeparator: { $0 == "," || $0 == " " }) {
            if let request = SystemRequest.allCases.first(where: { $0.fileName == name }) {
                requests.insert(request)
            } else {
                log.warning(
                    "\(KioskEnvironment.permittedRequestsVariable): unknown request “\(name)”")
            }
        }
        self.permitted = folder == nil ? [] : requests
    }

    /// The requests that the kiosk's unit permits and the board supports, in the order of
    /// `SystemRequest.allCases`.
    package var availableRequests: [SystemRequest] {
        SystemRequest.allCases.filter {
            permitted.contains($0) && ($0 != .console || hasLoginConsole())
        }
    }

    /// Creates the request file for `request`, which a path unit detects soon afterwards.
    ///
    /// - Returns: A one-line error message, or `nil` if the request file was created.
    package func send(_ request: SystemRequest) -> String? {
        guard let folder, permitted.contains(request) else {
            return "\(request.fileName): the kiosk's unit doesn't permit it; see "
                + "\(KioskEnvironment.permittedRequestsVariable) there"
        }
        guard request != .console || hasLoginConsole() else {
            return "this board has no text console; enable it in the kernel "
                + "(drm_kms_helper.fbdev_emulation=1) and install agetty, login and chvt"
        }
        let path = "\(folder)/\(request.fileName)"
        do {
            try FileContents.replace(path, with: [])
        } catch {
            return "\(request.fileName): cannot create the request: \(error); the kiosk's unit "
                + "needs RuntimeDirectory=, and its user must own that folder"
        }
        log.info("requested: \(request.fileName)")
        pending.removeAll { $0.request == request }
        let deadline = clock().advanced(byMicroseconds: Self.timeoutMicroseconds)
        pending.append(PendingRequest(request: request, path: path, deadline: deadline))
        return nil
    }

    /// The time at which `checkDeadlines(now:)` must be called, or `nil` if no request is pending.
    package var nextDeadline: Timestamp? { pending.first?.deadline }

    /// Records a VT switch to another terminal, which fulfills a pending request for the console.
    package func recordVTRelease() {
        for index in pending.indices where pending[index].request == .console {
            pending[index].isFulfilled = true
        }
    }

    /// Reports each pending request that had no effect before its deadline: logs an error and calls
    /// `onFailure`.
    ///
    /// Deletes the request files that still exist, so that no unit executes a request after the
    /// user has stopped expecting its effect.
    package func checkDeadlines(now: Timestamp) {
        while let first = pending.first, first.deadline <= now {
            pending.removeFirst()
            let unit = first.request.unit
            if unlink(first.path) == 0 {
                fail(
                    "\(first.path): not picked up within 10 s; see systemctl status \(unit).path")
            } else if !first.isFulfilled {
                fail(
                    "\(first.path): picked up, but without effect for 10 s; "
                        + "see journalctl -u \(unit).service")
            }
        }
    }

    private func fail(_ message: String) {
        log.error(message)
        onFailure?(message)
    }
}

extension SystemRequest {
    /// The name of the request file, which is also the name of the request in the environment
    /// variable `TOUCHTRACKER_MAY`.
    package var fileName: String {
        switch self {
        case .restart: "restart"
        case .powerOff: "power-off"
        case .console: "console"
        }
    }

    /// The name, without suffix, of two systemd units: the path unit that detects the request file,
    /// and the service unit that executes the request.
    var unit: String { "touchtracker-\(fileName)" }
}
