import Foundation
import KioskSystem
import KioskYAML
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import LabReports
import Testing
import TouchTrackerTestSupport

@Suite("FieldTestArchive")
struct FieldTestArchiveTests {
    private func document(
        board: String? = "Board", device: String = "Panel"
    ) throws -> FieldTestDocument {
        var metadata = FieldTestSamples.metadata
        metadata.board = board
        let recording = FieldTestSamples.recording([], metadata: metadata, name: device)
        return try FieldTestReplay(recording).document(version: "1.0")
    }

    private func names(_ folder: TemporaryFolder, _ path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(path)").sorted()
    }

    @Test("A report is a folder with the JSON and HTML reports and the recording")
    func files() throws {
        let folder = TemporaryFolder()
        let document = try document(
            board: "Raspberry Pi 4 Model B Rev 1.4", device: "Goodix: Touch!")
        let archive = FieldTestArchive(folder: "\(folder.path)/reports")
        let path = try archive.add(document, recording: Array("what was touched".utf8))
        let name = "reports/0001-raspberry-pi-4-model-b-rev-1-4-goodix-touch"
        #expect(path == "\(folder.path)/\(name)")
        #expect(try names(folder, name) == ["recording.yaml", "report.html", "report.json"])
        #expect(try folder.text("\(name)/report.json") == document.json.text + "\n")
        #expect(try folder.text("\(name)/report.html") == document.html)
        #expect(try folder.text("\(name)/recording.yaml") == "what was touched")
    }

    @Test(
        "Folder names contain only characters that every file system supports",
        arguments: [
            ("../../etc", "a/b", "0001-etc-a-b"), ("", "", "0001-board-panel"),
            ("触摸", "\0\n", "0001-board-panel"), ("CON: 1", "-x-", "0001-con-1-x"),
            (
                String(repeating: "long ", count: 30), "p",
                "0001-long-long-long-long-long-long-long-long-p"
            ),
        ])
    func naming(board: String, device: String, expected: String) throws {
        let folder = TemporaryFolder()
        let document = try document(board: board, device: device)
        _ = try FieldTestArchive(folder: folder.path).add(document, recording: [])
        #expect(try names(folder) == [expected])
    }

    @Test("The next report number follows the largest existing one")
    func numbering() throws {
        let folder = TemporaryFolder()
        for name in ["0007-x-y", "0003-x-y", "9-x", "12345", "notes", "00x1-y"] {
            try folder.makeFolder(name)
        }
        let archive = FieldTestArchive(folder: folder.path)
        #expect(try archive.add(document(), recording: []).hasSuffix("/0008-board-panel"))
        try folder.makeFolder("9999-x-y")
        #expect(try archive.add(document(), recording: []).hasSuffix("/10000-board-panel"))
        #expect(try archive.add(document(), recording: []).hasSuffix("/10001-board-panel"))
    }

    @Test("The newest twenty reports remain, and foreign files are not removed")
    func pruning() throws {
        let folder = TemporaryFolder()
        let archive = FieldTestArchive(folder: folder.path)
        let document = try document()
        _ = try archive.add(document, recording: [])
        try folder.write("mine", to: "0001-board-panel/notes.txt")
        for _ in 0..<22 { _ = try archive.add(document, recording: []) }
        let remaining = try names(folder)
        #expect(remaining.first == "0001-board-panel")
        #expect(
            remaining.dropFirst().first == "0004-board-panel"
                && remaining.last == "0023-board-panel")
        #expect(remaining.count == 21)
        #expect(try names(folder, "0001-board-panel") == ["notes.txt"])
    }

    @Test("Incomplete reports of ended processes are removed, those of running ones are not")
    func incompleteReports() throws {
        let folder = TemporaryFolder()
        // Larger than any process ID of the kernel.
        try folder.write("half", to: ".part-999999999/report.json.part-5")
        try folder.makeFolder(".part-1")
        _ = try FieldTestArchive(folder: folder.path).add(document(), recording: [])
        #expect(try names(folder) == [".part-1", "0001-board-panel"])
    }

    @Test("An unwritable folder throws an error and no files remain")
    func unwritable() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "file")
        for path in ["\(folder.path)/file", "\(folder.path)/none/reports"] {
            #expect(throws: LinuxError.self) {
                try FieldTestArchive(folder: path).add(document(), recording: [])
            }
            #expect(throws: LinuxError.self) {
                try FieldTestArchive(folder: path).verifyWritable()
            }
        }
        #expect(try names(folder) == ["file"])
    }

    @Test("The check of a folder creates the folder and leaves no files in it")
    func check() throws {
        let folder = TemporaryFolder()
        let archive = FieldTestArchive(folder: "\(folder.path)/reports")
        for _ in 0..<2 { try archive.verifyWritable() }
        #expect(try names(folder, "reports").isEmpty)
    }
}
