import Testing
import TouchTrackerVirtualBoard

/// The memory that the kiosk uses on a board.
@Suite("Memory on a board", .serialized, .requiresBoard)
struct MemoryBoardTests {
    /// The allowed peak memory of a kiosk with an empty drawing, without scanout mappings: 24 MiB
    /// in kB.
    private static let limit = 24 * 1_024

    @Test("With an empty drawing at 800 × 480 the kiosk's peak memory is at most 24 MiB")
    func peak() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        var numbers: [Int] = []
        try board.wait(for: "the kiosk has written to all its memory") {
            numbers = try memory(of: board)
            // The kernel may map scanout memory without counting its pages as resident. Then they
            // are no part of the peak either.
            return numbers.count == 5 && numbers.indices.allSatisfy { $0 == 1 || numbers[$0] > 0 }
        }
        let (peak, scanout) = (numbers[0], numbers[1])
        print("peak \(peak) kB, scanout, program, libraries, heap: \(numbers.dropFirst())")
        #expect(peak > 4 * 1_024)
        #expect(peak - scanout <= Self.limit)
    }

    /// Returns the kiosk's peak memory, and the resident memory of scanout, the program, libraries
    /// and the heap, in kilobytes.
    private func memory(of board: VirtualBoard) throws -> [Int] {
        let process = try board.kioskProcessID()
        return try board.shell(
            """
            awk '/^VmHWM:/ { print $2 }' /proc/\(process)/status
            for name in /dev/dri/ /usr/bin/touchtracker /lib/ '[[]heap[]]'; do
                awk -v name="$name" '/^[0-9a-f]+-/ { matches = $6 ~ name }
                    /^Rss:/ && matches { sum += $2 }
                    END { print sum + 0 }' /proc/\(process)/smaps
            done
            """
        ).split(separator: "\n").compactMap { Int($0) }
    }
}
