import CTouchTrackerLinux
import Glibc

/// A lock file that only one process at a time can lock. The kernel releases the lock when the
/// process exits or crashes.
///
/// The lock is a record lock of `fcntl(2)`, the only kind of file lock that reports its holder. The
/// process loses the lock when it closes any descriptor of the file, therefore no other code in the
/// process may open the file. A second lock within the same process succeeds.
package final class ProcessLock: Sendable {
    /// The reason for which a lock was not acquired.
    package enum Failure: Error, Hashable, Sendable {
        /// Another process holds the lock. The value is `nil` if that process is not visible, for
        /// example because it runs in another container.
        case held(by: OpenFileProcesses.Process?)
        /// The file could not be created or locked.
        case failed(LinuxError)
    }

    private let file: OwnedDescriptor

    /// Locks the file at `path` without waiting. Creates an empty file if it does not exist.
    ///
    /// The file remains when the lock is released. The corresponding C function is `fcntl(2)` with
    /// `F_SETLK`.
    ///
    /// - Throws: `Failure`.
    package init(path: String) throws(Failure) {
        do throws(LinuxError) {
            file = OwnedDescriptor(
                owning: try performSystemCall("open", path: path) {
                    open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
                })
        } catch {
            throw .failed(error)
        }
        let number = file.number
        do throws(LinuxError) {
            try performSystemCall("lock", path: path) { touchtracker_lock_file(number) }
        } catch {
            guard error.code == .again || error.code == .permissionDenied else {
                throw .failed(error)
            }
            let holder = touchtracker_lock_holder(number)
            throw .held(by: holder > 0 ? OpenFileProcesses.Process(id: holder) : nil)
        }
    }
}
