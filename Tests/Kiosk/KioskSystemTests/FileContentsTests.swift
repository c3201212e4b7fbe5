import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("File contents")
struct FileContentsTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }

    @Test("A file is created and replaced without leaving temporary files.")
    func replace() throws {
        try FileContents.replace("\(folder)/a", with: Array("one".utf8))
        #expect(try temporary.text("a") == "one")
        try FileContents.replace("\(folder)/a", with: Array("another".utf8))
        #expect(try temporary.text("a") == "another")
        try FileContents.replace("\(folder)/a", with: [])
        #expect(try temporary.text("a") == "")
        #expect(FileSystem.names(in: folder) == ["a"])
    }

    @Test("The given permissions apply independently of the umask.")
    func mode() throws {
        try FileContents.replace("\(folder)/a", with: [1, 2, 3], mode: 0o666)
        let information = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")
        #expect(information[.posixPermissions] as? Int == 0o666)
        try FileContents.replace("\(folder)/a", with: [], mode: 0o600)
        let changed = try FileManager.default.attributesOfItem(atPath: "\(folder)/a")
        #expect(changed[.posixPermissions] as? Int == 0o600)
    }

    @Test("Only a regular file has a size.")
    func size() throws {
        try FileContents.replace("\(folder)/a", with: [1, 2, 3])
        #expect(FileContents.size(of: "\(folder)/a") == 3)
        #expect(FileContents.size(of: "\(folder)/b") == nil)
        #expect(FileContents.size(of: folder) == nil)
    }

    @Test("A link to a regular file is followed only on request.")
    func link() throws {
        try FileContents.replace("\(folder)/a", with: Array("one".utf8))
        #expect(symlink("a", "\(folder)/b") == 0)
        let refusal = LinuxError(operation: "rename", code: .symbolicLink, path: "\(folder)/b")
        #expect(throws: refusal) { try FileContents.replace("\(folder)/b", with: [1]) }
        #expect(throws: LinuxError.self) { try FileContents.read("\(folder)/b", maximumSize: 9) }
        #expect(try temporary.text("a") == "one")
        try FileContents.replace("\(folder)/b", with: Array("two".utf8), followsLink: true)
        #expect(try temporary.text("a") == "two")
        #expect(
            try FileContents.read("\(folder)/b", maximumSize: 9, followsLink: true)
                == Array("two".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/b") == "a")
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
        #expect(try temporary.text("a") == "one")
        #expect(FileSystem.names(in: folder).sorted() == (remaining + ["a"]).sorted())
    }

    /// Returns the error for a file of a kind, or `nil` if the file is accepted.
    private func code(_ kind: IrregularFile, followsLink: Bool) -> Errno? {
        switch kind {
        case .fifo, .socket, .device: .notRegularFile
        case .folder: .isFolder
        case .link: followsLink ? nil : .symbolicLink
        case .deviceLink: followsLink ? .notRegularFile : .symbolicLink
        case .brokenLink: .symbolicLink
        }
    }

    @Test(
        "An irregular file is neither read, replaced nor opened, and nothing waits for it.",
        arguments: IrregularFile.creatable, [false, true])
    func irregular(kind: IrregularFile, followsLink: Bool) throws {
        let path = "\(folder)/a"
        try kind.create(at: path)
        let before = IrregularFile.state(of: path)
        let names = FileSystem.names(in: folder).sorted()
        func code(_ body: () throws -> Void) -> Errno? {
            do {
                try body()
                return nil
            } catch {
                return (error as? LinuxError)?.code
            }
        }
        let expected = self.code(kind, followsLink: followsLink)
        #expect(
            code { try FileContents.verifyReplaceable(path, followsLink: followsLink) } == expected)
        if expected != nil {
            #expect(
                code { try FileContents.replace(path, with: [1], followsLink: followsLink) }
                    == expected)
        }
        let isMissing = kind == .brokenLink && followsLink
        #expect(
            code { _ = try FileContents.read(path, maximumSize: 9, followsLink: followsLink) }
                == (isMissing ? .notFound : expected))
        for flags in [O_RDONLY, O_WRONLY, O_RDWR] {
            #expect(
                code { _ = try OwnedDescriptor.open(regularFile: path, flags: flags | O_NOFOLLOW) }
                    == self.code(kind, followsLink: false))
        }
        #expect(
            code {
                _ = try OwnedDescriptor.open(regularFile: path, flags: O_RDWR | O_CREAT | O_EXCL)
            } == Errno(rawValue: EEXIST))
        #expect(IrregularFile.state(of: path) == before)
        #expect(FileSystem.names(in: folder).sorted() == names)
    }

    @Test("A file that reports the size 0 is read up to one page, a larger file is refused.")
    func sizes() throws {
        #expect(
            try FileContents.read("/proc/self/comm", maximumSize: 100, followsLink: true).last
                == 0x0A)
        #expect(
            try FileContents.read("/proc/self/maps", maximumSize: 100_000, followsLink: true).count
                == 4_096)
        try FileContents.replace("\(folder)/a", with: [1, 2, 3])
        #expect(try FileContents.read("\(folder)/a", maximumSize: 3) == [1, 2, 3])
        #expect(
            throws: LinuxError(operation: "read", code: .fileTooLarge, path: "\(folder)/a")
        ) { try FileContents.read("\(folder)/a", maximumSize: 2) }
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
    }
}
