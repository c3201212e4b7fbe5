import Foundation
import Testing
import TouchTrackerTestSupport

/// `touchtracker benchmark` on a board whose kiosk somebody draws on.
@Suite(
    "Benchmark beside a kiosk", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct BenchmarkBesideAKioskTests {
    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(arguments: ["--toolbar", "off", "--trace"])
        try board.shell("modprobe uinput")
        return board
    }

    /// Draws a line, straight from its first point to its last, and waits until it is there.
    private func draw(_ board: VirtualBoard, y: Int) throws -> Screenshot {
        try board.down(0, x: 100, y: y)
        try board.move(0, x: 400, y: y + 20)
        try board.move(0, x: 700, y: y)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 20) { $0[400, y] == Ink.finished }
        return try board.stillScreenshot()
    }

    /// The contacts that the kiosk has read.
    private func contacts(_ board: VirtualBoard) throws -> Int {
        try board.kioskLog().split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.count == 10 && words[0].contains(".") && Int(words[2]) != nil
        }
    }

    @Test(
        "In memory it measures through the kernel, and the kiosk hears nothing of it: its drawing is as it was."
    )
    func inMemory() throws {
        let board = try bootBoard()
        let before = try draw(board, y: 100)
        let read = try contacts(board)
        #expect(read >= 3)
        let said = try board.shell(
            """
            touchtracker benchmark --display headless:800x480 --script scribble --script tap-storm \
                --rate 60 --seconds 2 --json 2>/dev/null; echo "status $?"
            """, timeoutSeconds: 120)
        #expect(said.hasSuffix("status 0"), "\(said)")
        let runs = said.components(separatedBy: "\"through_kernel\": true").count - 1
        #expect(runs == 2)
        #expect(said.contains("TouchTracker Robot (/dev/input/event"))
        // The kiosk saw the panel come, and nothing of what it said.
        #expect(try board.kioskLog().contains("TouchTracker Robot: touch, 10 slots"))
        #expect(try contacts(board) == read)
        #expect(try board.stillScreenshot() == before)
        // Real fingers go on.
        #expect(try draw(board, y: 300) != before)
        #expect(try contacts(board) >= read + 3)
        let figures = try board.stopKiosk()
        #expect(figures["began"] == 2 && figures["live"] == 0 && figures["unbalanced"] == 0)
        try board.stop()
    }

    @Test(
        "Where the kiosk has the display, it says whom to stop, ends with 69, and nothing was drawn."
    )
    func displayTaken() throws {
        let board = try bootBoard()
        let before = try draw(board, y: 100)
        let read = try contacts(board)
        let said = try board.shell(
            "touchtracker benchmark --script circle --rate 60 --seconds 2 2>&1; echo \"status $?\"",
            timeoutSeconds: 60)
        #expect(said.hasSuffix("status 69"), "\(said)")
        #expect(said.contains("another program holds the display: touchtracker (process "))
        #expect(said.contains("systemctl stop touchtracker"))
        #expect(try contacts(board) == read)
        #expect(try board.stillScreenshot() == before)
        // Stopped, it makes room.
        try board.shell("systemctl stop touchtracker", timeoutSeconds: 30)
        let measured = try board.shell(
            """
            touchtracker benchmark --script circle --rate 60 --seconds 2 2>/dev/null; echo "status $?"
            """, timeoutSeconds: 60)
        #expect(measured.hasSuffix("status 0"), "\(measured)")
        #expect(measured.contains("circle, 60 Hz, 10 stored strokes: holds"))
        try board.stop()
    }
}
