import Glibc
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("File system")
struct FileSystemTests {
    /// A folder with a file `real`, a symbolic link `link` to it, and a broken link `broken`.
    private let folder = TemporaryFolder()

    init() throws {
        try folder.write("", to: "real")
        symlink("real", "\(folder.path)/link")
        symlink("nothing", "\(folder.path)/broken")
    }

    @Test("names(in:) returns the entries of a folder, or nothing for a missing folder.")
    func names() {
        #expect(Set(FileSystem.names(in: folder.path)) == ["real", "link", "broken"])
        #expect(FileSystem.names(in: folder.path + "/none").isEmpty)
    }

    @Test("resolve(_:) follows links to existing files.")
    func links() throws {
        let real = try #require(FileSystem.resolve("\(folder.path)/real"))
        #expect(FileSystem.resolve("\(folder.path)/link") == real)
        #expect(FileSystem.resolve("\(folder.path)/broken") == nil)
    }

    @Test("groupName(of:) returns the name of a file's group.")
    func groups() {
        #expect(FileSystem.groupName(of: "/proc/1") == "root")
        #expect(FileSystem.groupName(of: "/nowhere") == nil)
    }
}
