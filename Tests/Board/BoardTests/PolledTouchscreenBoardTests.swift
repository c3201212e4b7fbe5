import Foundation
import LabFieldTestTechnician
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Imitated touchscreens of Raspberry Pi on a real kernel: tuning, polling, and after blanking.
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

    @Test("Bring-up measures the touched touchscreen, and its archive contains nothing private")
    func bringUp() throws {
        let board = try bootBoard()
        try board.shell("hostname secret-host; systemctl stop touchtracker; modprobe uinput")
        let output = try board.shell(
            """
            (lab-robot circle 50 40000 --as touch-display-2 >/dev/null 2>&1 &)
            touchtracker bring-up --seconds 10 --out /run/board.tar 2>/dev/null; echo status=$?
            """, timeoutSeconds: 120)
        #expect(output.contains("nothing is wrong\n"))
        #expect(output.contains("\nstatus=0"))
        let lines = output.split(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("| Standard PC") })
        #expect(
            row.contains(
                "| \(Self.name), 5 contacts, polled every 17 ms | 50.0 Hz, 99 % within 20.0 ms |"))
        #expect(row.hasSuffix("| none |"))
        let files = try board.shell(
            "mkdir /run/report && tar -xf /run/board.tar -C /run/report && ls -1 /run/report/*")
        #expect(
            files.split(separator: "\n") == [
                "boot.json", "devices.json", "doctor.json", "doctor.txt", "measurement.json",
                "row.md", "version.txt",
            ])
        for secret in ["secret-host", try board.shell("cat /etc/machine-id"), "position"] {
            #expect(try board.shell("grep -rliF '\(secret)' /run/report || true") == "")
        }
    }

    @Test("A touchscreen that is silent after blanking is logged and bound again if allowed")
    func silent() throws {
        let board = try bootBoard("--screen-off-after", "40", "--touch-rebind", "on")
        // One tap before the display is off, and one after the silence.
        try connect(board, tapsAt: [0, 100])
        try waitUntilOff(board)
        try board.tap(x: 400, y: 240)
        try board.waitForPicture()
        #expect(try problems(board).isEmpty)
        try board.wait(for: "the silence") { try !problems(board).isEmpty }
        #expect(try problems(board) == ["\(Self.name): silent"])
        #expect(
            try board.kioskLog().contains(
                "\(Self.name): no touch for 30 s since the display was switched on; disconnect"))
        #expect(
            try board.shell("touchtracker status").contains(
                "touch    \(Self.name): silent since the display was switched on"))
        // The robot has no driver on I2C, so that the script has nothing to bind.
        try board.wait(for: "the rebind request") {
            try board.log(ofUnit: "touchtracker-rebind-touch").contains(
                "touchscreens: none on I2C has a known driver")
        }
        #expect(try board.shell("ls /run/touchtracker").contains("rebind-touch") == false)
        try board.wait(for: "the touchscreen works again") {
            try board.kioskLog().contains("\(Self.name): works again")
        }
        #expect(try problems(board).isEmpty)
    }

    private func waitUntilOff(_ board: VirtualBoard) throws {
        try board.wait(for: "the first tap") {
            let touches = try board.kioskStatus()["touches"] as? [String: Any]
            return (touches?["frames"] as? Int ?? 0) >= 2
        }
        try board.wait(for: "the screen is off") { try board.screenshot().isPlaceholder }
    }

    /// Returns the touchscreens that the kiosk's status lists with a problem.
    private func problems(_ board: VirtualBoard) throws -> [String] {
        let all = try board.kioskStatus()["touchscreenProblems"] as? [[String: Any]] ?? []
        return all.map { problem in
            let (name, kind) = (problem["name"] as? String, problem["problem"] as? String)
            return "\(name ?? "?"): \(kind ?? "?")"
        }
    }
}
