import KioskInput
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Every state of a pointer (button up, button down) × every event.
@Suite("Pointer as touch")
struct PointerAsTouchTests {
    static let mouse = DeviceID(rawValue: 4)
    var pointer = PointerAsTouch(
        geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480))

    /// Gives an event; what the finger did as words, its place in points of an unturned screen.
    mutating func handle(_ action: PointerEvent.Action, from device: DeviceID = mouse) -> String? {
        pointer.handle(PointerEvent(device: device, time: .zero, action: action)).map { frame in
            frame.contacts.map { contact in
                let x = (contact.position.x * 800).rounded()
                let y = (contact.position.y * 480).rounded()
                return "\(contact.state) \(Int(x)) \(Int(y))"
            }.joined(separator: ", ")
        }
    }

    @Test("With the button up, moving moves the cursor and no finger.")
    mutating func movingWithoutButton() {
        #expect(pointer.cursor == nil)
        #expect(handle(.moved(by: CGVector(dx: 10, dy: -20))) == nil)
        #expect(pointer.cursor == CGPoint(x: 410, y: 220))
        #expect(handle(.placed(at: CGPoint(x: 0.25, y: 0.5))) == nil)
        #expect(pointer.cursor == CGPoint(x: 200, y: 240))
        #expect(handle(.released) == nil)
    }

    @Test("With the button down it is a finger: down, motion, up.")
    mutating func finger() {
        _ = handle(.placed(at: CGPoint(x: 0.5, y: 0.5)))
        #expect(handle(.pressed) == "down 400 240")
        #expect(handle(.pressed) == nil)
        #expect(handle(.moved(by: CGVector(dx: 8, dy: 0))) == "motion 408 240")
        #expect(handle(.placed(at: CGPoint(x: 0.25, y: 0.25))) == "motion 200 120")
        #expect(handle(.released) == "up 200 120")
        #expect(handle(.released) == nil)
    }

    @Test("A pointer that reports no motion shows no cursor: it may only pretend to be a mouse.")
    mutating func pretenders() {
        #expect(handle(.moved(by: .zero)) == nil)
        #expect(handle(.pressed) == "down 400 240")
        #expect(handle(.released) == "up 400 240")
        #expect(pointer.cursor == nil)
    }

    @Test("The cursor stays on the screen.")
    mutating func staysOnScreen() {
        _ = handle(.moved(by: CGVector(dx: -9_999, dy: 9_999)))
        #expect(pointer.cursor == CGPoint(x: 0, y: 479))
    }

    @Test("Two pointers are two fingers; the cursor goes with the last one unplugged.")
    mutating func twoPointers() {
        let other = DeviceID(rawValue: 5)
        _ = handle(.placed(at: CGPoint(x: 0.25, y: 0.5)))
        _ = handle(.placed(at: CGPoint(x: 0.75, y: 0.5)), from: other)
        #expect(handle(.pressed) == "down 200 240")
        #expect(handle(.pressed, from: other) == "down 600 240")
        pointer.deviceRemoved(other)
        #expect(pointer.cursor != nil)
        pointer.deviceRemoved(Self.mouse)
        #expect(pointer.cursor == nil)
    }

    @Test(
        "On a turned screen a mouse moves the way the hand does, and the panel's place is right.",
        arguments: Rotation.allCases)
    func turned(rotation: Rotation) throws {
        let geometry = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 480, rotation: rotation, scale: 2)
        var pointer = PointerAsTouch(geometry: geometry)
        func send(_ action: PointerEvent.Action) -> TouchFrame? {
            pointer.handle(PointerEvent(device: Self.mouse, time: .zero, action: action))
        }
        _ = send(.moved(by: CGVector(dx: 20, dy: 10)))
        let cursor = try #require(pointer.cursor)
        #expect(cursor.x == geometry.bounds.midX + 10)
        #expect(cursor.y == geometry.bounds.midY + 5)
        let frame = try #require(send(.pressed))
        let place = geometry.point(normalized: frame.contacts[0].position)
        #expect(abs(place.x - cursor.x) < 1e-9)
        #expect(abs(place.y - cursor.y) < 1e-9)
    }

    @Test("A cursor goes with its pointer, though others that never moved stay.")
    mutating func cursorGoesWithItsPointer() {
        let keyboard = DeviceID(rawValue: 6)
        _ = handle(.released, from: keyboard)
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        #expect(pointer.cursor == CGPoint(x: 410, y: 240))
        pointer.deviceRemoved(Self.mouse)
        #expect(pointer.cursor == nil)
    }

    @Test("When the pointer that moved last is unplugged, the cursor is at the one before.")
    mutating func cursorGoesBack() {
        let other = DeviceID(rawValue: 5)
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        _ = handle(.moved(by: CGVector(dx: 0, dy: 20)), from: other)
        #expect(pointer.cursor == CGPoint(x: 400, y: 260))
        pointer.deviceRemoved(other)
        #expect(pointer.cursor == CGPoint(x: 410, y: 240))
    }

    @Test("Unplugging another pointer leaves the cursor where it is.")
    mutating func cursorStays() {
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        _ = handle(.moved(by: CGVector(dx: 0, dy: 20)), from: DeviceID(rawValue: 5))
        _ = handle(.moved(by: CGVector(dx: 0, dy: 30)), from: DeviceID(rawValue: 6))
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        pointer.deviceRemoved(DeviceID(rawValue: 6))
        #expect(pointer.cursor == CGPoint(x: 420, y: 240))
    }

    @Test("A pointer that comes back unpressed is a new finger, not the one that was unplugged.")
    mutating func unpluggedWhilePressed() {
        _ = handle(.placed(at: CGPoint(x: 0.25, y: 0.5)))
        #expect(handle(.pressed) == "down 200 240")
        pointer.deviceRemoved(Self.mouse)
        #expect(handle(.moved(by: CGVector(dx: 1, dy: 0))) == nil)
        #expect(handle(.released) == nil)
        #expect(handle(.pressed) == "down 401 240")
    }

    @Test("An absolute pointer beyond the edge is at the edge, and is there once.")
    mutating func beyondTheEdge() {
        #expect(handle(.pressed) == "down 400 240")
        #expect(handle(.placed(at: CGPoint(x: 1.5, y: -0.5))) == "motion 799 0")
        #expect(handle(.placed(at: CGPoint(x: 1.2, y: -0.1))) == nil)
    }

    @Test("Each press is a contact of its own, and a frame carries the event's device and time.")
    mutating func frames() throws {
        var identifiers: [Int32] = []
        for turn in 0..<3 {
            let time = Timestamp(microseconds: Int64(turn) * 1_000 + 1)
            let pressed = PointerEvent(device: Self.mouse, time: time, action: .pressed)
            let released = PointerEvent(device: Self.mouse, time: time, action: .released)
            let first = pointer.handle(pressed)
            let second = pointer.handle(released)
            let down = try #require(first)
            let up = try #require(second)
            #expect(down.time == time)
            #expect(down.device == Self.mouse)
            #expect(down.contacts.map(\.slot) == [0])
            #expect(up.contacts[0].trackingID == down.contacts[0].trackingID)
            identifiers.append(down.contacts[0].trackingID)
        }
        #expect(Set(identifiers).count == 3)
    }
}
