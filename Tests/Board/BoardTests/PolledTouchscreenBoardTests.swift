import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Imitated touchscreens of Raspberry Pi on a real kernel: tuning, polling, and after blanking.
@Suite("Polled touchscreens on a board", .serialized, .requiresRobot)
struct PolledTouchscreenBoardTests {
    /// The name that `goodix.c` gives to Touch Display 2.
    private static let name = "11-005d Goodix Capacitive TouchScreen"

    /// Connects a touchscreen that imitates Touch Display 2, and waits until the kiosk has opened
    /// it. The touchscreen reports a circle for a time, or a tap for each line.
    private func connect(_ board: VirtualBoard, circleSeconds: Int? = nil) throws {
        let opened = "\(Self.name): touch, 5 slots"
        let count = try board.kioskLog().ranges(of: opened).count
        let task = circleSeconds.map { "circle 50 \($0)000" } ?? "tap"
        try board.startRobot("\(task) --as touch-display-2")
        try board.wait(for: "the kiosk has opened the robot's touchscreen") {
            try board.kioskLog().ranges(of: opened).count > count
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

    private func waitForInterval(_ milliseconds: Int, _ board: VirtualBoard) throws {
        try board.wait(for: "the kiosk knows the interval of \(milliseconds) ms") {
            try board.shell("touchtracker status").contains(
                "\(Self.name), 5 slots, polled every \(milliseconds) ms")
        }
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
        try connect(board)
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
        // The kiosk reads the interval at its start, and again when a touch begins.
        try board.shell("systemctl restart touchtracker")
        try waitForInterval(17, board)
        try board.shell("systemctl start \(unit)")
        #expect(try board.shell("cat /run/polled/poll") == "8")
        #expect(
            try board.log(ofUnit: unit).contains("touch-poll-ms: \(Self.name): 8 ms"))
        try board.sendLineToRobot()
        try waitForInterval(8, board)
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
        try connect(board)
        try tapAndWaitUntilOff(board)
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
        try board.sendLineToRobot()
        try board.wait(for: "the touchscreen works again") {
            try board.kioskLog().contains("\(Self.name): works again")
        }
        #expect(try problems(board).isEmpty)
    }

    @Test("A touchscreen that vanishes while the display is off is missing until it returns")
    func missing() throws {
        let board = try bootBoard("--screen-off-after", "5")
        try connect(board)
        try tapAndWaitUntilOff(board)
        try board.shell("kill $(cat /run/robot.pid)")
        try board.wait(for: "the kiosk has closed the touchscreen") {
            let devices = try #require(try board.kioskStatus()["devices"] as? [[String: Any]])
            return !devices.contains { $0["name"] as? String == Self.name }
        }
        try board.tap(x: 400, y: 240)
        try board.waitForPicture()
        try board.wait(for: "the touchscreen is missing") {
            try problems(board) == ["\(Self.name): missing"]
        }
        #expect(
            try board.kioskLog().contains(
                "\(Self.name): missing since the display was switched off; disconnect"))
        // Without permission, the kiosk requests no rebind.
        #expect(try board.log(ofUnit: "touchtracker-rebind-touch").isEmpty)
        try connect(board)
        try board.wait(for: "the touchscreen works again") {
            try board.kioskLog().contains("\(Self.name): works again")
        }
        #expect(try problems(board).isEmpty)
    }

    /// Taps the robot's touchscreen, which then counts as one that worked, and waits until the
    /// display is off. A tap that switches the display on is not counted.
    private func tapAndWaitUntilOff(_ board: VirtualBoard) throws {
        try board.wait(for: "a counted tap") {
            try board.sendLineToRobot()
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
