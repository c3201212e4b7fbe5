import Foundation
import LabRecordings
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Sample recordings for tests.
enum Samples {
    /// Returns the files in the folder `Recordings`, sorted by name.
    static func files() throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Recordings")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yml") }.sorted()
            .map { ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) }
    }

    /// Returns the contents of the file `name` in the folder `Recordings`.
    static func file(_ name: String) throws -> [UInt8] {
        guard let file = try files().first(where: { $0.name == name }) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        return file.bytes
    }

    /// Returns a touchscreen of 800 × 480 units with ten slots.
    static func touchscreen(
        name: String = "Panel", properties: [Recording.UdevProperty] = [],
        events: [EvdevEvent] = []
    ) -> Recording.Device {
        let x = EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 799, fuzz: 1, resolution: 5)
        let y = EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 479)
        return Recording.Device(
            node: "/dev/input/event3",
            description: EvdevDescription(
                name: name,
                identity: .init(bus: 3, vendor: 0x46d, product: 0xFFFF, version: 0x111),
                codes: [0: [0, 1, 3], 1: [0x14a], 3: [0, 1, 0x2f, 0x35, 0x36, 0x39]],
                axes: [
                    0: x, 1: y, 0x2f: .init(minimum: 0, maximum: 9), 0x35: x, 0x36: y,
                    0x39: .init(minimum: 0, maximum: 65_535),
                ], properties: [1]),
            udevProperties: properties, events: events)
    }

    /// Returns a mouse.
    static func mouse(events: [EvdevEvent] = []) -> Recording.Device {
        Recording.Device(
            node: "",
            description: EvdevDescription(
                name: "Mouse", identity: .init(bus: 3, vendor: 1, product: 2, version: 3),
                codes: [0: [0], 1: [272], 2: [0, 1]], axes: [:], properties: []),
            events: events)
    }

    /// Returns absolute events and a `SYN_REPORT` at `time` microseconds.
    static func frame(_ time: Int64, _ events: (code: UInt16, value: Int32)...) -> [EvdevEvent] {
        frame(time, events)
    }

    /// Returns absolute events and a `SYN_REPORT` at `time` microseconds.
    static func frame(_ time: Int64, _ events: [(code: UInt16, value: Int32)]) -> [EvdevEvent] {
        let time = Timestamp(microseconds: time)
        return events.map { EvdevEvent(time: time, type: 3, code: $0.code, value: $0.value) }
            + [EvdevEvent(time: time, type: 0, code: 0, value: 0)]
    }

    /// Returns the events of up to four contacts that start, move and end at random.
    static func randomEvents(seed: UInt64, frames: Int) -> [EvdevEvent] {
        var random = SeededRandom(seed: seed)
        var events: [EvdevEvent] = []
        var down: Set<Int32> = []
        var id: Int32 = 0
        var time: Int64 = 0
        for _ in 0..<frames {
            time += 4_000 + Int64(random.next(below: 9_000))
            let slot = Int32(random.next(below: 4))
            var frame: [(code: UInt16, value: Int32)] = [(EventCode.slot, slot)]
            if down.contains(slot), random.next(below: 5) == 0 {
                down.remove(slot)
                frame.append((EventCode.trackingID, -1))
            } else {
                if down.insert(slot).inserted {
                    frame.append((EventCode.trackingID, id))
                    id += 1
                }
                frame.append((EventCode.positionX, Int32(random.next(below: 800))))
                frame.append((EventCode.positionY, Int32(random.next(below: 480))))
            }
            events += self.frame(time, frame)
        }
        for slot in down.sorted() {
            time += 8_000
            events += frame(time, (EventCode.slot, slot), (EventCode.trackingID, -1))
        }
        return events
    }

    /// Returns the file that `touchtracker record` would write.
    static func text(
        _ recording: Recording, start: Timestamp? = .zero,
        host: RecordingWriter.HostInformation = .init()
    ) -> [UInt8] {
        var text: [UInt8] = []
        RecordingWriter.appendHeader(
            deviceCount: recording.devices.count, writerVersion: recording.writerVersion ?? "0",
            host: host, into: &text)
        for device in recording.devices {
            var writer = RecordingWriter(start: start)
            writer.appendDevice(device, into: &text)
            writer.append(device.events, into: &text)
        }
        if let metadata = recording.fieldTest {
            RecordingWriter.appendFieldTest(metadata, into: &text)
        }
        RecordingWriter.appendEnd(into: &text)
        return text
    }

    /// Returns a recording by `touchtracker record` of a touchscreen and a mouse.
    static func ownRecording(frames: Int = 12) -> Recording {
        let click = Timestamp(microseconds: 3_000_007)
        return Recording(
            devices: [
                touchscreen(
                    properties: [.init(key: "ID_INPUT_TOUCHSCREEN", value: "1")],
                    events: randomEvents(seed: 1, frames: frames)),
                mouse(events: [
                    EvdevEvent(time: click, type: 1, code: 272, value: 1),
                    EvdevEvent(time: click, type: 0, code: 0, value: 0),
                ]),
            ], writerVersion: "0.1.0")
    }

    /// Returns the error message for a file, or `nil` if the file is valid.
    static func errorMessage(_ bytes: [UInt8], allowsIncomplete: Bool = false) -> String? {
        do throws(RecordingError) {
            _ = try Recording(bytes: bytes, name: "a.yml", allowsIncomplete: allowsIncomplete)
            return nil
        } catch {
            return error.description
        }
    }

    /// Returns the error message for a file, or `nil` if the file is valid.
    static func errorMessage(_ text: String, allowsIncomplete: Bool = false) -> String? {
        errorMessage(Array(text.utf8), allowsIncomplete: allowsIncomplete)
    }
}
