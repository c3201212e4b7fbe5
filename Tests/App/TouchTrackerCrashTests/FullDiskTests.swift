import Foundation
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app on a file system that is really full for a while: one in memory, which only the hand's own
/// process sees, so that nobody needs to be root and nothing is left mounted.
@Suite("A file system that is full")
struct FullDiskTests {
    /// Mounts a small file system, fills most of it, draws, and makes room in the middle.
    private static let script = """
        set -e
        mount -t tmpfs -o size=1500k small "$1"
        head -c 1200k /dev/zero >"$1/ballast"
        (sleep 3; rm "$1/ballast") &
        "$2" --folder "$1" --log "$3" --seed 5 --seconds 4.5
        cp "$1"/drawing.sqlite* "$4"
        """

    /// Whether this user may mount in a name space of his own.
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
        "It is drawn on while there is no room, the mark is shown, and all is saved when there is some.",
        .enabled(if: mayMount, "nobody may mount here, not even in a name space of his own"),
        .enabled(if: Optimization.isOn, "a debug build draws slowly: see docs/tests.md"))
    func full() throws {
        let folder = try FaultFolder()
        let logs = try FaultFolder(isInMemory: true)
        let mount = try folder.folder("mount")
        let copy = try folder.folder("copy")
        let log = logs.url.appendingPathComponent("log")
        let hand = try HandProcess(
            command: [
                "/usr/bin/env", "unshare", "-rm", "sh", "-c", Self.script, "sh", mount.path,
                HandProcess.path(), log.path, copy.path,
            ], log: log)
        let (status, _, errors) = hand.end()
        try #require(status == 0, "\(errors)")
        let report = try #require(HandReport(try hand.written(), isMended: true))
        #expect(report.complaints == [], "\(errors)")
        #expect(report["failing-frames"] > 10)
        #expect(report.edits.count > 50)
        let stored = try StoredMarks(path: copy.appendingPathComponent(DrawingStore.fileName).path)
        #expect(report.judge(stored, over: []) == [])
        #expect(errors.contains("the disk is full"))
        #expect(errors.contains("the drawing is saved again"))
    }
}
