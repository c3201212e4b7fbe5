/// The runtime directories that systemd creates for a kiosk's service (`RuntimeDirectory=`,
/// systemd.exec(5)), by their purpose.
///
/// The directory whose name ends in `-status` is for status, the other one for requests. A single
/// directory serves both purposes.
package struct RuntimeFolders: Sendable {
    /// The folder for request files (docs/privileges.md), or `nil` if the service has no runtime
    /// directory.
    package let requests: String?
    /// The folder of the status socket (docs/monitoring.md), or `nil` if the service has no runtime
    /// directory.
    package let status: String?

    /// The suffix of the status folder's name.
    private static let statusSuffix = "-status"

    /// Assigns the directories of systemd's list to their purposes.
    ///
    /// - Parameter list: Paths separated by colons (`RUNTIME_DIRECTORY`), or `nil` for none.
    package init(_ list: String?) {
        let folders = (list ?? "").split(separator: ":").map(String.init)
        requests = folders.first { !$0.hasSuffix(Self.statusSuffix) } ?? folders.first
        status = folders.first { $0.hasSuffix(Self.statusSuffix) } ?? folders.first
    }
}
