import Glibc
import KioskSystem

/// A controller for the preloaded library that simulates a failing disk
/// (`Tests/App/TouchTrackerCrashTests/Preload/failing-disk.c`).
///
/// Controller and library share a memory-mapped file with the settings and counters.
package final class DiskFaultInjector {
    /// The files of a drawing that a fault affects.
    package struct Files: OptionSet, Sendable {
        /// The bits of `struct control`'s `files`.
        package let rawValue: UInt32
        /// Creates a set from bits of `struct control`'s `files`.
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The database, `drawing.sqlite`.
        package static let database = Files(rawValue: 1)
        /// The write-ahead log, `drawing.sqlite-wal`.
        package static let log = Files(rawValue: 2)
        /// The shared-memory index, `drawing.sqlite-shm`.
        package static let index = Files(rawValue: 4)
        /// All other files in the drawing's folder.
        package static let other = Files(rawValue: 8)
        /// All files in the drawing's folder.
        package static let all: Files = [.database, .log, .index, .other]
    }

    /// The system calls that a fault affects.
    package struct Calls: OptionSet, Sendable {
        /// The bits of `struct control`'s `calls`.
        package let rawValue: UInt32
        /// Creates a set from bits of `struct control`'s `calls`.
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Opening and creating files.
        package static let open = Calls(rawValue: 1)
        /// Reading from files.
        package static let read = Calls(rawValue: 2)
        /// Writing to files.
        package static let write = Calls(rawValue: 4)
        /// Synchronizing files to the disk: `fsync` and `fdatasync`.
        package static let synchronize = Calls(rawValue: 8)
        /// Changing the length of files.
        package static let truncate = Calls(rawValue: 16)
        /// Removing and renaming files.
        package static let renameAndRemove = Calls(rawValue: 32)
        /// All calls that change the disk.
        package static let changing: Calls = [
            .open, .write, .synchronize, .truncate, .renameAndRemove,
        ]
        /// All calls.
        package static let all: Calls = [.read, .changing]
    }

    /// A simulated disk failure.
    package struct Fault: Sendable {
        /// The `errno` of failing calls, or 0 if no call fails.
        package var error: Int32 = 0
        /// The number of failures until the disk works again, or `nil` for failures until
        /// `clear()`.
        package var times: UInt32?
        /// The affected files.
        package var files = Files.all
        /// The affected calls.
        package var calls = Calls.changing
        /// The share of the affected calls that fail, in ‰.
        package var perMille: UInt32 = 1_000
        /// Whether writes are partial. With an `error` too, some affected writes are partial and
        /// the others fail.
        package var shortensWrites = false
        /// The duration of all affected calls, in milliseconds.
        ///
        /// A slow disk reveals code that waits for it on the main thread.
        package var milliseconds: UInt32 = 100

        /// Creates a fault; by default, it affects all calls that change any file.
        package init(
            error: Int32 = 0, times: UInt32? = nil, files: Files = .all, calls: Calls = .changing,
            perMille: UInt32 = 1_000, shortensWrites: Bool = false, milliseconds: UInt32 = 100
        ) {
            self.error = error
            self.times = times
            self.files = files
            self.calls = calls
            self.perMille = perMille
            self.shortensWrites = shortensWrites
            self.milliseconds = milliseconds
        }
    }

    /// The fields of `struct control`, in order.
    private enum Field: Int, CaseIterable {
        case error, left, files, calls, perMille, isShort, milliseconds, hits, random
    }

    private static let size = Field.allCases.count * MemoryLayout<UInt32>.size
    private let memory: UnsafeMutablePointer<UInt32>

    /// Maps the shared file, which is created without a fault if it is missing.
    package init(path: String) throws {
        let file = OwnedDescriptor(
            owning: try performSystemCall("open", path: path) {
                open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            })
        let number = file.number
        try performSystemCall("ftruncate", path: path) { ftruncate(number, Self.size) }
        let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
        guard let address, address != MAP_FAILED else {
            throw LinuxError(operation: "mmap", code: .last, path: path)
        }
        memory = address.bindMemory(to: UInt32.self, capacity: Field.allCases.count)
    }

    deinit {
        munmap(memory, Self.size)
    }

    /// The number of calls that have failed or were shortened so far.
    package var affectedCallCount: Int { Int(memory[Field.hits.rawValue]) }

    /// Starts a fault; `seed` determines which calls fail.
    package func inject(_ fault: Fault, seed: UInt32) {
        set(.left, 0)
        set(.random, seed)
        set(.error, UInt32(fault.error))
        set(.files, fault.files.rawValue)
        set(.calls, fault.calls.rawValue)
        set(.perMille, fault.perMille)
        set(.isShort, fault.shortensWrites ? 1 : 0)
        set(.milliseconds, fault.milliseconds)
        set(.left, fault.times ?? .max)
    }

    /// Ends the fault.
    package func clear() {
        set(.left, 0)
        set(.files, 0)
    }

    private func set(_ field: Field, _ value: UInt32) {
        memory[field.rawValue] = value
    }
}
