import KioskDisplay
import KioskRuntime
import KioskSystem
import LabRecorder

/// An error that ends a command: an exit status and a one-line message.
typealias Failure = CommandFailure

extension CommandFailure {
    /// Creates a failure with the exit status and the message for a recorder error.
    init(_ error: RecorderError) {
        switch error {
        case .device: self.init(status: .unavailable, message: error.description)
        case .file: self.init(status: .disk, message: error.description)
        case .system: self.init(status: .software, message: error.description)
        }
    }

    /// Writes the message as one line to standard error, and returns the failure without message.
    ///
    /// After a failure without message, `ConfiguredStart` ignores no configuration file.
    func loggingMessage() -> CommandFailure {
        if let message { Log.standardError().error("touchtracker: \(message)") }
        return CommandFailure(status: status, message: nil)
    }
}

extension KioskError {
    /// Returns whether a configuration file may have caused the error. The cause of other errors
    /// may be temporary, for example another program that uses the display.
    ///
    /// - Parameter isSelected: Whether the options select a card or a connector.
    package func mayDependOnConfiguration(selectingDisplay isSelected: Bool) -> Bool {
        guard case .display(let error) = self else { return false }
        switch error.reason {
        case .missing, .failed: return true
        case .taken, .notPermitted: return isSelected
        case .notConnected, .notReady: return false
        }
    }
}
