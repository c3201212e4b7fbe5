import Foundation
import Glibc
import KioskSystem
import Testing

@Suite("File system")
struct FileSystemTests {
    /// A folder with a file `real`, a symbolic link `link` to it, and a broken link `broken`. The
    /// folder is removed with the object.
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

    @Test("names(in:) returns the entries of a folder, or nothing for a missing folder.")
    func names() {
        let scratch = Scratch()
        #expect(Set(FileSystem.names(in: scratch.path)) == ["real", "link", "broken"])
        #expect(FileSystem.names(in: scratch.path + "/none").isEmpty)
    }

    @Test("resolve(_:) follows links to existing files.")
    func links() throws {
        let scratch = Scratch()
        let real = try #require(FileSystem.resolve("\(scratch.path)/real"))
        #expect(FileSystem.resolve("\(scratch.path)/link") == real)
        #expect(FileSystem.resolve("\(scratch.path)/broken") == nil)
    }

    @Test("groupName(of:) returns the name of a file's group.")
    func groups() {
        #expect(FileSystem.groupName(of: "/proc/1") == "root")
        #expect(FileSystem.groupName(of: "/nowhere") == nil)
    }
}
