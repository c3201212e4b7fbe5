import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("RecordingPlayer")
struct RecordingPlayerTests {
    /// Returns one line per frame with its device, time and contacts.
    func lines(_ frames: [TouchFrame]) -> [String] {
        frames.map { frame in
            let contacts = frame.contacts.map {
                "\($0.state) \($0.slot) \($0.rawPosition?.x ?? -1),\($0.rawPosition?.y ?? -1)"
            }
            return "\(frame.device.rawValue) \(frame.time.microseconds): "
                + contacts.joined(separator: " | ")
        }
    }

    @Test("A libinput recording plays the touches that were made")
    func libinputsFile() throws {
        let recording = try Recording(bytes: Samples.file("made-by-hand.yml"), name: "by hand")
        #expect(
            lines(recording.frames) == [
                "2 2104233: down 0 120,200",
                "2 2116871: motion 0 124,203 | down 1 600,90",
                "2 2129902: motion 0 124,207 | motion 1 590,90",
                "2 2142511: up 0 124,207",
                "2 2155020: up 1 590,90",
                "2 3411502: down 0 400,240",
                "2 3498113: up 0 400,240",
            ])
        #expect(
            recording.frames.first?.contacts.first?.position == CGPoint(x: 0.15, y: 200.0 / 480))
    }

    @Test("Several devices play in the order of time, simultaneous frames in the order of the file")
    func merge() {
        let first =
            Samples.frame(2_000, (EventCode.trackingID, 1))
            + Samples.frame(5_000, (EventCode.trackingID, -1))
        let second =
            Samples.frame(1_000, (EventCode.trackingID, 1))
            + Samples.frame(2_000, (EventCode.positionX, 7))
            + Samples.frame(9_000, (EventCode.trackingID, -1))
        let recording = Recording(devices: [
            Samples.touchscreen(events: first), Samples.mouse(),
            Samples.touchscreen(events: second),
        ])
        #expect(
            lines(recording.frames) == [
                "3 1000: down 0 0,0", "1 2000: down 0 0,0", "3 2000: motion 0 7,0",
                "1 5000: up 0 0,0", "3 9000: up 0 7,0",
            ])
    }

    /// A frame in which two contacts come down, and a report of dropped events 2 ms later.
    private static let droppedContacts =
        Samples.frame(
            1_000, (EventCode.trackingID, 1), (EventCode.positionX, 4), (EventCode.slot, 1),
            (EventCode.trackingID, 2), (EventCode.positionX, 5))
        + [EvdevEvent(time: Timestamp(microseconds: 3_000), type: 0, code: 3, value: 0)]

    @Test("After dropped events all contacts of that device are cancelled, those of others are not")
    func droppedEvents() {
        let first = Self.droppedContacts + Samples.frame(3_000, (EventCode.positionX, 6))
        let second = Samples.frame(2_000, (EventCode.trackingID, 1))
        let recording = Recording(devices: [
            Samples.touchscreen(events: first), Samples.touchscreen(events: second),
        ])
        #expect(
            lines(recording.frames) == [
                "1 1000: down 0 4,0 | down 1 5,0", "2 2000: down 0 0,0",
                "1 3000: cancel 0 4,0 | cancel 1 5,0",
            ])
    }

    @Test("Slots recorded after dropped events restart contacts that are still down")
    func slotsAfterDroppedEvents() {
        let events =
            Self.droppedContacts + Samples.frame(3_000)
            + Samples.frame(
                3_000, (EventCode.slot, 0), (EventCode.trackingID, -1), (EventCode.slot, 1),
                (EventCode.trackingID, 2), (EventCode.positionX, 50), (EventCode.slot, 0))
            + Samples.frame(4_000, (EventCode.trackingID, 3))
            + Samples.frame(
                5_000, (EventCode.trackingID, -1), (EventCode.slot, 1), (EventCode.trackingID, -1))
        #expect(
            lines(Recording(devices: [Samples.touchscreen(events: events)]).frames) == [
                "1 1000: down 0 4,0 | down 1 5,0",
                "1 3000: cancel 0 4,0 | cancel 1 5,0",
                "1 3000: down 1 50,0",
                "1 4000: down 0 4,0",
                "1 5000: up 0 4,0 | up 1 50,0",
            ])
    }

    @Test(
        "A calibration is parsed as libinput parses it",
        arguments: [
            ("-1 0 1 0 -1 1", TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)),
            (
                "  1.5 +2 .25   3. -4.0 5 ",
                TouchCalibration(a: 1.5, b: 2, c: 0.25, d: 3, e: -4, f: 5)
            ),
            ("1 2 3 4 5 6 7 rest", TouchCalibration(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6)),
            (
                "0.1 0 0 0 0 0",
                TouchCalibration(a: Double(Float(0.1)), b: 0, c: 0, d: 0, e: 0, f: 0)
            ),
        ])
    func calibrations(text: String, expected: TouchCalibration) {
        let device = Samples.touchscreen(properties: [
            .init(key: "LIBINPUT_CALIBRATION_MATRIX", value: text)
        ])
        #expect(device.calibration == expected)
        #expect(device.calibrationWarning == nil)
    }

    @Test(
        "An invalid calibration is the identity and has a warning",
        arguments: [
            "", "1 0 0 0 1", "1 0 0 0 1 x", "1e0 0 0 0 1 0", "0x1 0 0 0 1 0", "nan 0 0 0 1 0",
            "inf 0 0 0 1 0", "1,5 0 0 0 1 0", "1\t0 0 0 1 0", "+-1 0 0 0 1 0", ". 0 0 0 1 0",
            "1" + String(repeating: "0", count: 400) + " 0 0 0 1 0",
            "1" + String(repeating: "0", count: 100) + " 0 0 0 1 0",
        ])
    func invalidCalibrations(text: String) {
        let device = Samples.touchscreen(properties: [
            .init(key: "LIBINPUT_CALIBRATION_MATRIX", value: text)
        ])
        #expect(device.calibration == .identity)
        #expect(device.calibrationWarning?.hasSuffix("; correct the udev rule") == true)
    }

    @Test("Without the property the calibration is the identity, without a warning")
    func noCalibration() {
        #expect(Samples.touchscreen().calibration == .identity)
        #expect(Samples.touchscreen().calibrationWarning == nil)
    }
}

/// The slot of the first events of a recording.
@Suite("Starting slot")
struct StartingSlotTests {
    private static func frames(_ events: [(code: UInt16, value: Int32)?]) -> [TouchFrame] {
        let axis = EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 999)
        let description = EvdevDescription(
            name: "panel",
            identity: EvdevDescription.Identity(bus: 3, vendor: 1, product: 1, version: 1),
            codes: [:],
            axes: [
                EventCode.slot: EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 9),
                EventCode.positionX: axis, EventCode.positionY: axis,
                EventCode.trackingID: axis,
            ],
            properties: [])
        // `nil` stands for SYN_REPORT.
        let list = events.enumerated().map { index, event in
            EvdevEvent(
                time: Timestamp(microseconds: Int64(index)),
                type: event == nil ? EventCode.synchronization : EventCode.absolute,
                code: event?.code ?? EventCode.report, value: event?.value ?? 0)
        }
        return Recording(
            devices: [Recording.Device(node: "", description: description, events: list)]
        ).frames
    }

    private let slot = EventCode.slot
    private let id = EventCode.trackingID
    private let x = EventCode.positionX

    private func slots(_ frames: [TouchFrame]) -> [[Int]] {
        frames.map { $0.contacts.map(\.slot) }
    }

    @Test("A contact that lifts in a slot where none started was in the unknown slot")
    func lifted() {
        let frames = Self.frames([
            (id, 5), (x, 10), nil, (slot, 2), (id, 6), (x, 20), nil, (slot, 7), (id, -1), nil,
            (slot, 2), (id, -1), nil,
        ])
        #expect(slots(frames) == [[7], [2], [7], [2]])
        #expect(frames.map { $0.contacts[0].state } == [.down, .down, .up, .up])
    }

    @Test("A contact that moves in a slot where none started was in the unknown slot")
    func moved() {
        let frames = Self.frames([
            (id, 5), (x, 10), nil, (slot, 2), (id, 6), (x, 20), (slot, 4), (x, 11), nil,
        ])
        #expect(slots(frames) == [[4], [2, 4]])
    }

    @Test("Without evidence the starting slot is 0, and an explicit slot is used as it is")
    func first() {
        #expect(slots(Self.frames([(id, 5), (x, 10), nil, (id, -1), nil])) == [[0], [0]])
        #expect(slots(Self.frames([(slot, 3), (id, 5), nil, (id, -1), nil])) == [[3], [3]])
        let frames = Self.frames([
            (id, 5), (x, 10), nil, (slot, 2), (id, 6), nil, (id, -1), nil, (slot, 0), (id, -1),
            nil,
        ])
        #expect(slots(frames) == [[0], [2], [2], [0]])
    }
}
