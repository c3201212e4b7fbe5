import KioskSystem

/// The options of the status socket and the metrics file.
package struct StatusOptions: Sendable {
    /// A closure that generates text and may run on a background thread.
    package typealias Text = @Sendable () -> String

    /// The options of the metrics file.
    package struct Metrics: Sendable {
        /// The path of the metrics file.
        package var path: String
        /// The interval between two writes of the metrics file, in microseconds.
        package var periodMicroseconds: Int64
        /// The closure that receives the kiosk's status on the main actor and returns a second
        /// closure. The second closure generates the text of the metrics file on a background
        /// thread.
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

    /// The path of the folder for the status socket and for the file that counts the kiosk's
    /// starts, or `nil` to use neither. systemd deletes the folder at shutdown.
    package var folder: String?
    /// The record of the most recent warnings and errors in the log.
    package var logHistory: LogHistory
    /// The closure that receives the kiosk's status and returns the response to a status request.
    package var makeResponse: @MainActor @Sendable (KioskStatus) -> String
    /// The options of the metrics file, or `nil` to write no metrics file.
    package var metrics: Metrics?

    /// The file name of the status socket in its folder.
    package static let socketName = "status"

    /// Creates the options of the status socket and the metrics file.
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
