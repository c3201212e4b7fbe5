import Glibc
import KioskSystem

/// Tells the failing disk of `Tests/App/TouchTrackerCrashTests/Preload/failing-disk.c` what to do: a file of numbers that
/// both have in memory.
package final class DiskControl {
    /// Which of a drawing's files a failure is about.
    package struct Files: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// `drawing.sqlite`.
        package static let database = Files(rawValue: 1)
        /// `-wal`.
        package static let log = Files(rawValue: 2)
        /// `-shm`.
        package static let index = Files(rawValue: 4)
        /// Whatever else is in the folder.
        package static let other = Files(rawValue: 8)
        /// All of them.
        package static let all: Files = [.database, .log, .index, .other]
    }

    /// Which calls fail.
    package struct Calls: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Opening and making files.
        package static let open = Calls(rawValue: 1)
        package static let read = Calls(rawValue: 2)
        package static let write = Calls(rawValue: 4)
        /// `fsync` and `fdatasync`.
        package static let synchronize = Calls(rawValue: 8)
        package static let truncate = Calls(rawValue: 16)
        /// Removing and renaming.
        package static let name = Calls(rawValue: 32)
        /// All that change anything.
        package static let changing: Calls = [.open, .write, .synchronize, .truncate, .name]
        /// All of them.
        package static let all: Calls = [.read, .changing]
    }

    /// How the disk fails.
    package struct Fault: Sendable {
        /// `errno`; 0 where nothing fails.
        package var error: Int32 = 0
        /// How often; nil: until it is mended.
        package var times: UInt32?
        package var files = Files.all
        package var calls = Calls.changing
        /// Of a thousand of those calls, so many fail.
        package var perMille: UInt32 = 1_000
        /// Whether writes are cut short; where there is an error too, now this, now that.
        package var isShort = false
        /// How long those calls take, also those that don't fail: who waits for them is found out.
        package var milliseconds: UInt32 = 100

        package init(
            error: Int32 = 0, times: UInt32? = nil, files: Files = .all, calls: Calls = .changing,
            perMille: UInt32 = 1_000, isShort: Bool = false, milliseconds: UInt32 = 100
        ) {
            self.error = error
            self.times = times
            self.files = files
            self.calls = calls
            self.perMille = perMille
            self.isShort = isShort
            self.milliseconds = milliseconds
        }
    }

    /// The order of `struct control`.
    private enum Place: Int, CaseIterable {
        case error, left, files, calls, perMille, isShort, milliseconds, hits, random
    }

    private static let size = Place.allCases.count * MemoryLayout<UInt32>.size
    private let memory: UnsafeMutablePointer<UInt32>

    /// Shares a file with the disk; it is made, of a disk that works, where it isn't there.
    package init(path: String) throws {
        let file = OwnedDescriptor(
            owning: try checked("open", path: path) {
                open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            })
        let number = file.number
        try checked("ftruncate", path: path) { ftruncate(number, Self.size) }
        let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
        guard let address, address != MAP_FAILED else {
            throw LinuxError(operation: "mmap", code: .last, path: path)
        }
        memory = address.bindMemory(to: UInt32.self, capacity: Place.allCases.count)
    }

    deinit {
        munmap(memory, Self.size)
    }

    /// How many calls have failed or were cut short so far.
    package var hits: Int { Int(memory[Place.hits.rawValue]) }

    /// The disk fails from now on.
    package func begin(_ fault: Fault, seed: UInt32) {
        set(.left, 0)
        set(.random, seed)
        set(.error, UInt32(fault.error))
        set(.files, fault.files.rawValue)
        set(.calls, fault.calls.rawValue)
        set(.perMille, fault.perMille)
        set(.isShort, fault.isShort ? 1 : 0)
        set(.milliseconds, fault.milliseconds)
        set(.left, fault.times ?? .max)
    }

    /// The disk works again.
    package func mend() {
        set(.left, 0)
        set(.files, 0)
    }

    private func set(_ place: Place, _ value: UInt32) {
        memory[place.rawValue] = value
    }
}
