import Glibc

/// The folders that the service manager made for this run (systemd.exec(5)): one for what the kiosk asks
/// and is asked for, one for what it tells. Where there is one alone it serves for both.
package struct RuntimeFolders: Sendable {
    /// Where requests lie (docs/privileges.md); nil where nobody looks for any.
    package let requests: String?
    /// Where the kiosk tells how it is (docs/status.md); nil where nobody can ask.
    package let status: String?

    /// What the second folder's name ends in.
    private static let ending = "-status"

    /// Reads the list that the service manager made of them.
    ///
    /// - Parameter list: Paths with colons between them; nil where there is none.
    package init(_ list: String? = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }) {
        let folders = (list ?? "").split(separator: ":").map(String.init)
        requests = folders.first { !$0.hasSuffix(Self.ending) } ?? folders.first
        status = folders.first { $0.hasSuffix(Self.ending) } ?? folders.first
    }
}
