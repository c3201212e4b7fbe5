import Foundation
import LabRobot
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// The robot's uinput touchscreen on a real kernel: the kiosk reads exactly the scripted contacts.
@Suite(
    "The robot on a board", .serialized,
    .enabled(
        if: BoardEnvironment.isComplete && BoardEnvironment.robotProgram != nil,
        BoardEnvironment.reasonIfRobotIsMissing))
struct RobotBoardTests {
    private static let axis = SlotDecoder.Axis(minimum: 0, maximum: 32_767)

    /// A copy of the board image with `lab-robot`, made once per test run in
    /// `out/board/robot-image`.
    static let image = Result {
        let image = try #require(BoardEnvironment.imageDirectory)
        let robot = try #require(BoardEnvironment.robotProgram)
        let copy = Repository.root.appendingPathComponent("out/board/robot-image").path
        let script = Repository.root.appendingPathComponent("scripts/board/put-program").path
        try runTool(["mkdir", "-p", (copy as NSString).deletingLastPathComponent])
        try runTool(["rm", "-rf", copy])
        try runTool(["cp", "-r", "--sparse=always", image, copy])
        try runTool([script, robot, "\(copy)/disk.img", "/usr/bin/lab-robot"])
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

    @Test(
        "The kiosk reads every position of a script once, in order and in device units",
        arguments: [(RobotScript.Name.circle, 125), (.pinchRotate, 60), (.scribble, 60)])
    func arrives(name: RobotScript.Name, rate: Int) throws {
        let board = try bootBoard()
        let output = try board.shell(
            "modprobe uinput; lab-robot \(name.rawValue) \(rate) 2500", timeoutSeconds: 60)
        #expect(output.contains("panel /dev/input/event"))
        #expect(output.contains("sent "), "\(output)")
        print("robot's timing at \(rate) Hz: \(output.split(separator: "\n").last ?? "")")
        #expect(
            try trace(of: board) == contacts(name, rate: rate, milliseconds: 2_500))
        let log = try board.kioskLog()
        #expect(log.contains("TouchTracker Robot: touch, 10 slots"))
        let counters = try board.stopKioskAndReadCounters()
        #expect(counters["live"] == 0 && counters["unbalanced"] == 0)
        try board.stop()
    }

    @Test(
        "A grabbed touchscreen sends nothing to the kiosk, and its removal is reported"
    )
    func grabbed() throws {
        let board = try bootBoard()
        let before = try board.waitForStillScreenshot()
        let output = try board.shell(
            "modprobe uinput; lab-robot scribble 60 2500 grab", timeoutSeconds: 60)
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
        // Touches of the board's touchscreen are still delivered.
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 400, y: 300)
        try board.up(0)
        _ = try board.waitForStillScreenshot()
        #expect(try trace(of: board).count >= 3)
        try board.stop()
    }

    @Test("Without permission for uinput, the error says what to do")
    func withoutPermission() throws {
        let board = try bootBoard()
        let output = try board.shell(
            """
            modprobe uinput
            setpriv --reuid=touchtracker --regid=touchtracker --init-groups \
            lab-robot circle 60 500 || true
            """)
        #expect(
            output.contains(
                "error: robot: /dev/uinput: permission denied; run as root, or add a udev rule"
            ), "\(output)")
        try board.stop()
    }
}
