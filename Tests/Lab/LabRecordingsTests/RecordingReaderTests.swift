import Foundation
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("RecordingReader")
struct RecordingReaderTests {
    /// A small file in the format of `libinput record`.
    static let plain = """
        # libinput record
        version: 1
        ndevices: 1
        libinput:
          version: "1.22.1"
        devices:
        - node: /dev/input/event0
          evdev:
            name: "Panel"
            id: [24, 1, 2, 3]
            codes:
              0: [0] # EV_SYN
              3: [47, 53, 54, 57] # EV_ABS
            absinfo:
              47: [0, 9, 0, 0, 0]
              53: [0, 799, 0, 0, 0]
              54: [0, 479, 0, 0, 0]
              57: [0, 65535, 0, 0, 0]
            properties: [1]
          udev:
            properties:
            - ID_INPUT_TOUCHSCREEN=1
          events:
          - evdev:
            - [  0,      0,   3,  57,       1] # EV_ABS
            - [  0,      0,   0,   0,       0] # SYN_REPORT
          - evdev:
            - [  0,   8000,   3,  57,      -1] # EV_ABS
            - [  0,   8000,   0,   0,       0] # SYN_REPORT

        """

    /// Returns the error message for the small file with `old` replaced by `new`.
    func errorMessage(_ old: String, _ new: String) -> String? {
        #expect(Self.plain.contains(old))
        return Samples.errorMessage(Self.plain.replacingOccurrences(of: old, with: new))
    }

    @Test("Devices, properties and events are read from a file in libinput's exact layout")
    func libinputsLayout() throws {
        let recording = try Recording(bytes: Samples.file("made-by-hand.yml"), name: "by hand")
        #expect(recording.devices.map(\.node) == ["/dev/input/event1", "/dev/input/event0"])
        #expect(recording.writerVersion == nil)
        #expect(!recording.isIncomplete)
        let mouse = recording.devices[0]
        #expect(mouse.description.codes == [0: [0], 1: [272], 2: [0, 1]])
        #expect(mouse.description.axes == [:])
        #expect(mouse.udevProperties[2] == .init(key: "MOUSE_DPI", value: "1000@125"))
        #expect(mouse.events.count == 9)
        let panel = recording.devices[1]
        #expect(panel.description.name == "raspberrypi-ts")
        #expect(
            panel.description.identity == .init(bus: 24, vendor: 0, product: 0, version: 0))
        #expect(panel.description.slotCount == 10)
        #expect(panel.description.axes[0x35] == .init(minimum: 0, maximum: 799))
        #expect(panel.description.properties == [1])
        #expect(
            panel.events.first
                == EvdevEvent(
                    time: Timestamp(microseconds: 2_104_233), type: 3, code: 57, value: 0))
        #expect(panel.events.count == 40)
        #expect(
            panel.udevProperties.last == .init(key: "LIBINPUT_DEVICE_GROUP", value: "18/0/0:"))
        #expect(panel.calibration == .init(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1))
    }

    @Test("CRLF line ends and a byte-order mark do not change the recording")
    func windows() throws {
        let bytes = try Samples.file("made-by-hand.yml")
        let text = String(decoding: bytes, as: UTF8.self)
        let crlf = "\u{FEFF}" + text.replacingOccurrences(of: "\n", with: "\r\n")
        let expected = try Recording(bytes: bytes, name: "a")
        #expect(try Recording(bytes: Array(crlf.utf8), name: "a") == expected)
    }

    @Test("A small file and a device without events are read")
    func smallFile() throws {
        #expect(Samples.errorMessage(Self.plain) == nil)
        let eventless = Samples.text(
            Recording(devices: [Samples.touchscreen()], writerVersion: "1"))
        #expect(try Recording(bytes: eventless, name: "a").devices.first?.events == [])
    }

    @Test(
        "Invalid files are rejected with one line that names file, line, cause and remedy",
        arguments: [
            ("version: 1\nnd", "version: 2\nnd", "a.yml:2: version 2 of the format is unknown"),
            ("version: 1\nnd", "version: x\nnd", "a.yml:2: found “x”; write a whole number"),
            ("version: 1\nnd", "nd", "a.yml:2: not a recording"),
            ("ndevices: 1\n", "", "a.yml:2: “ndevices” is missing"),
            ("ndevices: 1", "ndevices: 0", "a.yml:3: 0 is out of range"),
            ("ndevices: 1", "ndevices: 999999999", "a.yml:3: 999999999 is out of range"),
            ("- node:", "- {}\n- node:", "2 devices, but “ndevices” is 1"),
            ("    name: \"Panel\"\n", "", "a.yml:9: “name” is missing"),
            ("\"Panel\"", "[a]", "a.yml:9: found a list; write a text"),
            ("    id: [24, 1, 2, 3]\n", "", "“id” is missing"),
            ("[24, 1, 2, 3]", "[24, 1, 2]", "a.yml:10: 3 numbers instead of 4"),
            ("[24, 1, 2, 3]", "[24, 1, 2, 65536]", "a.yml:10: 65536 is out of range"),
            ("    properties: [1]\n", "", "“properties” is missing"),
            ("properties: [1]", "properties: [32]", "a.yml:19: 32 is out of range"),
            ("0: [0]", "32: [0]", "a.yml:12: 32 is out of range"),
            ("0: [0]", "0: [768]", "a.yml:12: 768 is out of range"),
            ("0: [0]", "0: 0", "a.yml:12: found “0”; write a list"),
            ("[0, 799, 0, 0, 0]", "[0, 799, 0, 0]", "a.yml:16: 4 numbers instead of 5"),
            ("[0, 799, 0, 0, 0]", "[0, 2147483648, 0, 0, 0]", "a.yml:16: 2147483648 is out of"),
            ("[0, 799, 0, 0, 0]", "[9, 9, 0, 0, 0]", "axis 53 has an empty range: 9 to 9"),
            ("[0, 799, 0, 0, 0]", "[0, -5, 0, 0, 0]", "axis 53 has an empty range: 0 to -5"),
            ("[0, 9, 0", "[0, 2147483647, 0", "a.yml:15: 2147483648 slots exceed"),
            ("[47, 53", "[47, 48, 53", "a.yml:15: axis 48 is missing in “absinfo”"),
            ("  47: [0, 9, 0, 0, 0]\n", "  64: [0, 9, 0, 0, 0]\n", "a.yml:15: 64 is out of range"),
            ("    - ID_INPUT_TOUCHSCREEN=1", "    - ID", "a.yml:22: a udev property has no value"),
            ("    - ID_INPUT_TOUCHSCREEN=1", "    - [a=1]", "a.yml:22: found a list"),
            (
                "    - ID_INPUT_TOUCHSCREEN=1", "    - a: 1",
                "a.yml:22: a udev property has no value"
            ),
            ("  udev:\n    properties:\n    - ID_INPUT_TOUCHSCREEN=1\n", "", "“udev” is missing"),
            ("  events:\n", "  happenings:\n", "ends before its “events”"),
            ("8000,   3,  57,      -1]", "8000,   3,  57]", "a.yml:28: an event with 4 numbers"),
            ("8000,   3,  57,      -1]", "8000,   3,  57, -1, 0]", "an event with 6 numbers"),
            ("8000,   3,  57,      -1]", "8000,   3,  57, a]", "a.yml:28: found “a”"),
            ("8000,   3,  57,      -1]", "8000,   3,  57, 1.5]", "a.yml:28: found “1.5”"),
            ("8000,   3,  57,      -1]", "8000,   3,  57, '-1']", "a.yml:28: found “-1”"),
            ("8000,   3,  57,      -1]", "1000000, 3, 57, -1]", "a.yml:28: 1000000 is out of"),
            ("8000,   3,  57,      -1]", "8000, 32, 57, -1]", "a.yml:28: 32 is out of range"),
            ("8000,   3,  57,      -1]", "8000, 3, 768, -1]", "a.yml:28: 768 is out of range"),
            ("8000,   3,  57,      -1]", "8000, 3, 57, -2147483649]", "a.yml:28: -2147483649"),
            ("- [  0,   8000,   3", "- [ 18446744073709, 8000, 3", "18446744073709 is out of"),
            ("- [  0,   8000,   3", "- [ -1, 8000, 3", "a.yml:28: -1 is out of range"),
            ("- [  0,   8000,   0", "- [  0,   7999,   0", "a.yml:29: time runs backwards"),
            ("      57: [0, 65535, 0, 0, 0]\n", "", "axis 57 is missing"),
            ("# libinput record", "a: &x 1", "a.yml:1: anchors (&) are not supported"),
            ("# libinput record", "---\n---", "a.yml:2: a second document begins here"),
            (
                "ndevices: 1\n", "ndevices: 1\nversion: 1\n",
                "a.yml:4: duplicate key “version”"
            ),
            ("\"Panel\"", "\"Panel", "invalid YAML"), ("\"Panel\"", "\"Pa\0nel\"", "a.yml:9: "),
        ])
    func rejectsInvalidFiles(old: String, new: String, expected: String) throws {
        let line = try #require(errorMessage(old, new))
        #expect(line.contains(expected), "\(line)")
        #expect(line.hasPrefix("a.yml:"))
        #expect(line.contains("; "))
        #expect(!line.contains("\n"))
    }

    @Test("A recording without a touch device with slots is rejected")
    func noTouch() {
        let mouse = Samples.text(Recording(devices: [Samples.mouse()], writerVersion: "1"))
        #expect(
            Samples.errorMessage(mouse)?.hasSuffix(
                "the recording contains no touch device with slots; record a touchscreen") == true)
        #expect(
            Samples.errorMessage(
                Self.plain.replacingOccurrences(of: "47, ", with: "").replacingOccurrences(
                    of: "      47: [0, 9, 0, 0, 0]\n", with: ""))?.contains("no touch device")
                == true)
    }

    @Test(
        "The error for another kind of file states that it is not a recording",
        arguments: [
            ("", "a.yml: the file contains no data"), ("hello\n", "a.yml:1: not a recording"),
            ("- 1\n- 2\n", "a.yml:1: not a recording"),
            ("{\"a\": 1}", "a.yml:1: not a recording"),
            ("\u{89}PNG\r\n\u{1A}\n\0\0", "a.yml:1: invalid UTF-8"),
        ])
    func otherFiles(text: String, expected: String) {
        #expect(Samples.errorMessage(text)?.hasPrefix(expected) == true)
        #expect(Samples.errorMessage(text, allowsIncomplete: true) != nil)
    }

    @Test("A file that cannot be opened has an error of its own kind with the cause")
    func unreadable() {
        do throws(RecordingError) {
            _ = try Recording.read(path: "/nowhere/a.yml")
            Issue.record("the file was read")
        } catch {
            #expect(error.kind == .unreadable)
            #expect(
                error.description
                    == "/nowhere/a.yml: cannot read: No such file or directory; check the path")
        }
    }

    @Test("Other list items are ignored, and a frame without a report continues in the next item")
    func otherItems() throws {
        let text = Self.plain.replacingOccurrences(
            of: "  events:\n",
            with: """
                  events:
                  - libinput:
                    - {time: 0, type: TOUCH_DOWN, point: [1.5, 2]}
                  - remark: 'nothing'
                  - evdev:
                    - [  0,      0,   3,  53,       9]

                """)
        let events = try #require(
            try Recording(bytes: Array(text.utf8), name: "a").devices.first
        ).events
        #expect(events.map(\.code) == [53, 57, 0, 57, 0])
    }
}
