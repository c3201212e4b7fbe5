import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app on a file system that is full for some time.
///
/// The file system is in memory and exists only in the mount namespace of the child process, so the
/// test needs no root privileges and leaves nothing mounted.
@Suite("Full disk")
struct FullDiskTests {
    /// Mounts a small file system, fills most of it, draws, and frees space after three seconds.
    private static let script = """
        set -e
        mount -t tmpfs -o size=1500k small "$1"
        head -c 1200k /dev/zero >"$1/ballast"
        (sleep 3; rm "$1/ballast") &
        "$2" --folder "$1" --log "$3" --seed 5 --seconds 4.5
        cp "$1"/drawing.sqlite* "$4"
        """

    /// Whether the user may mount a file system in a new user and mount namespace.
    private static let mayMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "-rm", "mount", "-t", "tmpfs", "small", "/mnt"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        "On a full disk the app keeps drawing, shows the mark, and saves everything later.",
        .enabled(if: mayMount, "needs permission to mount in a new namespace"),
        .requiresOptimizedBuild)
    func fullDisk() throws {
        let folder = try CrashTestFolder()
        let logs = try CrashTestFolder(isInMemory: true)
        let mount = try folder.subfolder("mount")
        let copy = try folder.subfolder("copy")
        let log = logs.url.appendingPathComponent("log")
        let process = try CrashSubjectProcess(
            command: [
                "/usr/bin/env", "unshare", "-rm", "sh", "-c", Self.script, "sh", mount.path,
                CrashSubjectProcess.path(), log.path, copy.path,
            ], log: log)
        let (status, _, standardError) = process.waitForExit()
        try #require(status == 0, "\(standardError)")
        let report = try #require(CrashSubjectReport(try process.readLog(), isRepaired: true))
        #expect(report.errors == [], "\(standardError)")
        #expect(report["failing-frames"] > 10)
        #expect(report.edits.count > 50)
        let stored = try StoredStrokeDigests(
            path: copy.appendingPathComponent(DrawingStore.fileName).path)
        #expect(report.verify(stored, over: []) == [])
        #expect(standardError.contains("the disk is full"))
        #expect(standardError.contains("the drawing is saved again"))
    }
}
