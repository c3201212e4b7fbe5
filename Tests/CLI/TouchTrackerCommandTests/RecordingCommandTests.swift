import Foundation
import Testing
import TouchTrackerTestSupport

/// Tests the output and the files of `touchtracker replay` and `touchtracker record`.
@Suite("Recording commands", .serialized)
struct RecordingCommandTests {
    private static let recording = Repository.root
        .appendingPathComponent("Tests/Lab/LabRecordingsTests/Recordings/five-fingers.yml").path

    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }

    @Test("A replay writes the last picture, every picture in a new folder, and the trace")
    func replay() throws {
        let program = try Program.run([
            "replay", Self.recording, "--out", "\(folder)/last.png", "--every-frame",
            "\(folder)/frames", "--trace",
        ])
        #expect(program.status == 0)
        #expect(program.errors.isEmpty)
        // Five contacts begin, move 15 times and are lifted.
        let lines = program.output.split(separator: "\n")
        #expect(lines.filter { $0.contains(" 1 ") && !$0.contains(" view ") }.count == 85)
        #expect(lines.contains { $0.hasSuffix(" view DrawingView touchesBegan 1,2,3,4,5") })
        let ends = lines.filter { $0.contains(" view DrawingView touchesEnded ") }
        #expect(ends.flatMap { $0.split(separator: " ")[4].split(separator: ",") }.count == 5)
        let frames = try FileManager.default.contentsOfDirectory(
            atPath: "\(folder)/frames"
        ).sorted()
        #expect(frames.first == "frame-000001.png")
        let last = try #require(frames.last)
        #expect(
            FileManager.default.contents(atPath: "\(folder)/frames/\(last)")
                == FileManager.default.contents(atPath: "\(folder)/last.png"))
        // Pictures of two replays must not be mixed.
        let again = try Program.run([
            "replay", Self.recording, "--every-frame", "\(folder)/frames",
        ])
        #expect(again.status == 74)
        #expect(again.errors.contains("not an empty folder; choose"))
        #expect(again.errors.split(separator: "\n").count == 1)
    }

    @Test("A picture that cannot be written is reported before the replay")
    func unwritablePicture() throws {
        let program = try Program.run([
            "replay", Self.recording, "--trace", "--out", "/nowhere/last.png",
        ])
        #expect(program.status == 74)
        #expect(program.output.isEmpty)
        #expect(program.errors.contains("/nowhere/last.png: cannot write: "))
        #expect(program.errors.split(separator: "\n").count == 1)
    }

    @Test("The trace of a replay whose picture cannot be written is complete")
    func traceOfFailure() throws {
        let arguments = ["replay", Self.recording, "--trace", "--out", "\(folder)/last.png"]
        let complete = try Program.run(arguments)
        let program = try Program.runUnableToWrite(arguments)
        #expect(program.status == 74)
        #expect(program.errors.contains("\(folder)/last.png: cannot write: File too large"))
        #expect(!complete.output.isEmpty)
        #expect(program.output == complete.output)
    }

    @Test("A replay with fault injection changes the touches, equally for equal seeds")
    func faults() throws {
        func contacts(_ faults: String...) throws -> [String] {
            let program = try Program.run(["replay", Self.recording, "--trace"] + faults)
            #expect(program.status == 0)
            #expect(program.errors.isEmpty)
            return program.output.split(separator: "\n").map(String.init).filter {
                let words = $0.split(separator: " ")
                return words.count == 10 && words[1] == "1"
            }
        }
        let good = try contacts()
        #expect(good.count == 85)
        #expect(try contacts("--seed", "7") == good)
        // Five contacts begin side by side; the middle one is at 45 percent of the width.
        let dead = try contacts("--fault", "dead-column=45,10")
        #expect(dead.count == 68)
        let flipped = try contacts("--fault", "flip-x", "--fault", "flip-x")
        #expect(
            flipped.map { $0.split(separator: " ")[3] } == good.map { $0.split(separator: " ")[3] })
        let noise = try contacts("--fault", "jitter=1", "--seed", "7")
        #expect(noise.count == 85)
        #expect(noise != good)
        #expect(try contacts("--fault", "jitter=1", "--seed", "7") == noise)
        #expect(try contacts("--fault", "jitter=1", "--seed", "8") != noise)
    }

    @Test(
        "A truncated recording is status 66; with --incomplete, complete frames are played"
    )
    func cutOff() throws {
        let whole = try #require(FileManager.default.contents(atPath: Self.recording))
        let path = "\(folder)/cut.yml"
        try whole.prefix(whole.count * 2 / 3).write(to: URL(fileURLWithPath: path))
        let program = try Program.run(["replay", path, "--out", "\(folder)/cut.png"])
        #expect(program.status == 66)
        #expect(program.errors.hasPrefix("touchtracker: \(path):"))
        #expect(program.errors.contains("--incomplete"))
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/cut.png"))
        let rest = try Program.run(
            ["replay", path, "--incomplete", "--out", "\(folder)/cut.png"])
        #expect(rest.status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/cut.png"))
    }

    @Test(
        "An unusable recording or device is one line with its name, and the exit status",
        arguments: [
            (["replay", "/nowhere.yml", "--out", "FOLDER/never.png"], 66, "/nowhere.yml"),
            (["replay", "/etc/passwd", "--trace"], 66, "/etc/passwd"),
            (["replay", "/dev", "--trace"], 66, "/dev"),
            (["replay", recording], 64, "--out"),
            (
                ["replay", recording, "--trace", "--fault", "flip-z"], 64,
                "--fault flip-z: unknown fault; choose one of dead-column=X"
            ),
            (
                ["replay", recording, "--trace", "--fault", "gaps=0"], 64,
                "--fault gaps=0: the gap must be from 1 to 10000 ms; write gaps=MS[,SECONDS]"
            ),
            (
                ["replay", recording, "--trace", "--fault", "flip-x", "--fault", "jitter=big"], 64,
                "--fault jitter=big: the deviation, \"big\", is not a number; write jitter=MM"
            ),
            (["replay", recording, "--trace", "--seed", "-1"], 64, "--seed"),
            (["record", "--device", "event999", "FOLDER/never.yml"], 69, "/dev/input/event999"),
            (["record", "--device", "/dev/null", "FOLDER/never.yml"], 69, "/dev/null"),
            (["record"], 64, "file"),
        ] as [([String], Int32, String)])
    func unusable(arguments: [String], status: Int32, named: String) throws {
        let program = try Program.run(
            arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder) })
        #expect(program.status == status)
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(program.errors.contains(named))
        #expect(program.output.isEmpty)
        #expect(temporary.names.isEmpty)
    }
}
