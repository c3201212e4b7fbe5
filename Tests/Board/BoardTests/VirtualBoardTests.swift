import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The virtual board and its driver, independent of the kiosk's picture.
@Suite(.serialized, .requiresBoard)
struct VirtualBoardTests {
    /// The number of movements of each contact.
    private static let moveCount = 200

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
        try board.moveContacts(
            slots.count, steps: Self.moveCount, position: position(of:after:))
        try board.frame { batch in
            for slot in slots { batch.up(slot) }
        }
        var decoder = SlotDecoder.virtualBoard
        let recording = EvdevRecording(try board.stopRecordingTouches(), decoder: &decoder)
        try #require(recording.frames.count == Self.moveCount + 2)
        for (step, frame) in recording.frames.enumerated() {
            let state: TouchContact.State =
                step == 0 ? .down : step <= Self.moveCount ? .motion : .up
            #expect(frame.contacts.map(\.slot) == Array(slots), "frame \(step)")
            #expect(frame.contacts.allSatisfy { $0.state == state }, "frame \(step)")
            for contact in frame.contacts {
                let (x, y) = position(of: contact.slot, after: min(step, Self.moveCount))
                // The driver sends the lowest device value of a pixel, which is less than one
                // device unit beyond the pixel's edge.
                let beyondX = contact.position.x * 800 - Double(x)
                let beyondY = contact.position.y * 480 - Double(y)
                #expect((0..<800.0 / 32_768).contains(beyondX), "frame \(step): \(contact)")
                #expect((0..<480.0 / 32_768).contains(beyondY), "frame \(step): \(contact)")
            }
        }
    }

    /// Returns the position of a contact after a number of movements, in pixels.
    private func position(of slot: Int, after step: Int) -> (x: Int, y: Int) {
        step == 0 ? (slot, 0) : (slot * 79 % 600 + step, 2 * step)
    }
}
