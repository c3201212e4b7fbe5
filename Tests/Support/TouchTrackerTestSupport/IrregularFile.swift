import Foundation

/// A file that is not a regular file, in a place where the program expects a regular file.
package enum IrregularFile: String, CaseIterable, Sendable {
    /// A FIFO without a reader and without a writer.
    case fifo
    /// An empty folder.
    case folder
    /// A Unix socket on which no process listens.
    case socket
    /// A character device like `/dev/null`. Only root can create one.
    case device
    /// A symbolic link to a regular file.
    case link
    /// A symbolic link to a character device.
    case deviceLink
    /// A symbolic link to a missing file.
    case brokenLink

    /// The kinds that this process has permission to create.
    package static let creatable = allCases.filter { $0 != .device || geteuid() == 0 }

    /// The properties of a file that a program changes when it replaces or overwrites the file.
    package struct State: Hashable, Sendable {
        let inode: UInt64?
        let mode: UInt32?
        let linkTarget: String?
        let targetMode: UInt32?
        let targetBytes: [UInt8]?

        /// Returns whether both states belong to the same file, whose target may have changed.
        package func isSameFile(as other: State) -> Bool {
            inode == other.inode && mode == other.mode && linkTarget == other.linkTarget
                && targetMode == other.targetMode
        }
    }

    /// Creates the file at `path`. A link's target is `path` with the suffix `.target`.
    ///
    /// - Parameter bytes: The content of the regular file to which `link` refers.
    package func create(at path: String, linkingTo bytes: [UInt8] = Array("linked".utf8)) throws {
        let target = "\(path).target"
        switch self {
        case .fifo: try check(mkfifo(path, 0o600))
        case .folder: try check(mkdir(path, 0o700))
        case .socket: try createSocket(at: path)
        case .device: try createDevice(at: path)
        case .link:
            try Data(bytes).write(to: URL(fileURLWithPath: target))
            try check(symlink(target, path))
        case .deviceLink:
            // Root could replace /dev/null, so root's link refers to a new device.
            if geteuid() == 0 { try createDevice(at: target) }
            try check(symlink(geteuid() == 0 ? target : "/dev/null", path))
        case .brokenLink: try check(symlink(target, path))
        }
    }

    /// Returns the state of the file at `path` and, for a link to a file, of its target.
    package static func state(of path: String) -> State {
        var information = stat()
        let isPresent = lstat(path, &information) == 0
        let manager = FileManager.default
        let target = try? manager.destinationOfSymbolicLink(atPath: path)
        var targetInformation = stat()
        let hasTarget = target.map { stat($0, &targetInformation) == 0 } ?? false
        let isRegular = targetInformation.st_mode & S_IFMT == S_IFREG
        return State(
            inode: isPresent ? UInt64(information.st_ino) : nil,
            mode: isPresent ? information.st_mode : nil, linkTarget: target,
            targetMode: hasTarget ? targetInformation.st_mode : nil,
            targetBytes: hasTarget && isRegular
                ? target.flatMap { manager.contents(atPath: $0) }.map { [UInt8]($0) } : nil)
    }

    private func createDevice(at path: String) throws {
        // The numbers of /dev/null on Linux.
        try check(mknod(path, S_IFCHR | 0o666, 1 << 8 | 3))
    }

    private func createSocket(at path: String) throws {
        // The path can be too long for the address that bind(2) requires.
        try check(mknod(path, S_IFSOCK | 0o600, 0))
    }

    private func check(_ result: Int32) throws {
        if result != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
