import Foundation
import TouchTrackerStore
import TouchTrackerTestSupport

/// A writable disk image for one board, for tests of power cuts.
package struct BoardDisk: Sendable {
    /// The path of the disk image.
    package let path: String

    private var folder: String { (path as NSString).deletingLastPathComponent }

    /// Copies the disk of a board image to `out/board/NAME`, replacing an existing copy.
    package init(copying image: String, name: String) throws(VirtualBoardError) {
        let folder = Repository.root.appendingPathComponent("out/board/\(name)").path
        path = "\(folder)/disk.img"
        try runTool(["rm", "-rf", folder])
        try runTool(["mkdir", "-p", folder])
        try runTool(["cp", "--sparse=always", "\(image)/disk.img", path])
    }

    /// Reads the drawing on the data partition as the next boot would, without changing the disk.
    ///
    /// - Throws: An error if the file system is damaged after its journal has been replayed.
    package func readDrawing() throws -> StoredDrawing {
        let copy = "\(folder)/data.img"
        let files = "\(folder)/data"
        let data = try partition(3)
        try runTool([
            "dd", "if=\(path)", "of=\(copy)", "bs=512", "skip=\(data.start)", "count=\(data.size)",
            "conv=sparse", "status=none",
        ])
        // Every boot replays the journal and removes orphaned files too; exit status 1 reports
        // that.
        try runTool(["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin e2fsck -p '\(copy)' || [ $? = 1 ]"])
        // After that the file system must be clean.
        try runTool(["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin e2fsck -fn '\(copy)'"])
        try runTool(["rm", "-rf", files])
        try runTool(["mkdir", files])
        try runTool([
            "sh", "-c", "PATH=$PATH:/usr/sbin:/sbin debugfs -R 'rdump / \(files)' '\(copy)'",
        ])
        guard FileManager.default.fileExists(atPath: "\(files)/\(DrawingStore.fileName)") else {
            return StoredDrawing()
        }
        // SQLite can read a write-ahead log only with a shared-memory file, which a writer creates.
        return try DrawingStore(folder: files, access: .readWrite).load()
    }

    /// Returns the start and the size of a partition, in sectors of 512 bytes.
    private func partition(_ number: Int) throws -> (start: Int, size: Int) {
        let table = try runTool(["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin sfdisk --json '\(path)'"])
        let json = try JSONSerialization.jsonObject(with: Data(table.utf8)) as? [String: Any]
        let partitions =
            (json?["partitiontable"] as? [String: Any])?["partitions"] as? [[String: Any]] ?? []
        guard partitions.count >= number,
            let start = partitions[number - 1]["start"] as? Int,
            let size = partitions[number - 1]["size"] as? Int
        else { throw VirtualBoardError("\(path) has no partition \(number)") }
        return (start, size)
    }
}

extension VirtualBoard {
    /// Lets the board's disk stall, or ends the stall. A disk that stalls accepts one byte per
    /// second; reading is not affected.
    package func setDiskStalled(_ isStalled: Bool) throws {
        // 0 is no limit.
        let limits: [String: Any] = [
            "device": "disk", "bps": 0, "bps_rd": 0, "bps_wr": isStalled ? 1 : 0, "iops": 0,
            "iops_rd": 0, "iops_wr": 0,
        ]
        try monitor.execute("block_set_io_throttle", limits)
    }
}
