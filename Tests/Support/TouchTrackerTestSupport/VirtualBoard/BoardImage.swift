import Foundation

/// A copy of a board's image, whose boot partition is written as by a technician's computer.
package struct BoardImage {
    /// Its directory, to boot from.
    package let directory: String

    /// Where the boot partition begins on the disk and how long it is, in MiB: scripts/board/partitions.bash.
    private static let bootStart = 1
    private static let bootSize = 128

    private var disk: String { "\(directory)/disk.img" }

    /// Copies an image to `out/board/NAME`, in place of what is there.
    package init(copying image: String, name: String) throws(VirtualBoardError) {
        directory = Repository.root.appendingPathComponent("out/board/\(name)").path
        try runTool(["mkdir", "-p", (directory as NSString).deletingLastPathComponent])
        try runTool(["rm", "-rf", directory])
        try runTool(["cp", "-r", "--sparse=always", image, directory])
    }

    /// Puts a file with a line of text into the boot partition.
    package func putOnBoot(_ name: String, line: String) throws(VirtualBoardError) {
        let file = "\(directory)/file"
        guard (try? Data((line + "\n").utf8).write(to: URL(fileURLWithPath: file))) != nil else {
            throw VirtualBoardError("\(file): it can't be written")
        }
        try runTool(["mcopy", "-i", "\(disk)@@\(Self.bootStart)M", file, "::\(name)"])
    }

    /// Makes the boot partition what a card is that has never been written.
    package func eraseBoot() throws(VirtualBoardError) {
        try runTool([
            "dd", "if=/dev/zero", "of=\(disk)", "bs=1M", "seek=\(Self.bootStart)",
            "count=\(Self.bootSize)", "conv=notrunc", "status=none",
        ])
    }
}
