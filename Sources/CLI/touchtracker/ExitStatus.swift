import KioskDisplay
import KioskRuntime
import LabRecorder

/// The exit status of the program, for service managers and scripts (`sysexits.h`).
enum ExitStatus: Int32 {
    /// Success.
    case done = 0
    /// A limit of the benchmark was violated, or a touchscreen failed the field test.
    case missed = 1
    /// A test of the field test was done only in part or not at all.
    case incomplete = 2
    /// The command line is invalid.
    case usage = 64
    /// An input file cannot be read or is malformed.
    case input = 66
    /// No display or no input device can be used: the device is missing, used by another program,
    /// or not accessible to this user.
    case unavailable = 69
    /// An internal error, or the failure of a system call that the program requires.
    case software = 70
    /// An output file or the standard output cannot be written.
    case disk = 74
    /// The configuration is invalid.
    case configuration = 78
}

/// An error that ends a command: an exit status and a one-line message.
struct Failure: Error {
    let status: ExitStatus
    /// The one-line error message, or `nil` if the output of the command already contains the
    /// reason.
    let message: String?
}

extension Failure {
    /// Creates a failure with the exit status and the message for a recorder error.
    init(_ error: RecorderError) {
        switch error {
        case .device: self.init(status: .unavailable, message: error.description)
        case .file: self.init(status: .disk, message: error.description)
        case .system: self.init(status: .software, message: error.description)
        }
    }

    /// Creates a failure with the exit status and the message for a kiosk error.
    init(_ error: KioskError) {
        switch error {
        case .display, .input:
            self.init(status: .unavailable, message: error.description)
        case .system:
            self.init(status: .software, message: error.description)
        }
    }
}
