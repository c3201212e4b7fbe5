/// The exit status of a program with a kiosk, for service managers and scripts (`sysexits.h`).
package enum ExitStatus: Int32 {
    /// Success.
    case done = 0
    /// A limit of the benchmark was violated, a touchscreen failed the field test, or the machine
    /// is not set up correctly.
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
package struct CommandFailure: Error {
    package let status: ExitStatus
    /// The one-line error message, or `nil` if the output of the command already contains the
    /// reason.
    package let message: String?

    /// Creates a failure.
    package init(status: ExitStatus, message: String?) {
        self.status = status
        self.message = message
    }

    /// Creates a failure with the exit status and the message for a kiosk error.
    package init(_ error: KioskError) {
        self.init(status: error.exitStatus, message: error.description)
    }
}

extension KioskError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .display, .input: .unavailable
        case .system: .software
        }
    }

    /// The exit code for a program that ends because of the error: 69 if no display or input device
    /// can be used, 70 if a system call failed (`sysexits.h`).
    public var exitCode: Int32 { exitStatus.rawValue }
}
