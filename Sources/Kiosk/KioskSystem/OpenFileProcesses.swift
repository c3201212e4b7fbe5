import Glibc

/// The processes that have a given file open, as far as this process has permission to find them.
package struct OpenFileProcesses: Hashable, Sendable {
    /// A process with its name and ID.
    package struct Process: Hashable, Sendable {
        /// The kernel's name of the process, at most 15 bytes.
        package var name: String
        /// The process ID.
        package var id: Int32

        /// Creates a process description.
        package init(name: String, id: Int32) {
            self.name = name
            self.id = id
        }

        /// Creates the description of a running process, with its name from procfs.
        init(id: Int32) {
            self.init(name: OpenFileProcesses.name(ofProcess: id), id: id)
        }
    }

    /// The processes found, ordered by process ID.
    package var processes: [Process]
    /// Whether the open files of all processes were readable. Only root can read those of other
    /// users.
    package var isComplete: Bool

    /// Creates a list of processes.
    package init(processes: [Process] = [], isComplete: Bool = true) {
        self.processes = processes
        self.isComplete = isComplete
    }

    /// Searches `/proc` for the processes, except this one, that have the file at `path` open.
    ///
    /// - Complexity: O(open descriptors of all processes).
    package init(of path: String) {
        self.init()
        guard let target = FileSystem.resolve(path) else { return }
        // ProtectProc= hides the processes of other users from a service.
        isComplete = access("/proc/1", F_OK) == 0
        for process in FileSystem.names(in: "/proc").compactMap({ Int32($0) }).sorted()
        where process != getpid() {
            let descriptors = "/proc/\(process)/fd"
            // Other errors mean that the process has exited.
            if access(descriptors, R_OK) != 0, Errno.last == .permissionDenied {
                isComplete = false
            }
            let hasFileOpen = FileSystem.names(in: descriptors).contains {
                FileSystem.resolve("\(descriptors)/\($0)") == target
            }
            if hasFileOpen { processes.append(Process(id: process)) }
        }
    }

    /// The processes as text, for example `Xorg (process 12), sway (process 3)`; empty if no
    /// process was found.
    package var summary: String {
        processes.map { "\($0.name) (process \($0.id))" }.joined(separator: ", ")
    }

    /// Returns the kernel's name of a process, or `a process` if the process has exited.
    fileprivate static func name(ofProcess id: Int32) -> String {
        guard let file = fopen("/proc/\(id)/comm", "re") else { return "a process" }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 64)
        let count = fread(&line, 1, line.count, file)
        let text = line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: text, as: UTF8.self)
    }
}
