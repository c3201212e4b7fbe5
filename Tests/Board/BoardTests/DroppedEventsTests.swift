import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// A kiosk that is stopped for so long that the kernel drops evdev events (SYN_DROPPED).
@Suite("Dropped events on a board", .serialized, .requiresBoard)
struct DroppedEventsTests {
    @Test("After dropped events no contact stays down")
    func droppedEvents() throws {
        let board = try VirtualBoard.bootKiosk()
        try board.overrideKioskUnit("WatchdogSec=0")
        let process = try board.kioskProcessID()
        try board.frame { batch in
            for slot in 0..<5 { batch.down(slot, x: 100 + 100 * slot, y: 100) }
        }
        try board.waitForPicture { $0[100, 100] == Ink.held }
        // A second reader is stopped as well. The kernel drops the same events for it as for the
        // kiosk.
        try board.startRecordingTouches()
        try board.shell("kill -STOP \(process) $(cat /run/touches.pid)")
        // The kernel buffers 8 full frames per reader (EVDEV_BUF_PACKETS in evdev.c). Some contacts
        // lift, and some of those go down again elsewhere.
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
        try board.waitForPicture {
            // Contacts that are down are at their new positions; lifted ones show no held ink.
            $0[300, 400] == Ink.held && $0[400, 400] == Ink.held && $0[500, 338] == Ink.held
                && $0[100, 338] != Ink.held && $0[200, 338] != Ink.held
        }
        for slot in 2..<5 { try board.up(slot) }
        try board.drawLine((700, 60), (700, 300))
        try board.waitForPicture { $0[700, 180] == Ink.finished && $0.count(of: Ink.held) == 0 }
        let recording = try board.stopRecordingTouches()
        #expect(containsDropped(recording), "the kernel dropped no events")
        #expect(try board.kioskProcessID() == process)
        let report = try board.stopKioskAndReadCounters()
        #expect(report["live"] == 0)
        #expect(report["unbalanced"] == 0)
        #expect(report["began"] == (report["ended"] ?? 0) + (report["cancelled"] ?? 0))
    }

    /// Returns whether `struct input_event` values of a 64-bit kernel contain SYN_DROPPED (type 0,
    /// code 3).
    private func containsDropped(_ bytes: [UInt8]) -> Bool {
        stride(from: 0, to: bytes.count / 24 * 24, by: 24).contains { offset in
            bytes[(offset + 16)..<(offset + 20)].elementsEqual([0, 0, 3, 0])
        }
    }
}
