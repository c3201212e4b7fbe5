import LabRecorder
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Frame assembler")
struct FrameAssemblerTests {
    private let report = EvdevEvent(
        time: .zero, type: EventCode.synchronization, code: EventCode.report, value: 0)
    private let drop = EvdevEvent(
        time: .zero, type: EventCode.synchronization, code: EventCode.dropped, value: 0)

    private func events(_ events: (code: UInt16, value: Int32)...) -> [EvdevEvent] {
        events.map {
            EvdevEvent(time: .zero, type: EventCode.absolute, code: $0.code, value: $0.value)
        }
    }

    /// Returns an assembler for a device whose slots 0 and 1 have kept positions.
    private func makeAssembler() -> FrameAssembler {
        var assembler = FrameAssembler()
        var state = events(
            (EventCode.slot, 0), (EventCode.trackingID, -1), (EventCode.positionX, 100),
            (EventCode.positionY, 200),
            (EventCode.slot, 1), (EventCode.trackingID, -1), (EventCode.positionX, 300),
            (EventCode.positionY, 400),
            (EventCode.slot, 0))
        assembler.formerContacts.take(from: &state)
        return assembler
    }

    @Test("A frame that two batches contain is complete with the second batch")
    func dividedFrame() {
        var assembler = makeAssembler()
        var batch = events((EventCode.slot, 1), (EventCode.trackingID, 8))
        let hasDropped = assembler.assembleFrames(&batch)
        #expect(!hasDropped)
        #expect(batch.isEmpty)
        batch = events((EventCode.positionX, 310)) + [report] + events((EventCode.slot, 0))
        let hasDroppedInSecond = assembler.assembleFrames(&batch)
        #expect(!hasDroppedInSecond)
        #expect(batch.map(\.value) == [1, 8, 400, 310, 0])
        batch = events((EventCode.trackingID, 9)) + [report]
        let hasDroppedInThird = assembler.assembleFrames(&batch)
        #expect(!hasDroppedInThird)
        #expect(batch.map(\.value) == [0, 9, 100, 200, 0])
    }

    @Test("Events after the first report behind dropped events are discarded")
    func droppedEvents() {
        var assembler = makeAssembler()
        var batch =
            events((EventCode.slot, 1), (EventCode.trackingID, 8))
            + [drop] + events((EventCode.trackingID, 9)) + [report]
            + events((EventCode.positionX, 5)) + [report]
        let hasDropped = assembler.assembleFrames(&batch)
        #expect(hasDropped)
        #expect(batch.map(\.value) == [1, 8, 0, 9, 0])
        // The assembler still has the former values of both slots.
        batch =
            events((EventCode.slot, 1), (EventCode.trackingID, 10), (EventCode.slot, 0))
            + events((EventCode.trackingID, 11)) + [report]
        let hasDroppedInSecond = assembler.assembleFrames(&batch)
        #expect(!hasDroppedInSecond)
        #expect(batch.map(\.value) == [1, 10, 300, 400, 0, 11, 100, 200, 0])
    }

    @Test("Dropped events are detected if the report behind them is in the next batch")
    func dividedDrop() {
        var assembler = makeAssembler()
        let contact = events(
            (EventCode.slot, 1), (EventCode.trackingID, 8), (EventCode.positionX, 310))
        var batch = contact + [report, drop]
        let hasDropped = assembler.assembleFrames(&batch)
        #expect(!hasDropped)
        #expect(batch.map(\.value) == [1, 8, 400, 310, 0])
        batch =
            events((EventCode.trackingID, 9)) + [report] + events((EventCode.positionX, 5))
            + [report]
        let hasDroppedInSecond = assembler.assembleFrames(&batch)
        #expect(hasDroppedInSecond)
        #expect(batch.map(\.value) == [0, 9, 0])
    }

    @Test("Frames after dropped events are kept if the device has no slots")
    func droppedEventsWithoutSlots() {
        var assembler = FrameAssembler(hasSlots: false)
        let frames =
            [drop] + events((EventCode.x, 4)) + [report] + events((EventCode.x, 5)) + [report]
        var batch = frames + events((EventCode.x, 6))
        let hasDropped = assembler.assembleFrames(&batch)
        #expect(!hasDropped)
        #expect(batch == frames)
        batch = [report]
        let hasDroppedInSecond = assembler.assembleFrames(&batch)
        #expect(!hasDroppedInSecond)
        #expect(batch.map(\.value) == [6, 0])
    }

    @Test("An incomplete frame can be discarded")
    func discardedFrame() {
        var assembler = makeAssembler()
        var batch = events((EventCode.slot, 1), (EventCode.trackingID, 8))
        let hasDropped = assembler.assembleFrames(&batch)
        #expect(!hasDropped)
        assembler.discardIncompleteFrame()
        batch = [report]
        let hasDroppedInSecond = assembler.assembleFrames(&batch)
        #expect(!hasDroppedInSecond)
        #expect(batch == [report])
        #expect(!assembler.formerContacts.isEmpty)
    }
}
