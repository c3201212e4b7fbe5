import Foundation
import KioskSystem
import Testing

@Suite("Whole files")
struct WholeFileTests {
    let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("whole-file-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    private func cleanUp() throws {
        try FileManager.default.removeItem(atPath: folder)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    @Test("A file is made, and replaced; nothing else is left beside it.")
    func replace() throws {
        try WholeFile.replace("\(folder)/a", with: Array("one".utf8))
        #expect(try text("a") == "one")
        try WholeFile.replace("\(folder)/a", with: Array("another".utf8))
        #expect(try text("a") == "another")
        try WholeFile.replace("\(folder)/a", with: [])
        #expect(try text("a") == "")
        #expect(Folder.names(in: folder) == ["a"])
        try cleanUp()
    }

    @Test("A file may be for everybody, whatever the process makes otherwise.")
    func mode() throws {
        try WholeFile.replace("\(folder)/a", with: [1, 2, 3], mode: 0o644)
        let information = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")
        #expect(information[.posixPermissions] as? Int == 0o644)
        try WholeFile.replace("\(folder)/a", with: [], mode: 0o600)
        let changed = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")
        #expect(changed[.posixPermissions] as? Int == 0o600)
        try cleanUp()
    }

    @Test("A file's size is told, and that of nothing else.")
    func size() throws {
        try WholeFile.replace("\(folder)/a", with: [1, 2, 3])
        #expect(WholeFile.size("\(folder)/a") == 3)
        #expect(WholeFile.size("\(folder)/b") == nil)
        #expect(WholeFile.size(folder) == nil)
        try cleanUp()
    }

    @Test("A link goes on leading to the file, which is replaced.")
    func link() throws {
        try WholeFile.replace("\(folder)/a", with: Array("one".utf8))
        #expect(symlink("a", "\(folder)/b") == 0)
        try WholeFile.replace("\(folder)/b", with: Array("two".utf8))
        #expect(try text("a") == "two")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/b") == "a")
        try cleanUp()
    }

    @Test("What a killed process has left is removed, and nothing that a living one writes.")
    func leftBehind() throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/true")
        try child.run()
        let dead = child.processIdentifier
        child.waitUntilExit()
        let stay = ["a.part-\(getppid())", "a.part-x", "a.part--1", "b.part-\(dead)"]
        for name in stay + ["a.part-\(dead)", "a.part-\(getpid())"] {
            try Data("half".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try WholeFile.replace("\(folder)/a", with: Array("one".utf8))
        #expect(try text("a") == "one")
        #expect(Folder.names(in: folder).sorted() == (stay + ["a"]).sorted())
        try cleanUp()
    }

    @Test("Where it can't be written, the error names the file, and nothing is left.")
    func trouble() throws {
        let elsewhere = "\(folder)/no/a"
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: elsewhere)) {
            try WholeFile.replace(elsewhere, with: [1])
        }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/b", withIntermediateDirectories: true)
        #expect(
            throws: LinuxError(
                operation: "rename", code: Errno(rawValue: EISDIR), path: "\(folder)/b")
        ) {
            try WholeFile.replace("\(folder)/b", with: [1])
        }
        #expect(Folder.names(in: folder) == ["b"])
        try cleanUp()
    }
}
