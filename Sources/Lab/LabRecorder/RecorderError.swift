import KioskInput
import KioskSystem

/// An error that prevents or ends a recording.
package enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A device, given by its node, cannot be read.
    case device(String, Errno)
    /// The file, given by its path, cannot be created or written.
    case file(String, Errno)
    /// The kernel refused a resource such as a file descriptor or a thread.
    case system(LinuxError)

    /// One line with the device or file, the cause and a remedy.
    package var description: String {
        switch self {
        case .device(let node, .notFound), .device(let node, .noDevice):
            "\(node): no such device; see touchtracker devices"
        case .device(let node, let code) where code == Errno(rawValue: 25):
            // ENOTTY: the node does not support evdev's ioctls.
            "\(node): not an input device; see touchtracker devices"
        case .device(let node, let code):
            NodeOpenFailure(path: node, code: code).message(group: FileSystem.groupName(of: node))
        case .file(let path, let code) where code == Errno(rawValue: 17):
            // EEXIST.
            "\(path): already exists and is not overwritten; choose another name"
        case .file(let path, let code) where code == Errno(rawValue: 28):
            // ENOSPC.
            "\(path): the disk is full and the recording incomplete; free some space"
        case .file(let path, let code):
            "\(path): cannot be written: \(code); choose another location"
        case .system(let error):
            "\(error); the system lacks a resource: see its log"
        }
    }
}
