import Foundation
import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("AttemptFile")
struct AttemptFileTests {
    private let folder = TemporaryFolder.forLock()

    /// Returns a record whose time is derived from its count.
    private func attempts(_ count: UInt32) -> FailedAttempts {
        let boot = BootID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        return FailedAttempts(
            count: count,
            last: BootTimestamp(boot: boot, microseconds: 1_000_000 * Int64(count) + 7))
    }

    /// Writes records with the given counts, each after reading the file as a new process would.
    private func write(_ counts: some Sequence<UInt32>) throws {
        let descriptor = try FolderDescriptor(folder.path)
        for count in counts {
            try AttemptFile.write(
                attempts(count), replacing: AttemptFile.read(in: descriptor), in: descriptor)
        }
    }

    private func read() throws -> FailedAttempts? {
        try AttemptFile.read(in: FolderDescriptor(folder.path))?.attempts
    }

    private var bytes: [UInt8] {
        get throws { try folder.bytes(AttemptFile.fileName) }
    }

    @Test("A written record is read again, and the size of the file does not change.")
    func writing() throws {
        #expect(try read() == nil)
        for count: UInt32 in [0, 1, 2, 3, .max, 0, 1] {
            try write([count])
            #expect(try read() == attempts(count))
            #expect(try bytes.count == 8_192)
            #expect(try folder.mode(AttemptFile.fileName) == 0o600)
        }
        #expect(folder.names == [AttemptFile.fileName])
    }

    @Test("Writes alternate between the slots, so the newest record is never overwritten.")
    func slots() throws {
        try write(0...3)
        let before = try bytes
        try write([4])
        let after = try bytes
        #expect(before[..<4_096] != after[..<4_096])
        #expect(before[4_096...] == after[4_096...])
        try write([5])
        #expect(try bytes[..<4_096] == after[..<4_096])
    }

    @Test("After a write torn at any byte, the old or the new record is read.")
    func torn() throws {
        for last: UInt32 in [1, 2, 3, 4] {
            try? folder.remove(AttemptFile.fileName)
            try write(0..<last)
            let before = try bytes
            try write([last])
            let after = try bytes
            for length in 0...8_192 {
                let forwards = Array(after[..<length] + before[length...])
                let backwards = Array(before[..<length] + after[length...])
                for torn in [forwards, backwards] {
                    let found = AttemptFile.content(of: torn)?.attempts
                    #expect(found == attempts(last - 1) || found == attempts(last))
                }
            }
            // The disk lost the whole written block.
            var zeros = after
            let block = last % 2 == 1 ? 4_096..<8_192 : 0..<4_096
            zeros.replaceSubrange(block, with: repeatElement(0, count: 4_096))
            #expect(AttemptFile.content(of: zeros)?.attempts == attempts(last - 1))
        }
    }

    @Test("A slot with any flipped bit is invalid.")
    func flippedBits() throws {
        try write([3])
        let whole = try bytes
        for index in 0..<56 {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << UInt8(bit)
                #expect(AttemptFile.content(of: bytes) == nil)
            }
        }
    }

    @Test(
        "A file of another length has no content.",
        arguments: [0, 1, 512, 8_191, 8_193, 100_000])
    func otherLengths(_ length: Int) throws {
        try write([3])
        let whole = try bytes
        let other = Array((whole + [UInt8](repeating: 0, count: 100_000)).prefix(length))
        #expect(AttemptFile.content(of: other) == nil)
        try folder.write(other, to: AttemptFile.fileName)
        #expect(try read() == nil)
    }

    @Test("A symbolic link, pipe or folder has no content, and reading it does not block.")
    func otherKinds() throws {
        try folder.write([1, 2, 3], to: "elsewhere")
        #expect(symlink("elsewhere", "\(folder.path)/\(AttemptFile.fileName)") == 0)
        #expect(try read() == nil)
        try write([2])
        #expect(try read() == attempts(2))
        #expect(try folder.bytes("elsewhere") == [1, 2, 3])
        try folder.remove(AttemptFile.fileName)
        #expect(mkfifo("\(folder.path)/\(AttemptFile.fileName)", 0o600) == 0)
        #expect(try read() == nil)
        try folder.remove(AttemptFile.fileName)
        #expect(mkdir("\(folder.path)/\(AttemptFile.fileName)", 0o700) == 0)
        #expect(try read() == nil)
    }

    @Test(
        "On a full disk an existing file can be updated.",
        .enabled(if: SmallFileSystem.isSupported, "needs root"))
    func fullDisk() throws {
        let disk = try SmallFileSystem(kibibytes: 64)
        let descriptor = try FolderDescriptor(disk.path)
        try AttemptFile.write(attempts(0), replacing: nil, in: descriptor)
        disk.fill()
        for count: UInt32 in 1...5 {
            try AttemptFile.write(
                attempts(count), replacing: AttemptFile.read(in: descriptor), in: descriptor)
            #expect(try AttemptFile.read(in: descriptor)?.attempts == attempts(count))
        }
        #expect(throws: LinuxError.self) {
            try AttemptFile.write(attempts(9), replacing: nil, in: FolderDescriptor(disk.path))
        }
        #expect(try AttemptFile.read(in: descriptor)?.attempts == attempts(5))
    }
}
