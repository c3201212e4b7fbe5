import Foundation
import Glibc
import KioskSystem
import Testing

@Suite("Folder")
struct FolderTests {
    /// A folder with a file `real` and a link `link` to it, removed with its owner.
    private final class Scratch {
        let path: String

        init() {
            path = NSTemporaryDirectory() + "touchtracker-folder-\(UUID().uuidString)"
            mkdir(path, 0o700)
            close(creat("\(path)/real", 0o600))
            symlink("real", "\(path)/link")
            symlink("nothing", "\(path)/broken")
        }

        deinit {
            for name in ["real", "link", "broken"] { unlink("\(path)/\(name)") }
            rmdir(path)
        }
    }

    @Test("It names what is in a folder, and nothing where there is none.")
    func names() {
        let scratch = Scratch()
        #expect(Set(Folder.names(in: scratch.path)) == ["real", "link", "broken"])
        #expect(Folder.names(in: scratch.path + "/none").isEmpty)
    }

    @Test("Links are followed to what is there.")
    func links() throws {
        let scratch = Scratch()
        let real = try #require(Folder.resolve("\(scratch.path)/real"))
        #expect(Folder.resolve("\(scratch.path)/link") == real)
        #expect(Folder.resolve("\(scratch.path)/broken") == nil)
    }

    @Test("A file's group is named.")
    func groups() {
        #expect(Folder.group(of: "/proc/1") == "root")
        #expect(Folder.group(of: "/nowhere") == nil)
    }
}

@Suite("Mapped memory")
struct MappedMemoryTests {
    @Test("Ordinary memory is as long as asked for, zero and writable.")
    func anonymous() throws {
        let memory = try MappedMemory(anonymous: 10_000)
        #expect(memory.length == 10_000)
        #expect(memory.base.load(fromByteOffset: 9_992, as: UInt64.self) == 0)
        memory.base.storeBytes(of: 7, toByteOffset: 9_999, as: UInt8.self)
        #expect(memory.base.load(fromByteOffset: 9_999, as: UInt8.self) == 7)
    }

    @Test("What can't be mapped is an error with its cause.")
    func refused() {
        do {
            let memory = try MappedMemory(anonymous: 0)
            Issue.record("mapped \(memory.length) bytes")
        } catch {
            #expect(error == LinuxError(operation: "mmap", code: .invalid))
        }
    }
}
