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

    /// Passes a batch to the assembler, checks whether events were dropped, and returns the
    /// complete frames.
    private func assemble(
        _ batch: [EvdevEvent], with assembler: inout FrameAssembler, hasDropped: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> [EvdevEvent] {
        var batch = batch
        let result = assembler.assembleFrames(&batch)
        #expect(result == hasDropped, sourceLocation: sourceLocation)
        return batch
    }

    @Test("A frame that two batches contain is complete with the second batch")
    func dividedFrame() {
        var assembler = makeAssembler()
        let first = assemble(
            events((EventCode.slot, 1), (EventCode.trackingID, 8)), with: &assembler)
        #expect(first.isEmpty)
        let second = assemble(
            events((EventCode.positionX, 310)) + [report] + events((EventCode.slot, 0)),
            with: &assembler)
        #expect(second.map(\.value) == [1, 8, 400, 310, 0])
        let third = assemble(events((EventCode.trackingID, 9)) + [report], with: &assembler)
        #expect(third.map(\.value) == [0, 9, 100, 200, 0])
    }

    @Test("Events after the first report behind dropped events are discarded")
    func droppedEvents() {
        var assembler = makeAssembler()
        let first = assemble(
            events((EventCode.slot, 1), (EventCode.trackingID, 8))
                + [drop] + events((EventCode.trackingID, 9)) + [report]
                + events((EventCode.positionX, 5)) + [report],
            with: &assembler, hasDropped: true)
        #expect(first.map(\.value) == [1, 8, 0, 9, 0])
        // The assembler still has the former values of both slots.
        let second = assemble(
            events((EventCode.slot, 1), (EventCode.trackingID, 10), (EventCode.slot, 0))
                + events((EventCode.trackingID, 11)) + [report],
            with: &assembler)
        #expect(second.map(\.value) == [1, 10, 300, 400, 0, 11, 100, 200, 0])
    }

    @Test("Dropped events are detected if the report behind them is in the next batch")
    func dividedDrop() {
        var assembler = makeAssembler()
        let contact = events(
            (EventCode.slot, 1), (EventCode.trackingID, 8), (EventCode.positionX, 310))
        let first = assemble(contact + [report, drop], with: &assembler)
        #expect(first.map(\.value) == [1, 8, 400, 310, 0])
        let second = assemble(
            events((EventCode.trackingID, 9)) + [report] + events((EventCode.positionX, 5))
                + [report],
            with: &assembler, hasDropped: true)
        #expect(second.map(\.value) == [0, 9, 0])
    }

    @Test("Frames after dropped events are kept if the device has no slots")
    func droppedEventsWithoutSlots() {
        var assembler = FrameAssembler(hasSlots: false)
        let frames =
            [drop] + events((EventCode.x, 4)) + [report] + events((EventCode.x, 5)) + [report]
        let first = assemble(frames + events((EventCode.x, 6)), with: &assembler)
        #expect(first == frames)
        let second = assemble([report], with: &assembler)
        #expect(second.map(\.value) == [6, 0])
    }

    @Test("An incomplete frame can be discarded")
    func discardedFrame() {
        var assembler = makeAssembler()
        _ = assemble(events((EventCode.slot, 1), (EventCode.trackingID, 8)), with: &assembler)
        assembler.discardIncompleteFrame()
        let batch = assemble([report], with: &assembler)
        #expect(batch == [report])
        #expect(!assembler.formerContacts.isEmpty)
    }
}
