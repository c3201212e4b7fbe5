import Foundation
import KioskDisplay
import KioskRuntime
import LabRecordings
import LabReplay
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Recordings made and played on a real kernel, with libinput's tools and with `touchtracker`.
@Suite("Recordings on a board", .serialized, .requiresTools)
@MainActor
struct RecordingBoardTests {
    private static let folder = Repository.root
        .appendingPathComponent("Tests/Lab/LabRecordingsTests/Recordings")
    /// Whether the committed recordings are made again instead of being tested.
    nonisolated private static var updatesRecordings: Bool {
        ProcessInfo.processInfo.environment["UPDATE_RECORDINGS"] == "1"
    }
    private static let panel = "$(\(VirtualBoard.touchDevice))"

    private static func bootBoard() throws -> VirtualBoard {
        let image = try #require(BoardEnvironment.toolsImageDirectory)
        return try VirtualBoard.bootKiosk(image: image)
    }

    /// Starts a recording program, and waits until it has begun to record.
    private static func startRecording(_ command: String, log: String, on board: VirtualBoard)
        throws
    {
        // An old log would be mistaken for the new program's.
        try board.shell("rm -f \(log); (\(command) >\(log) 2>&1 & echo $! >\(log).pid)")
        // Touches sent before the recording has begun would be missing.
        try board.wait(for: "\(command) has begun to record") {
            try board.shell("grep -ci recording \(log) || true") != "0"
        }
    }

    private static func interrupt(_ log: String, on board: VirtualBoard) throws {
        try board.shell("kill -INT $(cat \(log).pid)")
        try board.wait(for: "the recording has ended") {
            try board.shell("kill -0 $(cat \(log).pid) 2>/dev/null && echo alive || true").isEmpty
        }
    }

    /// Waits until the size of a file on the board has not changed for 0.5 s of the board's time.
    private static func waitUntilUnchanged(_ path: String, on board: VirtualBoard) throws {
        try board.waitUntilIdle()
        try board.wait(for: "\(path) does not grow") {
            let sizes = try board.shell("stat -c %s \(path); sleep 0.5; stat -c %s \(path)")
            return Set(sizes.split(separator: "\n")).count == 1
        }
    }

    /// Reads the committed recordings of all touch sequences.
    private static func committedRecordings() throws -> [(name: String, recording: Recording)] {
        try TouchSequence.all.map { sequence in
            let path = folder.appendingPathComponent("\(sequence.name).yml").path
            return (sequence.name, try Recording.read(path: path))
        }
    }

    @Test(
        "The committed recordings are made again with libinput record",
        .enabled(if: updatesRecordings, "only with UPDATE_RECORDINGS=1"))
    func update() throws {
        let board = try Self.bootBoard()
        for sequence in TouchSequence.all {
            let file = "/run/\(sequence.name).yml"
            try Self.startRecording(
                "libinput record -o \(file) \(Self.panel)", log: "/run/record.log", on: board)
            try sequence.play(board)
            try board.waitUntilIdle()
            try Self.interrupt("/run/record.log", on: board)
            try board.read(file).write(
                to: Self.folder.appendingPathComponent("\(sequence.name).yml"))
        }
    }

    /// Returns the contacts of a touch trace without time and device.
    private static func contacts(_ lines: [String]) -> [String] {
        lines.map { $0.split(separator: " ") }.filter { $0.count > 1 && Int($0[1]) != nil }
            .map { $0.dropFirst(2).joined(separator: " ") }
    }

    /// Replays a recording headlessly with `SlotDecoder`, and returns the contacts of the touch
    /// trace.
    private static func replayed(_ recording: Recording, rotation: Rotation?) throws -> [String] {
        let lines = SharedList<String>()
        _ = try Kiosk.replay(
            recording: StreamedRecording(recording),
            options: Kiosk.ReplayOptions(
                mode: DisplayMode(width: 800, height: 480), rotation: rotation,
                trace: { lines.append($0) }),
            makingDelegate: { _ in AppDelegate() })
        return contacts(lines.all)
    }

    /// Pairs of rotation and calibration matrix; `scripts/test --all` also runs the simple ones.
    private nonisolated static let mountings: [(Rotation?, String?)] =
        [(Rotation.clockwise270, "0.9 0.05 0.02 -0.1 1.05 0.01")]
        + (BoardEnvironment.runsCampaigns
            ? [(nil, nil), (Rotation.clockwise90, nil), (nil, "-1 0 1 0 1 0")] : [])

    @Test(
        "For each committed recording, SlotDecoder and libinput produce the same touch frames",
        arguments: mountings)
    func sameFrames(rotation: Rotation?, matrix: String?) throws {
        let board = try Self.bootBoard()
        if let matrix {
            try board.setCalibrationMatrix(matrix)
            try board.shell("udevadm trigger -c change /sys/class/input/event*; udevadm settle")
        }
        for (name, recording) in try Self.committedRecordings() {
            try board.restartKiosk(
                arguments: ["--toolbar", "off", "--trace"]
                    + (rotation.map { ["--rotate", "\($0.rawValue)"] } ?? []))
            try board.play(recording)
            try board.waitForStillScreenshot()
            var calibrated = recording
            if let matrix {
                calibrated.devices[0].udevProperties.append(
                    Recording.UdevProperty(key: "LIBINPUT_CALIBRATION_MATRIX", value: matrix))
            }
            let ours = try Self.replayed(calibrated, rotation: rotation)
            let pattern = #/^[0-9]+\.[0-9]{6} [0-9]+ [0-9]+ (down|motion|up|cancel) /#
            let lines = try board.kioskLog().split(separator: "\n").map(String.init)
                .filter { $0.firstMatch(of: pattern) != nil }
            let theirs = Self.contacts(lines)
            #expect(ours.count >= 9, "\(name)")
            #expect(theirs == ours, "\(name), rotation \(String(describing: rotation))")
        }
    }

    @Test("touchtracker record and libinput record produce equal recordings")
    func record() throws {
        let board = try Self.bootBoard()
        try Self.startRecording(
            "libinput record -o /run/theirs.yml \(Self.panel)", log: "/run/theirs.log", on: board)
        try Self.startRecording(
            "touchtracker record /run/ours.yml", log: "/run/ours.log", on: board)
        for sequence in TouchSequence.all { try sequence.play(board) }
        try board.waitUntilIdle()
        try Self.interrupt("/run/theirs.log", on: board)
        try Self.interrupt("/run/ours.log", on: board)
        let theirs = try Recording(
            bytes: Array(board.read("/run/theirs.yml")), name: "theirs.yml")
        let ours = try Recording(bytes: Array(board.read("/run/ours.yml")), name: "ours.yml")
        #expect(ours.devices.count == 1)
        // libinput's tool lists every EV_SYN code for every device.
        var (description, known) = (ours.devices[0].description, theirs.devices[0].description)
        description.codes[EventCode.synchronization] = nil
        known.codes[EventCode.synchronization] = nil
        #expect(description == known)
        let properties = theirs.devices[0].udevProperties.filter { $0.key != "DRIVER" }
        #expect(Set(properties).isSubset(of: ours.devices[0].udevProperties))
        // touchtracker records the initial slots first, so its times begin earlier.
        let values = { (recording: Recording) in
            recording.frames.map(\.contacts)
        }
        #expect(ours.frames.count > 100)
        #expect(values(ours) == values(theirs))
        #expect(
            try board.shell("cat /run/ours.log")
                .contains("recording continues without a display"))
        // An existing file is not overwritten.
        let again = try board.shell("touchtracker record /run/ours.yml 2>&1; echo status=$?")
        #expect(again.contains("already exists"))
        #expect(again.contains("status=74"))
    }

    @Test("libinput replay plays a recording of touchtracker, and the kiosk draws the same picture")
    func replayByLibinput() throws {
        let board = try Self.bootBoard()
        try Self.startRecording(
            "touchtracker record /run/ours.yml", log: "/run/ours.log", on: board)
        for sequence in TouchSequence.all where sequence.name != "ten-fingers-at-random" {
            try sequence.play(board)
        }
        let drawn = try board.waitForStillScreenshot()
        #expect(drawn.count(of: Ink.finished) > 0)
        try Self.interrupt("/run/ours.log", on: board)
        // After this the player's uinput touchscreen is the only one.
        try board.unplugTouchscreen()
        try board.restartWithEmptyDrawing()
        try board.waitForPicture { $0.count(of: Ink.ground) == 800 * 480 }
        try board.shell(
            """
            (
            mkfifo /run/enter
            sh -c 'exec 3<>/run/enter; exec libinput replay /run/ours.yml <&3' \
                >/run/replay.log 2>&1 &
            echo $! >/run/replay.pid
            )
            until grep -q 'Hit enter' /run/replay.log; do sleep 0.1; done
            until journalctl -u touchtracker -o cat | tail -n 1 | grep -q slots; do sleep 0.1; done
            echo >/run/enter
            """)
        let again = try board.waitForPicture {
            $0.count(of: Ink.finished) == drawn.count(of: Ink.finished)
        }
        #expect(again == drawn)
    }

    @Test("After dropped events the recording contains the present slots again")
    func droppedEvents() throws {
        let board = try Self.bootBoard()
        try Self.startRecording(
            "touchtracker record --no-display /run/ours.yml", log: "/run/ours.log", on: board)
        try board.down(0, x: 100, y: 100)
        try board.down(1, x: 700, y: 100)
        try Self.waitUntilUnchanged("/run/ours.yml", on: board)
        try board.shell("kill -STOP $(cat /run/ours.log.pid)")
        // More events than the kernel buffers. At the end contact 0 has lifted, 1 is down, 2 is
        // new.
        for step in 0..<400 { try board.move(0, x: 100 + step, y: 100 + step % 300) }
        try board.up(0)
        try board.down(2, x: 400, y: 400)
        try board.waitUntilIdle()
        try board.shell("kill -CONT $(cat /run/ours.log.pid)")
        try Self.waitUntilUnchanged("/run/ours.yml", on: board)
        try board.move(1, x: 650, y: 150)
        try board.move(2, x: 450, y: 350)
        try board.up(1)
        try board.up(2)
        try Self.waitUntilUnchanged("/run/ours.yml", on: board)
        try Self.interrupt("/run/ours.log", on: board)
        #expect(try board.shell("cat /run/ours.log").contains("dropped events"))
        let ours = try Recording(bytes: Array(board.read("/run/ours.yml")), name: "ours.yml")
        #expect(
            ours.devices[0].events.contains {
                $0.type == EventCode.synchronization && $0.code == EventCode.dropped
            })
        var held: Set<Int> = []
        var cancelled = 0
        for frame in ours.frames {
            for contact in frame.contacts {
                switch contact.state {
                case .down: #expect(held.insert(contact.slot).inserted)
                case .motion: #expect(held.contains(contact.slot))
                case .up: #expect(held.remove(contact.slot) != nil)
                case .cancel:
                    cancelled += 1
                    #expect(held.remove(contact.slot) != nil)
                }
            }
        }
        #expect(held.isEmpty)
        #expect(cancelled == 2)
        // The last positions of the two remaining contacts are correct.
        let last = ours.frames.suffix(2).flatMap(\.contacts)
        try #require(last.map(\.state) == [.up, .up])
        #expect(Int(last[0].position.x * 800) == 650)
        #expect(Int(last[1].position.y * 480) == 350)
    }
}
