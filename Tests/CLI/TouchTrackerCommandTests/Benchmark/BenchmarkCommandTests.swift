import Foundation
import Testing
import TouchTrackerTestSupport

/// Runs `touchtracker benchmark` on a headless display, with scripts played inside the program.
@Suite("Benchmark command", .serialized)
struct BenchmarkCommandTests {
    private static let quick = [
        "benchmark", "--display", "headless:160x120", "--inside", "--script", "circle", "--rate",
        "125", "--strokes", "5",
    ]
    private static let recording = Repository.root
        .appendingPathComponent("Tests/Lab/LabRecordingsTests/Recordings/five-fingers.yml").path

    private func runs(_ program: Program) throws -> [[String: Any]] {
        try #require(try jsonObject(program.output)["runs"] as? [[String: Any]])
    }

    @Test("A run prints one JSON value on standard output and its progress on standard error")
    func json() throws {
        let program = try Program.run(Self.quick + ["--seconds", "1", "--json"])
        #expect(program.status == 0)
        let run = try #require(try runs(program).first)
        #expect(try runs(program).count == 1)
        #expect(run["script"] as? String == "circle")
        #expect(run["rate_hz"] as? Int == 125)
        #expect(run["fingers"] as? Int == 1)
        #expect(run["strokes_stored"] as? Int == 5)
        #expect(run["interrupted"] is NSNull)
        for name in [
            "frames", "samples", "damaged_pixels", "differing_pixels", "bytes_written", "wakeups",
            "cpu_us", "peak_rss_kb",
        ] {
            #expect((run[name] as? Int ?? 0) > 0, "\(name)")
        }
        // The display may be late, but each shown sample has a latency.
        let latency = try #require(run["input_to_scanout_us"] as? [String: Int])
        let p50 = try #require(latency["p50"])
        let p99 = try #require(latency["p99"])
        let most = try #require(latency["max"])
        #expect(0 < p50 && p50 <= p99 && p99 <= most + most / 1_000 + 1)
        #expect((run["input"] as? String)?.hasPrefix("scripted, played inside the program") == true)
        #expect((run["display"] as? String)?.hasPrefix("headless:160x120@60, xrgb8888") == true)
        #expect(run["vblank"] as? Bool == false && run["holds"] as? Bool != true)
        #expect(program.errors.contains("benchmark: circle, 125 Hz, 1 s\n"))
        #expect((run["input"] as? String)?.contains("as requested") == true)
        // Without a terminal, the output has no control sequences.
        #expect(!program.errors.contains("\u{1B}") && !program.errors.contains("\r"))
    }

    @Test("Several scripts and rates are separate runs in order, each with a verdict")
    func several() throws {
        let folder = TemporaryFolder()
        let program = try Program.run(
            Self.quick + [
                "--script", "pinch-rotate", "--rate", "60", "--seconds", "0.3", "--out",
                "\(folder.path)/report.html",
            ])
        #expect(program.status == 0)
        let lines = program.output.split(separator: "\n")
        let verdicts = lines.filter { $0.contains(": holds ") }
        #expect(
            verdicts.map { $0.prefix { $0 != ":" } } == [
                "circle, 125 Hz, 5 stored strokes", "circle, 60 Hz, 5 stored strokes",
                "pinch-rotate, 125 Hz, 5 stored strokes", "pinch-rotate, 60 Hz, 5 stored strokes",
            ])
        let html = try folder.text("report.html")
        #expect(html.components(separatedBy: "\"lastStage\": ").count == 5)
        #expect(program.errors.contains("benchmark: pinch-rotate, 60 Hz (4 of 4), 1 s\n"))
    }

    @Test("Text and JSON name the touch overlay")
    func overlay() throws {
        let quick = Self.quick + ["--seconds", "0.5", "--json"]
        let plain = try #require(try runs(try Program.run(quick)).first)
        let program = try Program.run(quick + ["--overlay"])
        #expect(program.status == 0)
        let run = try #require(try runs(program).first)
        #expect(plain["overlay"] as? Bool == false)
        #expect(run["overlay"] as? Bool == true)
        let text = try Program.run(Self.quick + ["--seconds", "0.3", "--overlay"]).output
        #expect(text.contains("ink flip, with the touch overlay"))
    }

    @Test("A recording can be played, and its run is named after the file")
    func recording() throws {
        let program = try Program.run([
            "benchmark", "--display", "headless:160x120", "--recording", Self.recording, "--json",
        ])
        #expect(program.status == 0)
        let run = try #require(try runs(program).first)
        #expect(run["script"] as? String == "five-fingers.yml")
        #expect(run["rate_hz"] is NSNull)
        #expect(run["fingers"] as? Int == 5)
        #expect((run["input"] as? String)?.hasPrefix("recorded, played inside") == true)
    }

    @Test("Each missed limit is one line of errors, with status 1; without one the status is 0")
    func limits() throws {
        let folder = TemporaryFolder()
        try folder.write(
            #"{"runs": [{"script": "circle", "max": {"frames": 0}, "min": {"samples": 1}}]}"#,
            to: "limits.json")
        let missed = try Program.run(
            Self.quick + ["--seconds", "1", "--check", "\(folder.path)/limits.json"])
        #expect(missed.status == 1)
        let lines = missed.errors.split(separator: "\n").filter { $0.contains("MISSED") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("circle, 125 Hz, 5 stored strokes: frames is ") == true)
        #expect(missed.output.contains("\n    MISSED  frames is "))
        #expect(missed.output.contains("\n    met     samples is "))
        #expect(missed.output.contains("holds 60 Hz"))
        try folder.write(
            #"{"runs": [{"script": "circle", "min": {"samples": 1}}]}"#, to: "limits.json")
        let fulfilled = try Program.run(
            Self.quick + ["--seconds", "1", "--check", "\(folder.path)/limits.json"])
        #expect(fulfilled.status == 0)
        #expect(!fulfilled.errors.contains("MISSED") && !fulfilled.output.contains("MISSED"))
    }

    @Test("Compared with an earlier run, the values have ratios")
    func compared() throws {
        let folder = TemporaryFolder()
        let first = try Program.run(Self.quick + ["--seconds", "1", "--json"])
        try folder.write(first.output, to: "old.json")
        let second = try Program.run(
            Self.quick + ["--seconds", "1", "--json", "--compare", "\(folder.path)/old.json"])
        #expect(second.status == 0)
        let ratios = try #require(try runs(second).first?["ratios"] as? [String: Double])
        let before = try #require(try runs(first).first?["frames"] as? Double)
        let after = try #require(try runs(second).first?["frames"] as? Double)
        // JSON has fifteen digits.
        let ratio = try #require(ratios["frames"])
        #expect(abs(ratio - after / before) < 1e-12)
    }

    @Test("Ctrl-C ends the benchmark with the results so far, and no further run starts")
    func interrupted() throws {
        let program = try Program.run(
            Self.quick + ["--script", "scribble", "--seconds", "600", "--json"],
            end: .interrupt(afterSeconds: 2.5), sign: "600 s")
        #expect(program.status == 0)
        #expect(try runs(program).count == 1)
        let run = try #require(try runs(program).first)
        #expect(run["interrupted"] as? String == "stopped before its end")
        #expect((run["duration_us"] as? Int ?? .max) < 600_000_000)
        #expect(!program.errors.contains("scribble"))
    }

    @Test("Unusable files are reported before the first run")
    func files() throws {
        let folder = TemporaryFolder()
        try folder.write(#"{"runs": [{"sript": "circle"}]}"#, to: "limits.json")
        try folder.write("{\"runs\": 7}", to: "old.json")
        func run(_ arguments: [String]) throws -> Program {
            try Program.run(Self.quick + ["--seconds", "600"] + arguments)
        }
        let limits = try run(["--check", "\(folder.path)/limits.json"])
        #expect(limits.status == 66)
        #expect(
            limits.errors.contains(
                "/limits.json:1: not a file with benchmark limits: unknown key “sript”; use "))
        let old = try run(["--compare", "\(folder.path)/old.json"])
        #expect(old.status == 66)
        #expect(
            old.errors.contains(
                "/old.json:1: not a benchmark result: found “7”; specify a file that"))
        let missing = try run(["--check", "\(folder.path)/none.json"])
        #expect(missing.status == 66)
        let recording = try Program.run(["benchmark", "--recording", "\(folder.path)/none.yml"])
        #expect(recording.status == 66)
        let out = try run(["--out", "\(folder.path)/none/report.html"])
        #expect(out.status == 74)
        for program in [limits, old, missing, recording, out] {
            #expect(program.output.isEmpty)
            #expect(program.errors.split(separator: "\n").count == 1)
        }
    }
}
