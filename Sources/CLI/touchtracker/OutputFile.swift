import KioskRuntime
import KioskSystem

/// A namespace for writing the files that users name on the command line.
enum OutputFile {
    /// Creates or atomically replaces the file at `path`, which may be a symbolic link to a regular
    /// file.
    ///
    /// - Throws: `Failure` if the file cannot be written, or is not a regular file.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        try write(to: path) { file throws(LinuxError) in
            try file.write(bytes)
            return true
        }
    }

    /// Creates or atomically replaces the file at `path`, which may be a symbolic link to a regular
    /// file, with contents that a closure writes part by part. If the closure returns `false`, the
    /// previous contents remain.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - reportedPath: The path in error messages; by default `path`.
    ///   - writeContents: A closure that writes the new contents.
    /// - Throws: `Failure` if the file cannot be written, or is not a regular file.
    static func write(
        to path: String, reportedAs reportedPath: String? = nil,
        _ writeContents: (NewFile) throws(LinuxError) -> Bool
    ) throws(Failure) {
        do throws(LinuxError) {
            try FileContents.replace(path, followsLink: true, writeContents)
        } catch {
            throw failure(reportedPath ?? path, error)
        }
    }

    /// Checks that a file can be created or replaced at `path`, so that an error is reported before
    /// a measurement that takes minutes.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - followsLink: Whether `path` may be a symbolic link to a regular file.
    /// - Throws: `Failure` if the file cannot be created or replaced.
    static func check(_ path: String, followsLink: Bool = true) throws(Failure) {
        do throws(LinuxError) {
            try FileContents.verifyReplaceable(path, followsLink: followsLink)
        } catch {
            throw failure(path, error)
        }
    }

    /// Returns the failure for a file that cannot be written.
    static func failure(_ path: String, _ error: LinuxError) -> Failure {
        Failure(
            status: .disk,
            message: "\(path): cannot write: \(error.code); choose another path, or free some space"
        )
    }
}
