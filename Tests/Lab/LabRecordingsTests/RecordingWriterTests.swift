import CTouchTrackerAllocationCounter
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("RecordingWriter")
struct RecordingWriterTests {
    /// Writes a recording and reads it again.
    func reread(_ recording: Recording, start: Timestamp? = .zero) throws -> Recording {
        try Recording(bytes: Samples.text(recording, start: start), name: "own")
    }

    @Test("A written recording is read back unchanged")
    func roundTrip() throws {
        let recording = Samples.ownRecording(frames: 300)
        #expect(try reread(recording) == recording)
    }

    @Test(
        "A file with any device name is read back unchanged",
        arguments: [
            "", " ", "a\"b\\c", "# no: comment", "- [1, 2]",
            "line\nbreak\r\n\u{85}\u{2028}\u{2029}",
            "\0\u{1}\u{7F}\u{9F}\u{A0}", "\u{FEFF}\u{FFFE}\u{FFFF}", "ölig 触摸 👆🏽", "...", "'",
            "tab\tand \\x41", String(decoding: [0x41, 0xFF, 0xC3, 0x42] as [UInt8], as: UTF8.self),
            String(repeating: "long ", count: 500),
        ])
    func names(name: String) throws {
        let property = Recording.UdevProperty(key: "ID_INPUT", value: name)
        let recording = Recording(
            devices: [Samples.touchscreen(name: name, properties: [property])], writerVersion: name)
        let host = RecordingWriter.HostInformation(system: name, kernel: name, board: name)
        let bytes = Samples.text(recording, host: host)
        #expect(try Recording(bytes: bytes, name: "own") == recording)
    }

    @Test("The layout is that of libinput record, with a touchtracker key and an end marker")
    func layout() throws {
        var text: [UInt8] = []
        RecordingWriter.appendHeader(
            deviceCount: 1, writerVersion: "0.1.0",
            host: .init(system: "debian:13", kernel: "6.12"), into: &text)
        var writer = RecordingWriter()
        writer.appendDevice(
            Samples.touchscreen(properties: [.init(key: "ID_INPUT", value: "1")]), into: &text)
        writer.append(
            Samples.frame(
                7_000_012, (EventCode.slot, 0), (EventCode.trackingID, 7), (EventCode.positionX, -5)
            )
                + Samples.frame(12_345_678_901, (0x3d, .min)), into: &text)
        RecordingWriter.appendEnd(into: &text)
        #expect(
            String(decoding: text, as: UTF8.self) == """
                # touchtracker record
                version: 1
                ndevices: 1
                touchtracker:
                  version: "0.1.0"
                system:
                os: "debian:13"
                kernel: "6.12"
                devices:
                - node: "/dev/input/event3"
                  evdev:
                    # Name: Panel
                    name: "Panel"
                    id: [3, 1133, 65535, 273]
                    codes:
                      0: [0, 1, 3]
                      1: [330]
                      3: [0, 1, 47, 53, 54, 57]
                    absinfo:
                      0: [0, 799, 1, 0, 5] # EV_ABS / ABS_X
                      1: [0, 479, 0, 0, 0] # EV_ABS / ABS_Y
                      47: [0, 9, 0, 0, 0] # EV_ABS / ABS_MT_SLOT
                      53: [0, 799, 1, 0, 5] # EV_ABS / ABS_MT_POSITION_X
                      54: [0, 479, 0, 0, 0] # EV_ABS / ABS_MT_POSITION_Y
                      57: [0, 65535, 0, 0, 0] # EV_ABS / ABS_MT_TRACKING_ID
                    properties: [1]
                  udev:
                    properties:
                    - "ID_INPUT=1"
                  events:
                  - evdev:
                    - [  0,      0,   3,  47,       0] # EV_ABS / ABS_MT_SLOT
                    - [  0,      0,   3,  57,       7] # EV_ABS / ABS_MT_TRACKING_ID
                    - [  0,      0,   3,  53,      -5] # EV_ABS / ABS_MT_POSITION_X
                    - [  0,      0,   0,   0,       0] # SYN_REPORT
                  - evdev:
                    - [12338, 678889,   3,  61, -2147483648]
                    - [12338, 678889,   0,   0,       0] # SYN_REPORT
                ...

                """)
    }

    @Test("Without a start the first event is at 0; with a start, times are counted from it")
    func offsets() throws {
        let recording = Recording(
            devices: [
                Samples.touchscreen(events: Samples.frame(5_000_000, (EventCode.trackingID, 1)))
            ],
            writerVersion: "1")
        let one = try #require(try reread(recording, start: nil).devices.first)
        #expect(one.events.map(\.time.microseconds) == [0, 0])
        let start = Timestamp(microseconds: 4_000_000)
        let several = try #require(try reread(recording, start: start).devices.first)
        #expect(several.events.map(\.time.microseconds) == [1_000_000, 1_000_000])
    }

    @Test("Events before the start and a clock that jumps back produce a readable file")
    func invalidTimes() throws {
        let events = [4_000, 9_000, 8_000, 9_500, Int64.min, .max].flatMap {
            Samples.frame($0, (EventCode.positionX, 1))
        }
        let recording = Recording(
            devices: [Samples.touchscreen(events: events)], writerVersion: "1")
        let times = try #require(
            try reread(
                Recording(
                    devices: [Samples.touchscreen(events: Array(events.dropLast(2)))],
                    writerVersion: "1"),
                start: Timestamp(microseconds: 5_000)
            ).devices.first
        ).events.map(\.time.microseconds)
        #expect(times == [0, 0, 4_000, 4_000, 4_000, 4_000, 4_500, 4_500, 4_500, 4_500])
        // A time of 300,000 years is rejected without a crash.
        let message = Samples.errorMessage(Samples.text(recording))
        #expect(message?.contains("is out of range") == true)
    }

    @Test("Events appended one by one give the same file as events appended at once")
    func pieces() {
        let events = Samples.randomEvents(seed: 3, frames: 40)
        var whole: [UInt8] = []
        var pieces: [UInt8] = []
        var first = RecordingWriter()
        var second = RecordingWriter()
        first.append(events, into: &whole)
        for event in events { second.append([event], into: &pieces) }
        #expect(whole == pieces)
    }

    @Test("A recording that stops within a frame with contacts down is complete")
    func stoppedAnywhere() throws {
        var recording = Samples.ownRecording(frames: 40)
        recording.devices[0].events.removeLast(4)
        recording.devices.removeLast()
        #expect(recording.devices[0].events.last?.type == 3)
        #expect(try reread(recording) == recording)
    }

    @Test(
        "With enough capacity, events are written without allocation",
        .requiresOptimizedBuild)
    func noAllocations() {
        let events = Samples.randomEvents(seed: 2, frames: 500)
        var writer = RecordingWriter()
        var text: [UInt8] = []
        text.reserveCapacity(1_000_000)
        writer.append(events, into: &text)
        text.removeAll(keepingCapacity: true)
        let before = allocation_counter_value()
        writer.append(events, into: &text)
        let count = allocation_counter_value() - before
        #expect(count == 0)
        #expect(text.count > 50_000)
    }
}
