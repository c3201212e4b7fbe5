import KioskRuntime
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
}
