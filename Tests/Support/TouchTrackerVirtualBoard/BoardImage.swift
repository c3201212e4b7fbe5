import Foundation
import TouchTrackerTestSupport

/// A copy of a board image whose boot partition the test may change, as a technician's computer
/// would.
package struct BoardImage {
    /// The directory of the copy, from which a board can boot.
    package let directory: String

    /// The start of the boot partition, in MiB (scripts/board/partitions.bash).
    private static let bootStart = 1
    /// The size of the boot partition, in MiB (scripts/board/partitions.bash).
    private static let bootSize = 128

    private var disk: String { "\(directory)/disk.img" }

    /// Copies an image to `out/board/NAME`, replacing an existing copy.
    package init(copying image: String, name: String) throws(VirtualBoardError) {
        directory = Repository.root.appendingPathComponent("out/board/\(name)").path
        try runTool(["mkdir", "-p", (directory as NSString).deletingLastPathComponent])
        try runTool(["rm", "-rf", directory])
        try runTool(["cp", "-r", "--sparse=always", image, directory])
    }

    /// Writes a file with one line of text to the boot partition.
    package func writeToBootPartition(_ name: String, line: String) throws(VirtualBoardError) {
        let file = "\(directory)/file"
        guard (try? Data((line + "\n").utf8).write(to: URL(fileURLWithPath: file))) != nil else {
            throw VirtualBoardError("\(file): cannot be written")
        }
        try runTool(["mcopy", "-i", "\(disk)@@\(Self.bootStart)M", file, "::\(name)"])
    }

    /// Overwrites the boot partition with zeros.
    package func eraseBootPartition() throws(VirtualBoardError) {
        try runTool([
            "dd", "if=/dev/zero", "of=\(disk)", "bs=1M", "seek=\(Self.bootStart)",
            "count=\(Self.bootSize)", "conv=notrunc", "status=none",
        ])
    }
}
