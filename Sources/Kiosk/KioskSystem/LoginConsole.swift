import Glibc

/// The text console of the machine, on which a user can log in.
package enum LoginConsole {
    /// The paths, relative to the root folder, of the programs that are required for a text login
    /// and for switching to its terminal.
    private static let requiredPrograms = ["usr/sbin/agetty", "usr/bin/login", "usr/bin/chvt"]

    /// Returns whether the kernel draws a text console into a framebuffer and the programs for a
    /// text login are installed.
    ///
    /// - Parameter root: The path of the folder that contains `usr` and `sys`.
    package static func isAvailable(root: String = "/") -> Bool {
        let base = root.hasSuffix("/") ? String(root.dropLast()) : root
        guard requiredPrograms.allSatisfy({ access("\(base)/\($0)", X_OK) == 0 }) else {
            return false
        }
        let folder = "\(base)/sys/class/vtconsole"
        return FileSystem.names(in: folder).contains { name in
            let isFramebuffer =
                SystemFiles.machine.line("\(folder)/\(name)/name")?.hasSuffix("frame buffer device")
                ?? false
            return isFramebuffer && SystemFiles.machine.integer("\(folder)/\(name)/bind") == 1
        }
    }
}
