import Foundation
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Recordings beside a kiosk on which the unlock pattern is drawn.
@Suite(
    "Secret touches on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct SecretTouchesBoardTests {
    /// The positions of the dots 1, 2, 3, 6 and 9 of the lock.
    private static let pattern = [(436, 116), (560, 116), (684, 116), (684, 240), (684, 364)]

    private func drawPattern(on board: VirtualBoard) throws {
        try board.down(0, x: Self.pattern[0].0, y: Self.pattern[0].1)
        for (x, y) in Self.pattern.dropFirst() { try board.move(0, x: x, y: y) }
        try board.up(0)
    }

    private func tap(x: Int, y: Int, on board: VirtualBoard) throws {
        try board.down(0, x: x, y: y)
        Thread.sleep(forTimeInterval: 0.1)
        try board.up(0)
    }

    @Test("A recording contains no touches on the lock, but those before and after it")
    func unlockPattern() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.shell(
            "printf '12369\\n12369\\n' | touchtracker lock set --state /var/lib/touchtracker")
        try board.shell(
            """
            (touchtracker record --no-display /run/ours.yml >/run/ours.log 2>&1 &
            echo $! >/run/ours.pid)
            """)
        try board.wait(for: "the recording begins") {
            try board.shell("cat /run/ours.log").contains("press Ctrl-C")
        }
        try tap(x: 100, y: 100, on: board)
        try board.frame { batch in
            for slot in 0..<3 { batch.down(slot, x: 250 + 60 * slot, y: 200 + 20 * slot) }
        }
        Thread.sleep(forTimeInterval: 3.4)
        try board.frame { batch in
            for slot in 0..<3 { batch.up(slot) }
        }
        try board.waitForPicture(timeoutSeconds: 10) { $0[3, 240] == 0x1C1C1C }
        try drawPattern(on: board)
        // The menu's tile for the scenes.
        try board.waitForPicture(timeoutSeconds: 15) { $0[90, 100] == 0xEDEDED }
        // Done closes the menu.
        try tap(x: 738, y: 36, on: board)
        try board.waitForPicture(timeoutSeconds: 15) { $0[3, 240] != 0x1C1C1C }
        try tap(x: 300, y: 300, on: board)
        try board.waitUntilUnchanged("/run/ours.yml")
        try board.shell("kill -INT $(cat /run/ours.pid); sleep 1")
        #expect(try board.shell("stat -c %a /run/ours.yml") == "600")
        let recording = try Recording(bytes: Array(board.read("/run/ours.yml")), name: "ours.yml")
        let contacts: [TouchContact] = recording.frames.flatMap(\.contacts)
        let positions: [[Int]] = contacts.filter { $0.state == .down }.map { contact in
            [Int(contact.position.x * 800), Int(contact.position.y * 480)]
        }
        #expect(
            positions == [
                [100, 100], [250, 200], [310, 220], [370, 240], [738, 36], [300, 300],
            ])
        // The file contains no former position of a slot either.
        let columns: [Int] = recording.devices[0].events.compactMap { event in
            let isX = event.type == EventCode.absolute && event.code == EventCode.positionX
            return isX ? Int(event.value) * 800 / 32_768 : nil
        }
        #expect(Set(columns).isDisjoint(with: Self.pattern.map(\.0)), "\(columns)")
        try board.stop()
    }
}
