/// The runtime directories that systemd creates for a kiosk's service (`RuntimeDirectory=`,
/// systemd.exec(5)), by purpose.
///
/// The directory whose name ends in `-status` contains the status socket. The other directory
/// contains request files. If the service has only one runtime directory, that directory contains
/// both.
package struct RuntimeFolders: Sendable {
    /// The path of the folder for request files (docs/privileges.md), or `nil` if the service has
    /// no runtime directory.
    package let requests: String?
    /// The path of the folder for the status socket (docs/monitoring.md), or `nil` if the service
    /// has no runtime directory.
    package let status: String?

    /// The suffix that identifies the folder for the status socket.
    private static let statusSuffix = "-status"

    /// Assigns the directories in systemd's list to their purposes.
    ///
    /// - Parameter list: The value of `RUNTIME_DIRECTORY`, which contains paths separated by
    ///   colons, or `nil` if the variable is not set.
    package init(_ list: String?) {
        let folders = (list ?? "").split(separator: ":").map(String.init)
        requests = folders.first { !$0.hasSuffix(Self.statusSuffix) } ?? folders.first
        status = folders.first { $0.hasSuffix(Self.statusSuffix) } ?? folders.first
    }
}
