import Foundation
import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// The guided field test from outside: the robot does on a board what a technician did under a virtual
/// clock, on a good panel and on a bad one; every page is kept as a picture.
@Suite(
    "The field test on a board", .serialized,
    .enabled(
        if: BoardEnvironment.isComplete && BoardEnvironment.robotHand != nil,
        BoardEnvironment.reasonIfRobotHandIsMissing))
struct FieldTestOnABoardTests {
    /// A screen, and what is wrong with the panel on it.
    struct Trial: CustomTestStringConvertible, Sendable {
        var name: String
        var width: Int
        var height: Int
        var millimeters: TouchKitGeometry.CGSize
        var faults: [PanelFault]

        var testDescription: String { name }

        var stage: FieldTestStage {
            FieldTestStage(
                geometry: ScreenGeometry(scanoutWidth: width, scanoutHeight: height),
                millimeters: millimeters)
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

    @Test(
        "The robot does the whole field test; screen, report and recording say the same.",
        .enabled(if: BoardEnvironment.hasCampaigns, BoardEnvironment.reasonIfNoCampaigns),
        arguments: [good, bad])
    func guided(trial: Trial) throws {
        let technician = Technician(stage: trial.stage, faults: trial.faults, seed: 3)
        let moments = Moments(technician)
        let expected = technician.work()
        // A robot that has nothing more to say unplugs its panel.
        technician.linger(seconds: 20)
        let board = try boot(trial)
        let recording = Recording(
            panelNamed: "Robot", frames: technician.frames, notes: nil)
        try board.write(Data(recording.file), to: "/run/technician.yaml")
        try board.shell(
            "modprobe uinput; (lab-robot play /run/technician.yaml >/run/robot.log 2>&1 &)")
        try board.wait(for: "the robot is plugged in", timeoutSeconds: 60) {
            try board.kioskLog().contains("TouchTracker Robot")
        }
        // The robot waits two seconds before it plays.
        let start = Date(timeIntervalSinceNow: 2)
        let first = technician.frames.first?.time ?? .zero
        for moment in moments.all {
            let due = start.addingTimeInterval(
                Double(moment.time.microseconds(since: first)) / 1_000_000)
            Thread.sleep(until: max(due, Date()))
            try board.keepScreenshot("field-test-\(trial.name)-\(moment.page)")
        }
        try board.wait(for: "a report", timeoutSeconds: 120) {
            try !board.shell("ls \(Self.reports) 2>/dev/null").isEmpty
        }
        _ = try board.stillScreenshot()
        try board.keepScreenshot("field-test-\(trial.name)-summary")
        try check(expected, on: board, trial)
        try board.stop()
    }

    @Test(
        "Asked for by a file, it comes before the drawing; left page by page, it leaves a report and draws."
    )
    func asked() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let drawing = try board.stillScreenshot()
        try board.shell("touch /run/touchtracker/field-test; systemctl restart touchtracker")
        try board.waitForTouch()
        try board.waitForPicture(timeoutSeconds: 20) { $0[3, 300] != drawing[3, 300] }
        try board.keepScreenshot("field-test-welcome")
        #expect(try board.shell("ls /run/touchtracker").contains("field-test") == false)
        try press(x: 400, y: 240, seconds: 0.2, on: board)
        // What is painted everywhere is left by a longer press.
        try press(x: 240, y: 441, seconds: 1.4, on: board)
        try board.wait(for: "a report", timeoutSeconds: 60) {
            try press(x: 240, y: 441, seconds: 0.15, on: board)
            return try !board.shell("ls \(Self.reports) 2>/dev/null || true").isEmpty
        }
        _ = try board.stillScreenshot()
        try board.keepScreenshot("field-test-nothing-done")
        let report = try board.shell("cat \(Self.reports)/0001-*/report.json")
        #expect(report.contains("\"verdict\": \"doubtful\""))
        #expect(report.contains("\"verdict\": \"skipped\""))
        // The last press may have left the summary already.
        try press(x: 240, y: 441, seconds: 0.15, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { $0[3, 300] == drawing[3, 300] }
        // It was asked for once.
        try board.shell("systemctl restart touchtracker")
        try board.waitForTouch()
        try board.waitForPicture(timeoutSeconds: 20) { $0[3, 300] == drawing[3, 300] }
        try board.stop()
    }

    private func press(x: Int, y: Int, seconds: Double, on board: VirtualBoard) throws {
        try board.down(0, x: x, y: y)
        Thread.sleep(forTimeInterval: seconds)
        try board.up(0)
        Thread.sleep(forTimeInterval: 0.3)
    }

    private static let reports = "/var/lib/touchtracker/reports"

    private func boot(_ trial: Trial) throws -> VirtualBoard {
        let size = trial.millimeters
        return try VirtualBoard.bootKiosk(
            image: RobotOnABoardTests.image.get(),
            arguments: [
                "field-test", "--size-mm", "\(Int(size.width))x\(Int(size.height))", "--state",
                "/var/lib/touchtracker",
            ], displayWidth: trial.width, displayHeight: trial.height)
    }

    private func check(
        _ expected: FieldTestReport, on board: VirtualBoard, _ trial: Trial
    ) throws {
        let name = try board.shell("ls \(Self.reports)").trimmingCharacters(
            in: .whitespacesAndNewlines)
        #expect(
            name.hasPrefix("0001-standard-pc-q35") && name.hasSuffix("-touchtracker-robot"),
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
        let worst = ["fail", "doubtful", "pass"].first { verdicts.contains($0) }
        #expect(report["verdict"] as? String == worst)
        for (test, outcome) in zip(tests, expected.outcomes) where outcome.test != .latency {
            // What emulation takes to the screen is no panel's matter.
            #expect(
                test["verdict"] as? String == outcome.verdict.rawValue,
                "\(outcome.test): \(test["finding"] ?? "")")
        }
        // At somebody else's desk the same report comes of the recording.
        let program = try #require(BoardEnvironment.program)
        let again = out.appendingPathComponent("again.json")
        let command =
            "'\(program)' field-test --json --from '\(out.path)/recording.yaml' >'\(again.path)'; [ $? -le 1 ]"
        try runTool(["sh", "-c", command])
        #expect(
            try Data(contentsOf: again)
                == Data(contentsOf: out.appendingPathComponent("report.json")))
    }
}

/// The moments at which pages are looked at: each half done.
private final class Moments {
    struct Moment {
        var page: String
        var time: Timestamp
    }

    private(set) var all: [Moment] = []
    private var seen: Set<String> = []

    init(_ technician: Technician) {
        technician.onReport = { [unowned self, unowned technician] test in
            note(test, technician.frames.last?.time ?? .zero)
        }
    }

    private func note(_ test: FieldTest, _ time: Timestamp) {
        switch test.phase {
        case .welcome, .summary: break
        case .testing(let page):
            if test.progress >= 0.4 { note(page.rawValue, time) }
        case .result(let page, _):
            note("\(page.rawValue)-result", time)
        }
    }

    private func note(_ page: String, _ time: Timestamp) {
        if seen.insert(page).inserted { all.append(Moment(page: page, time: time)) }
    }
}
