import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The virtual board and its driver, independent of the kiosk's picture.
@Suite(.serialized, .requiresBoard)
struct VirtualBoardTests {
    @Test("A board boots into a picture without failed units")
    func bootsIntoAPicture() throws {
        let board = try VirtualBoard.bootImage()
        try board.waitForPicture()
        try board.waitForTouchscreen()
        #expect(try board.shell("systemctl is-active touchtracker") == "active")
        #expect(try board.failedUnits() == "")
        #expect(try board.shell("findmnt -n -o OPTIONS /").hasPrefix("ro,"))
        let kiosk = try board.kioskProcessID()
        #expect(try board.shell("stat -c %U /proc/\(kiosk)") == "touchtracker")
    }

    @Test("Every touch frame sent to the board reaches the kernel with exact positions")
    func touchesAreExact() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.startRecordingTouches()
        let slots = 0..<VirtualBoard.slotCount
        try board.frame { batch in
            for slot in slots { batch.down(slot, x: slot, y: 0) }
        }
        for step in 1...200 {
            try board.frame { batch in
                for slot in slots { batch.move(slot, x: slot * 79 % 600 + step, y: 2 * step) }
            }
        }
        try board.frame { batch in
            for slot in slots { batch.up(slot) }
        }
        let events = try InputEvent.events(from: board.stopRecordingTouches())
        #expect(events.count { $0.type == 0 && $0.code == 0 } == 202)
        #expect(events.count { $0.type == 3 && $0.code == 0x39 && $0.value >= 0 } == 10)
        #expect(events.count { $0.type == 3 && $0.code == 0x39 && $0.value == -1 } == 10)
        let lastVertical = events.last { $0.type == 3 && $0.code == 0x36 }
        #expect(Double(lastVertical?.value ?? 0) * 480 / 32_768 >= 400)
        #expect(Double(lastVertical?.value ?? 0) * 480 / 32_768 < 400.02)
    }
}

/// An evdev event, decoded from `struct input_event` of a 64-bit kernel.
private struct InputEvent {
    var type, code: UInt16
    var value: Int32

    static func events(from bytes: [UInt8]) -> [InputEvent] {
        bytes.withUnsafeBytes { buffer in
            stride(from: 0, to: buffer.count, by: 24).map { offset in
                InputEvent(
                    type: buffer.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self),
                    code: buffer.loadUnaligned(fromByteOffset: offset + 18, as: UInt16.self),
                    value: buffer.loadUnaligned(fromByteOffset: offset + 20, as: Int32.self))
            }
        }
    }
}
