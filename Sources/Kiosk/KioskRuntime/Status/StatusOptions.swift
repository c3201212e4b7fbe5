import KioskSystem

/// The options of the status socket and the metrics file.
package struct StatusOptions: Sendable {
    /// A closure that generates a text on a background thread.
    package typealias Text = @Sendable () -> String

    /// The options of the metrics file.
    package struct Metrics: Sendable {
        /// The path of the file.
        package var path: String
        /// The interval between writes, in microseconds.
        package var periodMicroseconds: Int64
        /// Returns a closure that generates the file's text for a status.
        package var text: @MainActor @Sendable (KioskStatus) -> Text

        /// Creates the options of a metrics file.
        package init(
            path: String, periodMicroseconds: Int64 = 60_000_000,
            text: @escaping @MainActor @Sendable (KioskStatus) -> Text
        ) {
            self.path = path
            self.periodMicroseconds = periodMicroseconds
            self.text = text
        }
    }

    /// The folder for the status socket and the count of starts, or `nil` for neither. systemd
    /// deletes the folder at shutdown.
    package var folder: String?
    /// The history of the log's latest warnings and errors.
    package var logHistory: LogHistory
    /// Returns the response to a status request.
    package var makeResponse: @MainActor @Sendable (KioskStatus) -> String
    /// The options of the metrics file, or `nil` for none.
    package var metrics: Metrics?

    /// The name of the socket in `folder`.
    package static let socketName = "status"

    /// Creates options.
    package init(
        folder: String?, logHistory: LogHistory, metrics: Metrics? = nil,
        makeResponse: @escaping @MainActor @Sendable (KioskStatus) -> String
    ) {
        self.folder = folder
        self.logHistory = logHistory
        self.metrics = metrics
        self.makeResponse = makeResponse
    }
}
