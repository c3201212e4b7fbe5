import Foundation
import LabFieldTestTechnician
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Imitated touchscreens of Raspberry Pi on a real kernel: tuning and polling.
@Suite("Polled touchscreens on a board", .serialized, .requiresRobot)
struct PolledTouchscreenBoardTests {
    /// The name that `goodix.c` gives to Touch Display 2.
    private static let name = "11-005d Goodix Capacitive TouchScreen"

    /// Connects a touchscreen that imitates Touch Display 2, and waits until the kiosk has opened
    /// it. The touchscreen reports a circle for a time, or taps at times in seconds.
    private func connect(_ board: VirtualBoard, circleSeconds: Int) throws {
        try start("circle 50 \(circleSeconds)000", on: board)
    }

    private func connect(_ board: VirtualBoard, tapsAt times: [Double]) throws {
        let frames = times.flatMap { time in
            [(TouchContact.State.down, 0.0), (.up, 0.1)].map { state, delay in
                TouchFrame(
                    device: FaultlessTouchscreen.device, time: Timestamp(seconds: time + delay),
                    contacts: [
                        TouchContact(
                            slot: 0, trackingID: Int32(time) + 1, state: state,
                            position: CGPoint(x: 0.5, y: 0.5),
                            rawPosition: TouchContact.RawPosition(x: 2_048, y: 2_048))
                    ])
            }
        }
        let recording = Recording(touchscreenName: "Robot", frames: frames, metadata: nil)
        try board.write(Data(recording.fileBytes), to: "/run/taps.yaml")
        try start("play /run/taps.yaml", on: board)
    }

    private func start(_ arguments: String, on board: VirtualBoard) throws {
        // In a subshell, the shell does not print a message when the job ends.
        try board.shell(
            """
            modprobe uinput
            (
            lab-robot \(arguments) --as touch-display-2 >/run/robot.log 2>&1 &
            echo $! >/run/robot.pid
            )
            """)
        try board.wait(for: "the kiosk has opened the robot's touchscreen") {
            try board.kioskLog().contains("\(Self.name): touch, 5 slots")
        }
    }

    private func bootBoard(_ arguments: String...) throws -> VirtualBoard {
        try VirtualBoard.bootKiosk(
            image: RobotBoardTests.image.get(), arguments: arguments)
    }

    /// Adds the attributes of a polled device to the folder of the touchscreen in sysfs, with a
    /// mount of a copy of the folder. The folder of its device node stays that of the kernel.
    private func addPollAttribute(_ board: VirtualBoard) throws {
        try board.shell(
            """
            event=$(grep -lx "\(Self.name)" /sys/class/input/event*/device/name | cut -d / -f 5)
            folder=$(dirname "$(readlink -f /sys/class/input/$event)")
            mkdir -p /run/event /run/polled
            mount --bind "$folder/$event" /run/event
            cp -r --no-dereference "$folder/." /run/polled 2>/dev/null
            cd /run/polled && echo 17 >poll && echo 0 >min && echo 17 >max
            mount --bind /run/polled "$folder"
            mount --bind /run/event "$folder/$event"
            """)
    }

    private func configure(_ board: VirtualBoard, _ lines: String) throws {
        try board.shell(
            "cat >/run/tuned.yaml <<'YAML'\n\(lines)\nYAML\n"
                + "mount --bind /run/tuned.yaml /etc/touchtracker.yaml")
    }

    @Test("A connected touchscreen starts the tuning, which writes the interval or one line")
    func tuning() throws {
        let board = try bootBoard()
        for unit in ["touchtracker-tuning.service", "touchtracker-rebind-touch.path"] {
            #expect(try board.shell("systemctl is-enabled \(unit)") == "enabled")
        }
        try configure(board, "touch-poll-ms: 8\ncpu-governor: performance")
        try connect(board, tapsAt: [0, 300])
        let unit = "touchtracker-tuning"
        let nothing = "touch-poll-ms: no touchscreen is polled; nothing to set"
        try board.wait(for: "the tuning") { try board.log(ofUnit: unit).contains(nothing) }
        #expect(
            try board.log(ofUnit: unit).contains(
                "cpu-governor: the kernel does not scale frequencies; nothing to set"))

        try addPollAttribute(board)
        #expect(
            try board.shell("touchtracker devices").contains(
                "polled every 17 ms: adds up to 17 ms of latency; touch-poll-ms: 8 halves it"))
        try board.shell("systemctl start \(unit)")
        #expect(try board.shell("cat /run/polled/poll") == "8")
        #expect(
            try board.log(ofUnit: unit).contains("touch-poll-ms: \(Self.name): 8 ms"))
        // A value that the driver does not accept is not written.
        try configure(board, "touch-poll-ms: 100")
        try board.shell("systemctl start \(unit)")
        #expect(try board.shell("cat /run/polled/poll") == "8")
        #expect(
            try board.log(ofUnit: unit).last
                == "touch-poll-ms: \(Self.name): 100 ms is outside of 1 to 17 ms; nothing is set")
        #expect(try board.failedUnits() == "")
    }

    @Test("The kiosk recognizes polling by timestamps; log and status name the interval")
    func timestamps() throws {
        let board = try bootBoard()
        try connect(board, circleSeconds: 20)
        let device = "touch    /dev/input/event1 \(Self.name), 5 slots"
        #expect(try board.shell("touchtracker status").contains(device + "\n"))
        try board.wait(for: "the kiosk knows the interval") {
            try board.shell("touchtracker status").contains("\(device), polled every 17 ms")
        }
        #expect(
            try board.kioskLog().contains(
                "\(Self.name): polled every 17 ms: adds up to 17 ms of latency"))
    }
}
