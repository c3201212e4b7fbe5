import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app on a disk that fails for a while, or for good.
@Suite("A disk that fails")
struct DiskFaultsTests {
    /// How many runs, each with its seed; said by whoever wants another number, in a debug build too.
    static let asked = ProcessInfo.processInfo.environment["TOUCHTRACKER_DISK_RUNS"]
        .flatMap { Int($0) }
    static let runs = asked ?? 20
    /// One seed alone, whose files are left where they are.
    static let only = ProcessInfo.processInfo.environment["TOUCHTRACKER_DISK_SEED"]
        .flatMap { Int($0) }
    /// So many at once: they wait more than they work.
    static let atOnce = 5

    /// One run and what is expected of it.
    private struct Run {
        let seed: Int
        let folder: String
        let before: [StrokeMark]
        let hand: HandProcess
    }

    @Test(
        "No crash, no frame held up, the mark shown; what is on the screen is stored once it works again.",
        .enabled(
            if: Optimization.isOn || asked != nil || only != nil,
            "a debug build draws slowly: see docs/tests.md"))
    func failing() throws {
        let folder = try FaultFolder()
        let logs = try FaultFolder(isInMemory: true)
        let library = folder.url.appendingPathComponent("failing-disk.so")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Preload/failing-disk.c").path
        try runTool(["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source])
        var tally = Tally()
        let all = Self.only.map { $0..<$0 + 1 } ?? 0..<Self.runs
        folder.isKept = Self.only != nil
        logs.isKept = folder.isKept
        for first in stride(from: all.lowerBound, to: all.upperBound, by: Self.atOnce) {
            let seeds = first..<min(first + Self.atOnce, all.upperBound)
            let runs = try seeds.map { try start($0, in: folder, logs, library) }
            for run in runs { try judge(run, &tally) }
        }
        print(tally.text)
        #expect(Self.only != nil || tally.hits > Self.runs)
    }

    private func start(
        _ seed: Int, in folder: FaultFolder, _ logs: FaultFolder, _ library: URL
    ) throws -> Run {
        let state = try folder.folder("state-\(seed)")
        let before = try draw(seed, in: state)
        let control = logs.url.appendingPathComponent("disk-\(seed)")
        // The library finds it there.
        _ = try DiskControl(path: control.path)
        let hand = try HandProcess(
            folder: state, log: logs.url.appendingPathComponent("log-\(seed)"),
            ["--seed", "\(seed)", "--disk", control.path],
            environment: [
                "LD_PRELOAD": library.path, "TOUCHTRACKER_DISK_FOLDER": state.path,
                "TOUCHTRACKER_DISK_CONTROL": control.path,
            ])
        return Run(
            seed: seed, folder: state.path, before: before, hand: hand)
    }

    /// Something is there already, in two of three runs.
    private func draw(_ seed: Int, in state: URL) throws -> [StrokeMark] {
        if seed % 3 == 0 { return [] }
        var script = ScriptedEdits(seed: UInt64(seed))
        let store = try DrawingStore(folder: state.path, access: .readWrite)
        for _ in 0..<60 { try store.apply(script.next()) }
        return try StoredMarks(path: store.path).strokes
    }

    private func judge(_ run: Run, _ tally: inout Tally) throws {
        let (status, isCrash, errors) = run.hand.end()
        let log = try run.hand.written()
        var complaints: [String] = []
        let report = HandReport(log)
        if isCrash || status != 0 { complaints.append("it ended with \(status)") }
        complaints += report?.complaints ?? ["the log has a line that is none"]
        if let report, status == 0 {
            complaints += report.judge(
                try StoredMarks(path: "\(run.folder)/\(DrawingStore.fileName)"), over: run.before)
            // A disk that fails has no damaged file on it.
            for name in try FileManager.default.contentsOfDirectory(atPath: run.folder)
            where name.hasPrefix("drawing-") {
                complaints.append("\(name) was set aside")
            }
            tally.add(report)
        }
        for complaint in complaints {
            Issue.record(
                "seed \(run.seed), \(report?.fault ?? "?"): \(complaint)\n\(errors)\(log.suffix(1_500))"
            )
        }
    }
}

/// What all runs came to.
private struct Tally {
    var runs = 0
    var mended = 0
    var hits = 0
    var edits = 0
    var frames: Int64 = 0
    var missed: Int64 = 0
    var longestWait: Int64 = 0

    mutating func add(_ report: HandReport) {
        runs += 1
        mended += report.isMended ? 1 : 0
        hits += report.hits
        edits += report.edits.count
        frames += report["frames"]
        missed += report["missed"]
        longestWait = max(longestWait, report["longest-wait"])
    }

    var text: String {
        """
        \(runs) runs, the disk mended in \(mended); \(hits) calls failed or were cut short; \(edits) edits; \
        \(frames) frames, \(missed) missed for want of a processor, none held up; \
        the loop waited at most \(longestWait) µs
        """
    }
}
