import Glibc
import KioskSystem

/// A namespace for writing to standard output with error checking.
package enum StandardOutput {
    /// Writes text to standard output.
    ///
    /// - Throws: `CommandFailure` if writing fails, for example on a full disk.
    package static func write(_ text: String) throws(CommandFailure) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count > 0 {
                written += count
            } else if count == 0 || Errno.last != .interrupted {
                throw CommandFailure(
                    status: .disk,
                    message:
                        "standard output: cannot write: \(Errno.last); redirect the output elsewhere"
                )
            }
        }
    }
}
