import Foundation
import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The guided field test on a board.
///
/// On the board, a robot makes the touches of a simulated technician. Each gesture follows the page
/// that the kiosk shows.
@Suite("Field test on a board", .serialized, .requiresRobot)
struct FieldTestBoardTests {
    /// A display with a touchscreen and its faults.
    struct Trial: CustomTestStringConvertible, Sendable {
        var name: String
        var width: Int
        var height: Int
        var millimeters: TouchKitGeometry.CGSize
        var faults: [TouchFault]
        /// The name of the touchscreen that the robot imitates (`RobotModel`).
        var model = "robot"
        /// The report rate in Hz.
        var rate = 100.0
        var slotCount = 10
        /// The name that the imitated touchscreen reports.
        var deviceName = "TouchTracker Robot"
        /// The end of the report's name, which contains the touchscreen's name.
        var reportSuffix = "-touchtracker-robot"
        /// The end of the finding of the latency test, or `nil` if it is not checked.
        var finding: String?

        var testDescription: String { name }

        var stage: FieldTestStage {
            FieldTestStage(
                geometry: ScreenGeometry(scanoutWidth: width, scanoutHeight: height),
                millimeters: millimeters, slotCount: slotCount,
                sampling: model == "robot"
                    ? .unknown : .polled(TouchPolling(milliseconds: 17)))
        }
    }

    static let good = Trial(
        name: "good", width: 800, height: 480,
        millimeters: TouchKitGeometry.CGSize(width: 155, height: 86), faults: [])
    static let bad = Trial(
        name: "bad", width: 720, height: 1_280,
        millimeters: TouchKitGeometry.CGSize(width: 87, height: 155),
        faults: [
            .flipX, .deadColumn(x: 70, width: 7), .doubleTapBounce(percent: 100),
            .ghost(seconds: 3),
        ])

    /// Raspberry Pi's Touch Display 2, which its driver polls every 17 ms.
    static let touchDisplay2 = Trial(
        name: "touch-display-2", width: 720, height: 1_280,
        millimeters: TouchKitGeometry.CGSize(width: 90, height: 151), faults: [],
        model: "touch-display-2", rate: 1_000.0 / 17, slotCount: 5,
        deviceName: "11-005d Goodix Capacitive TouchScreen",
        reportSuffix: "-11-005d-goodix-capacitive-touchscreen",
        finding: "; polled every 17 ms: adds up to 17 ms of latency; touch-poll-ms: 8 halves it")
    /// Raspberry Pi's 7-inch Touch Display, whose polls the kernel's tick delays to 20 ms.
    static let touchDisplay = Trial(
        name: "touch-display", width: 800, height: 480,
        millimeters: TouchKitGeometry.CGSize(width: 155, height: 86), faults: [],
        model: "touch-display", rate: 50, deviceName: "10-0038 generic ft5x06 (79)",
        reportSuffix: "-10-0038-generic-ft5x06-79",
        finding: "; polled every 17 ms: adds up to 17 ms of latency; the driver has no setting")
    /// A touchscreen that should report at 120 Hz, but reports at 50 Hz.
    static let slow = Trial(
        name: "slow", width: 800, height: 480,
        millimeters: TouchKitGeometry.CGSize(width: 155, height: 86),
        faults: [.slowRate(hertz: 50)], rate: 120)

    @Test(
        "The robot completes the field test; the report matches the simulation and the recording",
        .isCampaign,
        arguments: [touchDisplay2, slow, touchDisplay, bad, good])
    func guided(trial: Trial) throws {
        let expected = Technician(
            stage: trial.stage, faults: trial.faults, seed: 3, rate: trial.rate
        ).performFieldTest()
        let board = try boot(trial)
        try startRobot(on: board, trial)
        // A slow board is waited for as long as the robot reaches further pages.
        while try reportNames(on: board).isEmpty {
            let pages = try board.shell("cat /run/robot.log")
            try board.wait(for: "the page after \(pages)") {
                if try !reportNames(on: board).isEmpty { return true }
                return try board.shell("cat /run/robot.log") != pages
            }
        }
        try board.waitForStillScreenshot()
        try expectReport(expected, on: board, trial)
    }

    /// Connects the robot's touchscreen, and lets the robot perform the field test when the kiosk
    /// has opened it.
    private func startRobot(on board: VirtualBoard, _ trial: Trial) throws {
        let size = trial.millimeters
        let faults = trial.faults.map { "--fault \($0)" }.joined(separator: " ")
        try board.startRobot(
            "field-test \(trial.width)x\(trial.height) \(size.width)x\(size.height) "
                + "\(trial.rate) --as \(trial.model) --seed 3 \(faults)")
        try board.wait(for: "the robot's touchscreen") {
            try board.kioskLog().contains(trial.deviceName)
        }
        try board.sendLineToRobot()
    }

    @Test("A request file starts the field test, which can be skipped and leaves a report")
    func request() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let drawing = try startFieldTest(on: board)
        #expect(try board.shell("ls /run/touchtracker").contains("field-test") == false)
        try skipFieldTest(on: board, drawing)
        try expectSkippedTests(report(on: board))
        // The request is not repeated.
        try board.shell("systemctl restart touchtracker")
        try board.waitForTouchscreen()
        try board.waitForPicture { $0[3, 300] == drawing[3, 300] }
    }

    @Test("On a disk that stalls, the kiosk continues, and the report is stored later", .isCampaign)
    func stalledDisk() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let drawing = try startFieldTest(on: board)
        let process = try board.kioskProcessID()
        try board.setDiskStalled(true)
        try skipFieldTest(on: board, drawing)
        // The watchdog waits for 10 seconds.
        try board.waitOnBoard(seconds: 15)
        #expect(try reportNames(on: board).isEmpty)
        #expect(try board.kioskProcessID() == process)
        try board.setDiskStalled(false)
        try expectSkippedTests(report(on: board))
    }

    /// Restarts the kiosk with the field test, and returns the picture of the drawing before.
    private func startFieldTest(on board: VirtualBoard) throws -> Screenshot {
        let drawing = try board.waitForStillScreenshot()
        try board.shell("touch /run/touchtracker/field-test; systemctl restart touchtracker")
        try board.waitForTouchscreen()
        try board.waitForPicture { $0[3, 300] != drawing[3, 300] }
        return drawing
    }

    /// Skips all tests, and closes the summary.
    private func skipFieldTest(on board: VirtualBoard, _ drawing: Screenshot) throws {
        try board.pressUntilNextPage(x: 400, y: 240)
        try board.pressLong(x: 240, y: 441)
        // Results are replaced by the next page after two seconds, so a press can close the summary
        // before the test has seen it.
        var page = try board.waitForStillScreenshot()
        while page[3, 300] != drawing[3, 300] {
            page = try board.pressUntilNextPage(x: 240, y: 441)
        }
    }

    /// Waits for the first report, which is stored while the drawing is shown again, and returns
    /// its JSON.
    private func report(on board: VirtualBoard) throws -> String {
        try board.wait(for: "the report") { try !reportNames(on: board).isEmpty }
        return try board.shell("cat \(Self.reports)/0001-*/report.json")
    }

    /// Expects that all tests were skipped, except the ghost test, which may end before the press
    /// if the emulator is slow. A press that takes longer than a second there is a ghost touch.
    private func expectSkippedTests(_ text: String) throws {
        let report = try jsonObject(text)
        let tests = try #require(report["tests"] as? [[String: Any]])
        var verdicts = [String: String]()
        for test in tests {
            verdicts[try #require(test["name"] as? String)] = test["verdict"] as? String
        }
        #expect(Set(verdicts.keys) == Set(GuidedTest.allCases.map(\.rawValue)))
        let ghosts = verdicts.removeValue(forKey: GuidedTest.ghosts.rawValue)
        #expect(verdicts.values.allSatisfy { $0 == "skipped" }, "\(verdicts)")
        #expect(report["verdict"] as? String == (ghosts == "fail" ? "fail" : "incomplete"))
    }

    private func reportNames(on board: VirtualBoard) throws -> String {
        try board.shell("ls \(Self.reports) 2>/dev/null || true")
    }

    private static let reports = "/var/lib/touchtracker/reports"

    private func boot(_ trial: Trial) throws -> VirtualBoard {
        let size = trial.millimeters
        return try VirtualBoard.bootKiosk(
            image: RobotBoardTests.image.get(),
            arguments: [
                "field-test", "--size-mm", "\(Int(size.width))x\(Int(size.height))", "--state",
                "/var/lib/touchtracker",
            ], displayWidth: trial.width, displayHeight: trial.height)
    }

    /// Expects that a touchscreen at its driver's interval passes with a finding, and that a slow
    /// one fails. Other verdicts of the latency test depend on the emulator.
    private func expectLatency(
        _ tests: [[String: Any]], _ verdict: String?, _ trial: Trial
    ) throws {
        let latency = try #require(
            tests.first { $0["name"] as? String == GuidedTest.latency.rawValue })
        let finding = try #require(latency["finding"] as? String)
        if let end = trial.finding {
            #expect(finding.hasSuffix(end))
            #expect(verdict == "pass", "\(finding)")
        }
        if trial.name == Self.slow.name {
            #expect(latency["verdict"] as? String == "fail" && verdict == "fail", "\(finding)")
            #expect(!finding.contains("polled"))
        }
    }

    /// Expects the report on the board to match the simulation and a new judgement of the
    /// recording.
    private func expectReport(
        _ expected: FieldTestReport, on board: VirtualBoard, _ trial: Trial
    ) throws {
        let name = try board.shell("ls \(Self.reports)").trimmingCharacters(
            in: .whitespacesAndNewlines)
        #expect(
            name.hasPrefix("0001-standard-pc-q35") && name.hasSuffix(trial.reportSuffix),
            "\(name)")
        let out = Repository.root.appendingPathComponent("out/board/field-test-\(trial.name)")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        for file in ["report.json", "report.html", "recording.yaml"] {
            try board.read("\(Self.reports)/\(name)/\(file)").write(
                to: out.appendingPathComponent(file))
        }
        let json = try JSONSerialization.jsonObject(
            with: Data(contentsOf: out.appendingPathComponent("report.json")))
        let report = try #require(json as? [String: Any])
        let tests = try #require(report["tests"] as? [[String: Any]])
        #expect(tests.count == expected.outcomes.count)
        let verdicts = tests.map { $0["verdict"] as? String }
        let worst = ["fail", "incomplete", "doubtful", "pass"].first { verdicts.contains($0) }
        #expect(report["verdict"] as? String == worst)
        for (test, outcome) in zip(tests, expected.outcomes) where outcome.test != .latency {
            // The latency in the emulator says nothing about the touchscreen.
            #expect(
                test["verdict"] as? String == outcome.verdict.rawValue,
                "\(outcome.test): \(test["finding"] ?? "")")
        }
        try expectLatency(tests, report["verdict"] as? String, trial)
        // Judging the recording on another machine gives the same report.
        let program = try #require(BoardEnvironment.program)
        let again = out.appendingPathComponent("again.json")
        let command =
            "'\(program)' field-test --json --from '\(out.path)/recording.yaml' "
            + ">'\(again.path)'; [ $? -le 2 ]"
        try runTool(["sh", "-c", command])
        #expect(
            try Data(contentsOf: again)
                == Data(contentsOf: out.appendingPathComponent("report.json")))
    }
}
