import KioskInput
import KioskSystem

/// Why nothing can be recorded, or not any more.
package enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A device can't be read.
    case device(String, Errno)
    /// The file can't be made or written.
    case file(String, Errno)
    /// The operating system refused something that no program can do without.
    case system(LinuxError)

    /// One line: the thing, the cause, the remedy.
    package var description: String {
        switch self {
        case .device(let node, .notFound), .device(let node, .noDevice):
            "\(node): there is no such device; see touchtracker devices"
        case .device(let node, let code) where code == Errno(rawValue: 25):
            // ENOTTY: the node knows none of evdev's questions.
            "\(node): it isn't an input device; see touchtracker devices"
        case .device(let node, let code):
            RefusedNode(path: node, code: code).complaint(group: Folder.group(of: node))
        case .file(let path, let code) where code == Errno(rawValue: 17):
            // EEXIST.
            "\(path): it is there already and isn't overwritten; choose another name"
        case .file(let path, let code) where code == Errno(rawValue: 28):
            // ENOSPC.
            "\(path): the disk is full; make room, the recording ends where it was full"
        case .file(let path, let code):
            "\(path): it can't be written: \(code); choose another place"
        case .system(let error):
            "\(error); the system is short of something: see its log"
        }
    }
}
