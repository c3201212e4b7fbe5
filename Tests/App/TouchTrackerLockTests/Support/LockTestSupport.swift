import Foundation
import KioskSystem
import Synchronization
import TouchTrackerLock
import TouchTrackerTestSupport

extension TemporaryFolder {
    /// Creates a folder for a lock, with a space in its path.
    static func forLock() -> TemporaryFolder { TemporaryFolder(named: "lock tests") }

    /// Returns the permission bits of a file.
    func mode(_ name: String) throws -> mode_t {
        try information(name).st_mode & 0o7777
    }

    /// Returns the metadata of a file, without following a symbolic link.
    func information(_ name: String) throws -> stat {
        var information = stat()
        guard lstat("\(path)/\(name)", &information) == 0 else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        return information
    }
}

/// A small file system in memory that is unmounted with the object.
final class SmallFileSystem: Sendable {
    private let folder = TemporaryFolder.forLock()

    /// Whether the process may mount a file system.
    static let isSupported = (try? SmallFileSystem(kibibytes: 64)) != nil

    init(kibibytes: Int) throws {
        let result = mount(
            "none", folder.path, "tmpfs", UInt(MS_NODEV | MS_NOSUID | MS_NOEXEC),
            "size=\(kibibytes)k,mode=700")
        guard result == 0 else { throw CocoaError(.featureUnsupported) }
    }

    deinit {
        umount2(folder.path, Int32(MNT_DETACH))
    }

    /// The path of the mount point.
    var path: String { folder.path }

    /// Makes the file system read-only or writable, as an error or an administrator would.
    func remount(readOnly: Bool) throws {
        let flags = MS_REMOUNT | MS_NODEV | MS_NOSUID | MS_NOEXEC | (readOnly ? MS_RDONLY : 0)
        guard mount("none", folder.path, "tmpfs", UInt(flags), nil) == 0 else {
            throw CocoaError(.featureUnsupported)
        }
    }

    /// Fills the file system until it has no free space.
    func fill() {
        guard let file = fopen("\(path)/filler", "w") else { return }
        setvbuf(file, nil, _IONBF, 0)
        let bytes = [UInt8](repeating: 1, count: 4_096)
        while fwrite(bytes, 1, bytes.count, file) == bytes.count {}
        fclose(file)
    }
}

/// A boot clock that tests set.
final class TestClock: Sendable {
    private let time: Mutex<BootTimestamp>

    init(seconds: Double) {
        time = Mutex(
            BootTimestamp(
                boot: BootID(high: 5, low: 1), microseconds: Int64(seconds * 1_000_000)))
    }

    func now() -> BootTimestamp { time.withLock { $0 } }

    /// Advances the time by `seconds`.
    func advance(_ seconds: Double) {
        time.withLock { $0.microseconds += Int64(seconds * 1_000_000) }
    }

    /// Simulates a reboot: the clock has a new boot ID and reads `seconds` since boot.
    func reboot(secondsSinceBoot seconds: Double) {
        time.withLock {
            $0.boot.low += 1
            $0.microseconds = Int64(seconds * 1_000_000)
        }
    }
}

extension Pattern {
    /// Creates a pattern that connects the dots of `digits` in their order.
    convenience init(_ digits: String) {
        self.init()
        for digit in digits { connect(digit.wholeNumberValue ?? 0) }
    }
}

/// The permissions of an unprivileged user for tests that run as root.
enum UnprivilegedUser {
    private static let identifier: uid_t = 12_345

    /// Gives a folder and its files to the user if the process runs as root.
    static func own(_ folder: TemporaryFolder) {
        guard geteuid() == 0 else { return }
        for path in [folder.path] + folder.names.map({ "\(folder.path)/\($0)" }) {
            chown(path, identifier, identifier)
        }
    }

    /// Runs `body` with the user's permissions for files, which only the calling thread gets.
    static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard geteuid() == 0 else { return try body() }
        setFileSystemUser(identifier)
        defer { setFileSystemUser(0) }
        return try body()
    }

    /// The corresponding C function is `setfsuid(2)`, which Swift does not import.
    private static func setFileSystemUser(_ user: uid_t) {
        typealias Function = @convention(c) (uid_t) -> Int32
        guard let symbol = dlsym(nil, "setfsuid") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(user)
    }
}
