import Glibc
import KioskSystem

/// A namespace for writing to standard output with error checking.
package enum StandardOutput {
    /// Writes text to standard output.
    ///
    /// - Throws: `CommandFailure` if writing fails, for example on a full disk.
    package static func write(_ text: String) throws(CommandFailure) {
        do {
            try FileContents.writeBytes(Array(text.utf8), to: STDOUT_FILENO)
        } catch {
            throw CommandFailure(
                status: .disk,
                message:
                    "standard output: cannot write: \(error.code); redirect the output elsewhere")
        }
    }
}
