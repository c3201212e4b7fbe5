import KioskDisplay
import KioskRuntime

/// How the program ends, for service managers and scripts (`sysexits.h`).
enum ExitStatus: Int32 {
    /// All is well.
    case done = 0
    /// A verdict is that something was missed, or that a panel is bad.
    case missed = 1
    /// The command line makes no sense.
    case usage = 64
    /// An input file can't be read or is malformed.
    case input = 66
    /// No display, taken, or not permitted; or no way to read touches.
    case unavailable = 69
    /// Our fault.
    case software = 70
    /// Something can't be written.
    case disk = 74
    /// The configuration makes no sense.
    case configuration = 78
}

/// Why a command ends early: a status and one line.
struct Failure: Error {
    let status: ExitStatus
    /// Nil where the command has said it already.
    let message: String?
}

extension Failure {
    /// What ended a recording.
    init(_ error: RecorderError) {
        switch error {
        case .device: self.init(status: .unavailable, message: error.description)
        case .file: self.init(status: .disk, message: error.description)
        case .system: self.init(status: .software, message: error.description)
        }
    }

    /// What ended a kiosk.
    init(_ error: KioskError) {
        switch error {
        case .display, .input:
            self.init(status: .unavailable, message: error.description)
        case .system:
            self.init(status: .software, message: error.description)
        }
    }
}
