import Glibc
import KioskRuntime

/// A wish of a board's boot partition: a file in the unit's runtime directory, which the kiosk takes away at its
/// start (docs/boot-partition.md).
package enum BoardRequest: String, CaseIterable {
    /// Begin with the field test.
    case fieldTest = "field-test"
    /// Begin with the orientation wizard.
    case orient
    /// Remove the pattern of the maintenance menu.
    case resetLock = "reset-lock"

    /// Takes the request away, so that it is met once.
    ///
    /// - Parameter folders: The unit's runtime directories, with colons between them (systemd.exec(5)); nil
    ///   where there are none.
    /// - Returns: Whether there was one.
    package func take(
        from folders: String? = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }
    ) -> Bool {
        guard let folder = RuntimeFolders(folders).requests else { return false }
        return unlink("\(folder)/\(rawValue)") == 0
    }
}
