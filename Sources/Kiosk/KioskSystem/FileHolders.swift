import Glibc

/// The processes that have a file open, as far as this process may look.
package struct FileHolders: Hashable, Sendable {
    /// A process.
    package struct Holder: Hashable, Sendable {
        /// The kernel's name for it: at most 15 bytes.
        package var name: String
        /// Its number.
        package var process: Int32

        /// Makes a holder.
        package init(name: String, process: Int32) {
            self.name = name
            self.process = process
        }

        /// A process by its number, with the name that it has now.
        init(process: Int32) {
            self.init(name: FileHolders.command(of: process), process: process)
        }
    }

    /// Those that were found, by number.
    package var found: [Holder]
    /// Whether every process could be looked at; only root may look at other users' processes.
    package var isComplete: Bool

    /// Makes a list.
    package init(found: [Holder] = [], isComplete: Bool = true) {
        self.found = found
        self.isComplete = isComplete
    }

    /// Looks for them in `/proc`, without this process itself.
    ///
    /// - Complexity: O(all open descriptors of the machine).
    package init(of path: String) {
        self.init()
        guard let target = Folder.resolve(path) else { return }
        // A service may be shown its own processes alone (ProtectProc=).
        isComplete = access("/proc/1", F_OK) == 0
        for process in Folder.names(in: "/proc").compactMap({ Int32($0) }).sorted()
        where process != getpid() {
            let descriptors = "/proc/\(process)/fd"
            // One that ended meanwhile holds nothing.
            if access(descriptors, R_OK) != 0, Errno.last == .permissionDenied {
                isComplete = false
            }
            let holds = Folder.names(in: descriptors).contains {
                Folder.resolve("\(descriptors)/\($0)") == target
            }
            if holds { found.append(Holder(process: process)) }
        }
    }

    /// The processes as people read them: `Xorg (process 12), sway (process 3)`; empty where none
    /// was found.
    package var names: String {
        found.map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
    }

    fileprivate static func command(of process: Int32) -> String {
        guard let file = fopen("/proc/\(process)/comm", "re") else { return "a process" }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 64)
        let count = fread(&line, 1, line.count, file)
        let text = line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: text, as: UTF8.self)
    }
}
