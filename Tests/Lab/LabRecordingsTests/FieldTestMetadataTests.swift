import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("FieldTestMetadata")
struct FieldTestMetadataTests {
    private static let metadata = Recording.FieldTestMetadata(
        width: 800, height: 480, scale: 1.5, rotation: .clockwise270,
        millimeters: CGSize(width: 154.08, height: 85.92), board: "A \"board\": #1",
        duration: 184_000_000, scanout: [15_000, 16_683])

    private func recording(_ metadata: Recording.FieldTestMetadata?) -> Recording {
        var recording = Samples.ownRecording()
        recording.fieldTest = metadata
        return recording
    }

    private func text(_ metadata: Recording.FieldTestMetadata) -> String {
        String(decoding: Samples.text(recording(metadata)), as: UTF8.self)
    }

    @Test("Complete, empty and missing metadata is read back unchanged")
    func roundTrip() throws {
        for metadata in [Self.metadata, Recording.FieldTestMetadata(), nil] {
            let recording = recording(metadata)
            #expect(try Recording(bytes: Samples.text(recording), name: "own") == recording)
        }
    }

    @Test("The metadata is at the end of the file, one line per value")
    func layout() {
        #expect(
            text(Self.metadata).hasSuffix(
                """
                field-test:
                  mode: [800, 480]
                  scale: 1.5
                  rotation: 270
                  millimeters: [154.08, 85.92]
                  board: "A \\"board\\": #1"
                  duration: 184000000
                  scanout: [15000, 16683]
                ...

                """))
    }

    @Test(
        "The sampling of the touchscreen is read back unchanged",
        arguments: [
            TouchSampling.unknown, .interrupts, .polled(TouchPolling(milliseconds: 17)),
            .polled(TouchPolling(milliseconds: 8, range: 0...17)),
        ])
    func sampling(sampling: TouchSampling) throws {
        var metadata = Self.metadata
        metadata.sampling = sampling
        let recording = recording(metadata)
        #expect(try Recording(bytes: Samples.text(recording), name: "own") == recording)
    }

    @Test("The calibration is read back unchanged; a list of another length is an error")
    func calibration() throws {
        var metadata = Self.metadata
        metadata.calibration = TouchCalibration(
            a: 0, b: -1.012_345_678_9, c: 1, d: 1e-9, e: 0.1, f: -0.25)
        let recording = recording(metadata)
        #expect(try Recording(bytes: Samples.text(recording), name: "own") == recording)
        let short = text(Self.metadata).replacing(
            "  duration:", with: "  calibration: [1, 0, 0, 0, 1]\n  duration:")
        #expect(Samples.errorMessage(short)?.contains("5 numbers instead of 6") == true)
    }

    @Test(
        "An invalid poll interval is an error with a remedy",
        arguments: [
            ("[]", "not a poll interval; write [interval, minimum, maximum]"),
            ("[17, 0]", "not a poll interval; write [interval, minimum, maximum]"),
            ("[17, 20, 10]", "not a poll interval; write [interval, minimum, maximum]"),
            ("[quick]", "found “quick”; write a whole number"), ("[-1]", "-1 is out of range"),
        ])
    func invalidSampling(text: String, expected: String) throws {
        let whole = self.text(Self.metadata).replacing(
            "  duration:", with: "  sampling: \(text)\n  duration:")
        let message = try #require(Samples.errorMessage(whole))
        #expect(message.contains(expected), "\(message)")
    }

    @Test("Of very many scanout times, an evenly spaced selection is written")
    func manyTimes() throws {
        let metadata = Recording.FieldTestMetadata(scanout: Array(0..<5_000))
        let read = try Recording(bytes: Samples.text(recording(metadata)), name: "own")
        let times = try #require(read.fieldTest?.scanout)
        #expect(times.count == 2_000 && times.first == 0 && times.last == 4_997)
        #expect(zip(times, times.dropFirst()).allSatisfy { (2...3).contains($1 - $0) })
    }

    @Test("Truncation within the metadata is detected, and the devices can still be read")
    func truncation() throws {
        let whole = Samples.text(recording(Self.metadata))
        let text = String(decoding: whole, as: UTF8.self)
        let metadata = try #require(text.firstRange(of: "field-test:"))
        let start = text.utf8.distance(from: text.startIndex, to: metadata.lowerBound)
        for count in start..<whole.count - 4 {
            let truncated = Array(whole[..<count])
            #expect(throws: RecordingError.self) {
                try Recording(bytes: truncated, name: "truncated")
            }
            let rest = try Recording(bytes: truncated, name: "truncated", allowsIncomplete: true)
            #expect(rest.isIncomplete && rest.devices == recording(nil).devices)
        }
    }

    @Test("Unknown keys are ignored, and values that are not given are nil")
    func tolerance() throws {
        let laterVersion = text(Self.metadata).replacing(
            "  scale: 1.5\n", with: "  color: blue\n  scale:\n")
        var metadata = Self.metadata
        metadata.scale = nil
        #expect(try Recording(bytes: Array(laterVersion.utf8), name: "own").fieldTest == metadata)
    }

    @Test(
        "Invalid values are rejected with one line that names them",
        arguments: [
            ("[800, 480]", "[800]", "1 numbers instead of 2; write width, height"),
            ("[800, 480]", "[0, 480]", "0 is out of range"),
            (
                "scale: 1.5", "scale: 80",
                "not a valid number; write one from 0.25 to 8.0"
            ),
            ("rotation: 270", "rotation: 45", "not a rotation"),
            ("154.08", "nan", "not a valid number"),
            ("15000", "-1", "-1 is out of range"),
            ("184000000", "long", "found “long”; write a whole number"),
        ])
    func invalidValues(good: String, bad: String, expected: String) throws {
        let text = text(Self.metadata).replacing(good, with: bad)
        let message = try #require(Samples.errorMessage(text))
        #expect(message.contains(expected), "\(message)")
    }
}
