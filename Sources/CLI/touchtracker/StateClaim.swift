import Glibc
import KioskSystem
import TouchTrackerApp
import TouchTrackerStore

/// The exclusive use of a state folder by one kiosk.
struct StateClaim {
    /// The name of the lock file.
    static let lockName = "touchtracker.lock"

    /// The folder, or `nil` if none is known or it cannot be used.
    let folder: String?
    /// The error that prevents use of the folder, or `nil`.
    let error: StoreError?
    /// The lock, held as long as the value exists.
    private let lock: ProcessLock?

    /// Locks a folder without changing the drawing in it.
    ///
    /// - Parameter folder: The folder, or `nil` if none is known.
    /// - Throws: `Failure` if another process uses it.
    init(_ folder: String?) throws(Failure) {
        guard let folder else {
            (self.folder, lock, error) = (nil, nil, nil)
            return
        }
        do throws(ProcessLock.Failure) {
            lock = try ProcessLock(path: DrawingFiles(folder: folder).folder + "/\(Self.lockName)")
            (self.folder, error) = (folder, nil)
        } catch let failure {
            switch failure {
            case .held(let holder):
                let user = holder.map { "\($0.name) (process \($0.id))" } ?? "another process"
                throw Failure(
                    status: .unavailable,
                    message:
                        "\(folder): in use by \(user); stop it first, or choose another folder with --state"
                )
            case .failed(let cause):
                lock = nil
                self.folder = nil
                error = Self.storeError(cause, folder: folder)
            }
        }
    }

    /// The warning that the drawing is not saved, or `nil` if the folder can be used.
    var warning: String? {
        if folder != nil { return nil }
        let why = error.map { "\($0)" } ?? "no state folder; choose one with --state"
        return "the drawing is not saved: \(why)"
    }

    private static func storeError(_ error: LinuxError, folder: String) -> StoreError {
        let kind: StoreError.Kind
        switch error.code.rawValue {
        case _ where !FileSystem.isFolder(folder): kind = .noFolder
        case EROFS: kind = .readOnly
        case ENOSPC, EDQUOT: kind = .full
        case EACCES, EPERM: kind = .unopenable(error.code)
        default: kind = .failed(error.description)
        }
        return StoreError(kind, path: folder)
    }
}
