import Glibc

/// Detects whether the machine can show a text login on a virtual terminal.
package enum LoginConsole {
    /// The programs that a text login and the switch to its terminal need, relative to the root.
    private static let requiredPrograms = ["usr/sbin/agetty", "usr/bin/login", "usr/bin/chvt"]

    /// Returns whether the kernel draws a text console into a framebuffer and the programs for a
    /// login are installed.
    ///
    /// - Parameter root: The folder that contains `usr` and `sys`.
    package static func isAvailable(root: String = "/") -> Bool {
        let base = root.hasSuffix("/") ? String(root.dropLast()) : root
        guard requiredPrograms.allSatisfy({ access("\(base)/\($0)", X_OK) == 0 }) else {
            return false
        }
        let folder = "\(base)/sys/class/vtconsole"
        return FileSystem.names(in: folder).contains { name in
            let isFramebuffer =
                TextFile.readFirstLine("\(folder)/\(name)/name")?.contains("frame buffer") ?? false
            return isFramebuffer && TextFile.readInteger("\(folder)/\(name)/bind") == 1
        }
    }
}
