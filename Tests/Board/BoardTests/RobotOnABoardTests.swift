import Foundation
import LabRobot
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// The robot's panel on a real kernel: what it is told to say is what a kiosk reads.
@Suite(
    "The robot on a board", .serialized,
    .enabled(
        if: BoardEnvironment.isComplete && BoardEnvironment.robotHand != nil,
        BoardEnvironment.reasonIfRobotHandIsMissing))
struct RobotOnABoardTests {
    private static let axis = SlotDecoder.Axis(minimum: 0, maximum: 32_767)

    /// A copy of the image with the hand in it, made anew once in a run: `out/board/robot-image`.
    static let image = Result {
        let image = try #require(BoardEnvironment.imageDirectory)
        let hand = try #require(BoardEnvironment.robotHand)
        let copy = Repository.root.appendingPathComponent("out/board/robot-image").path
        let script = Repository.root.appendingPathComponent("scripts/board/put-program").path
        try runTool(["mkdir", "-p", (copy as NSString).deletingLastPathComponent])
        try runTool(["rm", "-rf", copy])
        try runTool(["cp", "-r", "--sparse=always", image, copy])
        try runTool([script, hand, "\(copy)/disk.img", "/usr/bin/lab-robot"])
        return copy
    }

    /// A board that has the hand beside its kiosk, which writes down each contact.
    private func bootBoard() throws -> VirtualBoard {
        try VirtualBoard.bootKiosk(
            image: Self.image.get(), arguments: ["--toolbar", "off", "--trace"])
    }

    /// The contacts of a script in the panel's units: slot, what happened, place. A kernel is silent about a
    /// place that hasn't changed.
    private func contacts(
        _ name: RobotScript.Name, rate: Int, milliseconds: Int64
    ) -> [String] {
        var script = RobotScript(name, rateHz: rate, duration: milliseconds * 1_000)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var places: [Int: String] = [:]
        var lines: [String] = []
        while script.next(into: &frame) {
            for contact in frame.contacts {
                let x = Self.axis.value(at: contact.position.x)
                let y = Self.axis.value(at: contact.position.y)
                let place = "\(x) \(y)"
                if contact.state == .motion, places[contact.slot] == place { continue }
                places[contact.slot] = place
                lines.append("\(contact.slot) \(contact.state) \(place)")
            }
        }
        return lines
    }

    /// The trace of what a kiosk has read so far: slot, what happened, place in the panel's units.
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
        "Each place of a script arrives at the kiosk once and in order, in the panel's own units.",
        arguments: [(RobotScript.Name.circle, 125), (.pinchRotate, 60), (.scribble, 60)])
    func arrives(name: RobotScript.Name, rate: Int) throws {
        let board = try bootBoard()
        let said = try board.shell(
            "modprobe uinput; lab-robot \(name.rawValue) \(rate) 2500", timeoutSeconds: 60)
        #expect(said.contains("panel /dev/input/event"))
        #expect(said.contains("sent "), "\(said)")
        print("robot's punctuality at \(rate) Hz: \(said.split(separator: "\n").last ?? "")")
        #expect(
            try trace(of: board) == contacts(name, rate: rate, milliseconds: 2_500))
        let log = try board.kioskLog()
        #expect(log.contains("TouchTracker Robot: touch, 10 slots"))
        let figures = try board.stopKiosk()
        #expect(figures["live"] == 0 && figures["unbalanced"] == 0)
        try board.stop()
    }

    @Test(
        "Read by one program alone, it says nothing to a kiosk beside, and goes when it is unplugged."
    )
    func grabbed() throws {
        let board = try bootBoard()
        let before = try board.stillScreenshot()
        let said = try board.shell(
            "modprobe uinput; lab-robot scribble 60 2500 grab", timeoutSeconds: 60)
        let lines = said.split(separator: "\n").map(String.init)
        let read = lines.filter { $0.hasPrefix("read ") }.map { String($0.dropFirst(5)) }
        #expect(read == contacts(.scribble, rate: 60, milliseconds: 2_500))
        let panel = try #require(lines.first { $0.hasPrefix("panel ") }).dropFirst(6)
        #expect(
            lines.contains(
                "second: touch input: \(panel): another program keeps it for itself; stop that program"
            ), "\(said)")
        #expect(
            lines.contains(
                "unplugged: touch input: \(panel) has been unplugged; plug it in and start again"),
            "\(said)")
        #expect(try trace(of: board) == [])
        #expect(try board.kioskLog().contains("TouchTracker Robot"))
        #expect(try board.stillScreenshot() == before)
        // What is no robot's still arrives.
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 400, y: 300)
        try board.up(0)
        _ = try board.stillScreenshot()
        #expect(try trace(of: board).count >= 3)
        try board.stop()
    }

    @Test("Who may not make devices up is told what to do.")
    func refused() throws {
        let board = try bootBoard()
        let said = try board.shell(
            """
            modprobe uinput
            setpriv --reuid=touchtracker --regid=touchtracker --init-groups \
            lab-robot circle 60 500 || true
            """)
        #expect(
            said.contains(
                "error: robot: /dev/uinput: this user may not open it; run it as root, or let a udev rule"
            ), "\(said)")
        try board.stop()
    }
}
