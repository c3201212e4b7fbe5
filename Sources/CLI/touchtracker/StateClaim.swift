import Glibc
import KioskRuntime
import KioskSystem
import TouchTrackerApp
import TouchTrackerStore

/// An exclusive lock on a state folder, so that only one kiosk uses the folder at a time.
struct StateClaim {
    /// The name of the lock file in the state folder.
    static let lockName = "touchtracker.lock"

    /// The path of the locked folder, or `nil` if no folder was specified or the folder cannot be
    /// used.
    let folder: String?
    /// The error that prevents the use of the folder, or `nil` if there is no error.
    let error: StoreError?
    /// The lock on the file `lockName`, or `nil` if the file is not locked. The lock is held during
    /// this value's lifetime.
    private let lock: ProcessLock?

    /// Locks a state folder. Does not change the drawing in the folder.
    ///
    /// - Parameter folder: The path of the folder, or `nil` if no folder was specified.
    /// - Throws: `Failure` if another process has locked the folder.
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
            case .held(let process):
                let owner = process.map { "\($0.name) (process \($0.id))" } ?? "another process"
                let inUse = Failure(
                    status: .unavailable,
                    message:
                        "\(folder): in use by \(owner); stop it first, or choose another folder with --state"
                )
                // No configuration file has selected the service's own folder.
                let isDefault = folder == KioskEnvironment.current.stateFolder
                throw isDefault ? inUse.loggingMessage() : inUse
            case .failed(let cause):
                lock = nil
                self.folder = nil
                error = Self.storeError(cause, folder: folder)
            }
        }
    }

    /// The warning message that the drawing is not saved, or `nil` if the state folder can be used.
    var warning: String? {
        if folder != nil { return nil }
        let cause = error.map { "\($0)" } ?? "no state folder; choose one with --state"
        return "the drawing is not saved: \(cause)"
    }

    private static func storeError(_ error: LinuxError, folder: String) -> StoreError {
        let kind: StoreError.Kind
        switch error.code.rawValue {
        case _ where !FileSystem.isFolder(folder): kind = .noFolder
        case EROFS: kind = .readOnly
        case ENOSPC, EDQUOT: kind = .full
        case EACCES, EPERM: kind = .unopenable(error.code)
        case _ where error.code.isUnsuitableKind:
            return StoreError(.unopenable(error.code), path: error.path ?? folder)
        default: kind = .failed(error.description)
        }
        return StoreError(kind, path: folder)
    }
}
