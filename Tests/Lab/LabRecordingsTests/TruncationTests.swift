import Foundation
import LabRecordings
import Testing
import TouchKitContacts
import TouchTrackerTestSupport

/// A recording by `libinput record` in the folder `Recordings`.
struct LibinputSample: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    /// All recordings in the folder; empty if it cannot be read, so that the test `samples` fails.
    static let all: [LibinputSample] =
        ((try? Samples.files()) ?? []).map { LibinputSample(name: $0.name, bytes: $0.bytes) }
}

/// Files truncated at every byte. docs/recordings.md lists where truncation cannot be detected.
@Suite("Truncated recordings")
struct TruncationTests {
    /// Returns the lengths at which a truncated file of `libinput record` looks like one whose
    /// recording was stopped there. The function examines lines and does not use the reader.
    static func undetectableLengths(_ bytes: [UInt8]) -> Set<Int> {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let texts = lines.dropLast().map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        }
        guard
            let lastDevice = texts.lastIndex(where: { $0.hasPrefix("- node:") }),
            let lastEvents = texts.lastIndex(of: "events:"), lastEvents > lastDevice
        else { return [] }
        var lengths: Set<Int> = []
        var length = 0
        var hasEvents = false
        var hasNeutralComment = false
        var isInFrame = false
        var down: Set<Int> = []
        // Before the first ABS_MT_SLOT the slot is unknown; it is one of the slots that occur
        // later.
        let unknown = -1
        var slot = unknown
        for (index, text) in texts.enumerated() {
            length += lines[index].count + 1
            if index == lastDevice {
                down = []
                slot = unknown
            }
            if text == "- evdev:" { isInFrame = true }
            if text.hasPrefix("- ["), index > lastEvents || isInFrame {
                hasEvents = true
                let row = text.prefix { $0 != "]" }.dropFirst(3).split(separator: ",")
                    .compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
                switch (row[2], row[3]) {
                case (3, 47): slot = row[4]
                case (3, 57) where row[4] >= 0: down.insert(slot)
                case (3, 57):
                    if down.remove(slot) == nil { down.remove(unknown) }
                case (0, 0): isInFrame = false
                default: break
                }
            }
            if text == "# Touch device in neutral state", index > lastEvents {
                hasNeutralComment = true
            }
            guard index >= lastEvents, hasEvents, !isInFrame, down.isEmpty,
                text != "events:", !text.hasSuffix("libinput:")
            else { continue }
            // The report of a lift, whose comment follows in the complete file.
            let isLift =
                text.hasPrefix("- [") && hasNeutralComment && index + 1 < texts.count
                && texts[index + 1] == "# Touch device in neutral state"
            if !isLift { lengths.insert(length) }
        }
        return lengths
    }

    @Test("The folder contains recordings by libinput record")
    func samples() {
        #expect(LibinputSample.all.contains { $0.name == "made-by-hand.yml" })
    }

    @Test(
        "Truncation of a libinput recording is detected except where it may have been stopped",
        arguments: LibinputSample.all)
    func libinputRecordings(sample: LibinputSample) {
        let undetectable = Self.undetectableLengths(sample.bytes)
        #expect(undetectable.contains(sample.bytes.count))
        #expect(Samples.errorMessage(sample.bytes) == nil)
        // Without optimization, all lengths take a minute.
        for length in stride(from: 0, to: sample.bytes.count, by: Optimization.isEnabled ? 1 : 7) {
            let message = Samples.errorMessage(Array(sample.bytes[..<length]))
            #expect(
                (message == nil) == undetectable.contains(length),
                "\(sample.name) truncated at \(length): \(message ?? "no error")")
        }
    }

    @Test("The hand-made file has exactly the undetectable lengths that were counted by hand")
    func countedByHand() throws {
        let bytes = try Samples.file("made-by-hand.yml")
        // After the touchscreen's “Current time”; after the report and the comment of the first
        // neutral state; after the comment of the second; after the last “Current time”.
        #expect(Self.undetectableLengths(bytes).count == 5)
    }

    @Test("Every truncation of an own recording is detected")
    func ownRecordings() throws {
        let bytes = Samples.text(Samples.ownRecording())
        #expect(Samples.errorMessage(bytes) == nil)
        for length in 0..<bytes.count {
            #expect(Samples.errorMessage(Array(bytes[..<length])) != nil, "truncated at \(length)")
        }
    }

    @Test("The readable part of a truncated file is the beginning of the recording")
    func incomplete() throws {
        let whole = Samples.ownRecording()
        let bytes = Samples.text(whole)
        let newline = UInt8(ascii: "\n")
        var reads = 0
        var mostEvents = 0
        for length in 1..<bytes.count where bytes[length - 1] == newline || bytes[length] == newline
        {
            guard
                let part = try? Recording(
                    bytes: Array(bytes[..<length]), name: "a", allowsIncomplete: true)
            else {
                // Only a truncation in the first description leaves nothing to read.
                #expect(reads == 0)
                continue
            }
            reads += 1
            #expect(part.isIncomplete)
            for (device, original) in zip(part.devices, whole.devices) {
                #expect(device.description == original.description)
                #expect(original.events.starts(with: device.events))
                #expect(device.events.last.map { $0.type == 0 && $0.code == 0 } ?? true)
            }
            let count = part.devices.reduce(0) { $0 + $1.events.count }
            #expect(count >= mostEvents)
            mostEvents = count
        }
        #expect(mostEvents == whole.devices.reduce(0) { $0 + $1.events.count })
        #expect(reads > whole.devices[0].events.count)
    }

    @Test("Zero bytes at the end, as after a power loss, count as truncation")
    func zeros() throws {
        let whole = Samples.ownRecording()
        let bytes = Samples.text(whole)
        let truncated = Array(bytes.dropLast(90)) + [UInt8](repeating: 0, count: 4_000)
        #expect(Samples.errorMessage(truncated)?.contains("the file is truncated") == true)
        let part = try Recording(bytes: truncated, name: "a", allowsIncomplete: true)
        #expect(part.isIncomplete)
        #expect(part.devices.first == whole.devices.first)
    }

    @Test("A complete file is complete, whether incomplete files are allowed or not")
    func wholeFiles() throws {
        for sample in LibinputSample.all {
            let recording = try Recording(
                bytes: sample.bytes, name: sample.name, allowsIncomplete: true)
            #expect(!recording.isIncomplete)
            let whole = try Recording(bytes: sample.bytes, name: sample.name)
            #expect(recording == whole)
        }
    }

    @Test(
        "Invalid content in the middle is an error even if incomplete files are allowed")
    func garbage() throws {
        let text = String(decoding: Samples.text(Samples.ownRecording()), as: UTF8.self)
        let broken = text.replacingOccurrences(of: "properties: [1]", with: "properties: [1")
        #expect(
            Samples.errorMessage(broken, allowsIncomplete: true)?.contains("invalid YAML") == true)
    }

    @Test("A libinput file with autorestart is truncated if its closing line is missing")
    func autorestart() {
        let start = RecordingReaderTests.plain.replacingOccurrences(
            of: "  version: \"1.22.1\"\n", with: "  version: \"1.22.1\"\n  autorestart: 5000\n")
        #expect(Samples.errorMessage(start + "# Closing after 5s inactivity") == nil)
        #expect(Samples.errorMessage(start + "# Closing after 5s inactivity\n") == nil)
        for wrong in ["", "# Closing after 5s inactivit", "# Closing after 50s inactivity", "#"] {
            #expect(Samples.errorMessage(start + wrong)?.contains("the file is truncated") == true)
        }
        let unexpected = RecordingReaderTests.plain + "# Closing after 5s inactivity"
        #expect(Samples.errorMessage(unexpected)?.contains("in the middle of a line") == true)
    }

    @Test("A contact that is down at the end is reported as truncation in the last line")
    func fingerDown() {
        let text = RecordingReaderTests.plain.components(separatedBy: "\n").dropLast(4)
        let message = Samples.errorMessage(text.joined(separator: "\n") + "\n")
        #expect(message?.hasPrefix("a.yml:26: a contact is down at the end: ") == true)
        #expect(message?.hasSuffix("replay its complete frames with --incomplete") == true)
    }
}
