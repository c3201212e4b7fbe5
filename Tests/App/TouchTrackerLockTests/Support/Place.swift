import Foundation
import KioskSystem
import Synchronization
import TouchTrackerLock

/// A folder of a test, which goes with it.
final class Place: Sendable {
    let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("lock tests \(UUID().uuidString)").path
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var names: [String] { Folder.names(in: path).sorted() }

    func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    func mode(_ name: String) throws -> mode_t {
        try information(name).st_mode & 0o7777
    }

    func information(_ name: String) throws -> stat {
        var information = stat()
        guard lstat("\(path)/\(name)", &information) == 0 else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        return information
    }
}

/// A file system of its own, in memory.
final class SmallDisk: Sendable {
    private let place = Place()

    /// Whether this process may mount one.
    static let isPossible = (try? SmallDisk(kibibytes: 64)) != nil

    init(kibibytes: Int) throws {
        let result = mount(
            "none", place.path, "tmpfs", UInt(MS_NODEV | MS_NOSUID | MS_NOEXEC),
            "size=\(kibibytes)k,mode=700")
        guard result == 0 else { throw CocoaError(.featureUnsupported) }
    }

    deinit {
        umount2(place.path, Int32(MNT_DETACH))
    }

    var path: String { place.path }

    /// Leaves no room.
    func fill() {
        guard let file = fopen("\(path)/filler", "w") else { return }
        setvbuf(file, nil, _IONBF, 0)
        let bytes = [UInt8](repeating: 1, count: 4_096)
        while fwrite(bytes, 1, bytes.count, file) == bytes.count {}
        fclose(file)
    }
}

/// A clock that tests set.
final class TestClock: Sendable {
    private let time: Mutex<BootMoment>

    init(seconds: Double) {
        time = Mutex(
            BootMoment(
                boot: BootID(high: 5, low: 1), microseconds: Int64(seconds * 1_000_000)))
    }

    func now() -> BootMoment { time.withLock { $0 } }

    func advance(_ seconds: Double) {
        time.withLock { $0.microseconds += Int64(seconds * 1_000_000) }
    }

    /// The power is cut, and the board is there again so many seconds after its kernel.
    func restart(after seconds: Double) {
        time.withLock {
            $0.boot.low += 1
            $0.microseconds = Int64(seconds * 1_000_000)
        }
    }
}

extension Pattern {
    /// A pattern of digits.
    convenience init(_ digits: String) {
        self.init()
        for digit in digits { join(digit.wholeNumberValue ?? 0) }
    }
}
