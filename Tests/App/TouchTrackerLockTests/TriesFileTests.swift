import Foundation
import KioskSystem
import Testing
import TouchTrackerLock

@Suite("The file of tries")
struct TriesFileTests {
    private let place = Place()

    private func tries(_ wrong: UInt32) -> Tries {
        let boot = BootID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        return Tries(
            wrong: wrong, last: BootMoment(boot: boot, microseconds: 1_000_000 * Int64(wrong) + 7))
    }

    /// Writes tries one after the other, as many processes would.
    private func write(_ wrongs: some Sequence<UInt32>) throws {
        let folder = try OpenFolder(place.path)
        for wrong in wrongs {
            try TriesFile.write(tries(wrong), after: TriesFile.read(in: folder), in: folder)
        }
    }

    private func read() throws -> Tries? {
        try TriesFile.read(in: OpenFolder(place.path))?.tries
    }

    private var bytes: [UInt8] {
        get throws { try place.bytes(TriesFile.name) }
    }

    @Test("What was written is read, and the file stays as long as it was.")
    func writing() throws {
        #expect(try read() == nil)
        for wrong: UInt32 in [0, 1, 2, 3, .max, 0, 1] {
            try write([wrong])
            #expect(try read() == tries(wrong))
            #expect(try bytes.count == 8_192)
            #expect(try place.mode(TriesFile.name) == 0o600)
        }
        #expect(place.names == [TriesFile.name])
    }

    @Test("A slot is only written while the other one holds the newest tries.")
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

    @Test("A write that is torn at any byte leaves the tries before it or after it.")
    func torn() throws {
        for last: UInt32 in [1, 2, 3, 4] {
            try? place.remove(TriesFile.name)
            try write(0..<last)
            let before = try bytes
            try write([last])
            let after = try bytes
            for length in 0...8_192 {
                let forwards = Array(after[..<length] + before[length...])
                let backwards = Array(before[..<length] + after[length...])
                for torn in [forwards, backwards] {
                    let found = TriesFile.content(of: torn)?.tries
                    #expect(found == tries(last - 1) || found == tries(last))
                }
            }
            // The disk gave up on the whole block that was written.
            var zeros = after
            let block = last % 2 == 1 ? 4_096..<8_192 : 0..<4_096
            zeros.replaceSubrange(block, with: repeatElement(0, count: 4_096))
            #expect(TriesFile.content(of: zeros)?.tries == tries(last - 1))
        }
    }

    @Test("A bit that flips anywhere in a slot is noticed.")
    func damaged() throws {
        try write([3])
        let whole = try bytes
        for place in 0..<56 {
            for bit in 0..<8 {
                var bytes = whole
                bytes[place] ^= 1 << UInt8(bit)
                #expect(TriesFile.content(of: bytes) == nil)
            }
        }
    }

    @Test(
        "What isn't such a file is none.",
        arguments: [0, 1, 512, 8_191, 8_193, 100_000])
    func otherLengths(_ length: Int) throws {
        try write([3])
        let whole = try bytes
        let other = Array((whole + [UInt8](repeating: 0, count: 100_000)).prefix(length))
        #expect(TriesFile.content(of: other) == nil)
        try place.write(TriesFile.name, other)
        #expect(try read() == nil)
    }

    @Test("A link, a folder or a pipe in its place is none either, and isn't waited for.")
    func otherKinds() throws {
        try place.write("elsewhere", [1, 2, 3])
        #expect(symlink("elsewhere", "\(place.path)/\(TriesFile.name)") == 0)
        #expect(try read() == nil)
        try write([2])
        #expect(try read() == tries(2))
        #expect(try place.bytes("elsewhere") == [1, 2, 3])
        try place.remove(TriesFile.name)
        #expect(mkfifo("\(place.path)/\(TriesFile.name)", 0o600) == 0)
        #expect(try read() == nil)
        try place.remove(TriesFile.name)
        #expect(mkdir("\(place.path)/\(TriesFile.name)", 0o700) == 0)
        #expect(try read() == nil)
    }

    @Test(
        "A full disk keeps nobody from counting.", .enabled(if: SmallDisk.isPossible, "needs root"))
    func fullDisk() throws {
        let disk = try SmallDisk(kibibytes: 64)
        let folder = try OpenFolder(disk.path)
        try TriesFile.write(tries(0), after: nil, in: folder)
        disk.fill()
        for wrong: UInt32 in 1...5 {
            try TriesFile.write(tries(wrong), after: TriesFile.read(in: folder), in: folder)
            #expect(try TriesFile.read(in: folder)?.tries == tries(wrong))
        }
        #expect(throws: LinuxError.self) {
            try TriesFile.write(tries(9), after: nil, in: OpenFolder(disk.path))
        }
        #expect(try TriesFile.read(in: folder)?.tries == tries(5))
    }
}
