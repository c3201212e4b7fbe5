import Foundation
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import touchtracker

/// Tests the output and files of `touchtracker field-test --from` from outside.
@Suite("Field-test command", .serialized)
struct FieldTestCommandTests {
    private let folder = TemporaryFolder()

    private func write(_ recording: Recording, to name: String) throws -> String {
        try folder.write(recording.fileBytes, to: name)
    }

    @Test("A good touchscreen gives status 0, a line for each test, and the verdict")
    func good() throws {
        let path = try write(FieldTestSamples.good.recording, to: "good.yaml")
        let program = try Program.run(["field-test", "--from", path])
        #expect(program.status == 0 && program.errors.isEmpty)
        let lines = program.output.split(separator: "\n").map(String.init)
        try #require(lines.count > GuidedTest.allCases.count)
        #expect(lines[0].hasPrefix("verdict"))
        for (line, test) in zip(lines.dropFirst(), GuidedTest.allCases) {
            #expect(line.hasPrefix("pass") && line.contains(test.title), "\(line)")
        }
        #expect(lines.contains("Screen: 800x480, 155 × 86 mm"))
        #expect(lines.last == "Verdict: pass (all tests passed)")
    }

    @Test("A faulty touchscreen gives status 1, the fault, and a udev rule that corrects it")
    func flipped() throws {
        let path = try write(FieldTestSamples.flipped.recording, to: "flipped.yaml")
        let program = try Program.run(["field-test", "--from", path])
        #expect(program.status == 1 && program.errors.isEmpty)
        #expect(program.output.contains("Accuracy: x is flipped"))
        #expect(program.output.contains("Verdict: fail (failed: accuracy)"))
        #expect(
            program.output.hasSuffix(
                "ATTRS{name}==\"Test Panel\", ENV{LIBINPUT_CALIBRATION_MATRIX}=\"-1 0 1 0 1 0\"\n"))
    }

    @Test("JSON has all values, and repeated runs write the same bytes to output and folder")
    func machine() throws {
        let path = try write(FieldTestSamples.flipped.recording, to: "flipped.yaml")
        let reports = "\(folder.path)/reports"
        let arguments = ["field-test", "--from", path, "--json", "--report", reports]
        let first = try Program.run(arguments)
        let second = try Program.run(arguments)
        #expect(first.status == 1 && first.output == second.output)
        #expect(first.errors.contains("\(reports)/0001-test-board-4-test-panel"))
        let names = ["0001", "0002"].map { "reports/\($0)-test-board-4-test-panel" }
        for name in names { #expect(try folder.text("\(name)/report.json") == first.output) }
        #expect(
            try folder.text("\(names[0])/report.html") == folder.text("\(names[1])/report.html"))
        #expect(try folder.text("\(names[0])/recording.yaml") == folder.text("flipped.yaml"))
        let report = try jsonObject(first.output)
        #expect(
            Set(report.keys) == [
                "verdict", "tests", "device", "display", "board", "date", "kernel", "serial",
                "operator", "version", "calibration",
            ])
        #expect(report["verdict"] as? String == "fail")
        let tests = try #require(report["tests"] as? [[String: Any]])
        #expect(tests.map { $0["name"] as? String } == GuidedTest.allCases.map(\.rawValue))
        for test in tests {
            #expect(
                Set(test.keys) == [
                    "name", "verdict", "figure", "unit", "limit", "source", "finding", "figures",
                ])
        }
        #expect(tests[1]["verdict"] as? String == "fail")
        #expect(tests[1]["unit"] as? String == "mm" && tests[1]["limit"] as? Double == 1)
        let device = try #require(report["device"] as? [String: Any])
        #expect(device["name"] as? String == "Test Panel" && device["slots"] as? Int == 10)
        let display = try #require(report["display"] as? [String: Any])
        #expect(display["mode"] as? String == "800x480")
        let calibration = try #require(report["calibration"] as? [String: Any])
        #expect(calibration["proposed"] as? [Double] == [-1, 0, 1, 0, 1, 0])
        #expect(calibration["applied"] is NSNull)
        #expect((calibration["udev"] as? String)?.contains("-1 0 1 0 1 0") == true)
    }

    @Test("A test of which a part is missing is incomplete, with status 2")
    func incomplete() throws {
        var recording = FieldTestSamples.good.recording
        // The recording ends during the last test, which waits for ghosts.
        let last = try #require(recording.devices[0].events.last?.time)
        recording.fieldTest?.duration = last.microseconds
        let path = try write(recording, to: "good.yaml")
        let program = try Program.run(["field-test", "--from", path])
        #expect(program.status == 2 && program.errors.isEmpty)
        #expect(program.output.contains("\nnot done"))
        #expect(program.output.contains("Verdict: incomplete (not done: ghosts)\n"))
    }

    @Test("A recording without any test is one line with status 66")
    func noTest() throws {
        let empty = try write(FieldTestSamples.recording([], metadata: nil), to: "empty.yaml")
        let drawing = Repository.root.appendingPathComponent("docs/images/drawing.yml").path
        for path in [empty, drawing] {
            let program = try Program.run(["field-test", "--from", path, "--serial", "A-17"])
            #expect(program.status == 66 && program.output.isEmpty)
            #expect(
                program.errors == "touchtracker: \(path): contains no field test: "
                    + "no test was done; specify the recording of a field test\n")
        }
    }

    @Test("The report contains serial number, operator, and the recorded date and kernel")
    func conditions() throws {
        var recording = FieldTestSamples.good.recording
        recording.fieldTest?.conditions.date = "2026-11-23T20:15:00Z"
        recording.fieldTest?.conditions.kernel = "6.12.0-test"
        recording.fieldTest?.conditions.serial = "old"
        let path = try write(recording, to: "good.yaml")
        let program = try Program.run([
            "field-test", "--from", path, "--json", "--serial", "A-17", "--operator", "Mira Šmíd",
        ])
        let report = try jsonObject(program.output)
        #expect(report["date"] as? String == "2026-11-23T20:15:00Z")
        #expect(report["kernel"] as? String == "6.12.0-test")
        #expect(report["serial"] as? String == "A-17")
        #expect(report["operator"] as? String == "Mira Šmíd")
        let text = try Program.run(["field-test", "--from", path]).output
        #expect(text.contains("\nSerial number: old\n") && text.contains("\nDate: 2026-11-23T20"))
    }

    /// Runs the field test without a display. SIGTERM is pending when the program starts.
    private func runBriefly(_ arguments: [String]) throws -> Program {
        let script = "kill -TERM $$; exec \"$@\""
        return try Program.run(
            ["--block-signal=TERM", "/bin/sh", "-c", script, "sh", try Program.path, "field-test"]
                + ["--display", "headless:320x240"] + arguments, executable: "/usr/bin/env")
    }

    @Test("A field test that ends before the summary is incomplete, in one line")
    func endedEarly() throws {
        for option in ["--state", "--report"] {
            let program = try runBriefly([option, folder.path])
            #expect(program.status == 2 && program.output.isEmpty)
            #expect(
                program.errors == "touchtracker: field-test: ended before the summary; no report\n"
            )
        }
    }

    @Test("Without a folder for the report and for calibrations, the first line names the options")
    func noFolder() throws {
        let program = try runBriefly([])
        #expect(program.status == 2)
        let lines = program.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("--state /var/lib/touchtracker") == true)
        #expect(lines.first?.contains("--report FOLDER") == true)
    }

    @Test("A folder in which no report can be stored is reported before the test, with status 74")
    func unwritableFolder() throws {
        try folder.write("", to: "file")
        for path in ["/proc/reports", "\(folder.path)/file", "\(folder.path)/file/reports"] {
            let program = try runBriefly(["--report", path])
            #expect(program.status == 74 && program.output.isEmpty)
            #expect(program.errors.hasPrefix("touchtracker: \(path): cannot write the report: "))
            #expect(program.errors.split(separator: "\n").count == 1)
        }
    }

    @Test("Limits of a file apply, and the report names the file")
    func limits() throws {
        let path = try write(FieldTestSamples.good.recording, to: "good.yaml")
        try folder.write("latency.reports-hz: {pass: 500, fail: 400}\n", to: "limits.yaml")
        let strict = try Program.run([
            "field-test", "--from", path, "--limits", "\(folder.path)/limits.yaml",
        ])
        #expect(strict.status == 1)
        #expect(strict.output.contains("at least 500 Hz"))
        #expect(strict.output.contains("\(folder.path)/limits.yaml"))
    }

    @Test("A file with limits is refused if it is larger than 64 KiB")
    func largeLimits() throws {
        let path = try write(FieldTestSamples.good.recording, to: "good.yaml")
        let comment = String(repeating: "# comment\n", count: 6_600)
        try folder.write("latency.reports-hz: {pass: 500}\n" + comment, to: "limits.yaml")
        let limits = "\(folder.path)/limits.yaml"
        let program = try Program.run(["field-test", "--from", path, "--limits", limits])
        #expect(program.status == 66)
        #expect(
            program.errors.contains("\(limits): is larger than 64 KiB; use a smaller file"))
    }

    @Test("A truncated recording is status 66; with --incomplete, complete frames are evaluated")
    func cutOff() throws {
        let path = try write(FieldTestSamples.good.recording, to: "good.yaml")
        let whole = try #require(FileManager.default.contents(atPath: path))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
        let refused = try Program.run(["field-test", "--from", path])
        #expect(refused.status == 66 && refused.errors.contains("--incomplete"))
        let half = try Program.run(["field-test", "--from", path, "--incomplete"])
        #expect(half.status == 2 && half.output.contains(/not done +Ghosts/))
    }

    @Test(
        "An unusable recording is one line with its name, and the exit status",
        arguments: [
            (["--from", "/nowhere.yaml"], 66, "/nowhere.yaml"),
            (["--from", "/etc/passwd"], 66, "/etc/passwd"),
            (["--from", "GOOD", "--limits", "/nowhere.yaml"], 66, "/nowhere.yaml"),
            (["--incomplete"], 64, "--from"),
            (["--from", "GOOD", "--card", "card0"], 64, "--card"),
            (["--from", "GOOD", "--size-mm", "155"], 64, "--size-mm"),
            (["--from", "GOOD", "--size-mm", "nanx5"], 64, "--size-mm"),
            (["--from", "GOOD", "--report", ""], 64, "--report"),
            (["--from", "GOOD", "--report", "/proc/reports"], 74, "/proc/reports"),
        ] as [([String], Int32, String)])
    func unusable(arguments: [String], status: Int32, named: String) throws {
        let path = try write(FieldTestSamples.good.recording, to: "good.yaml")
        let program = try Program.run(
            ["field-test"] + arguments.map { $0 == "GOOD" ? path : $0 })
        #expect(program.status == status)
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(program.errors.contains(named))
    }
}
