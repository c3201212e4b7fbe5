import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The disk space and memory that a board uses.
struct BoardFootprint {
    /// The length of the image file, in bytes.
    let imageLength: Int
    /// The allocated size of the image file without holes, in bytes.
    let imageUse: Int
    /// The used space of the root partition, in kilobytes.
    let rootKilobytes: Int
    /// The board's memory that is not available (MemTotal − MemAvailable), in kilobytes.
    let memoryKilobytes: Int
    /// The kiosk's peak memory (VmHWM) including scanout mappings, in kilobytes.
    let kioskKilobytes: Int

    /// Measures a running board and its image file.
    init(of board: VirtualBoard, imageFile: String) throws {
        var status = stat()
        let failure = stat(imageFile, &status)
        try #require(failure == 0, "no image \(imageFile)")
        imageLength = Int(status.st_size)
        imageUse = Int(status.st_blocks) * 512
        let process = try board.kioskProcessID()
        let numbers = try board.shell(
            """
            df -k --output=used / | tail -n 1
            awk '/^MemTotal:/ { total = $2 } /^MemAvailable:/ { print total - $2 }' /proc/meminfo
            awk '/^VmHWM:/ { print $2 }' /proc/\(process)/status
            """
        ).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 3)
        rootKilobytes = numbers[0]
        memoryKilobytes = numbers[1]
        kioskKilobytes = numbers[2]
    }

    /// Prints the values, and expects them to fit a 1 GB card and a board with 512 MB of memory.
    func expectToBeSmall(on name: String) {
        print(
            """
            \(name): image \(imageLength >> 20) MiB, of which \(imageUse >> 20) MiB are used; \
            root \(rootKilobytes >> 10) MiB; board \(memoryKilobytes >> 10) MiB of memory; \
            kiosk peak \(kioskKilobytes) kB
            """)
        #expect(imageLength < 1_000_000_000)
        #expect(memoryKilobytes < 128 << 10)
        #expect(kioskKilobytes < 32 << 10)
    }
}
