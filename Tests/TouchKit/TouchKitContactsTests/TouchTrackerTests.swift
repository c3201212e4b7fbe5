import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Touch tracker")
struct TouchTrackerTests {
    static let screen = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
    static let panel = DeviceID(rawValue: 1)
    static let secondPanel = DeviceID(rawValue: 2)

    var tracker = TouchTracker()

    /// What the tracker makes of a frame, as `phase finger (x, y)` words.
    mutating func process(
        _ contacts: [TouchContact], device: DeviceID = panel, at time: Int64 = 0,
        geometry: ScreenGeometry = screen, calibration: TouchCalibration = .identity
    ) -> [String] {
        var result = FingerFrame(time: .zero)
        tracker.process(
            TouchFrame(device: device, time: Timestamp(microseconds: time), contacts: contacts),
            geometry: geometry, calibration: calibration, into: &result)
        return Self.words(result)
    }

    static func words(_ frame: FingerFrame) -> [String] {
        frame.changes.map { change in
            let place = change.sample.position
            return "\(change.phase) \(change.finger.rawValue) (\(place.x), \(place.y))"
        }
    }

    static func contact(
        _ slot: Int, _ state: TouchContact.State, _ x: Double = 0, _ y: Double = 0, id: Int32 = 7
    ) -> TouchContact {
        TouchContact(slot: slot, trackingID: id, state: state, position: CGPoint(x: x, y: y))
    }

    @Test("A finger is named once and keeps its name until it is lifted.")
    mutating func fingerKeepsItsName() {
        #expect(process([Self.contact(0, .down, 0.5, 0.5)]) == ["began 1 (400.0, 240.0)"])
        #expect(process([Self.contact(0, .motion, 0.25, 0.5)]) == ["moved 1 (200.0, 240.0)"])
        #expect(process([Self.contact(0, .up)]) == ["ended 1 (200.0, 240.0)"])
        #expect(process([Self.contact(0, .down)]) == ["began 2 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("Slots of different devices are different fingers.")
    mutating func devicesAreApart() {
        _ = process([Self.contact(0, .down)])
        #expect(
            process([Self.contact(0, .down)], device: Self.secondPanel) == ["began 2 (0.0, 0.0)"])
        #expect(process([Self.contact(0, .up)]) == ["ended 1 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("Ten fingers on two panels are ten fingers.")
    mutating func tenFingers() {
        _ = process((0..<5).map { Self.contact($0, .down) })
        _ = process((0..<5).map { Self.contact($0, .down) }, device: Self.secondPanel)
        #expect(tracker.liveCount == 10)
    }

    @Test("A motion to the same place is no motion.")
    mutating func sameplaceIsNoMotion() {
        _ = process([Self.contact(0, .down, 0.5, 0.5)])
        #expect(process([Self.contact(0, .motion, 0.5, 0.5)], at: 9_000).isEmpty)
    }

    @Test("A motion or a lift of a finger that never came down is passed over.")
    mutating func strangersArePassedOver() {
        #expect(
            process([Self.contact(3, .motion), Self.contact(4, .up), Self.contact(5, .cancel)])
                .isEmpty)
    }

    @Test("A contact that comes down where one is still down cancels that one.")
    mutating func noFingerIsStuck() {
        _ = process([Self.contact(0, .down, 0.5, 0.5)])
        #expect(
            process([Self.contact(0, .down, 0, 0, id: 8)])
                == ["cancelled 1 (400.0, 240.0)", "began 2 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("A cancelled contact is a cancelled finger.")
    mutating func cancelIsCancelled() {
        _ = process([Self.contact(0, .down)])
        #expect(process([Self.contact(0, .cancel)]) == ["cancelled 1 (0.0, 0.0)"])
    }

    @Test("Unplugging a device cancels its fingers and no others.")
    mutating func unpluggingCancels() {
        _ = process([Self.contact(0, .down), Self.contact(1, .down)])
        _ = process([Self.contact(0, .down)], device: Self.secondPanel)
        var result = FingerFrame(time: .zero)
        tracker.cancelAll(of: Self.panel, at: .zero, into: &result)
        #expect(Self.words(result) == ["cancelled 1 (0.0, 0.0)", "cancelled 2 (0.0, 0.0)"])
        #expect(tracker.liveCount == 1)
    }

    @Test("Positions go through calibration, rotation and scale.")
    mutating func positionsGoThroughTheGeometry() {
        let turned = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise90, scale: 2)
        let flipped = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)
        // Flipped, 0.75 is 0.25, thus scanout (200, 120): canvas (120, 600), points halved.
        #expect(
            process([Self.contact(0, .down, 0.75, 0.25)], geometry: turned, calibration: flipped)
                == ["began 1 (60.0, 300.0)"])
    }

    @Test("Every sample is kept, with the kernel's time.")
    mutating func samplesKeepTheirTime() {
        var result = FingerFrame(time: .zero)
        tracker.process(
            TouchFrame(
                device: Self.panel, time: Timestamp(microseconds: 42),
                contacts: [Self.contact(0, .down)]),
            geometry: Self.screen, calibration: .identity, into: &result)
        #expect(result.samples.map(\.time.microseconds) == [42])
        #expect(result.time.microseconds == 42)
    }
}
