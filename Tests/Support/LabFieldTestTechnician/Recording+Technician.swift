import LabRecordings
import TouchKitContacts
import TouchKitGeometry

extension Recording {
    /// What a technician's panel said, as a recording of a field test.
    package init(
        panelNamed name: String, frames: [TouchFrame], notes: Recording.FieldTestNotes?
    ) {
        let axis = EvdevDescription.AbsoluteAxis(
            minimum: GoodPanel.axis.minimum, maximum: GoodPanel.axis.maximum)
        let device = Recording.Device(
            node: "/dev/input/event2",
            description: EvdevDescription(
                name: name,
                identity: EvdevDescription.Identity(bus: 24, vendor: 1, product: 2, version: 3),
                codes: [0: [0], 3: [0x2f, 0x35, 0x36, 0x39]],
                axes: [
                    EventCode.slot: EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 9),
                    EventCode.positionX: axis, EventCode.positionY: axis,
                    EventCode.trackingID: EvdevDescription.AbsoluteAxis(
                        minimum: 0, maximum: 65_535),
                ], properties: [1]),
            events: frames.flatMap(Self.events))
        self.init(devices: [device], writerVersion: "0.1.0", fieldTest: notes)
    }

    private static func events(_ frame: TouchFrame) -> [EvdevEvent] {
        var events: [EvdevEvent] = []
        func say(_ code: UInt16, _ value: Int32) {
            events.append(
                EvdevEvent(time: frame.time, type: EventCode.absolute, code: code, value: value))
        }
        for contact in frame.contacts {
            say(EventCode.slot, Int32(contact.slot))
            switch contact.state {
            case .down: say(EventCode.trackingID, contact.trackingID)
            case .motion: break
            case .up, .cancel:
                say(EventCode.trackingID, -1)
                continue
            }
            guard let raw = contact.rawPosition else { continue }
            say(EventCode.positionX, raw.x)
            say(EventCode.positionY, raw.y)
        }
        events.append(
            EvdevEvent(
                time: frame.time, type: EventCode.synchronization, code: EventCode.report, value: 0)
        )
        return events
    }

    /// The recording as a file.
    package var file: [UInt8] {
        var text: [UInt8] = []
        RecordingWriter.appendHeader(
            deviceCount: devices.count, writerVersion: "0.1.0", into: &text)
        for device in devices {
            var writer = RecordingWriter(start: .zero)
            writer.appendDevice(device, into: &text)
            writer.append(device.events, into: &text)
        }
        if let fieldTest { RecordingWriter.appendFieldTest(fieldTest, into: &text) }
        RecordingWriter.appendEnd(into: &text)
        return text
    }
}
