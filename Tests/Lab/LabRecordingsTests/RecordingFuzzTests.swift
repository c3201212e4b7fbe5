import Foundation
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Fuzz tests of the reader. `TOUCHTRACKER_FUZZ_SECONDS=600` extends them to ten minutes.
@Suite("Fuzzed recordings")
struct RecordingFuzzTests {
    /// Text with a special meaning in YAML or in recordings.
    static let specials = [
        "&a", "*a", "!t", "...", "---", "[", "]", "{", "}", ": ", ", ", "- ", "# ", "\"", "'", "|",
        ">",
        "%YAML 1.1\n", "\n", "\r", "\t", "\0", "\u{FEFF}", "\u{85}", "? ", "<<: ", "~", "-1", "00",
        "99999999999", "-2147483648", "2147483647", "65535", "4294967296", "1e9", "0x7f", "\\x",
        "- evdev:\n", "events:", "touchtracker: {version: 1}\n", "...\n", "autorestart: 5\n",
    ]

    /// Returns one of the samples with one to five random changes.
    static func damaged(_ samples: [[UInt8]], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = samples[random.next(below: samples.count)]
        for _ in 0...random.next(below: 4) where !bytes.isEmpty {
            let start = random.next(below: bytes.count)
            let end = min(bytes.count, start + 1 + random.next(below: random.next(below: 300) + 1))
            switch random.next(below: 8) {
            case 0: bytes[start] ^= 1 << UInt8(random.next(below: 8))
            case 1: bytes[start] = UInt8(truncatingIfNeeded: random.next())
            case 2: bytes.removeSubrange(start..<end)
            case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 4, 5:
                let special = specials[random.next(below: specials.count)]
                bytes.insert(contentsOf: special.utf8, at: start)
            case 6:
                let other = samples[random.next(below: samples.count)]
                bytes = Array(bytes[..<start]) + other[random.next(below: other.count)...]
            default: bytes = damagedNumber(bytes, near: start, &random)
            }
        }
        return bytes
    }

    /// Returns the file with a number near `start` replaced, because most of the file is numbers.
    private static func damagedNumber(
        _ bytes: [UInt8], near start: Int, _ random: inout SeededRandom
    ) -> [UInt8] {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard let first = bytes[start...].firstIndex(where: isDigit) else { return bytes }
        let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.endIndex
        let numbers: [Int64] = [
            0, 1, 3, 47, 53, 57, 330, 1_023, 1_024, 65_536, 2_147_483_647, 2_147_483_648, .max,
        ]
        let number = String(numbers[random.next(below: numbers.count)])
        return Array(bytes[..<first]) + Array(number.utf8) + Array(bytes[end...])
    }

    /// Reads a file, and checks that an error is one short line or that the recording plays.
    ///
    /// - Returns: Whether the file was read.
    static func check(_ bytes: [UInt8], allowsIncomplete: Bool, _ hint: String) -> Bool {
        let recording: Recording
        do throws(RecordingError) {
            recording = try Recording(
                bytes: bytes, name: "a.yml", allowsIncomplete: allowsIncomplete)
        } catch {
            let line = error.description
            #expect(line.hasPrefix("a.yml") && line.contains("; "), "\(hint): \(line)")
            #expect(!line.contains("\n") && line.count < 400, "\(hint): \(line)")
            return false
        }
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
        var tracker = ContactTracker()
        var update = TouchUpdate(time: .zero)
        var balance = 0
        var time = Timestamp.zero
        for frame in recording.frames {
            #expect(frame.time >= time, "\(hint)")
            time = frame.time
            let calibration = recording.devices[Int(frame.device.rawValue) - 1].calibration
            tracker.process(frame, geometry: geometry, calibration: calibration, into: &update)
        }
        tracker.cancelAll(at: time, into: &update)
        for change in update.changes {
            switch change.phase {
            case .began: balance += 1
            case .ended, .cancelled: balance -= 1
            default: break
            }
        }
        #expect(balance == 0 && tracker.liveCount == 0, "\(hint)")
        // Writing and reading the recording again must not change it.
        var expected = recording
        expected.isIncomplete = false
        expected.writerVersion = "0"
        let again = try? Recording(bytes: Samples.text(expected), name: "again")
        #expect(again == expected, "\(hint)")
        return true
    }

    @Test("A damaged file either has a one-line error or plays, and never crashes")
    func damage() throws {
        let samples =
            try Samples.files().map(\.bytes).filter { $0.count < 40_000 }
            + [Samples.text(Samples.ownRecording()), Array(RecordingReaderTests.plain.utf8)]
        let environment = ProcessInfo.processInfo.environment["TOUCHTRACKER_FUZZ_SECONDS"]
        let seconds = environment.flatMap(Double.init) ?? 0
        let end = ProcessInfo.processInfo.systemUptime + seconds
        var attempts = 0
        var successes = 0
        while attempts < 600 || ProcessInfo.processInfo.systemUptime < end {
            var random = SeededRandom(seed: UInt64(attempts))
            let bytes = Self.damaged(samples, &random)
            for allowsIncomplete in [false, true] {
                let hint = "seed \(attempts), incomplete \(allowsIncomplete)"
                if Self.check(bytes, allowsIncomplete: allowsIncomplete, hint) { successes += 1 }
            }
            attempts += 1
        }
        if seconds > 0 {
            print("\(attempts) damaged recordings, each read twice: \(successes) successes")
        }
        // If all files were readable, or none, the damage would be too weak or too strong.
        #expect(successes > attempts / 10 && successes < 2 * attempts * 9 / 10)
    }
}
