import Foundation
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// A recording that is played from its file equals the same recording in memory.
@Suite("StreamedRecording")
struct StreamedRecordingTests {
    /// What can be observed of a recording, or the error.
    private struct Outcome: Equatable {
        var frames: [TouchFrame] = []
        var devices: [Recording.Device] = []
        var fieldTest: Recording.FieldTestMetadata?
        var lastTime = Timestamp.zero
        var isIncomplete = false
        var error: RecordingError?
    }

    private let folder = TemporaryFolder()

    /// Returns the outcomes of reading a file with the given contents into memory and of playing
    /// it from the file.
    private func outcomes(
        _ bytes: [UInt8], allowsIncomplete: Bool = false
    ) throws -> (whole: Outcome, streamed: Outcome) {
        let path = "\(folder.path)/a.yml"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return (
            Self.outcome {
                StreamedRecording(
                    try Recording.read(path: path, allowsIncomplete: allowsIncomplete))
            },
            Self.outcome {
                try StreamedRecording(path: path, allowsIncomplete: allowsIncomplete)
            }
        )
    }

    private static func outcome(_ read: () throws -> StreamedRecording) -> Outcome {
        do {
            let recording = try read()
            var player = RecordingPlayer(recording)
            var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
            var outcome = Outcome(
                devices: recording.devices, fieldTest: recording.fieldTest,
                lastTime: recording.lastTime, isIncomplete: recording.isIncomplete)
            while player.next(into: &frame) { outcome.frames.append(frame) }
            return outcome
        } catch let error as RecordingError {
            return Outcome(error: error)
        } catch {
            Issue.record(error)
            return Outcome()
        }
    }

    /// The bytes of a recording of two touchscreens and a mouse, with a metadata part.
    private static func sample(frameCount: Int = 40) -> [UInt8] {
        var random = SeededRandom(seed: 5)
        var parts: [[EvdevEvent]] = [[], []]
        for number in 0..<frameCount {
            let time = Int64(number) * 8_000
            let isDown = number % 8 == 0
            let isUp = number % 8 == 7
            if isDown || number % 8 == 1 {
                parts[number % 2] += Samples.frame(time, (0x39, Int32(number)))
            }
            parts[number % 2] += Samples.frame(
                time + 10, (0x35, Int32(random.next(below: 800))),
                (0x36, Int32(random.next(below: 480))))
            if isUp { for part in 0...1 { parts[part] += Samples.frame(time + 20, (0x39, -1)) } }
        }
        let devices = [
            Samples.touchscreen(events: parts[0]),
            Samples.mouse(),
            Samples.touchscreen(name: "é \"\\ # events:", events: parts[1]),
        ]
        var text: [UInt8] = []
        RecordingWriter.appendHeader(deviceCount: 3, writerVersion: "1", into: &text)
        for device in devices {
            var writer = RecordingWriter(start: .zero)
            writer.appendDevice(device, into: &text)
            writer.append(device.events, into: &text)
        }
        RecordingWriter.appendFieldTest(
            Recording.FieldTestMetadata(width: 800, height: 480, duration: 9), into: &text)
        RecordingWriter.appendEnd(into: &text)
        return text
    }

    @Test("Frames, devices and metadata are the same as in memory")
    func equality() throws {
        let (whole, streamed) = try outcomes(Self.sample())
        #expect(whole == streamed)
        #expect(streamed.error == nil)
        #expect(streamed.frames.count > 40 && streamed.devices.count == 3)
        let eventCount = streamed.devices.reduce(0) { $0 + $1.events.count }
        #expect(eventCount == 0)
        for file in try Samples.files() {
            for allowsIncomplete in [false, true] {
                let (whole, streamed) = try outcomes(
                    file.bytes, allowsIncomplete: allowsIncomplete)
                #expect(whole == streamed, "\(file.name)")
                #expect(streamed.error == nil && !streamed.frames.isEmpty, "\(file.name)")
            }
        }
    }

    @Test("A recording that is longer than the buffer has the same frames")
    func long() throws {
        let bytes = Self.sample(frameCount: 4_000)
        #expect(bytes.count > 4 * 65_536)
        let (whole, streamed) = try outcomes(bytes)
        #expect(whole == streamed && streamed.frames.count > 4_000)
    }

    @Test("A file that has become shorter since it was scanned is reported after playing")
    func shortenedFile() throws {
        let bytes = Self.sample()
        let path = try folder.write(bytes, to: "a.yml")
        let recording = try StreamedRecording(path: path)
        let frameCount = Self.outcome { recording }.frames.count
        try recording.checkReading()
        try folder.truncate("a.yml", to: bytes.count / 2)
        #expect(Self.outcome { recording }.frames.count < frameCount)
        do throws(RecordingError) {
            try recording.checkReading()
            Issue.record("no error")
        } catch {
            #expect(error.kind == .unreadable)
            #expect(
                error.description
                    == "\(path): cannot read: the file has become shorter; "
                    + "do not change the file while it is played")
        }
    }

    /// A recording of this program and recordings of `libinput record`, with and without libinput's
    /// own events and a closing comment.
    private static func samples() throws -> [[UInt8]] {
        let restarting = RecordingReaderTests.plain.replacingOccurrences(
            of: "  version: \"1.22.1\"\n", with: "  version: \"1.22.1\"\n  autorestart: 5000\n")
        let items = RecordingReaderTests.plain + "  - libinput:\n    - {time: 1.0, type: [a]}\n"
        return [
            sample(frameCount: 12), try Samples.file("made-by-hand.yml"), Array(items.utf8),
            Array((restarting + "# Closing after 5s inactivity").utf8),
        ]
    }

    @Test("A recording that ends anywhere has the same frames or the same error")
    func truncation() throws {
        for bytes in try Self.samples() {
            for end in bytes.indices where end % 7 == 0 || bytes[end] == UInt8(ascii: "\n") {
                let parts = [bytes[...end], bytes[..<end], bytes[..<end] + [0, 0, 10, 0]]
                for (part, allowsIncomplete) in parts.flatMap({ [($0, false), ($0, true)] }) {
                    let (whole, streamed) = try outcomes(
                        Array(part), allowsIncomplete: allowsIncomplete)
                    #expect(whole == streamed, "\(end) bytes")
                }
            }
        }
    }

    @Test("A damaged recording has the same frames or the same error")
    func damages() throws {
        for sample in try Self.samples() {
            try playDamages(sample)
        }
    }

    private func playDamages(_ whole: [UInt8]) throws {
        var random = SeededRandom(seed: 9)
        var refusals = 0
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0...random.next(below: 2) {
                let index = random.next(below: bytes.count)
                switch random.next(below: 4) {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(Array("0 9-,[]#\n:".utf8)[random.next(below: 10)], at: index)
                default: bytes.swapAt(index, random.next(below: bytes.count))
                }
            }
            let (whole, streamed) = try outcomes(bytes, allowsIncomplete: refusals % 2 == 1)
            #expect(whole == streamed, "\(String(decoding: bytes, as: UTF8.self))")
            if whole.error != nil { refusals += 1 }
        }
        #expect(refusals > 100 && refusals < 400)
    }
}
