import KioskSystem

/// An error that prevents using a display, with its cause and remedy.
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The category of a display error.
    package enum Reason: Hashable, Sendable {
        /// The requested card, connector, mode or format does not exist.
        case missing
        /// No display is connected.
        case notConnected
        /// A display is connected, but its modes are not available yet.
        case notReady
        /// Another program uses the display.
        case taken
        /// The process lacks permission.
        case notPermitted
        /// The driver has refused an operation.
        case failed
    }

    /// The category of the error.
    package let reason: Reason
    /// The name of the card or display.
    package let subject: String
    /// The cause of the error.
    package let cause: String
    /// The user's action that removes the cause.
    package let remedy: String

    /// Creates an error.
    package init(_ reason: Reason, subject: String, cause: String, remedy: String) {
        self.reason = reason
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// A message of one line: card or display, cause and remedy.
    public var description: String { "\(subject): \(cause); \(remedy)" }
}

extension DisplayError {
    /// Creates the error of an operation that the driver has refused.
    ///
    /// The kernel returns `EACCES` to a process that is not (or no longer) the DRM master, which
    /// results in the reason `taken`.
    ///
    /// - Parameters:
    ///   - operation: A description of the operation.
    ///   - subject: The name of the card or display.
    ///   - code: The driver's error.
    package init(_ operation: String, _ subject: String, _ code: Errno) {
        if code == .permissionDenied {
            self.init(
                .taken, subject: subject,
                cause: "\(operation) failed: another program has taken the display",
                remedy: Self.stopProgramRemedy)
        } else {
            self.init(
                .failed, subject: subject, cause: "\(operation) failed: \(code)",
                remedy: "see the kernel's log (journalctl -k)")
        }
    }

    /// Returns the error for a card of which another program is the DRM master.
    ///
    /// - Parameters:
    ///   - card: The name of the card.
    ///   - processes: The processes that have the card open.
    package static func taken(_ card: String, by processes: OpenFileProcesses) -> DisplayError {
        let names = processes.summary
        return DisplayError(
            .taken, subject: card,
            cause: "another program holds the display" + (names.isEmpty ? "" : ": \(names)"),
            remedy: names.isEmpty && !processes.isComplete
                ? "run as root to see which, and stop it" : stopProgramRemedy)
    }

    private static let stopProgramRemedy =
        "stop it first, for instance with systemctl stop touchtracker"

    /// Returns the error for a card whose node could not be opened.
    ///
    /// - Parameters:
    ///   - path: The path of the node.
    ///   - code: The error of `open(2)`, or `ENOTTY` if the file is not a DRM device.
    ///   - group: The name of the group that owns the node, or `nil` if it is unknown.
    ///   - cards: The names of all cards.
    package static func opening(
        _ path: String, _ code: Errno, group: String?, cards: [String]
    ) -> DisplayError {
        switch code {
        case .permissionDenied where group == "root":
            // No udev rule has assigned a group to the node.
            DisplayError(
                .notPermitted, subject: path, cause: "this user has no permission to open the node",
                remedy: "assign it to the group video with a udev rule")
        case .permissionDenied:
            DisplayError(
                .notPermitted, subject: path, cause: "this user has no permission to open the node",
                remedy: "add the user to the group \(group ?? "video") and log in again")
        case .notPermitted:
            DisplayError(
                .notPermitted, subject: path, cause: "the service's device policy forbids it",
                remedy: "its unit needs DeviceAllow=char-drm rw")
        case .notFound, .noDevice:
            DisplayError(
                .missing, subject: path, cause: "there is no such card",
                remedy: cards.isEmpty
                    ? "connect a display, or draw in memory with --display headless:800x480"
                    : "use one of \(cards.joined(separator: ", "))")
        case .notTerminal:
            DisplayError(
                .missing, subject: path, cause: "it isn't a graphics card",
                remedy: "use one of /dev/dri")
        default:
            DisplayError("open", path, code)
        }
    }
}
