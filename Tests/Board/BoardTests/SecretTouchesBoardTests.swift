import Foundation
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Recordings beside a kiosk on which the unlock pattern is drawn.
@Suite("Secret touches on a board", .serialized, .requiresBoard)
struct SecretTouchesBoardTests {
    /// The positions of the dots 1, 2, 3, 6 and 9 of the lock.
    private static let pattern = [
        (x: 436, y: 116), (x: 560, y: 116), (x: 684, y: 116), (x: 684, y: 240), (x: 684, y: 364),
    ]

    @Test("A recording contains no touches on the lock, but those before and after it")
    func unlockPattern() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.setUnlockPattern("12369")
        try Self.startRecording("ours", on: board)
        try board.tap(x: 100, y: 100)
        // Touches that are read only after the lock has opened are omitted.
        try board.wait(for: "the recording of the tap") {
            try board.shell("grep -cE ' 3, +57, +-1\\]' /run/ours.yml || true") == "1"
        }
        try board.frame { batch in
            for slot in 0..<3 { batch.down(slot, x: 250 + 60 * slot, y: 200 + 20 * slot) }
        }
        try board.waitForPicture { $0[3, 240] == 0x1C1C1C }
        try board.frame { batch in
            for slot in 0..<3 { batch.up(slot) }
        }
        try board.drawLine(through: Self.pattern)
        // The menu's tile for the scenes.
        try board.waitForPicture { $0[90, 100] == 0xEDEDED }
        // The slots contain the end of the pattern when this recording begins.
        try Self.startRecording("later", on: board)
        try board.wait(for: "the recording of the slots") {
            try board.shell("grep -cE ' 3, +47,' /run/later.yml || true") != "0"
        }
        // Done closes the menu.
        try board.tap(x: 738, y: 36)
        try board.waitForPicture { $0[3, 240] != 0x1C1C1C }
        for x in [300, 350] {
            try board.tap(x: x, y: 300)
            try board.waitUntilIdle()
        }
        let recording = try Self.endRecording("ours", on: board)
        let laterRecording = try Self.endRecording("later", on: board)
        #expect(try board.shell("stat -c %a /run/ours.yml") == "600")
        let contacts: [TouchContact] = recording.frames.flatMap(\.contacts)
        let positions: [[Int]] = contacts.filter { $0.state == .down }.map { contact in
            [Int(contact.position.x * 800), Int(contact.position.y * 480)]
        }
        #expect(positions.prefix(4) == [[100, 100], [250, 200], [310, 220], [370, 240]])
        // Touches directly after a secret period may be omitted: the recorder cannot know whether
        // the period contains a part of them.
        let later = positions.dropFirst(4)
        let possible = [[738, 36], [300, 300], [350, 300]]
        #expect(later.allSatisfy { possible.contains($0) }, "\(later)")
        #expect(later.last == [350, 300])
        // The files contain no former position of a slot either.
        for recording in [recording, laterRecording] {
            let columns: [Int] = recording.devices[0].events.compactMap { event in
                let isX = event.type == EventCode.absolute && event.code == EventCode.positionX
                return isX ? Int(event.value) * 800 / 32_768 : nil
            }
            #expect(Set(columns).isDisjoint(with: Self.pattern.map(\.x)), "\(columns)")
        }
    }

    /// Starts a recording to `/run/NAME.yml`.
    private static func startRecording(_ name: String, on board: VirtualBoard) throws {
        try board.shell(
            """
            (touchtracker record --no-display /run/\(name).yml >/run/\(name).log 2>&1 &
            echo $! >/run/\(name).pid)
            """)
        try board.wait(for: "the recording begins") {
            try board.shell("cat /run/\(name).log").contains("press Ctrl-C")
        }
    }

    /// Ends a recording and returns it.
    private static func endRecording(
        _ name: String, on board: VirtualBoard
    ) throws -> Recording {
        try board.shell("kill -INT $(cat /run/\(name).pid)")
        try board.wait(for: "the recording ends") {
            try board.shell("kill -0 $(cat /run/\(name).pid) 2>/dev/null; echo $?") == "1"
        }
        return try Recording(bytes: Array(board.read("/run/\(name).yml")), name: "\(name).yml")
    }
}
