import KioskInput
import KioskSystem

/// An error that prevents or ends a recording.
package enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A device cannot be read. The associated values are the path of the device node and the
    /// error.
    case device(String, Errno)
    /// The file cannot be created or written. The associated values are the file's path and the
    /// error.
    case file(String, Errno)
    /// The kernel could not provide a resource such as a file descriptor or a thread.
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
            // EEXIST: a file with this path exists.
            "\(path): already exists and is not overwritten; choose another name"
        case .file(let path, let code) where code == Errno(rawValue: 28):
            // ENOSPC: the file system has no free space.
            "\(path): cannot complete the recording: the disk is full; free some space"
        case .file(let path, let code):
            "\(path): cannot write: \(code); choose another location"
        case .system(let error):
            "recorder: \(error); see the kernel log (journalctl -k)"
        }
    }
}
