import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Contact tracker")
struct ContactTrackerTests {
    static let screen = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
    static let touchscreen = DeviceID(rawValue: 1)
    static let secondTouchscreen = DeviceID(rawValue: 2)

    var tracker = ContactTracker()

    /// Processes a frame and returns the changes as text of the form `phase touch (x, y)`.
    mutating func process(
        _ contacts: [TouchContact], device: DeviceID = touchscreen, at time: Int64 = 0,
        geometry: ScreenGeometry = screen, calibration: TouchCalibration = .identity
    ) -> [String] {
        Self.changeTexts(
            update(
                contacts, device: device, at: time, geometry: geometry, calibration: calibration))
    }

    /// Processes a frame and returns the update.
    mutating func update(
        _ contacts: [TouchContact], device: DeviceID = touchscreen, at time: Int64 = 0,
        geometry: ScreenGeometry = screen, calibration: TouchCalibration = .identity
    ) -> TouchUpdate {
        var result = TouchUpdate(time: .zero)
        tracker.process(
            TouchFrame(device: device, time: Timestamp(microseconds: time), contacts: contacts),
            geometry: geometry, calibration: calibration, into: &result)
        return result
    }

    /// Returns the changes of an update as text of the form `phase touch (x, y)`.
    static func changeTexts(_ update: TouchUpdate) -> [String] {
        update.changes.map { change in
            let position = change.sample.position
            return "\(change.phase) \(change.touch.rawValue) (\(position.x), \(position.y))"
        }
    }

    static func contact(
        _ slot: Int, _ state: TouchContact.State, _ x: Double = 0, _ y: Double = 0, id: Int32 = 7
    ) -> TouchContact {
        TouchContact(slot: slot, trackingID: id, state: state, position: CGPoint(x: x, y: y))
    }

    @Test("A touch keeps its identifier until it is lifted, and the next one has a new identifier.")
    mutating func touchKeepsItsIdentifier() {
        #expect(process([Self.contact(0, .down, 0.5, 0.5)]) == ["began 1 (400.0, 240.0)"])
        #expect(process([Self.contact(0, .motion, 0.25, 0.5)]) == ["moved 1 (200.0, 240.0)"])
        #expect(process([Self.contact(0, .up)]) == ["ended 1 (200.0, 240.0)"])
        #expect(process([Self.contact(0, .down)]) == ["began 2 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("All samples of a touch contain the poll interval of their touchscreen.")
    mutating func pollInterval() {
        var result = TouchUpdate(time: .zero)
        for (state, x) in [(TouchContact.State.down, 0.5), (.motion, 0.25), (.up, 0)] {
            tracker.process(
                TouchFrame(
                    device: Self.touchscreen, time: .zero, contacts: [Self.contact(0, state, x)]),
                geometry: Self.screen, calibration: .identity, pollMicroseconds: 17_000,
                into: &result)
        }
        #expect(result.samples.map(\.pollMicroseconds) == [17_000, 17_000, 17_000])
    }

    @Test("Equal slots of different devices are different touches.")
    mutating func devicesAreIndependent() {
        _ = process([Self.contact(0, .down)])
        #expect(
            process([Self.contact(0, .down)], device: Self.secondTouchscreen) == [
                "began 2 (0.0, 0.0)"
            ])
        #expect(process([Self.contact(0, .up)]) == ["ended 1 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("Five contacts on each of two touchscreens are ten touches.")
    mutating func tenTouches() {
        _ = process((0..<5).map { Self.contact($0, .down) })
        _ = process((0..<5).map { Self.contact($0, .down) }, device: Self.secondTouchscreen)
        #expect(tracker.liveCount == 10)
    }

    @Test("A motion to the same position is not reported.")
    mutating func repeatedPositionIsNoMove() {
        _ = process([Self.contact(0, .down, 0.5, 0.5)])
        #expect(process([Self.contact(0, .motion, 0.5, 0.5)], at: 9_000).isEmpty)
    }

    @Test("A motion, lift or cancellation of a contact that never came down is ignored.")
    mutating func unknownContactsAreIgnored() {
        #expect(
            process([Self.contact(3, .motion), Self.contact(4, .up), Self.contact(5, .cancel)])
                .isEmpty)
    }

    @Test("A contact that comes down in an occupied slot cancels the old touch.")
    mutating func occupiedSlot() {
        _ = process([Self.contact(0, .down, 0.5, 0.5)])
        #expect(
            process([Self.contact(0, .down, 0, 0, id: 8)])
                == ["cancelled 1 (400.0, 240.0)", "began 2 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("A cancelled contact cancels its touch.")
    mutating func cancelIsCancelled() {
        _ = process([Self.contact(0, .down)])
        #expect(process([Self.contact(0, .cancel)]) == ["cancelled 1 (0.0, 0.0)"])
    }

    @Test(
        "The last change of a touch has the time of the frame that ends it.",
        arguments: [TouchContact.State.up, .cancel, .down])
    mutating func timeOfEnd(state: TouchContact.State) throws {
        _ = process([Self.contact(0, .down)], at: 1_000)
        let result = update([Self.contact(0, state)], at: 9_000)
        let end = try #require(result.changes.first)
        #expect(end.phase == (state == .up ? .ended : .cancelled))
        #expect(end.sample.time.microseconds == 9_000)
    }

    @Test("Cancelling the touches of a device leaves those of other devices down.")
    mutating func cancelsTouchesOfOneDevice() {
        _ = process([Self.contact(0, .down), Self.contact(1, .down)])
        _ = process([Self.contact(0, .down)], device: Self.secondTouchscreen)
        var result = TouchUpdate(time: .zero)
        tracker.cancelAll(of: Self.touchscreen, at: .zero, into: &result)
        #expect(Self.changeTexts(result) == ["cancelled 1 (0.0, 0.0)", "cancelled 2 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("Positions are calibrated, rotated and scaled.")
    mutating func positionsAreConverted() {
        let rotated = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise90, scale: 2)
        let flipped = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)
        // 0.75 is flipped to 0.25: scanout (200, 120), canvas (120, 600), points (60, 300).
        #expect(
            process([Self.contact(0, .down, 0.75, 0.25)], geometry: rotated, calibration: flipped)
                == ["began 1 (60.0, 300.0)"])
    }

    @Test(
        "A contact at the origin of a rotated touchscreen is within the screen.",
        arguments: Rotation.allCases)
    mutating func originIsOnScreen(rotation: Rotation) throws {
        let geometry = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 480, rotation: rotation, scale: 1.15)
        let result = update([Self.contact(0, .down)], geometry: geometry)
        let change = try #require(result.changes.first)
        #expect(geometry.bounds.contains(change.sample.position))
    }

    @Test("Samples contain the kernel's time.")
    mutating func samplesKeepTheirTime() {
        let result = update([Self.contact(0, .down)], at: 42)
        #expect(result.samples.map(\.time.microseconds) == [42])
        #expect(result.time.microseconds == 42)
    }
}
