import CTouchTrackerLinux
import Glibc

/// A lock file that only one process at a time can lock. The kernel releases the lock when the
/// process exits or crashes.
///
/// The lock is an `fcntl(2)` record lock, the only kind of file lock that reports the process that
/// holds it. The process loses the lock when it closes any file descriptor for the file, so no
/// other code in the process may open the file. Locking the file twice in the same process
/// succeeds.
package final class ProcessLock: Sendable {
    /// The reason that a lock was not acquired.
    package enum Failure: Error, Hashable, Sendable {
        /// Another process holds the lock. The value is `nil` if the process is not visible, for
        /// example because it runs in another container.
        case held(by: OpenFileProcesses.Process?)
        /// The file could not be created or locked.
        case failed(LinuxError)
    }

    private let file: OwnedDescriptor

    /// Locks the file at `path` without waiting. Creates an empty file if the file does not exist.
    ///
    /// The file is not deleted when the lock is released. The corresponding C function is
    /// `fcntl(2)` with `F_SETLK`.
    ///
    /// - Throws: `Failure` if another process holds the lock, or if the file cannot be created or
    ///   locked.
    package init(path: String) throws(Failure) {
        do throws(LinuxError) {
            file = try OwnedDescriptor.open(
                regularFile: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644)
        } catch {
            throw .failed(error)
        }
        let descriptor = file.number
        do throws(LinuxError) {
            try performSystemCall("lock", path: path) { touchtracker_lock_file(descriptor) }
        } catch {
            guard error.code == .again || error.code == .permissionDenied else {
                throw .failed(error)
            }
            let holder = touchtracker_lock_holder(descriptor)
            throw .held(by: holder > 0 ? OpenFileProcesses.Process(id: holder) : nil)
        }
    }
}
