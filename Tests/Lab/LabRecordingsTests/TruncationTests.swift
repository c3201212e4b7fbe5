import Foundation
import LabRecordings
import Testing
import TouchKitContacts
import TouchTrackerTestSupport

/// A recording of libinput's tool that is kept beside the tests.
struct CutSample: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    /// All of them. Where they can't be read there are none, and `samples` fails.
    static let all: [CutSample] =
        ((try? Samples.files()) ?? []).map { CutSample(name: $0.name, bytes: $0.bytes) }
}

/// Files cut off at every byte. docs/recordings.md says where a cut can't be seen.
@Suite("Truncated recordings")
struct TruncationTests {
    /// The lengths at which a file of libinput's tool looks like one that was stopped there: found
    /// by looking at its lines, without the reader.
    static func invisibleCuts(_ bytes: [UInt8]) -> Set<Int> {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let texts = lines.dropLast().map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        }
        guard
            let lastDevice = texts.lastIndex(where: { $0.hasPrefix("- node:") }),
            let lastEvents = texts.lastIndex(of: "events:"), lastEvents > lastDevice
        else { return [] }
        var cuts: Set<Int> = []
        var length = 0
        var hasEvents = false
        var hasNeutralComment = false
        var isInFrame = false
        var down: Set<Int> = []
        // Before a slot is named it is one of those that are named later.
        let unnamed = -1
        var slot = unnamed
        for (index, text) in texts.enumerated() {
            length += lines[index].count + 1
            if index == lastDevice {
                down = []
                slot = unnamed
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
                    if down.remove(slot) == nil { down.remove(unnamed) }
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
            // The report that ends a lift: its comment is still to come.
            let isLift =
                text.hasPrefix("- [") && hasNeutralComment && index + 1 < texts.count
                && texts[index + 1] == "# Touch device in neutral state"
            if !isLift { cuts.insert(length) }
        }
        return cuts
    }

    @Test("There are recordings of libinput's tool to cut.")
    func samples() {
        #expect(CutSample.all.contains { $0.name == "made-by-hand.yml" })
    }

    @Test(
        "A recording of libinput's tool: every cut is an error, but where it might have been stopped.",
        arguments: CutSample.all)
    func others(sample: CutSample) {
        let invisible = Self.invisibleCuts(sample.bytes)
        #expect(invisible.contains(sample.bytes.count))
        #expect(Samples.complaint(sample.bytes) == nil)
        // Not optimised, all of them take a minute.
        for length in stride(from: 0, to: sample.bytes.count, by: Optimization.isOn ? 1 : 7) {
            let complaint = Samples.complaint(Array(sample.bytes[..<length]))
            #expect(
                (complaint == nil) == invisible.contains(length),
                "\(sample.name) cut at \(length): \(complaint ?? "no complaint")")
        }
    }

    @Test("The file made by hand has exactly the invisible cuts that can be counted by hand.")
    func countedByHand() throws {
        let bytes = try Samples.file("made-by-hand.yml")
        // After the panel's “Current time”; after the report of the first neutral moment, and after
        // its comment; after the comment of the second, and after the last “Current time”.
        #expect(Self.invisibleCuts(bytes).count == 5)
    }

    @Test("A recording of ours: every cut is an error.")
    func ours() throws {
        let bytes = Samples.text(Samples.ours())
        #expect(Samples.complaint(bytes) == nil)
        for length in 0..<bytes.count {
            #expect(Samples.complaint(Array(bytes[..<length])) != nil, "cut at \(length)")
        }
    }

    @Test("What is whole of a cut file can be had, and is a beginning of the recording.")
    func incomplete() throws {
        let whole = Samples.ours()
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
                // Only a cut in the first description leaves nothing.
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

    @Test("Zeros at the end, as a lost power leaves them, count as cut off.")
    func zeros() throws {
        let whole = Samples.ours()
        let bytes = Samples.text(whole)
        let torn = Array(bytes.dropLast(90)) + [UInt8](repeating: 0, count: 4_000)
        #expect(Samples.complaint(torn)?.contains("the file was cut off") == true)
        let part = try Recording(bytes: torn, name: "a", allowsIncomplete: true)
        #expect(part.isIncomplete)
        #expect(part.devices.first == whole.devices.first)
    }

    @Test("A whole file is whole, whether incomplete ones are allowed or not.")
    func wholeFiles() throws {
        for sample in CutSample.all {
            let recording = try Recording(
                bytes: sample.bytes, name: sample.name, allowsIncomplete: true)
            #expect(!recording.isIncomplete)
            let whole = try Recording(bytes: sample.bytes, name: sample.name)
            #expect(recording == whole)
        }
    }

    @Test(
        "Garbage in the middle isn't a cut: it is refused even where incomplete files are allowed.")
    func garbage() throws {
        let text = String(decoding: Samples.text(Samples.ours()), as: UTF8.self)
        let broken = text.replacingOccurrences(of: "properties: [1]", with: "properties: [1")
        #expect(
            Samples.complaint(broken, allowsIncomplete: true)?.contains("it isn't YAML") == true)
    }

    @Test("libinput's tool says when it closes a file by itself: without that line it was cut off.")
    func autorestart() {
        let start = RecordingReaderTests.plain.replacingOccurrences(
            of: "  version: \"1.22.1\"\n", with: "  version: \"1.22.1\"\n  autorestart: 5000\n")
        #expect(Samples.complaint(start + "# Closing after 5s inactivity") == nil)
        #expect(Samples.complaint(start + "# Closing after 5s inactivity\n") == nil)
        for wrong in ["", "# Closing after 5s inactivit", "# Closing after 50s inactivity", "#"] {
            #expect(Samples.complaint(start + wrong)?.contains("the file was cut off") == true)
        }
        let unannounced = RecordingReaderTests.plain + "# Closing after 5s inactivity"
        #expect(Samples.complaint(unannounced)?.contains("in the middle of a line") == true)
    }

    @Test("A finger that is down at the end is named as the sign of a cut, with the last line.")
    func fingerDown() {
        let text = RecordingReaderTests.plain.components(separatedBy: "\n").dropLast(4)
        let complaint = Samples.complaint(text.joined(separator: "\n") + "\n")
        #expect(complaint?.hasPrefix("a.yml:26: a finger is down at the end: ") == true)
        #expect(complaint?.hasSuffix("replay what is whole of it with --incomplete") == true)
    }
}
