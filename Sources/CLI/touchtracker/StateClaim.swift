import Glibc
import KioskSystem
import TouchTrackerApp
import TouchTrackerStore

/// The folder in which a kiosk keeps its drawing, which it has for itself.
struct StateClaim {
    /// What tells other kiosks that the folder is taken.
    static let lockName = "touchtracker.lock"

    /// The folder; nil where there is none, or it can't be used.
    let folder: String?
    /// Why it can't be used.
    let trouble: StoreError?
    /// Held as long as the value is.
    private let lock: ProcessLock?

    /// Takes a folder; nothing else there is touched.
    ///
    /// - Parameter folder: The folder; nil where none is known.
    /// - Throws: `Failure` where another process has it.
    init(_ folder: String?) throws(Failure) {
        guard let folder else {
            (self.folder, lock, trouble) = (nil, nil, nil)
            return
        }
        do throws(ProcessLock.Refusal) {
            lock = try ProcessLock(path: DrawingFiles(folder: folder).folder + "/\(Self.lockName)")
            (self.folder, trouble) = (folder, nil)
        } catch {
            switch error {
            case .held(let holder):
                let who = holder.map { "\($0.name) (process \($0.process))" } ?? "another process"
                throw Failure(
                    status: .unavailable,
                    message:
                        "\(folder): it is used by \(who); end it first, or choose another folder with --state"
                )
            case .failed(let error):
                lock = nil
                self.folder = nil
                trouble = Self.storeError(error, folder: folder)
            }
        }
    }

    /// What a line in the log says of it; nil where there is a folder to use.
    var complaint: String? {
        if folder != nil { return nil }
        let why = trouble.map { "\($0)" } ?? "no folder for it is known; name one with --state"
        return "the drawing isn't saved: \(why)"
    }

    private static func storeError(_ error: LinuxError, folder: String) -> StoreError {
        let kind: StoreError.Kind
        switch error.code.rawValue {
        case _ where !Folder.isFolder(folder): kind = .noFolder
        case EROFS: kind = .readOnly
        case ENOSPC, EDQUOT: kind = .full
        case EACCES, EPERM: kind = .unopenable(error.code)
        default: kind = .failed(error.description)
        }
        return StoreError(kind, path: folder)
    }
}
