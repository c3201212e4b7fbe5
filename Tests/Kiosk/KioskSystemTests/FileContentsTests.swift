import Foundation
import KioskSystem
import Testing

@Suite("File contents")
struct FileContentsTests {
    let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("file-contents-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    private func cleanUp() throws {
        try FileManager.default.removeItem(atPath: folder)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    @Test("A file is created and replaced without leaving temporary files.")
    func replace() throws {
        try FileContents.replace("\(folder)/a", with: Array("one".utf8))
        #expect(try text("a") == "one")
        try FileContents.replace("\(folder)/a", with: Array("another".utf8))
        #expect(try text("a") == "another")
        try FileContents.replace("\(folder)/a", with: [])
        #expect(try text("a") == "")
        #expect(FileSystem.names(in: folder) == ["a"])
        try cleanUp()
    }

    @Test("The given permissions apply independently of the umask.")
    func mode() throws {
        try FileContents.replace("\(folder)/a", with: [1, 2, 3], mode: 0o644)
        let information = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")
        #expect(information[.posixPermissions] as? Int == 0o644)
        try FileContents.replace("\(folder)/a", with: [], mode: 0o600)
        let changed = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")
        #expect(changed[.posixPermissions] as? Int == 0o600)
        try cleanUp()
    }

    @Test("Only a regular file has a size.")
    func size() throws {
        try FileContents.replace("\(folder)/a", with: [1, 2, 3])
        #expect(FileContents.size(of: "\(folder)/a") == 3)
        #expect(FileContents.size(of: "\(folder)/b") == nil)
        #expect(FileContents.size(of: folder) == nil)
        try cleanUp()
    }

    @Test("Replacing through a symbolic link replaces the link's target.")
    func link() throws {
        try FileContents.replace("\(folder)/a", with: Array("one".utf8))
        #expect(symlink("a", "\(folder)/b") == 0)
        try FileContents.replace("\(folder)/b", with: Array("two".utf8))
        #expect(try text("a") == "two")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/b") == "a")
        try cleanUp()
    }

    @Test("Temporary files of dead processes are removed, those of running ones are not.")
    func abandonedParts() throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/true")
        try child.run()
        let dead = child.processIdentifier
        child.waitUntilExit()
        let remaining = ["a.part-\(getppid())", "a.part-x", "a.part--1", "b.part-\(dead)"]
        for name in remaining + ["a.part-\(dead)", "a.part-\(getpid())"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try FileContents.replace("\(folder)/a", with: Array("one".utf8))
        #expect(try text("a") == "one")
        #expect(FileSystem.names(in: folder).sorted() == (remaining + ["a"]).sorted())
        try cleanUp()
    }

    @Test("A failed replacement throws an error with the path and leaves no temporary file.")
    func failures() throws {
        let missing = "\(folder)/no/a"
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: missing)) {
            try FileContents.replace(missing, with: [1])
        }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/b", withIntermediateDirectories: true)
        #expect(
            throws: LinuxError(
                operation: "rename", code: Errno(rawValue: EISDIR), path: "\(folder)/b")
        ) {
            try FileContents.replace("\(folder)/b", with: [1])
        }
        #expect(FileSystem.names(in: folder) == ["b"])
        try cleanUp()
    }
}
