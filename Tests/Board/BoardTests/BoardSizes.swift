import Foundation
import Testing
import TouchTrackerTestSupport

/// What a board takes, of its card and of its memory.
struct BoardSizes {
    /// The image's length, in bytes.
    let imageLength: Int
    /// What of it isn't a hole, in bytes.
    let imageUse: Int
    /// What the root holds, in kilobytes.
    let rootKilobytes: Int
    /// What the guest uses of its memory, in kilobytes: all but what is free or could be at once.
    let guestKilobytes: Int
    /// The kiosk's peak (VmHWM), in kilobytes, scanout mappings included.
    let kioskKilobytes: Int

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
        guestKilobytes = numbers[1]
        kioskKilobytes = numbers[2]
    }

    /// Prints them, and holds them against what a small card and half a gigabyte of memory have.
    func expectToBeSmall(on name: String) {
        print(
            """
            \(name): image \(imageLength >> 20) MiB, of which \(imageUse >> 20) MiB are used; \
            root \(rootKilobytes >> 10) MiB; guest \(guestKilobytes >> 10) MiB of memory; \
            kiosk \(kioskKilobytes) kB at its peak
            """)
        #expect(imageLength < 1_000_000_000)
        #expect(guestKilobytes < 128 << 10)
        #expect(kioskKilobytes < 32 << 10)
    }
}
