import KioskDisplay
import KioskInput
import KioskSystem

/// Why a kiosk can't run, or can't go on.
public enum KioskError: Error, Sendable, CustomStringConvertible {
    /// The display can't be used, or not any more.
    case display(DisplayError)
    /// Touch input can't be read.
    case input(InputError)
    /// The operating system refused something that no program can do without.
    case system(LinuxError)

    /// One line: the thing, the cause, the remedy.
    public var description: String {
        switch self {
        case .display(let error): error.description
        case .input(let error): error.description
        case .system(let error): "\(error); the system is short of something: see its log"
        }
    }
}
