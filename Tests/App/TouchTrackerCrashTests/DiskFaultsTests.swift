import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app on a disk with simulated faults.
@Suite("Disk faults")
struct DiskFaultsTests {
    /// The number of runs that the environment requests; such runs also take place in a debug
    /// build.
    static let requestedRunCount = ProcessInfo.processInfo.environment["TOUCHTRACKER_DISK_RUNS"]
        .flatMap { Int($0) }
    /// The number of runs, each with its own seed.
    static let runCount = requestedRunCount ?? 20
    /// The only seed to run, or `nil` to run all; the files of that run are preserved.
    static let onlySeed = ProcessInfo.processInfo.environment["TOUCHTRACKER_DISK_SEED"]
        .flatMap { Int($0) }
    /// The number of concurrent runs. The processes mostly wait, so they need little CPU time.
    static let concurrentRunCount = 5

    /// A run and the strokes that were stored before it.
    private struct Run {
        let seed: Int
        let folder: String
        let before: [StrokeDigest]
        let process: CrashSubjectProcess
    }

    @Test(
        "The app never crashes or waits for the disk, and saves everything after a repair.",
        .enabled(
            if: Optimization.isEnabled || requestedRunCount != nil || onlySeed != nil,
            "a debug build draws slowly: see docs/testing.md"))
    func diskFaults() throws {
        let folder = try CrashTestFolder()
        let logs = try CrashTestFolder(isInMemory: true)
        let library = folder.url.appendingPathComponent("failing-disk.so")
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Preload/failing-disk.c").path
        try runTool(["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source])
        var summary = Summary()
        let allSeeds = Self.onlySeed.map { $0..<$0 + 1 } ?? 0..<Self.runCount
        folder.isPreserved = Self.onlySeed != nil
        logs.isPreserved = folder.isPreserved
        for first in stride(
            from: allSeeds.lowerBound, to: allSeeds.upperBound, by: Self.concurrentRunCount)
        {
            let seeds = first..<min(first + Self.concurrentRunCount, allSeeds.upperBound)
            let runs = try seeds.map { try start($0, in: folder, logs, library) }
            for run in runs { try verify(run, &summary) }
        }
        print(summary.text)
        #expect(Self.onlySeed != nil || summary.affectedCalls > Self.runCount)
    }

    private func start(
        _ seed: Int, in folder: CrashTestFolder, _ logs: CrashTestFolder, _ library: URL
    ) throws -> Run {
        let state = try folder.subfolder("state-\(seed)")
        let before = try storeStrokes(seed, in: state)
        let control = logs.url.appendingPathComponent("disk-\(seed)")
        // Creates the file, which the library only opens.
        _ = try DiskFaultInjector(path: control.path)
        let process = try CrashSubjectProcess(
            folder: state, log: logs.url.appendingPathComponent("log-\(seed)"),
            ["--seed", "\(seed)", "--disk", control.path],
            environment: [
                "LD_PRELOAD": library.path, "TOUCHTRACKER_DISK_FOLDER": state.path,
                "TOUCHTRACKER_DISK_CONTROL": control.path,
            ])
        return Run(seed: seed, folder: state.path, before: before, process: process)
    }

    /// Stores random strokes before two of three runs, and returns them.
    private func storeStrokes(_ seed: Int, in state: URL) throws -> [StrokeDigest] {
        if seed % 3 == 0 { return [] }
        var script = RandomDrawingEdits(seed: UInt64(seed))
        let store = try DrawingStore(folder: state.path, access: .readWrite)
        for _ in 0..<60 { try store.apply(script.next()) }
        // The size of the subject's screen: a larger canvas would be shown scaled down.
        try store.apply([.canvas(TouchKitGeometry.CGSize(width: 800, height: 480))])
        return try StoredStrokeDigests(path: store.path).strokes
    }

    private func verify(_ run: Run, _ summary: inout Summary) throws {
        let (status, isCrash, standardError) = run.process.waitForExit()
        let log = try run.process.readLog()
        var errors: [String] = []
        let report = CrashSubjectReport(log)
        if isCrash || status != 0 { errors.append("the process exited with \(status)") }
        errors += report?.errors ?? ["the log has an invalid line"]
        if let report, status == 0 {
            errors += report.verify(
                try StoredStrokeDigests(path: "\(run.folder)/\(DrawingStore.fileName)"),
                over: run.before)
            // A failing disk does not damage files, so none may be quarantined.
            for name in try FileManager.default.contentsOfDirectory(atPath: run.folder)
            where name.hasPrefix("drawing-") {
                errors.append("\(name) was quarantined")
            }
            summary.add(report)
        }
        for error in errors {
            Issue.record(
                """
                seed \(run.seed), \(report?.fault ?? "?"): \(error)
                \(standardError)\(log.suffix(1_500))
                """)
        }
    }
}

/// The totals of all runs.
private struct Summary {
    var runs = 0
    var repairedRuns = 0
    var affectedCalls = 0
    var edits = 0
    var frames: Int64 = 0
    var missedFrames: Int64 = 0
    /// The longest time for which the main loop waited, in microseconds.
    var longestWait: Int64 = 0

    mutating func add(_ report: CrashSubjectReport) {
        runs += 1
        repairedRuns += report.isRepaired ? 1 : 0
        affectedCalls += report.affectedCallCount
        edits += report.edits.count
        frames += report["frames"]
        missedFrames += report["missed"]
        longestWait = max(longestWait, report["longest-wait"])
    }

    var text: String {
        """
        \(runs) runs, the disk repaired in \(repairedRuns); \(affectedCalls) calls failed or were \
        shortened; \(edits) edits; \(frames) frames, \(missedFrames) missed for lack of CPU time, \
        none because of a wait; the loop waited at most \(longestWait) µs
        """
    }
}
