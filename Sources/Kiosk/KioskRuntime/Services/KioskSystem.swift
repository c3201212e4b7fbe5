import Glibc
import KioskServices
import KioskSystem
import TouchKitGeometry

/// Asks the machine for what the kiosk's unit permits, by a file in its runtime directory for each
/// request: units of root's watch for them (docs/privileges.md). This process may do none of it itself.
@MainActor
package final class KioskSystem: System {
    /// The variable that says what the unit permits: names of files, separated by commas.
    package static let variable = "TOUCHTRACKER_MAY"
    /// How long the machine may take to answer, in microseconds: 10 s.
    package static let patienceMicroseconds: Int64 = 10_000_000

    private struct Pending {
        let request: SystemRequest
        let path: String
        let due: Timestamp
        /// Whether its purpose was seen to be reached.
        var isReached = false
    }

    private let folder: String?
    private let permitted: Set<SystemRequest>
    private let reachesConsole: () -> Bool
    private let clock: () -> Timestamp
    private let log: Log
    private var pending: [Pending] = []
    /// Is called with a line when nothing came of what was asked for; the log has it as well.
    package var onFailure: ((String) -> Void)?

    /// Makes it as the service manager says in the environment (systemd.exec(5)).
    package convenience init(log: Log) {
        let permitted = getenv(Self.variable).map { String(cString: $0) }
        self.init(folder: RuntimeFolders().requests, permitted: permitted ?? "", log: log)
    }

    /// Makes one.
    ///
    /// - Parameters:
    ///   - folder: Where requests are left; nil where nobody looks for any.
    ///   - permitted: What the unit permits: names of files, separated by commas.
    ///   - reachesConsole: Whether there is a text console.
    ///   - clock: The time.
    ///   - log: Gets what isn't answered.
    package init(
        folder: String?, permitted: String,
        reachesConsole: @escaping () -> Bool = { TextConsole.isReachable() },
        clock: @escaping () -> Timestamp = MonotonicClock.now, log: Log = Log()
    ) {
        self.folder = folder
        self.reachesConsole = reachesConsole
        self.clock = clock
        self.log = log
        var requests: Set<SystemRequest> = []
        for name in permitted.split(whereSeparator: { $0 == "," || $0 == " " }) {
            if let request = SystemRequest.allCases.first(where: { $0.fileName == name }) {
                requests.insert(request)
            } else {
                log.warning("\(Self.variable): there is no “\(name)” to permit")
            }
        }
        self.permitted = folder == nil ? [] : requests
    }

    /// What may be asked for here, in the order of its cases.
    package var offers: [SystemRequest] {
        SystemRequest.allCases.filter {
            permitted.contains($0) && ($0 != .console || reachesConsole())
        }
    }

    /// Asks for something; it happens a moment later.
    ///
    /// - Returns: Why it can't be asked for, one line; nil where it was.
    package func ask(for request: SystemRequest) -> String? {
        guard let folder, permitted.contains(request) else {
            return "the kiosk's unit permits no \(request.fileName): see \(Self.variable) there"
        }
        guard request != .console || reachesConsole() else {
            return
                "this board has no text console: see that its kernel draws one (drm_kms_helper.fbdev_emulation=1) and that agetty, login and chvt are installed"
        }
        let path = "\(folder)/\(request.fileName)"
        do {
            try WholeFile.replace(path, with: [])
        } catch {
            return
                "\(request.fileName) can't be asked for: \(error); see that the kiosk's unit has RuntimeDirectory= and its user owns that folder"
        }
        log.info("asked for: \(request.fileName)")
        pending.removeAll { $0.request == request }
        let due = clock().advanced(byMicroseconds: Self.patienceMicroseconds)
        pending.append(Pending(request: request, path: path, due: due))
        return nil
    }

    /// When `timePassed(now:)` wants to be called; nil while nothing was asked for.
    package var nextDeadline: Timestamp? { pending.first?.due }

    /// Another terminal is shown now: whoever asked for a console has it.
    package func terminalLeft() {
        for index in pending.indices where pending[index].request == .console {
            pending[index].isReached = true
        }
    }

    /// Says of requests of which nothing came in time which unit to look at, and takes those back that
    /// nobody took: nobody shall restart the board when he is expected least.
    package func timePassed(now: Timestamp) {
        while let first = pending.first, first.due <= now {
            pending.removeFirst()
            let unit = first.request.unit
            if unlink(first.path) == 0 {
                fail(
                    "nobody took \(first.path) in 10 s: is \(unit).path active? See systemctl status \(unit).path"
                )
            } else if !first.isReached {
                fail(
                    "\(first.path) was taken 10 s ago and nothing happened: see journalctl -u \(unit).service"
                )
            }
        }
    }

    private func fail(_ line: String) {
        log.error(line)
        onFailure?(line)
    }
}

extension SystemRequest {
    /// The file that asks for it, and its name in `TOUCHTRACKER_MAY`.
    package var fileName: String {
        switch self {
        case .restart: "restart"
        case .powerOff: "power-off"
        case .console: "console"
        }
    }

    /// The unit that does it, and the one that watches for it, without what tells them apart.
    var unit: String { "touchtracker-\(fileName)" }
}
