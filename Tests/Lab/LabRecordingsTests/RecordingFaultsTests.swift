import LabFaults
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Recordings with injected faults")
struct RecordingFaultsTests {
    private func frames(
        _ recording: Recording, _ faults: TouchFault..., until end: Timestamp? = nil
    ) -> [TouchFrame] {
        var source = StreamedRecording(recording).frames(with: faults, until: end)
        var frames: [TouchFrame] = []
        var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
        while source.next(into: &frame) { frames.append(frame) }
        return frames
    }

    @Test("Without faults, the frames are the recording's")
    func none() throws {
        for (name, bytes) in try Samples.files() {
            let recording = try Recording(bytes: bytes, name: name)
            #expect(frames(recording) == recording.frames)
        }
    }

    @Test("Faults use the units of their device")
    func units() {
        let events = Samples.frame(
            1_000, (EventCode.trackingID, 1), (EventCode.positionX, 200),
            (EventCode.positionY, 47))
        let recording = Recording(devices: [Samples.mouse(), Samples.touchscreen(events: events)])
        let flipped = frames(recording, .flipX).flatMap(\.contacts)
        #expect(flipped.map(\.rawPosition) == [TouchContact.RawPosition(x: 600, y: 47)])
        #expect(flipped.map(\.position) == [CGPoint(x: 0.75, y: 47.0 / 480)])
        let swapped = frames(recording, .swapAxes).flatMap(\.contacts)
        #expect(swapped.map(\.rawPosition) == [TouchContact.RawPosition(x: 78, y: 120)])
    }

    @Test("Each touchscreen has its own random numbers, and ghosts occur until the given end")
    func severalTouchscreens() {
        let recording = Recording(devices: [Samples.touchscreen(), Samples.touchscreen()])
        #expect(frames(recording, .ghost(seconds: 1)).isEmpty)
        let ghosts = frames(
            recording, .ghost(seconds: 1), until: Timestamp(microseconds: 10_000_000))
        let positions = [UInt32(1), 2].map { number in
            ghosts.filter { $0.device.rawValue == number }.flatMap(\.contacts)
                .filter { $0.state == .down }.map(\.rawPosition)
        }
        #expect(positions.allSatisfy { (5...20).contains($0.count) })
        #expect(positions[0].prefix(5) != positions[1].prefix(5))
        #expect(ghosts.map(\.time) == ghosts.map(\.time).sorted())
    }
}
