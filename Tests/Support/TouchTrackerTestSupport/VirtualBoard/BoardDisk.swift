import Foundation
import TouchTrackerStore

/// A disk that keeps what its board writes, as a board's card does: for boards whose plug is pulled.
package struct BoardDisk: Sendable {
    /// The file.
    package let path: String

    private var folder: String { (path as NSString).deletingLastPathComponent }

    /// Copies the disk of an image to `out/board/NAME`, in place of what is there.
    package init(copying image: String, name: String) throws(VirtualBoardError) {
        let folder = Repository.root.appendingPathComponent("out/board/\(name)").path
        path = "\(folder)/disk.img"
        try runTool(["rm", "-rf", folder])
        try runTool(["mkdir", "-p", folder])
        try runTool(["cp", "--sparse=always", "\(image)/disk.img", path])
    }

    /// The drawing on the data partition, as the next start would find it. The disk itself is only read.
    ///
    /// - Throws: Also where the partition's file system is damaged once its journal is put in.
    package func drawing() throws -> StoredDrawing {
        let copy = "\(folder)/data.img"
        let files = "\(folder)/data"
        let data = try partition(3)
        try runTool([
            "dd", "if=\(path)", "of=\(copy)", "bs=512", "skip=\(data.start)", "count=\(data.size)",
            "conv=sparse", "status=none",
        ])
        // What every start does: the journal is put in, files are let go of that nobody had open any more.
        try runTool(["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin e2fsck -p '\(copy)' || [ $? = 1 ]"])
        // And then nothing is wrong.
        try runTool(["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin e2fsck -fn '\(copy)'"])
        try runTool(["rm", "-rf", files])
        try runTool(["mkdir", files])
        try runTool([
            "sh", "-c", "PATH=$PATH:/usr/sbin:/sbin debugfs -R 'rdump / \(files)' '\(copy)'",
        ])
        guard FileManager.default.fileExists(atPath: "\(files)/\(DrawingStore.fileName)") else {
            return StoredDrawing()
        }
        // Reading a log takes a file beside it, which a writer makes.
        return try DrawingStore(folder: files, access: .readWrite).load()
    }

    /// Where a partition lies, in sectors of 512 bytes.
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
