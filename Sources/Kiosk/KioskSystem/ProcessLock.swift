import CTouchTrackerLinux
import Glibc

/// A file that one process at a time has locked. The kernel frees it when the process ends, however it
/// ends: a lock never outlives its holder.
///
/// It is a record lock of `fcntl(2)`, the one kind that tells who holds it. A process frees it when it
/// closes any descriptor of the file: nobody else in the process may open it. A second lock in the same
/// process isn't refused.
package final class ProcessLock: Sendable {
    /// Why there is no lock.
    package enum Refusal: Error, Hashable, Sendable {
        /// Another process has it; nil: one that can't be seen from here, in another container.
        case held(by: FileHolders.Holder?)
        /// The file can't be made or locked.
        case failed(LinuxError)
    }

    private let file: OwnedDescriptor

    /// Locks a file, which is made where it isn't there, and stays there afterwards: it is empty.
    ///
    /// - Throws: `Refusal`, at once: nobody is waited for.
    package init(path: String) throws(Refusal) {
        do throws(LinuxError) {
            file = OwnedDescriptor(
                owning: try checked("open", path: path) {
                    open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
                })
        } catch {
            throw .failed(error)
        }
        let number = file.number
        do throws(LinuxError) {
            try checked("lock", path: path) { touchtracker_lock_file(number) }
        } catch {
            guard error.code == .again || error.code == .permissionDenied else {
                throw .failed(error)
            }
            let holder = touchtracker_lock_holder(number)
            throw .held(by: holder > 0 ? FileHolders.Holder(process: holder) : nil)
        }
    }
}
