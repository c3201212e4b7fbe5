import LabRecordings
import TouchKitContacts
import TouchKitGeometry

extension Recording {
    /// Creates a recording of the touch frames of a simulated touchscreen.
    ///
    /// - Parameters:
    ///   - name: The name of the touchscreen.
    ///   - frames: The touch frames.
    ///   - metadata: The field test's metadata, or `nil` for a recording of no field test.
    package init(
        touchscreenName name: String, frames: [TouchFrame],
        metadata: Recording.FieldTestMetadata?
    ) {
        let axis = EvdevDescription.AbsoluteAxis(
            minimum: FaultlessTouchscreen.axis.minimum, maximum: FaultlessTouchscreen.axis.maximum)
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
        self.init(devices: [device], writerVersion: "0.1.0", fieldTest: metadata)
    }

    /// Returns the evdev events of a touch frame.
    private static func events(_ frame: TouchFrame) -> [EvdevEvent] {
        var events: [EvdevEvent] = []
        func append(_ code: UInt16, _ value: Int32) {
            events.append(
                EvdevEvent(time: frame.time, type: EventCode.absolute, code: code, value: value))
        }
        for contact in frame.contacts {
            append(EventCode.slot, Int32(contact.slot))
            switch contact.state {
            case .down: append(EventCode.trackingID, contact.trackingID)
            case .motion: break
            case .up, .cancel:
                append(EventCode.trackingID, -1)
                continue
            }
            guard let raw = contact.rawPosition else { continue }
            append(EventCode.positionX, raw.x)
            append(EventCode.positionY, raw.y)
        }
        events.append(
            EvdevEvent(
                time: frame.time, type: EventCode.synchronization, code: EventCode.report, value: 0)
        )
        return events
    }

    /// The recording without values that repeat a slot's previous value, which the kernel does not
    /// report.
    package var withoutRepeatedValues: Recording {
        var recording = self
        for index in devices.indices {
            recording.devices[index].events = Self.withoutRepeatedValues(devices[index].events)
        }
        return recording
    }

    private static func withoutRepeatedValues(_ events: [EvdevEvent]) -> [EvdevEvent] {
        var changed: [EvdevEvent] = []
        var frame: [EvdevEvent] = []
        var values: [Int32: [UInt16: Int32]] = [:]
        var (slot, reportedSlot) = (Int32(0), Int32(0))
        for event in events {
            if event.type == EventCode.synchronization {
                if !frame.isEmpty { changed += frame + [event] }
                frame = []
            } else if event.code == EventCode.slot {
                slot = event.value
            } else if values[slot, default: [:]].updateValue(event.value, forKey: event.code)
                != event.value
            {
                if slot != reportedSlot {
                    frame.append(
                        EvdevEvent(
                            time: event.time, type: event.type, code: EventCode.slot, value: slot))
                }
                reportedSlot = slot
                frame.append(event)
            }
        }
        return changed
    }

    /// The contents of the recording's file.
    package var fileBytes: [UInt8] {
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
