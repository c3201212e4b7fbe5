import Foundation
import KioskYAML
import Testing
import TouchTrackerTestSupport

@Suite("YAML file")
struct YAMLFileTests {
    private let folder = TemporaryFolder()

    /// Returns the error message of reading a file, or `no error`.
    func errorMessage(_ path: String, isOwn: Bool = false) -> String {
        messageThrown {
            if isOwn {
                _ = try YAMLDocument.read(ownFile: path)
            } else {
                _ = try YAMLDocument.read(path: path)
            }
        }
    }

    @Test("A large file is read completely.")
    func wholeFile() throws {
        let numbers = (0..<50_000).map(String.init).joined(separator: ", ")
        try folder.write("list: [\(numbers)]\n", to: "a.yaml")
        let list = try YAMLDocument.read(path: "\(folder.path)/a.yaml").root.value(of: "list")
            .elements()
        #expect(list.count == 50_000)
        #expect(try list.reduce(Int64(0)) { try $0 + $1.integer() } == 1_249_975_000)
    }

    @Test("An unreadable file causes an error with the path, the cause and a remedy.")
    func unreadable() throws {
        let missing = "\(folder.path)/none.yaml"
        #expect(
            errorMessage(missing)
                == "\(missing): cannot read: No such file or directory; check the path")
        #expect(errorMessage(folder.path).hasSuffix("Is a directory; use a file, not a folder"))
        #expect(
            errorMessage("a\0b").hasSuffix(
                "the path contains a NUL byte; use another path"))
    }

    @Test(
        "A file that is not a regular file is refused in one line, without waiting.",
        arguments: IrregularFile.creatable)
    func irregular(kind: IrregularFile) throws {
        let path = "\(folder.path)/a.yaml"
        #expect(try YAMLDocument.read(ownFile: path) == nil)
        try kind.create(at: path, linkingTo: Array("a: 1".utf8))
        let before = IrregularFile.state(of: path)
        let expected =
            switch kind {
            case .fifo, .socket, .device, .deviceLink:
                "not a regular file; replace it with a regular file"
            case .folder: "Is a directory; use a file, not a folder"
            case .brokenLink: "No such file or directory; check the path"
            case .link: ""
            }
        #expect(
            errorMessage(path)
                == (kind == .link ? "no error" : "\(path): cannot read: \(expected)"))
        let own =
            [.link, .deviceLink, .brokenLink].contains(kind)
            ? "symbolic links are not followed; replace it with a regular file" : expected
        #expect(errorMessage(path, isOwn: true) == "\(path): cannot read: \(own)")
        #expect(IrregularFile.state(of: path) == before)
    }

    @Test("A file that is too large is rejected.")
    func tooLarge() throws {
        let path = "\(folder.path)/large.yaml"
        try folder.write("", to: "large.yaml")
        #expect(truncate(path, Int(YAMLFile.maximumSize) + 1) == 0)
        #expect(errorMessage(path).hasSuffix("is larger than 512 MiB; use a smaller file"))
    }
}
