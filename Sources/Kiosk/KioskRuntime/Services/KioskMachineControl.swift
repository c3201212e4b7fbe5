import Glibc
import KioskServices
import KioskSystem
import TouchKitGeometry

/// Sends requests to the machine, such as a restart, if the kiosk's systemd unit permits them.
///
/// The kiosk's process has no privilege to execute a request. `KioskMachineControl` creates a file
/// in the service's runtime directory, and a path unit that runs as root reacts to the file
/// (docs/privileges.md).
@MainActor
package final class KioskMachineControl: MachineControl {
    /// The time after which a request without an effect counts as failed: 10 s in microseconds.
    package static let timeoutMicroseconds: Int64 = 10_000_000

    private struct PendingRequest {
        let request: SystemRequest
        /// The path of the request file.
        let path: String
        let deadline: Timestamp
        /// Whether the effect of the request was observed.
        var isFulfilled = false
    }

    private let folder: String?
    private let permitted: Set<SystemRequest>
    private let hasLoginConsole: () -> Bool
    private let clock: () -> Timestamp
    private let log: Log
    private var pending: [PendingRequest] = []
    /// Called with a message of one line when a request had no effect. The log receives the message
    /// too.
    package var onFailure: ((String) -> Void)?

    /// Creates the control with the runtime directory and the permitted requests of `environment`.
    package convenience init(environment: KioskEnvironment, log: Log) {
        self.init(
            folder: environment.runtimeFolders.requests,
            permitted: environment.permittedRequests ?? "", log: log)
    }

    /// Creates a control.
    ///
    /// - Parameters:
    ///   - folder: The folder for request files, or `nil` if no unit watches for requests.
    ///   - permitted: The file names of the permitted requests, separated by commas.
    ///   - hasLoginConsole: Returns whether the board has a text console.
    ///   - clock: Returns the current time.
    ///   - log: Receives requests and failures.
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

    /// The requests that the unit permits and the board supports, in the order of the enum's cases.
    package var availableRequests: [SystemRequest] {
        SystemRequest.allCases.filter {
            permitted.contains($0) && ($0 != .console || hasLoginConsole())
        }
    }

    /// Creates the request file. The path unit executes the request a moment later.
    ///
    /// - Returns: An error message of one line, or `nil` if the request file was created.
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

    /// The time at which `checkDeadlines(now:)` must be called, or `nil` without a pending request.
    package var nextDeadline: Timestamp? { pending.first?.deadline }

    /// Marks a pending console request as fulfilled, because another virtual terminal is active
    /// now.
    package func virtualTerminalReleased() {
        for index in pending.indices where pending[index].request == .console {
            pending[index].isFulfilled = true
        }
    }

    /// Reports the requests that had no effect before their deadline.
    ///
    /// Deletes request files that no unit has picked up, so that the machine does not execute a
    /// request when the user no longer expects it.
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
    /// The name of the request file, which is also the request's name in `TOUCHTRACKER_MAY`.
    package var fileName: String {
        switch self {
        case .restart: "restart"
        case .powerOff: "power-off"
        case .console: "console"
        }
    }

    /// The common name, without suffix, of the path unit that watches for the request file and of
    /// the service unit that executes the request.
    var unit: String { "touchtracker-\(fileName)" }
}
