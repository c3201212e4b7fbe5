import Foundation
import LabFieldTestTechnician
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// The memory of the commands that play recordings, which may be hours long.
@Suite("Recording memory", .serialized, .requiresOwnMemory)
struct RecordingMemoryTests {
    /// The number of events in the long recording: those of about four hours, or of ten minutes,
    /// because a debug build reads slowly.
    private static let eventCount = Optimization.isEnabled ? 2_000_000 : 80_000
    /// The maximum difference to the peak memory with a short recording, in megabytes.
    private static let maximumGrowth = 3.0

    /// The programs that write recordings, and how the files end.
    enum Kind: CaseIterable {
        case touchtracker, libinput, truncated
    }

    /// Writes a recording of ten seconds in which a contact moves 50 times per second and lifts
    /// once a second, with at least `count` events. Playing the additional events takes no time.
    private func write(_ kind: Kind, count: Int, to path: String) throws {
        let axis = { (maximum: Int32) in
            EvdevDescription.AbsoluteAxis(minimum: 0, maximum: maximum, resolution: 5)
        }
        var events: [EvdevEvent] = []
        for number in 0..<500 {
            let time = Timestamp(microseconds: Int64(number) * 20_000)
            func append(_ code: UInt16, _ value: Int32) {
                events.append(
                    EvdevEvent(time: time, type: EventCode.absolute, code: code, value: value))
            }
            // The events MSC_TIMESTAMP of the kernel's multitouch driver.
            for value in 0..<count / 500 {
                events.append(EvdevEvent(time: time, type: 4, code: 5, value: Int32(value)))
            }
            let step = number % 50
            if step == 0 { append(EventCode.trackingID, Int32(number / 50)) }
            if step < 40 {
                append(EventCode.positionX, Int32(200 + step * 5))
                append(EventCode.positionY, Int32(100 + step * 3))
            }
            if step == 40 { append(EventCode.trackingID, -1) }
            events.append(
                EvdevEvent(
                    time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
        }
        let description = EvdevDescription(
            name: "Panel", identity: .init(bus: 3, vendor: 1, product: 2, version: 3),
            codes: [0: [0], 4: [5], 3: [0x2F, 0x35, 0x36, 0x39]],
            axes: [0x2F: axis(9), 0x35: axis(799), 0x36: axis(479), 0x39: axis(65_535)],
            properties: [1])
        let recording = Recording(devices: [
            Recording.Device(
                node: "/dev/input/event0", description: description,
                udevProperties: [.init(key: "ID_INPUT_TOUCHSCREEN", value: "1")], events: events)
        ])
        var bytes = Data(recording.fileBytes)
        if kind != .touchtracker {
            bytes.removeLast(kind == .truncated ? 10 : "...\n".utf8.count)
        }
        if kind == .libinput {
            let key = try #require(bytes.firstRange(of: Data("touchtracker:\n".utf8)))
            bytes.replaceSubrange(key, with: Data("libinput:\n".utf8))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    @Test("The peak memory does not depend on the length of a recording", arguments: Kind.allCases)
    func peak(kind: Kind) throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("reports")
        let (short, long) = ("\(folder.path)/short.yml", "\(folder.path)/long.yml")
        try write(kind, count: 0, to: short)
        try write(kind, count: Self.eventCount, to: long)
        let memory = try PeakMemory()
        let commands: [(words: [String], status: Int32)] = [
            (["replay", "--scene", "touches", "--out", "\(folder.path)/a.png"], 0),
            // The field test finds at the end of the recording that it contains no test.
            (["field-test", "--report", "\(folder.path)/reports", "--from"], 66),
        ]
        for (command, status) in commands {
            let peaks = try [short, long].map {
                try memory.megabytes(
                    [command[0]] + (kind == .truncated ? ["--incomplete"] : [])
                        + command.dropFirst() + [$0],
                    status: status)
            }
            print(
                "\(kind): \(command[0]) of \(Self.eventCount) events: \(peaks[1]) MB,",
                "else \(peaks[0]) MB")
            #expect(peaks[1] <= peaks[0] + Self.maximumGrowth, "\(command[0])")
        }
    }
}
