import Testing
import TouchTrackerTestSupport

/// A kiosk that is held up for so long that the kernel drops what the fingers did.
@Suite(
    "Dropped events on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct DroppedEventsTests {
    @Test("What the kernel dropped while the kiosk stood still leaves no finger down.")
    func droppedEvents() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.changeUnit("WatchdogSec=0")
        try board.waitForTouch()
        let process = try board.kioskProcessID()
        try board.frame { batch in
            for slot in 0..<5 { batch.down(slot, x: 100 + 100 * slot, y: 100) }
        }
        try board.waitForPicture(timeoutSeconds: 10) { $0[100, 100] == Ink.held }
        // A second reader stands still too: what the kernel drops for it, it drops for the kiosk.
        try board.startRecordingTouches()
        try board.shell("kill -STOP \(process) $(cat /run/touches.pid)")
        // Far more than the kernel keeps for a reader (8 full frames, EVDEV_BUF_PACKETS in its
        // evdev.c): some fingers lift, some of them come down again elsewhere.
        for step in 0..<120 {
            try board.frame { batch in
                for slot in 0..<5 {
                    batch.move(slot, x: 100 + 100 * slot, y: 100 + 2 * step)
                }
            }
        }
        for slot in 0..<4 { try board.up(slot) }
        for slot in 2..<4 { try board.down(slot, x: 100 + 100 * slot, y: 400) }
        try board.shell("kill -CONT \(process) $(cat /run/touches.pid)")
        try board.waitForPicture(timeoutSeconds: 10) {
            // What is down is where it is; what isn't down isn't held.
            $0[300, 400] == Ink.held && $0[400, 400] == Ink.held && $0[500, 338] == Ink.held
                && $0[100, 338] != Ink.held && $0[200, 338] != Ink.held
        }
        try board.keepScreenshot("dropped-events")
        for slot in 2..<5 { try board.up(slot) }
        try board.down(0, x: 700, y: 60)
        try board.move(0, x: 700, y: 300)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[700, 180] == Ink.finished && $0.count(of: Ink.held) == 0
        }
        let recording = try board.stopRecordingTouches()
        #expect(containsDropped(recording), "the kernel dropped nothing")
        #expect(try board.kioskProcessID() == process)
        let report = try board.stopKiosk()
        #expect(report["live"] == 0)
        #expect(report["unbalanced"] == 0)
        #expect(report["began"] == (report["ended"] ?? 0) + (report["cancelled"] ?? 0))
        try board.stop()
    }

    /// Whether `struct input_event`s of a 64-bit kernel contain a SYN_DROPPED: type 0, code 3.
    private func containsDropped(_ bytes: [UInt8]) -> Bool {
        stride(from: 0, to: bytes.count / 24 * 24, by: 24).contains { offset in
            bytes[(offset + 16)..<(offset + 20)].elementsEqual([0, 0, 3, 0])
        }
    }
}
