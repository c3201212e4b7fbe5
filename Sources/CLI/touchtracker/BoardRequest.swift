import Glibc
import KioskRuntime

/// A request that a user makes with a file on a board's boot partition (docs/installation.md). At
/// start, the kiosk service finds a copy of the file in its runtime directory and deletes the copy.
package enum BoardRequest: String, CaseIterable {
    /// A request to start with the field test.
    case fieldTest = "field-test"
    /// A request to start with orientation calibration.
    case orient
    /// A request to remove the unlock pattern of the maintenance menu.
    case resetLock = "reset-lock"

    /// The requests for this process. Their files are deleted at the first access. The value then
    /// stays the same, because a start that the configuration prevents is repeated without it.
    static let ofProcess = Set(allCases.filter { $0.consume() })

    /// Deletes the request's file from the service's runtime directory, so that the request is
    /// executed only once.
    ///
    /// - Parameter folders: The runtime directories that systemd passes to the service, separated
    ///   by colons (systemd.exec(5)), or `nil` outside the service.
    /// - Returns: Whether the file existed, which means that the user made the request.
    package func consume(
        from folders: String? = KioskEnvironment.current.runtimeDirectories
    ) -> Bool {
        guard let folder = RuntimeFolders(folders).requests else { return false }
        return unlink("\(folder)/\(rawValue)") == 0
    }
}
