import Foundation
import LabRecordings
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Recordings for the tests.
enum Samples {
    /// The files that are kept beside the tests, by name.
    static func files() throws -> [(name: String, bytes: [UInt8])] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Recordings")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yml") }.sorted()
            .map { ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) }
    }

    /// One of them.
    static func file(_ name: String) throws -> [UInt8] {
        guard let file = try files().first(where: { $0.name == name }) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        return file.bytes
    }

    /// A panel of 800 × 480 with ten slots.
    static func panel(
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

    static func mouse(events: [EvdevEvent] = []) -> Recording.Device {
        Recording.Device(
            node: "",
            description: EvdevDescription(
                name: "Mouse", identity: .init(bus: 3, vendor: 1, product: 2, version: 3),
                codes: [0: [0], 1: [272], 2: [0, 1]], axes: [:], properties: []),
            events: events)
    }

    /// Absolute events and a report, at a time in microseconds.
    static func frame(_ time: Int64, _ events: (code: UInt16, value: Int32)...) -> [EvdevEvent] {
        frame(time, events)
    }

    static func frame(_ time: Int64, _ events: [(code: UInt16, value: Int32)]) -> [EvdevEvent] {
        let time = Timestamp(microseconds: time)
        return events.map { EvdevEvent(time: time, type: 3, code: $0.code, value: $0.value) }
            + [EvdevEvent(time: time, type: 0, code: 0, value: 0)]
    }

    /// Some fingers that come down, wander and are lifted.
    static func play(seed: UInt64, frames: Int, from start: Int64 = 0) -> [EvdevEvent] {
        var random = SeededRandom(seed: seed)
        var events: [EvdevEvent] = []
        var down: Set<Int32> = []
        var id: Int32 = 0
        var time = start
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

    /// The file that our recorder would write.
    static func text(
        _ recording: Recording, start: Timestamp? = .zero,
        machine: RecordingWriter.Machine = .init()
    ) -> [UInt8] {
        var text: [UInt8] = []
        RecordingWriter.appendHeader(
            deviceCount: recording.devices.count, writerVersion: recording.writerVersion ?? "0",
            machine: machine, into: &text)
        for device in recording.devices {
            var writer = RecordingWriter(start: start)
            writer.appendDevice(device, into: &text)
            writer.append(device.events, into: &text)
        }
        if let notes = recording.fieldTest { RecordingWriter.appendFieldTest(notes, into: &text) }
        RecordingWriter.appendEnd(into: &text)
        return text
    }

    /// A recording of ours with a panel and a mouse.
    static func ours(frames: Int = 12) -> Recording {
        let click = Timestamp(microseconds: 3_000_007)
        return Recording(
            devices: [
                panel(
                    properties: [.init(key: "ID_INPUT_TOUCHSCREEN", value: "1")],
                    events: play(seed: 1, frames: frames)),
                mouse(events: [
                    EvdevEvent(time: click, type: 1, code: 272, value: 1),
                    EvdevEvent(time: click, type: 0, code: 0, value: 0),
                ]),
            ], writerVersion: "0.1.0")
    }

    /// What is wrong with a file, in its one line; nil where nothing is.
    static func complaint(_ bytes: [UInt8], allowsIncomplete: Bool = false) -> String? {
        do throws(RecordingError) {
            _ = try Recording(bytes: bytes, name: "a.yml", allowsIncomplete: allowsIncomplete)
            return nil
        } catch {
            return error.description
        }
    }

    static func complaint(_ text: String, allowsIncomplete: Bool = false) -> String? {
        complaint(Array(text.utf8), allowsIncomplete: allowsIncomplete)
    }
}
