import Glibc
import KioskRuntime

/// A request on a board's boot partition: a file in the service's runtime directory, deleted at
/// start (docs/installation.md).
package enum BoardRequest: String, CaseIterable {
    /// Start with the field test.
    case fieldTest = "field-test"
    /// Start with orientation calibration.
    case orient
    /// Remove the unlock pattern of the maintenance menu.
    case resetLock = "reset-lock"

    /// Deletes the request, so that it is executed once.
    ///
    /// - Parameter folders: The service's runtime directories, separated by colons
    ///   (systemd.exec(5)), or `nil` for none.
    /// - Returns: Whether the request existed.
    package func consume(
        from folders: String? = KioskEnvironment.current.runtimeDirectories
    ) -> Bool {
        guard let folder = RuntimeFolders(folders).requests else { return false }
        return unlink("\(folder)/\(rawValue)") == 0
    }
}
