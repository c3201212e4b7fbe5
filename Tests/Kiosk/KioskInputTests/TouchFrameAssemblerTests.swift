import KioskInput
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Touch frame assembler")
final class TouchFrameAssemblerTests {
    private typealias Change = TouchFrameAssembler.Change

    private static let touchscreen = device(1)
    private static let other = device(2)
    private var frames = TouchFrameAssembler()
    private var time = Timestamp.zero

    private static func device(_ id: UInt32, range: SlotDecoder.Axis? = nil) -> InputDevice {
        InputDevice(
            id: DeviceID(rawValue: id), name: "touch", path: "/dev/input/event\(id)",
            kind: .touch, rangeX: range, rangeY: range)
    }

    /// Appends changes, ends the frame, and returns the frames that are handed out.
    private func endedFrames(
        _ changes: [(slot: Int32, change: Change)] = [], of device: InputDevice = touchscreen
    ) -> [TouchFrame] {
        for (slot, change) in changes { frames.append(change, slot: slot, of: device) }
        time = time.advanced(byMicroseconds: 1_000)
        var ended: [TouchFrame] = []
        frames.endFrame(of: device.id, at: time) { ended.append($0) }
        return ended
    }

    /// Returns the only frame that changes form.
    private func onlyFrame(
        _ changes: (slot: Int32, change: Change)..., of device: InputDevice = touchscreen
    ) throws -> TouchFrame {
        let ended = endedFrames(changes, of: device)
        #expect(ended.count == 1)
        return try #require(ended.first)
    }

    /// Returns the only contact of a frame with one change.
    private func contact(
        _ change: Change, slot: Int32 = 0, device: InputDevice = touchscreen
    ) throws -> TouchContact {
        let frame = try onlyFrame((slot, change), of: device)
        #expect(frame.contacts.count == 1)
        return try #require(frame.contacts.first)
    }

    // MARK: Frames

    @Test("A frame has the device, the time and the changes of all slots in their order.")
    func severalSlots() throws {
        let frame = try onlyFrame(
            (3, .down(CGPoint(x: 0.1, y: 0.2))), (0, .down(CGPoint(x: 0.3, y: 0.4))),
            (7, .motion(CGPoint(x: 0.5, y: 0.6))))
        #expect(frame.device == Self.touchscreen.id)
        #expect(frame.time == time)
        #expect(frame.contacts.map(\.slot) == [3, 0, 7])
        #expect(frame.contacts.map(\.state) == [.down, .down, .motion])
        #expect(frame.contacts.map(\.position.x) == [0.1, 0.3, 0.5])
    }

    @Test("A contact that does not change is not repeated in later frames.")
    func noRepetition() throws {
        _ = try onlyFrame((0, .down(.zero)), (1, .down(.zero)))
        let second = try onlyFrame((1, .motion(CGPoint(x: 0.5, y: 0.5))))
        #expect(second.contacts.map(\.slot) == [1])
        let third = try onlyFrame((0, .up))
        #expect(third.contacts.map(\.slot) == [0])
        #expect(third.contacts.map(\.state) == [.up])
    }

    @Test("A frame without changes is not handed out, and neither is a frame twice.")
    func emptyFrames() throws {
        #expect(endedFrames().isEmpty)
        _ = try onlyFrame((0, .down(.zero)))
        #expect(endedFrames().isEmpty)
    }

    @Test("The end of a frame of another device hands out nothing.")
    func endOfOtherDevice() throws {
        frames.append(.down(.zero), slot: 0, of: Self.touchscreen)
        #expect(endedFrames(of: Self.other).isEmpty)
        #expect(endedFrames().map(\.contacts.count) == [1])
    }

    @Test("A frame contains no contacts of another device's unfinished frame.")
    func unfinishedFrame() throws {
        frames.append(.down(CGPoint(x: 0.1, y: 0.1)), slot: 5, of: Self.touchscreen)
        let frame = try onlyFrame((2, .down(.zero)), of: Self.other)
        #expect(frame.device == Self.other.id)
        #expect(frame.contacts.map(\.slot) == [2])
    }

    // MARK: Contacts

    @Test(
        "A contact has one tracking ID, and a lifted contact has the last position.",
        arguments: [
            (TouchFrameAssembler.Change.up, TouchContact.State.up), (.cancel, .cancel),
        ])
    func oneContact(end: TouchFrameAssembler.Change, state: TouchContact.State) throws {
        let down = try contact(.down(CGPoint(x: 0.1, y: 0.2)), slot: 3)
        let motion = try contact(.motion(CGPoint(x: 0.3, y: 0.4)), slot: 3)
        let lifted = try contact(end, slot: 3)
        #expect(down.slot == 3)
        #expect([down.state, motion.state, lifted.state] == [.down, .motion, state])
        #expect(motion.trackingID == down.trackingID)
        #expect(lifted.trackingID == down.trackingID)
        #expect(lifted.position == CGPoint(x: 0.3, y: 0.4))
        #expect(try contact(.down(.zero), slot: 3).trackingID != down.trackingID)
    }

    @Test("The same slot of two devices contains two contacts.")
    func twoDevices() throws {
        let first = try contact(.down(CGPoint(x: 0.1, y: 0.1)))
        let second = try contact(.down(CGPoint(x: 0.9, y: 0.9)), device: Self.other)
        #expect(first.trackingID != second.trackingID)
        #expect(try contact(.up).position == CGPoint(x: 0.1, y: 0.1))
        #expect(try contact(.up, device: Self.other).position == CGPoint(x: 0.9, y: 0.9))
    }

    @Test("Removing a device removes only the contacts of this device.")
    func removedDevice() throws {
        let remaining = try contact(.down(CGPoint(x: 0.5, y: 0.5)), device: Self.other)
        _ = try contact(.down(CGPoint(x: 0.1, y: 0.1)))
        frames.removeDevice(Self.touchscreen.id)
        #expect(try contact(.up).position == .zero)
        #expect(try contact(.up, device: Self.other).trackingID == remaining.trackingID)
    }

    @Test("A second contact in a slot without a lift has a new tracking ID.")
    func downTwice() throws {
        let first = try contact(.down(.zero), slot: 1)
        let second = try contact(.down(.zero), slot: 1)
        #expect(first.trackingID != second.trackingID)
        #expect(try contact(.motion(.zero), slot: 1).trackingID == second.trackingID)
    }

    @Test("A single-touch device, for which libinput reports slot -1, uses slot 0.")
    func singleTouch() throws {
        let down = try contact(.down(.zero), slot: -1)
        #expect(down.slot == 0)
        #expect(try contact(.up, slot: -1).trackingID == down.trackingID)
    }

    @Test("Positions in device units are calculated from the ranges, and are kept when lifted.")
    func rawPositions() throws {
        let range = SlotDecoder.Axis(minimum: 100, maximum: 1_099)
        let touchscreen = Self.device(4, range: range)
        let position = CGPoint(x: 0.25, y: 0.75)
        let down = try contact(.down(position), device: touchscreen)
        #expect(down.rawPosition == .init(x: range.value(at: 0.25), y: range.value(at: 0.75)))
        #expect(down.rawPosition == .init(x: 350, y: 850))
        #expect(try contact(.motion(.zero), device: touchscreen).rawPosition?.x == 100)
        #expect(try contact(.up, device: touchscreen).rawPosition == .init(x: 100, y: 100))
        #expect(try contact(.down(position)).rawPosition == nil)
    }
}
