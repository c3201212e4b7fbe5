import KioskInput
import Testing
import TouchKitContacts
import TouchKitGeometry

/// All combinations of a pointer's state (button up, button down) and an event.
@Suite("Pointer touch emulator")
struct PointerTouchEmulatorTests {
    static let mouse = DeviceID(rawValue: 4)
    var emulator = PointerTouchEmulator(
        geometry: ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480))

    /// Passes an event to the emulator and returns the state and position of the emulated contact
    /// as text, in points of a screen without rotation.
    mutating func handle(_ action: PointerEvent.Action, from device: DeviceID = mouse) -> String? {
        emulator.handle(PointerEvent(device: device, time: .zero, action: action)).map { frame in
            frame.contacts.map { contact in
                let x = (contact.position.x * 800).rounded()
                let y = (contact.position.y * 480).rounded()
                return "\(contact.state) \(Int(x)) \(Int(y))"
            }.joined(separator: ", ")
        }
    }

    @Test("With the button up, a movement moves the cursor without a contact.")
    mutating func movingWithoutButton() {
        #expect(emulator.cursor == nil)
        #expect(handle(.moved(by: CGVector(dx: 10, dy: -20))) == nil)
        #expect(emulator.cursor == CGPoint(x: 410, y: 220))
        #expect(handle(.positioned(at: CGPoint(x: 0.25, y: 0.5))) == nil)
        #expect(emulator.cursor == CGPoint(x: 200, y: 240))
        #expect(handle(.released) == nil)
    }

    @Test("With the button down, the pointer emulates a contact: down, motion, up.")
    mutating func contact() {
        _ = handle(.positioned(at: CGPoint(x: 0.5, y: 0.5)))
        #expect(handle(.pressed) == "down 400 240")
        #expect(handle(.pressed) == nil)
        #expect(handle(.moved(by: CGVector(dx: 8, dy: 0))) == "motion 408 240")
        #expect(handle(.positioned(at: CGPoint(x: 0.25, y: 0.25))) == "motion 200 120")
        #expect(handle(.released) == "up 200 120")
        #expect(handle(.released) == nil)
    }

    @Test("A pointer that has not moved shows no cursor.")
    mutating func withoutMovement() {
        #expect(handle(.moved(by: .zero)) == nil)
        #expect(handle(.pressed) == "down 400 240")
        #expect(handle(.released) == "up 400 240")
        #expect(emulator.cursor == nil)
    }

    @Test("The cursor stays on the screen.")
    mutating func staysOnScreen() {
        _ = handle(.moved(by: CGVector(dx: -9_999, dy: 9_999)))
        #expect(emulator.cursor == CGPoint(x: 0, y: 479))
    }

    @Test("Two pointers emulate two contacts; the cursor is hidden after both are removed.")
    mutating func twoPointers() {
        let other = DeviceID(rawValue: 5)
        _ = handle(.positioned(at: CGPoint(x: 0.25, y: 0.5)))
        _ = handle(.positioned(at: CGPoint(x: 0.75, y: 0.5)), from: other)
        #expect(handle(.pressed) == "down 200 240")
        #expect(handle(.pressed, from: other) == "down 600 240")
        emulator.removeDevice(other)
        #expect(emulator.cursor != nil)
        emulator.removeDevice(Self.mouse)
        #expect(emulator.cursor == nil)
    }

    @Test(
        "On a rotated screen, movements and contact positions follow the upright picture.",
        arguments: Rotation.allCases)
    func rotated(rotation: Rotation) throws {
        let geometry = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 480, rotation: rotation, scale: 2)
        var emulator = PointerTouchEmulator(geometry: geometry)
        func send(_ action: PointerEvent.Action) -> TouchFrame? {
            emulator.handle(PointerEvent(device: Self.mouse, time: .zero, action: action))
        }
        _ = send(.moved(by: CGVector(dx: 20, dy: 10)))
        let cursor = try #require(emulator.cursor)
        #expect(cursor.x == geometry.bounds.midX + 10)
        #expect(cursor.y == geometry.bounds.midY + 5)
        let frame = try #require(send(.pressed))
        let position = geometry.point(normalized: frame.contacts[0].position)
        #expect(abs(position.x - cursor.x) < 1e-9)
        #expect(abs(position.y - cursor.y) < 1e-9)
    }

    @Test("Removing the only pointer that has moved hides the cursor.")
    mutating func removedPointer() {
        let keyboard = DeviceID(rawValue: 6)
        _ = handle(.released, from: keyboard)
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        #expect(emulator.cursor == CGPoint(x: 410, y: 240))
        emulator.removeDevice(Self.mouse)
        #expect(emulator.cursor == nil)
    }

    @Test("Removing the pointer that moved last moves the cursor to the previous pointer.")
    mutating func cursorMovesToPrevious() {
        let other = DeviceID(rawValue: 5)
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        _ = handle(.moved(by: CGVector(dx: 0, dy: 20)), from: other)
        #expect(emulator.cursor == CGPoint(x: 400, y: 260))
        emulator.removeDevice(other)
        #expect(emulator.cursor == CGPoint(x: 410, y: 240))
    }

    @Test("Removing another pointer does not move the cursor.")
    mutating func cursorStays() {
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        _ = handle(.moved(by: CGVector(dx: 0, dy: 20)), from: DeviceID(rawValue: 5))
        _ = handle(.moved(by: CGVector(dx: 0, dy: 30)), from: DeviceID(rawValue: 6))
        _ = handle(.moved(by: CGVector(dx: 10, dy: 0)))
        emulator.removeDevice(DeviceID(rawValue: 6))
        #expect(emulator.cursor == CGPoint(x: 420, y: 240))
    }

    @Test("A pointer removed with its button down has no contact when it returns.")
    mutating func removedWhilePressed() {
        _ = handle(.positioned(at: CGPoint(x: 0.25, y: 0.5)))
        #expect(handle(.pressed) == "down 200 240")
        emulator.removeDevice(Self.mouse)
        #expect(handle(.moved(by: CGVector(dx: 1, dy: 0))) == nil)
        #expect(handle(.released) == nil)
        #expect(handle(.pressed) == "down 401 240")
    }

    @Test("A position beyond the edge is clamped, and an unchanged position is not reported.")
    mutating func beyondTheEdge() {
        #expect(handle(.pressed) == "down 400 240")
        #expect(handle(.positioned(at: CGPoint(x: 1.5, y: -0.5))) == "motion 799 0")
        #expect(handle(.positioned(at: CGPoint(x: 1.2, y: -0.1))) == nil)
    }

    @Test("Each press has a new tracking ID, and frames have the event's device and time.")
    mutating func frames() throws {
        var trackingIDs: [Int32] = []
        for turn in 0..<3 {
            let time = Timestamp(microseconds: Int64(turn) * 1_000 + 1)
            let pressed = PointerEvent(device: Self.mouse, time: time, action: .pressed)
            let released = PointerEvent(device: Self.mouse, time: time, action: .released)
            let first = emulator.handle(pressed)
            let second = emulator.handle(released)
            let down = try #require(first)
            let up = try #require(second)
            #expect(down.time == time)
            #expect(down.device == Self.mouse)
            #expect(down.contacts.map(\.slot) == [0])
            #expect(up.contacts[0].trackingID == down.contacts[0].trackingID)
            trackingIDs.append(down.contacts[0].trackingID)
        }
        #expect(Set(trackingIDs).count == 3)
    }
}
