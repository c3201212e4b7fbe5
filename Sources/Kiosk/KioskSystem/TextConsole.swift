import Glibc

/// Whether a board has a text console that somebody could be led to.
package enum TextConsole {
    /// Programs without which nobody could log in there, or get there.
    private static let programs = ["usr/sbin/agetty", "usr/bin/login", "usr/bin/chvt"]

    /// Whether text comes onto the screen at all (the kernel draws it into a frame buffer), and there are
    /// the programs for a login.
    ///
    /// - Parameter root: Where the system's folders are.
    package static func isReachable(root: String = "/") -> Bool {
        let base = root.hasSuffix("/") ? String(root.dropLast()) : root
        guard programs.allSatisfy({ access("\(base)/\($0)", X_OK) == 0 }) else { return false }
        let folder = "\(base)/sys/class/vtconsole"
        return Folder.names(in: folder).contains { name in
            let isFrameBuffer =
                SmallFile.line("\(folder)/\(name)/name")?.contains("frame buffer") ?? false
            return isFrameBuffer && SmallFile.number("\(folder)/\(name)/bind") == 1
        }
    }
}
