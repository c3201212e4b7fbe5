import Foundation
import KioskSystem
import Testing

/// A folder that belongs to somebody hostile.
@Suite("Open folders")
final class OpenFolderTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("open folder tests \(UUID().uuidString)").path
    private let elsewhere = FileManager.default.temporaryDirectory
        .appendingPathComponent("elsewhere \(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: elsewhere))
        #expect(chmod(elsewhere, 0o644) == 0)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: elsewhere)
    }

    private func below(_ name: String) -> String { "\(path)/\(name)" }

    private func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: below(name))))
    }

    private func expectElsewhereUntouched() throws {
        #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "precious")
        var information = stat()
        #expect(lstat(elsewhere, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o644)
        #expect(information.st_uid == geteuid())
    }

    @Test("A private file is made and replaced whole, for its owner alone.")
    func replacing() throws {
        let folder = try OpenFolder(path)
        #expect(try !folder.has("a"))
        for text in ["one", "another", ""] {
            try folder.replacePrivately("a", with: Array(text.utf8))
            #expect(try bytes("a") == Array(text.utf8))
            #expect(try folder.read("a", upTo: 100) == Array(text.utf8))
            var information = stat()
            #expect(lstat(below("a"), &information) == 0)
            #expect(information.st_mode == S_IFREG | 0o600)
        }
        #expect(Folder.names(in: path) == ["a"])
        try folder.remove("a")
        try folder.remove("a")
        #expect(Folder.names(in: path).isEmpty)
    }

    @Test(
        "Root gives what it writes to the folder's owner.",
        .enabled(if: geteuid() == 0, "needs root"))
    func owner() throws {
        #expect(chown(path, 12_345, 23_456) == 0)
        try OpenFolder(path).replacePrivately("a", with: [1])
        var information = stat()
        #expect(lstat(below("a"), &information) == 0)
        #expect(information.st_uid == 12_345 && information.st_gid == 23_456)
    }

    @Test(
        "No link leads writing elsewhere: neither in the file's place nor in that of its beginnings."
    )
    func links() throws {
        let part = below("a.part-\(getpid())")
        let makers: [(String) -> Int32] = [
            { [elsewhere] in symlink(elsewhere, $0) }, { [elsewhere] in link(elsewhere, $0) },
        ]
        for make in makers {
            for place in [below("a"), part] {
                #expect(make(place) == 0)
                if geteuid() == 0 { #expect(chown(path, 12_345, 12_345) == 0) }
                try OpenFolder(path).replacePrivately("a", with: [1, 2])
                #expect(try bytes("a") == [1, 2])
                try expectElsewhereUntouched()
                #expect(Folder.names(in: path) == ["a"])
                #expect(unlink(below("a")) == 0)
            }
        }
    }

    @Test("Nor reading or overwriting, nor does a file that has another name.")
    func overwritingLinks() throws {
        let folder = try OpenFolder(path)
        #expect(symlink(elsewhere, below("a")) == 0)
        let isLink = LinuxError(operation: "open", code: .tooManyLinks, path: below("a"))
        #expect(throws: isLink) { try OpenFolder(path).read("a", upTo: 100) }
        #expect(throws: isLink) {
            try OpenFolder(path).overwrite("a", ofLength: 8, at: 0, with: [1])
        }
        #expect(try folder.has("a"))
        #expect(unlink(below("a")) == 0 && link(elsewhere, below("a")) == 0)
        #expect(throws: LinuxError(operation: "open", code: .invalid, path: below("a"))) {
            try OpenFolder(path).overwrite("a", ofLength: 8, at: 0, with: [1])
        }
        try folder.remove("a")
        try expectElsewhereUntouched()
    }

    @Test("A part is written over in place; a file of another length isn't.")
    func overwriting() throws {
        let folder = try OpenFolder(path)
        try folder.replacePrivately("a", with: [1, 2, 3, 4])
        var before = stat()
        #expect(lstat(below("a"), &before) == 0)
        try folder.overwrite("a", ofLength: 4, at: 1, with: [8, 9])
        #expect(try bytes("a") == [1, 8, 9, 4])
        var after = stat()
        #expect(lstat(below("a"), &after) == 0)
        #expect(before.st_ino == after.st_ino)
        #expect(throws: LinuxError(operation: "open", code: .invalid, path: below("a"))) {
            try OpenFolder(path).overwrite("a", ofLength: 5, at: 1, with: [7])
        }
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: below("b"))) {
            try OpenFolder(path).overwrite("b", ofLength: 4, at: 1, with: [7])
        }
        #expect(try bytes("a") == [1, 8, 9, 4])
    }

    @Test("What is no ordinary file isn't read, nor waited for; a long one is recognised.")
    func kinds() throws {
        let folder = try OpenFolder(path)
        #expect(mkfifo(below("pipe"), 0o600) == 0 && mkdir(below("folder"), 0o700) == 0)
        for name in ["pipe", "folder"] {
            #expect(throws: LinuxError(operation: "open", code: .invalid, path: below(name))) {
                try OpenFolder(path).read(name, upTo: 10)
            }
        }
        try folder.replacePrivately("a", with: [UInt8](repeating: 7, count: 5_000))
        #expect(try folder.read("a", upTo: 10).count == 11)
        #expect(try folder.read("a", upTo: 5_000).count == 5_000)
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: below("no"))) {
            try OpenFolder(path).read("no", upTo: 10)
        }
    }

    @Test("It stays the same folder, wherever its path leads meanwhile.")
    func moving() throws {
        let folder = try OpenFolder(path)
        let aside = path + ".aside"
        #expect(rename(path, aside) == 0 && symlink("/nowhere", path) == 0)
        try folder.replacePrivately("a", with: [1])
        #expect(Folder.names(in: aside) == ["a"])
        #expect(unlink(path) == 0 && rename(aside, path) == 0)
    }

    @Test("Where it can't be written, the error names the file, and nothing is left.")
    func trouble() throws {
        #expect(mkdir(below("b"), 0o700) == 0)
        #expect(
            throws: LinuxError(operation: "rename", code: Errno(rawValue: EISDIR), path: below("b"))
        ) {
            try OpenFolder(path).replacePrivately("b", with: [1])
        }
        #expect(Folder.names(in: path) == ["b"])
        #expect(throws: LinuxError(operation: "open", code: .notFound, path: below("no"))) {
            _ = try OpenFolder(below("no"))
        }
    }
}

@Suite("The boot's clock")
struct BootClockTests {
    @Test("A boot's number is read as the kernel and the service manager write it.")
    func numbers() {
        let number = BootID(high: 0x0123_4567_89AB_4DEF, low: 0xFEDC_BA98_7654_3210)
        #expect(BootID("01234567-89ab-4def-fedc-ba9876543210\n") == number)
        #expect(BootID("0123456789ab4deffedcba9876543210") == number)
        for text in [
            "", "1", "01234567-89ab-4def-fedc-ba987654321", "x1234567-89ab-4def-fedc-ba9876543210",
        ] {
            #expect(BootID(text) == nil)
        }
    }

    @Test("It goes on, and always says the same boot, which is the kernel's.")
    func going() throws {
        let kernels = try String(
            contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let first = BootClock().now()
        let second = BootClock(orNamed: "0123456789ab4deffedcba9876543210").now()
        #expect(first.boot == BootID(kernels) && second.boot == first.boot)
        #expect(first.boot != .unknown)
        #expect(second.microseconds >= first.microseconds && first.microseconds > 0)
    }
}
