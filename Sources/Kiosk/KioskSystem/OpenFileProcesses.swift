import Glibc

/// The processes that have a given file open, limited to the processes that this process has
/// permission to inspect.
package struct OpenFileProcesses: Hashable, Sendable {
    /// The name and ID of a process.
    package struct Process: Hashable, Sendable {
        /// The kernel's name for the process, at most 15 bytes.
        package var name: String
        /// The process ID.
        package var id: Int32

        /// Creates a process description from a name and an ID.
        package init(name: String, id: Int32) {
            self.name = name
            self.id = id
        }

        /// Creates the description of a running process, and reads the name from procfs.
        init(id: Int32) {
            self.init(name: OpenFileProcesses.name(ofProcess: id), id: id)
        }
    }

    /// The processes found, ordered by process ID.
    package var processes: [Process]
    /// Whether the open files of all processes could be read. Only root can read the open files of
    /// other users' processes.
    package var isComplete: Bool

    /// Creates a list of the given processes.
    ///
    /// - Parameters:
    ///   - processes: The processes, ordered by process ID.
    ///   - isComplete: Whether the open files of all processes could be read.
    package init(processes: [Process] = [], isComplete: Bool = true) {
        self.processes = processes
        self.isComplete = isComplete
    }

    /// Searches `/proc` for processes that have the file at `path` open. The calling process is not
    /// included.
    ///
    /// - Complexity: O(*n*), where *n* is the number of open file descriptors in all processes.
    package init(of path: String) {
        self.init()
        guard let target = FileSystem.resolve(path) else { return }
        // ProtectProc= hides the processes of other users, such as process 1, from a service.
        isComplete = access("/proc/1", F_OK) == 0
        for process in FileSystem.names(in: "/proc").compactMap({ Int32($0) }).sorted()
        where process != getpid() {
            let descriptors = "/proc/\(process)/fd"
            // Any other error means that the process has exited.
            if access(descriptors, R_OK) != 0, Errno.last == .permissionDenied {
                isComplete = false
            }
            let hasFileOpen = FileSystem.names(in: descriptors).contains {
                FileSystem.resolve("\(descriptors)/\($0)") == target
            }
            if hasFileOpen { processes.append(Process(id: process)) }
        }
    }

    /// The processes as text, for example `Xorg (process 12), sway (process 3)`. The text is empty
    /// if no process was found.
    package var summary: String {
        processes.map { "\($0.name) (process \($0.id))" }.joined(separator: ", ")
    }

    /// Returns the kernel's name for a process, or `a process` if the process has exited.
    fileprivate static func name(ofProcess id: Int32) -> String {
        SystemFiles.machine.line("/proc/\(id)/comm") ?? "a process"
    }
}
