#if DEBUG
// Internal declarations are tested in debug builds only, because release builds do not support
// `@testable`.
import KioskInput
import KioskSystem
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@testable import LabRecorder

@Suite("Recorder task")
struct RecorderTaskTests {
    /// A touchscreen with scripted reads, which is disconnected after the last one.
    private final class Node: RecordedNode {
        let path = "/dev/input/event-that-is-not-there"
        let description = EvdevDescription(
            name: "Panel", identity: .init(bus: 3, vendor: 1, product: 2, version: 3),
            codes: [0: [0, 3], 3: [0x2f, 0x35, 0x36, 0x39]],
            axes: [
                0x2f: .init(minimum: 0, maximum: 1), 0x35: .init(minimum: 0, maximum: 799),
                0x36: .init(minimum: 0, maximum: 479), 0x39: .init(minimum: 0, maximum: 65_535),
            ], properties: [1])
        let secrecy: TouchSecrecy? = nil
        /// The events of each read.
        private var reads: [[EvdevEvent]]
        /// The events that describe the slots during the recording.
        private let slots: [EvdevEvent]
        private let readable: EventDescriptor

        init(reads: [[EvdevEvent]], slots: [EvdevEvent] = []) throws {
            self.reads = reads
            self.slots = slots
            readable = try EventDescriptor()
            readable.raise()
        }

        var descriptor: Int32 { readable.descriptor }

        func read(into events: inout [EvdevEvent]) throws(LinuxError) -> EvdevNode.ReadResult {
            if reads.isEmpty { return .removed }
            events += reads.removeFirst()
            return .events
        }

        func appendSlotEvents(
            at time: Timestamp, skippingUnusedSlots: Bool, to events: inout [EvdevEvent]
        ) throws(LinuxError) {
            // At the start of the recording, no slot has had a contact.
            if !skippingUnusedSlots { events += slots }
        }
    }

    private let folder = TemporaryFolder()

    private func events(_ events: (code: UInt16, value: Int32)...) -> [EvdevEvent] {
        events.map {
            EvdevEvent(time: .zero, type: EventCode.absolute, code: $0.code, value: $0.value)
        }
    }

    /// Returns a `SYN_REPORT` or another synchronization event.
    private func synchronization(_ code: UInt16 = EventCode.report) -> [EvdevEvent] {
        [EvdevEvent(time: .zero, type: EventCode.synchronization, code: code, value: 0)]
    }

    /// Returns the contacts in a recording of `node`.
    private func record(_ node: Node) throws -> [TouchContact] {
        let path = "\(folder.path)/recording.yaml"
        let task = try RecorderTask(
            devices: [node], file: RecordingFile(path: path, parts: 1), writerVersion: "1",
            start: .zero, stopRequest: EventDescriptor(), log: Log())
        _ = try task.run(isDiscarded: { false }, metadata: { nil }).get()
        return try Recording.read(path: path).frames.flatMap(\.contacts)
    }

    @Test("A contact on a touchscreen that is disconnected is cancelled")
    func disconnection() throws {
        let touch = events(
            (EventCode.slot, 0), (EventCode.trackingID, 7), (EventCode.positionX, 10))
        let contacts = try record(Node(reads: [touch + synchronization()]))
        #expect(contacts.map(\.state) == [.down, .cancel])
        #expect(contacts.map(\.trackingID) == [7, 7])
    }

    @Test("After dropped events, the recording continues with the slots")
    func droppedEvents() throws {
        let touch = events(
            (EventCode.slot, 0), (EventCode.trackingID, 7), (EventCode.positionX, 10))
        let later = events((EventCode.trackingID, 8), (EventCode.positionX, 12))
        let slots = events(
            (EventCode.slot, 1), (EventCode.trackingID, 9), (EventCode.positionX, 30))
        let node = try Node(
            reads: [
                touch + synchronization(),
                synchronization(EventCode.dropped) + synchronization() + later + synchronization(),
            ], slots: slots + synchronization())
        let contacts = try record(node)
        #expect(contacts.map(\.state) == [.down, .cancel, .down, .cancel])
        #expect(contacts.map(\.trackingID) == [7, 7, 9, 9])
        #expect(contacts.map(\.rawPosition?.x) == [10, 10, 30, 30])
    }
}
#endif
