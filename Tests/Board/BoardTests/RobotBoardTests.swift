import Foundation
import LabRobot
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The robot's uinput touchscreen on a real kernel: the kiosk reads exactly the scripted contacts.
@Suite("The robot on a board", .serialized, .requiresRobot)
struct RobotBoardTests {
    private static let axis = SlotDecoder.Axis(minimum: 0, maximum: 32_767)

    /// A copy of the board image with `lab-robot`, made once per test run.
    static let image = Result { try makeImage(from: #require(BoardEnvironment.imageDirectory)) }

    /// Copies an image and adds `lab-robot` to the disk and to the root file system in memory.
    static func makeImage(from image: String) throws -> String {
        let robot = try #require(BoardEnvironment.robotProgram)
        let name = "robot-\((image as NSString).lastPathComponent)"
        let copy = try BoardImage(copying: image, name: name).directory
        let scripts = Repository.root.appendingPathComponent("scripts/board").path
        try runTool(["\(scripts)/put-program", robot, "\(copy)/disk.img", "/usr/bin/lab-robot"])
        // The memory has no room for symbols.
        try runTool(["strip", "-o", "\(copy)/lab-robot", robot])
        try runTool([
            "sh", "-c",
            """
            '\(scripts)/make-archive' '\(copy)/robot.cpio' '\(copy)/lab-robot' usr/bin/lab-robot
            cat '\(copy)/robot.cpio' >>'\(copy)/program.cpio'
            """,
        ])
        return copy
    }

    /// Boots a board with `lab-robot`, whose kiosk logs every contact.
    private func bootBoard() throws -> VirtualBoard {
        try VirtualBoard.bootKiosk(
            image: Self.image.get(), arguments: ["--toolbar", "off", "--trace"])
    }

    /// Returns the contacts of a script as lines with slot, state and position in device units.
    ///
    /// Movements to an unchanged position are omitted, because the kernel does not report them.
    private func contacts(
        _ name: RobotScript.Name, rate: Int, milliseconds: Int64
    ) -> [String] {
        var script = RobotScript(name, rateHz: rate, duration: milliseconds * 1_000)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var positions: [Int: String] = [:]
        var lines: [String] = []
        while script.next(into: &frame) {
            for contact in frame.contacts {
                let x = Self.axis.value(at: contact.position.x)
                let y = Self.axis.value(at: contact.position.y)
                let position = "\(x) \(y)"
                if contact.state == .motion, positions[contact.slot] == position { continue }
                positions[contact.slot] = position
                lines.append("\(contact.slot) \(contact.state) \(position)")
            }
        }
        return lines
    }

    /// Returns the contacts in the kiosk's trace as lines with slot, state and position in device
    /// units.
    private func trace(of board: VirtualBoard) throws -> [String] {
        try board.kioskLog().split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 10, words[0].contains("."), Int(words[2]) != nil else {
                return nil
            }
            return words[2...5].joined(separator: " ")
        }
    }

    @Test("The kiosk reads every position of a script once, in order and in device units")
    func arrives() throws {
        let board = try bootBoard()
        try board.shell("modprobe uinput")
        var expected: [String] = []
        for (name, rate) in [(RobotScript.Name.circle, 125), (.pinchRotate, 60), (.scribble, 60)] {
            let output = try board.shell("lab-robot \(name.rawValue) \(rate) 2500")
            #expect(output.contains("panel /dev/input/event"))
            #expect(output.contains("sent "), "\(output)")
            expected += contacts(name, rate: rate, milliseconds: 2_500)
            try board.waitUntilIdle()
            #expect(try trace(of: board) == expected)
        }
        #expect(try board.kioskLog().contains("TouchTracker Robot: touch, 10 slots"))
        let counters = try board.stopKioskAndReadCounters()
        #expect(counters["live"] == 0 && counters["unbalanced"] == 0)
    }

    @Test("A grabbed touchscreen sends nothing to the kiosk, and its removal is reported")
    func grabbed() throws {
        let board = try bootBoard()
        let before = try board.waitForStillScreenshot()
        let output = try board.shell(
            "modprobe uinput; lab-robot scribble 60 2500 grab")
        let lines = output.split(separator: "\n").map(String.init)
        let read = lines.filter { $0.hasPrefix("read ") }.map { String($0.dropFirst(5)) }
        #expect(read == contacts(.scribble, rate: 60, milliseconds: 2_500))
        let panel = try #require(lines.first { $0.hasPrefix("panel ") }).dropFirst(6)
        #expect(
            lines.contains(
                "second: touch input: \(panel): another program has grabbed the device; "
                    + "stop that program"
            ), "\(output)")
        #expect(
            lines.contains(
                "unplugged: touch input: \(panel): the device was disconnected; "
                    + "connect the device and restart the program"), "\(output)")
        #expect(try trace(of: board) == [])
        #expect(try board.kioskLog().contains("TouchTracker Robot"))
        #expect(try board.waitForStillScreenshot() == before)
        let unpermitted = try board.shell(
            """
            setpriv --reuid=touchtracker --regid=touchtracker --init-groups \
            lab-robot circle 60 500 || true
            """)
        #expect(
            unpermitted.contains(
                "error: robot: /dev/uinput: permission denied; run as root, or add a udev rule"
            ), "\(unpermitted)")
        // Touches of the board's touchscreen are still delivered.
        try board.drawLine((100, 100), (400, 300))
        try board.waitForStillScreenshot()
        #expect(try trace(of: board).count >= 3)
    }
}

extension VirtualBoard {
    /// Starts `lab-robot`, which reads the lines that `sendLineToRobot()` sends. Its output is in
    /// `/run/robot.log`, and its process id in `/run/robot.pid`.
    func startRobot(_ arguments: String) throws {
        // In a subshell, the shell does not print a message when the job ends.
        try shell(
            """
            modprobe uinput
            [ -p /run/robot.lines ] || mkfifo /run/robot.lines
            (
            lab-robot \(arguments) </run/robot.lines >/run/robot.log 2>&1 &
            echo $! >/run/robot.pid
            )
            exec 3>/run/robot.lines
            """)
    }

    /// Sends a line to `lab-robot`: the start of a field test, or the request for a tap.
    func sendLineToRobot() throws { try shell("echo >&3") }

    /// Stores a pattern for the lock, as digits 1…9.
    func setUnlockPattern(_ digits: String) throws {
        try shell(
            "printf '%s\\n' \(digits) \(digits) "
                + "| touchtracker lock set --state /var/lib/touchtracker")
    }
}
