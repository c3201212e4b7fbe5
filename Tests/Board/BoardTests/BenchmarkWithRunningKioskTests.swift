import Foundation
import Testing
import TouchTrackerTestSupport

/// `touchtracker benchmark` on a board whose kiosk is running.
@Suite(
    "Benchmark with a running kiosk", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct BenchmarkWithRunningKioskTests {
    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(arguments: ["--toolbar", "off", "--trace"])
        try board.shell("modprobe uinput")
        return board
    }

    /// Draws a line, waits until it is shown, and returns the screenshot.
    private func draw(_ board: VirtualBoard, y: Int) throws -> Screenshot {
        try board.down(0, x: 100, y: y)
        try board.move(0, x: 400, y: y + 20)
        try board.move(0, x: 700, y: y)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 20) { $0[400, y] == Ink.finished }
        return try board.waitForStillScreenshot()
    }

    /// Returns the number of contacts that the kiosk has read so far, from its trace.
    private func contactCount(_ board: VirtualBoard) throws -> Int {
        try board.kioskLog().split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.count == 10 && words[0].contains(".") && Int(words[2]) != nil
        }
    }

    @Test(
        "A headless benchmark uses uinput, and the kiosk receives none of its touches"
    )
    func headless() throws {
        let board = try bootBoard()
        let before = try draw(board, y: 100)
        let read = try contactCount(board)
        #expect(read >= 3)
        let output = try board.shell(
            """
            touchtracker benchmark --display headless:800x480 --script scribble --script tap-storm \
                --rate 60 --seconds 2 --json 2>/dev/null; echo "status $?"
            """, timeoutSeconds: 120)
        #expect(output.hasSuffix("status 0"), "\(output)")
        let runs = output.components(separatedBy: "\"through_kernel\": true").count - 1
        #expect(runs == 2)
        #expect(output.contains("TouchTracker Robot (/dev/input/event"))
        // The kiosk found the robot's touchscreen, but received no contacts from it.
        #expect(try board.kioskLog().contains("TouchTracker Robot: touch, 10 slots"))
        #expect(try contactCount(board) == read)
        #expect(try board.waitForStillScreenshot() == before)
        // Touches of the board's touchscreen are still delivered.
        #expect(try draw(board, y: 300) != before)
        #expect(try contactCount(board) >= read + 3)
        let counters = try board.stopKioskAndReadCounters()
        #expect(counters["began"] == 2 && counters["live"] == 0 && counters["unbalanced"] == 0)
        try board.stop()
    }

    @Test(
        "While the kiosk holds the display, the benchmark names it, exits with 69 and draws nothing"
    )
    func busyDisplay() throws {
        let board = try bootBoard()
        let before = try draw(board, y: 100)
        let read = try contactCount(board)
        let output = try board.shell(
            "touchtracker benchmark --script circle --rate 60 --seconds 2 2>&1; echo \"status $?\"",
            timeoutSeconds: 60)
        #expect(output.hasSuffix("status 69"), "\(output)")
        #expect(output.contains("another program holds the display: touchtracker (process "))
        #expect(output.contains("systemctl stop touchtracker"))
        #expect(try contactCount(board) == read)
        #expect(try board.waitForStillScreenshot() == before)
        // After the kiosk has been stopped, the benchmark runs.
        try board.shell("systemctl stop touchtracker", timeoutSeconds: 30)
        let measured = try board.shell(
            """
            touchtracker benchmark --script circle --rate 60 --seconds 2 2>/dev/null
            echo "status $?"
            """, timeoutSeconds: 60)
        #expect(measured.hasSuffix("status 0"), "\(measured)")
        #expect(measured.contains("circle, 60 Hz, 10 stored strokes: holds"))
        try board.stop()
    }
}
