import Glibc
import KioskRuntime

/// A request that a user places on a board's boot partition (docs/installation.md). The service
/// receives it as a file in its runtime directory, and deletes the file at start.
package enum BoardRequest: String, CaseIterable {
    /// Start with the field test.
    case fieldTest = "field-test"
    /// Start with orientation calibration.
    case orient
    /// Remove the unlock pattern of the maintenance menu.
    case resetLock = "reset-lock"

    /// Deletes the request's file, so that the request is executed only once.
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
