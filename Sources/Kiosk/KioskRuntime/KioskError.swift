import KioskDisplay
import KioskInput
import KioskSystem

/// An error that prevents a kiosk from starting or continuing.
public enum KioskError: Error, Sendable, CustomStringConvertible {
    /// The display cannot be used.
    case display(DisplayError)
    /// The input devices cannot be read.
    case input(InputError)
    /// A system call that the kiosk requires has failed.
    case system(LinuxError)

    /// A one-line message with the affected object, the cause and the remedy.
    public var description: String {
        switch self {
        case .display(let error): error.description
        case .input(let error): error.description
        case .system(let error):
            "\(error); check the system log (journalctl) for exhausted resources"
        }
    }
}
