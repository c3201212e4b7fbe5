import Glibc

/// The wish of a board's boot partition that the kiosk begins with the field test: a file in the unit's
/// runtime directory (docs/boot-partition.md).
package enum FieldTestRequest {
    private static let name = "field-test"

    /// Takes the request away, so that it is met once.
    ///
    /// - Parameter folder: The unit's runtime directory (systemd.exec(5)); nil where there is none.
    /// - Returns: Whether there was one.
    package static func take(
        from folder: String? = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }
    ) -> Bool {
        guard let folder = folder?.split(separator: ":").first else { return false }
        return unlink("\(folder)/\(name)") == 0
    }
}
