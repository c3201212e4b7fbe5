import Glibc
import KioskRuntime

/// The wish of a board's boot partition that the kiosk begins with the field test: a file in the unit's
/// runtime directory (docs/boot-partition.md).
package enum FieldTestRequest {
    private static let name = "field-test"

    /// Takes the request away, so that it is met once.
    ///
    /// - Parameter folders: The unit's runtime directories, with colons between them (systemd.exec(5)); nil
    ///   where there are none.
    /// - Returns: Whether there was one.
    package static func take(
        from folders: String? = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }
    ) -> Bool {
        guard let folder = RuntimeFolders(folders).requests else { return false }
        return unlink("\(folder)/\(name)") == 0
    }
}
