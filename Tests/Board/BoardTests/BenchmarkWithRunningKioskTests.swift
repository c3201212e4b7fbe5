import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// `touchtracker benchmark` on a board whose kiosk is running.
@Suite("Benchmark with a running kiosk", .serialized, .requiresBoard)
struct BenchmarkWithRunningKioskTests {
    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(arguments: ["--toolbar", "off", "--trace"])
        try board.shell("modprobe uinput")
        return board
    }

    /// Returns the number of contacts that the kiosk has read so far, from its trace.
    private func contactCount(_ board: VirtualBoard) throws -> Int {
        try board.kioskLog().split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.count == 10 && words[0].contains(".") && Int(words[2]) != nil
        }
    }

    @Test("A headless benchmark uses uinput, and the kiosk receives none of its touches")
    func headless() throws {
        let board = try bootBoard()
        let before = try board.drawShownLine((100, 100), (400, 100), (700, 100))
        let read = try contactCount(board)
        #expect(read >= 3)
        let output = try board.shell(
            """
            touchtracker benchmark --display headless:800x480 --script scribble --script tap-storm \
                --rate 60 --seconds 2 --json 2>/dev/null; echo "status $?"
            """)
        #expect(output.hasSuffix("status 0"), "\(output)")
        let runs = output.components(separatedBy: "\"through_kernel\": true").count - 1
        #expect(runs == 2)
        #expect(output.contains("TouchTracker Robot (/dev/input/event"))
        // The kiosk found the robot's touchscreen, but received no contacts from it.
        #expect(try board.kioskLog().contains("TouchTracker Robot: touch, 10 slots"))
        #expect(try contactCount(board) == read)
        #expect(try board.waitForStillScreenshot() == before)
        // Touches of the board's touchscreen are still delivered.
        #expect(try board.drawShownLine((100, 300), (400, 300), (700, 300)) != before)
        #expect(try contactCount(board) >= read + 3)
        let counters = try board.stopKioskAndReadCounters()
        #expect(counters["began"] == 2 && counters["live"] == 0 && counters["unbalanced"] == 0)
    }
}
