import CTouchTrackerDurabilityTrace
import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

/// Access to a folder in which an attacker may create links.
@Suite("Folder descriptor")
struct FolderDescriptorTests {
    private let inside = TemporaryFolder(named: "folder descriptor tests")
    private let others = TemporaryFolder()
    private var path: String { inside.path }
    private var outside: String { "\(others.path)/outside" }

    init() throws {
        try others.write("precious", to: "outside")
        #expect(chmod(outside, 0o644) == 0)
    }

    private func below(_ name: String) -> String { "\(path)/\(name)" }

    private func expectOutsideFileUnchanged() throws {
        #expect(try String(contentsOfFile: outside, encoding: .utf8) == "precious")
        var information = stat()
        #expect(lstat(outside, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o644)
        #expect(information.st_uid == geteuid())
    }

    @Test("A private file is created and replaced with permissions 0600.")
    func replacing() throws {
        let folder = try FolderDescriptor(path)
        #expect(try !folder.contains("a"))
        for text in ["one", "another", ""] {
            try folder.replacePrivately("a", with: Array(text.utf8))
            #expect(try inside.bytes("a") == Array(text.utf8))
            #expect(try folder.read("a", maximumSize: 100) == Array(text.utf8))
            var information = stat()
            #expect(lstat(below("a"), &information) == 0)
            #expect(information.st_mode == S_IFREG | 0o600)
        }
        #expect(FileSystem.names(in: path) == ["a"])
        try folder.remove("a")
        try folder.remove("a")
        #expect(FileSystem.names(in: path).isEmpty)
    }

    @Test("A file and its folder are synchronized when the file is replaced, changed or removed.")
    func durability() throws {
        let folder = try FolderDescriptor(path)
        func calls(_ body: () throws -> Void) rethrows -> String {
            durability_trace_begin()
            try body()
            return String(cString: durability_trace_end())
        }
        for _ in 0..<2 {
            #expect(
                try calls { try folder.replacePrivately("a", with: [1, 2]) }
                    == "fsync file, rename, fsync folder")
        }
        #expect(
            try calls { try folder.overwrite("a", expectedSize: 2, at: 0, with: [3]) }
                == "pwrite, fdatasync file")
        #expect(try calls { try folder.remove("a") } == "fsync folder")
        #expect(
            try calls { try FileContents.replace(below("b"), with: [1]) }
                == "fsync file, rename, fsync folder")
    }

    @Test(
        "A file that root writes gets the folder's owner and group.",
        .enabled(if: geteuid() == 0, "needs root"))
    func owner() throws {
        #expect(chown(path, 12_345, 23_456) == 0)
        try FolderDescriptor(path).replacePrivately("a", with: [1])
        var information = stat()
        #expect(lstat(below("a"), &information) == 0)
        #expect(information.st_uid == 12_345 && information.st_gid == 23_456)
    }

    @Test(
        "Writing follows no link, neither at the file's name nor at the temporary file's."
    )
    func links() throws {
        let temporary = below("a.part-\(getpid())")
        let makers: [(String) -> Int32] = [
            { [outside] in symlink(outside, $0) }, { [outside] in link(outside, $0) },
        ]
        for make in makers {
            for name in [below("a"), temporary] {
                #expect(make(name) == 0)
                if geteuid() == 0 { #expect(chown(path, 12_345, 12_345) == 0) }
                try FolderDescriptor(path).replacePrivately("a", with: [1, 2])
                #expect(try inside.bytes("a") == [1, 2])
                try expectOutsideFileUnchanged()
                #expect(FileSystem.names(in: path) == ["a"])
                #expect(unlink(below("a")) == 0)
            }
        }
    }

    @Test("Reading and overwriting follow no link and reject a file with a second hard link.")
    func overwritingLinks() throws {
        let folder = try FolderDescriptor(path)
        #expect(symlink(outside, below("a")) == 0)
        let isLink = LinuxError(operation: "open", code: .symbolicLink, path: below("a"))
        #expect(throws: isLink) { try FolderDescriptor(path).read("a", maximumSize: 100) }
        #expect(throws: isLink) {
            try FolderDescriptor(path).overwrite("a", expectedSize: 8, at: 0, with: [1])
        }
        #expect(try folder.contains("a"))
        #expect(unlink(below("a")) == 0 && link(outside, below("a")) == 0)
        #expect(throws: LinuxError(operation: "open", code: .invalid, path: below("a"))) {
            try FolderDescriptor(path).overwrite("a", expectedSize: 8, at: 0, with: [1])
        }
        try folder.remove("a")
        try expectOutsideFileUnchanged()
    }

    @Test("Overwriting happens in place and rejects a file of another size.")
    func overwriting() throws {
        let folder = try FolderDescriptor(path)
        try folder.replacePrivately("a", with: [1, 2, 3, 4])
        var before = stat()
        #expect(lstat(below("a"), &before) == 0)
        try folder.overwrite("a", expectedSize: 4, at: 1, with: [8, 9])
        #expect(try inside.bytes("a") == [1, 8, 9, 4])
        var after = stat()
        #expect(lstat(below("a"), &after) == 0)
        #expect(before.st_ino == after.st_ino)
        #expect(throws: LinuxError(operation: "open", code: .invalid, path: below("a"))) {
            try FolderDescriptor(path).overwrite("a", expectedSize: 5, at: 1, with: [7])
        }
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: below("b"))) {
            try FolderDescriptor(path).overwrite("b", expectedSize: 4, at: 1, with: [7])
        }
        #expect(try inside.bytes("a") == [1, 8, 9, 4])
    }

    @Test("Reading rejects a FIFO and a folder, and returns one byte more of a larger file.")
    func kinds() throws {
        let folder = try FolderDescriptor(path)
        #expect(mkfifo(below("pipe"), 0o600) == 0 && mkdir(below("folder"), 0o700) == 0)
        for (name, code) in [("pipe", Errno.notRegularFile), ("folder", Errno.isFolder)] {
            #expect(throws: LinuxError(operation: "open", code: code, path: below(name))) {
                try FolderDescriptor(path).read(name, maximumSize: 10)
            }
        }
        try folder.replacePrivately("a", with: [UInt8](repeating: 7, count: 5_000))
        #expect(try folder.read("a", maximumSize: 10).count == 11)
        #expect(try folder.read("a", maximumSize: 5_000).count == 5_000)
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: below("no"))) {
            try FolderDescriptor(path).read("no", maximumSize: 10)
        }
    }

    @Test(
        "Only a missing file, a regular file or a link is replaced by a private file.",
        arguments: IrregularFile.creatable)
    func irregular(kind: IrregularFile) throws {
        try kind.create(at: below("a"))
        let before = IrregularFile.state(of: below("a"))
        let target = IrregularFile.state(of: below("a.target"))
        if [.link, .deviceLink, .brokenLink].contains(kind) {
            try FolderDescriptor(path).replacePrivately("a", with: [1])
            #expect(try inside.bytes("a") == [1])
            #expect(IrregularFile.state(of: below("a.target")) == target)
        } else {
            let code: Errno = kind == .folder ? .isFolder : .notRegularFile
            #expect(throws: LinuxError(operation: "rename", code: code, path: below("a"))) {
                try FolderDescriptor(path).replacePrivately("a", with: [1])
            }
            #expect(IrregularFile.state(of: below("a")) == before)
        }
    }

    @Test("An open folder stays the same after its path was replaced.")
    func replacedPath() throws {
        let folder = try FolderDescriptor(path)
        let movedPath = path + ".moved"
        #expect(rename(path, movedPath) == 0 && symlink("/nowhere", path) == 0)
        try folder.replacePrivately("a", with: [1])
        #expect(FileSystem.names(in: movedPath) == ["a"])
        #expect(unlink(path) == 0 && rename(movedPath, path) == 0)
    }

    @Test("A failed replacement throws an error with the path and leaves no temporary file.")
    func failures() throws {
        #expect(mkdir(below("b"), 0o700) == 0)
        #expect(
            throws: LinuxError(operation: "rename", code: Errno(rawValue: EISDIR), path: below("b"))
        ) {
            try FolderDescriptor(path).replacePrivately("b", with: [1])
        }
        #expect(FileSystem.names(in: path) == ["b"])
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: below("no"))) {
            _ = try FolderDescriptor(below("no"))
        }
    }
}
