import LabRecorder
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Frame assembler")
struct FrameAssemblerTests {
    private let report = EvdevEvent(
        time: .zero, type: EventCode.synchronization, code: EventCode.report, value: 0)

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
        assembler.assembleFrames(&batch)
        #expect(batch.isEmpty)
        batch = events((EventCode.positionX, 310)) + [report] + events((EventCode.slot, 0))
        assembler.assembleFrames(&batch)
        #expect(batch.map(\.value) == [1, 8, 400, 310, 0])
        batch = events((EventCode.trackingID, 9)) + [report]
        assembler.assembleFrames(&batch)
        #expect(batch.map(\.value) == [0, 9, 100, 200, 0])
    }

    @Test("An incomplete frame can be discarded")
    func discardedFrame() {
        var assembler = makeAssembler()
        var batch = events((EventCode.slot, 1), (EventCode.trackingID, 8))
        assembler.assembleFrames(&batch)
        assembler.discardIncompleteFrame()
        batch = [report]
        assembler.assembleFrames(&batch)
        #expect(batch == [report])
        #expect(!assembler.formerContacts.isEmpty)
    }
}
