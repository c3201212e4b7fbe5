import Foundation
import LabFieldTestTechnician
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Tests that the program refuses FIFOs, folders, sockets, devices and links at the paths that it
/// opens, with one line, without waiting and without replacing them.
@Suite("Irregular files", .serialized)
struct IrregularFileTests {
    /// The kinds of files: all of them in a campaign, because each case runs the program.
    private static let kinds = BoardEnvironment.runsCampaigns ? IrregularFile.creatable : [.fifo]

    /// Returns all pairs of an opened path and a kind of file.
    private static func cases(_ paths: [OpenedPath]) -> [(OpenedPath, IrregularFile)] {
        paths.flatMap { path in kinds.map { (path, $0) } }
    }

    private static let stateFiles = cases(OpenedPath.stateFiles)
    // The socket of a killed kiosk is replaced.
    private static let runtimeFiles = cases(OpenedPath.runtimeFiles).filter {
        $0.name != "status" || $1 != .socket
    }
    private static let inputs = cases(OpenedPath.inputs)
    // A benchmark with a usable output file runs for minutes.
    private static let outputs = cases(OpenedPath.outputs).filter {
        $0.arguments.first != "benchmark" || $1.cause(of: .output) != nil
    }
    // An empty folder is suitable for reports and frames.
    private static let others = cases(OpenedPath.others).filter {
        $0.role != .output || $1 != .folder || $0.name == "a.yaml"
    }

    /// Runs the program with a file of a kind at a path, and checks that the file is unchanged.
    private func run(
        _ path: OpenedPath, _ kind: IrregularFile, end: Program.End? = nil,
        isTargetReplaced: Bool = false
    ) throws -> (lines: [String], status: Int32, folder: TemporaryFolder) {
        let folder = TemporaryFolder()
        try folder.makeFolder("sparks")
        let recording = FieldTestSamples.good.recording.fileBytes
        try Data(recording).write(to: URL(fileURLWithPath: "\(folder.path)/recording.yaml"))
        if path.arguments.first == "export", path.role == .output {
            try DrawingStore(folder: folder.path, access: .readWrite).apply([.removeAll])
        }
        let file = "\(folder.path)/\(path.name)"
        try kind.create(at: file)
        let before = IrregularFile.state(of: file)
        let insert = { (text: String) in
            text.replacingOccurrences(of: "FOLDER", with: folder.path)
        }
        let program = try Program.run(
            path.arguments.map(insert), environment: path.environment.mapValues(insert), end: end,
            // The picture is first written when the drawing has been idle for some seconds.
            sign: path.name == "drawing.picture" ? "drawing picture: cannot save" : "first frame")
        let after = IrregularFile.state(of: file)
        if isTargetReplaced {
            #expect(after.isSameFile(as: before))
            #expect(after != before)
        } else {
            #expect(after == before)
        }
        let lines = program.errors.split(separator: "\n").map(String.init).filter {
            !$0.hasPrefix("first frame") && !$0.hasPrefix("frames=")
        }
        return (lines, program.status, folder)
    }

    @Test("The kiosk draws, and names the state file that it cannot use", arguments: stateFiles)
    func stateFile(path: OpenedPath, kind: IrregularFile) throws {
        let (lines, status, folder) = try run(path, kind, end: .terminate(afterSeconds: 0))
        #expect(status == 0)
        #expect(lines == [path.message(kind.cause(of: .own) ?? "", in: folder.path, kind)])
    }

    @Test("A runtime file that is irregular does not prevent drawing", arguments: runtimeFiles)
    func runtimeFile(path: OpenedPath, kind: IrregularFile) throws {
        let (lines, status, folder) = try run(path, kind, end: .terminate(afterSeconds: 0))
        #expect(status == 0)
        #expect(lines == [path.message(kind.cause(of: .own) ?? "", in: folder.path, kind)])
    }

    @Test("An irregular input file is refused; a link to a file is followed", arguments: inputs)
    func input(path: OpenedPath, kind: IrregularFile) throws {
        let (lines, status, folder) = try run(path, kind)
        #expect(status == path.status)
        guard let cause = kind.cause(of: path.role) else {
            // The linked file has invalid contents.
            #expect(lines.count == 1)
            #expect(lines.first?.contains("not a regular file") == false)
            return
        }
        let message = path.message(cause, in: folder.path, kind)
        #expect(lines == ["touchtracker: \(message)"])
    }

    @Test("An irregular output file is refused; a link to a file is followed", arguments: outputs)
    func output(path: OpenedPath, kind: IrregularFile) throws {
        let cause = kind.cause(of: .output)
        let (lines, status, folder) = try run(path, kind, isTargetReplaced: cause == nil)
        guard let cause else {
            #expect(status == 0 && lines.isEmpty)
            return
        }
        #expect(status == 74)
        let message = path.message(cause, in: folder.path, kind)
        #expect(lines == ["touchtracker: \(message)"])
    }

    @Test("An unsuitable device, socket or folder is refused in one line", arguments: others)
    func other(path: OpenedPath, kind: IrregularFile) throws {
        let (lines, status, _) = try run(path, kind)
        #expect(status == path.status)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("touchtracker: ") == true)
    }

    @Test(
        "A file without read permission is one line",
        arguments: OpenedPath.inputs.filter { $0.role == .input })
    func unreadable(path: OpenedPath) throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("sparks")
        let recording = FieldTestSamples.good.recording.fileBytes
        try Data(recording).write(to: URL(fileURLWithPath: "\(folder.path)/recording.yaml"))
        try folder.write("text", to: path.name)
        #expect(chmod("\(folder.path)/\(path.name)", 0) == 0)
        let arguments = path.arguments.map {
            $0.replacingOccurrences(of: "FOLDER", with: folder.path)
        }
        let user = geteuid() == 0 ? ["--reuid=12345", "--clear-groups"] : []
        let program = try Program.run(
            user + [try Program.path] + arguments, executable: "/usr/bin/setpriv")
        // Other users may be unable to reach the program in its build folder.
        if program.status == 127 || program.status == 126 { return }
        #expect(program.status == path.status)
        let lines = program.errors.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("/\(path.name): ") == true)
        #expect(lines.first?.contains("Permission denied; ") == true)
    }

    @Test("A request file is removed without opening it", arguments: kinds)
    func request(kind: IrregularFile) throws {
        let folder = TemporaryFolder()
        let file = "\(folder.path)/reset-lock"
        try kind.create(at: file)
        let target = IrregularFile.state(of: "\(file).target")
        let program = try Program.run(
            OpenedPath.kiosk, environment: ["RUNTIME_DIRECTORY": folder.path],
            end: .terminate(afterSeconds: 0))
        #expect(program.status == 0)
        #expect(folder.contains("reset-lock") == (kind == .folder))
        #expect(IrregularFile.state(of: "\(file).target") == target)
    }
}
