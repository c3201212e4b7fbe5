import KioskSystem

/// How a kiosk tells how it is: whom it answers, and what it writes by itself.
package struct StatusOptions: Sendable {
    /// A text that is still to be written, by a thread that may take its time.
    package typealias Text = @Sendable () -> String

    /// A file that is written anew again and again.
    package struct Metrics: Sendable {
        /// The file.
        package var path: String
        /// How long it is good for, in microseconds.
        package var periodMicroseconds: Int64
        /// What stands in it.
        package var text: @MainActor @Sendable (KioskStatus) -> Text

        /// Makes a file.
        package init(
            path: String, periodMicroseconds: Int64 = 60_000_000,
            text: @escaping @MainActor @Sendable (KioskStatus) -> Text
        ) {
            self.path = path
            self.periodMicroseconds = periodMicroseconds
            self.text = text
        }
    }

    /// The folder in which the kiosk listens, at `StatusOptions.socketName`, and counts its starts; nil
    /// where nobody is answered. What the service manager makes is gone when the machine is off.
    package var folder: String?
    /// What the kiosk's log remembers.
    package var memory: LogMemory
    /// What whoever asks is told.
    package var answer: @MainActor @Sendable (KioskStatus) -> String
    /// What is written by itself, if anything is.
    package var metrics: Metrics?

    /// The socket's name in the folder.
    package static let socketName = "status"

    /// Makes options.
    package init(
        folder: String?, memory: LogMemory, metrics: Metrics? = nil,
        answer: @escaping @MainActor @Sendable (KioskStatus) -> String
    ) {
        self.folder = folder
        self.memory = memory
        self.metrics = metrics
        self.answer = answer
    }
}
