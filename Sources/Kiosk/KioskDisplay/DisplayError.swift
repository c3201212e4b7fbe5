import KioskSystem

/// Why a display can't be used.
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Reason: Hashable, Sendable {
        /// What is asked for isn't there: a card, a connector, a mode.
        case missing
        /// No display is connected; one may come.
        case notConnected
        /// A display is connected and doesn't tell yet what it can show.
        case notReady
        /// Another program has it.
        case taken
        /// The permissions forbid it.
        case notPermitted
        /// The driver refused something.
        case failed
    }

    /// What kind of trouble it is.
    package let reason: Reason
    /// The card or connector.
    package let subject: String
    /// Why it can't be used.
    package let cause: String
    /// What to do about it.
    package let remedy: String

    /// Makes an error.
    package init(_ reason: Reason, subject: String, cause: String, remedy: String) {
        self.reason = reason
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// One line: the thing, the cause, the remedy.
    public var description: String { "\(subject): \(cause); \(remedy)" }
}

extension DisplayError {
    /// The driver refused a call.
    ///
    /// KMS answers "permission denied" to whoever isn't master (any more): then another program has
    /// the display.
    package init(_ operation: String, _ subject: String, _ code: Errno) {
        if code == .permissionDenied {
            self.init(
                .taken, subject: subject,
                cause: "\(operation) failed: another program has taken the display",
                remedy: Self.stopHolder)
        } else {
            self.init(
                .failed, subject: subject, cause: "\(operation) failed: \(code)",
                remedy: "see the kernel's log (journalctl -k)")
        }
    }

    /// Another program masters the card.
    ///
    /// - Parameter holders: The processes that have it open, as far as they can be found.
    package static func taken(_ card: String, by holders: FileHolders) -> DisplayError {
        let names = holders.names
        return DisplayError(
            .taken, subject: card,
            cause: "another program holds the display" + (names.isEmpty ? "" : ": \(names)"),
            remedy: names.isEmpty && !holders.isComplete
                ? "run as root to see which, and stop it" : stopHolder)
    }

    private static let stopHolder = "stop it first, for instance with systemctl stop touchtracker"

    /// A card's node couldn't be opened.
    ///
    /// - Parameters:
    ///   - path: The node, as it was asked for.
    ///   - code: Why.
    ///   - group: The group that the node belongs to, where it can be told.
    ///   - cards: The cards that there are.
    package static func opening(
        _ path: String, _ code: Errno, group: String?, cards: [String]
    ) -> DisplayError {
        switch code {
        case .permissionDenied where group == "root":
            // udev hasn't given it to anybody.
            DisplayError(
                .notPermitted, subject: path, cause: "this user may not open it",
                remedy: "let a udev rule give it to the group video")
        case .permissionDenied:
            DisplayError(
                .notPermitted, subject: path, cause: "this user may not open it",
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
        default:
            DisplayError("open", path, code)
        }
    }
}
