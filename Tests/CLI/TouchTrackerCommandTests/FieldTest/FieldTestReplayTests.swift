import LabFieldTest
import LabRecordings
import Testing
import TouchKitContacts
import TouchKitGeometry
import touchtracker

@Suite("A field test of its recording")
struct FieldTestReplayTests {
    private func report(_ recording: Recording) -> FieldTestReport {
        FieldTestReplay(recording).document().report
    }

    private func verdicts(_ report: FieldTestReport) -> [GuidedTest: Verdict] {
        Dictionary(uniqueKeysWithValues: report.outcomes.map { ($0.test, $0.verdict) })
    }

    @Test("A good panel passes everything; the report is the one that was made at the panel.")
    func good() throws {
        let done = FieldTestSamples.good
        #expect(report(done.recording) == done.report)
        #expect(done.report.verdict == .pass)
        // And of the file, too.
        let read = try Recording(bytes: FieldTestSamples.bytes(done.recording), name: "good")
        #expect(report(read) == done.report)
    }

    @Test("Bad panels are as bad as they were there.")
    func bad() {
        for done in [FieldTestSamples.flipped, FieldTestSamples.bad] {
            #expect(report(done.recording) == done.report)
            #expect(done.report.verdict == .fail)
        }
        let flipped = report(FieldTestSamples.flipped.recording)
        #expect(flipped.proposal?.calibration.a == -1)
        for (test, verdict) in verdicts(flipped) {
            #expect(verdict == (test == .accuracy ? .fail : .pass), "\(test)")
        }
    }

    /// The welcome page and what follows it, left by its button.
    private var skipping: [TouchFrame] {
        var frames = FieldTestSamples.tap(CGPoint(x: 400, y: 240), at: 1_000_000)
        let button = FieldTestLayout(stage: FieldTestSamples.stage).nextButton
        // A page, and two seconds of its result. The first one's button has to be held.
        for page in 0..<8 {
            frames += FieldTestSamples.tap(
                CGPoint(x: button.midX, y: button.midY), at: 2_000_000 + Int64(page) * 4_000_000,
                for: page == 0 ? 1_200_000 : 100_000)
        }
        return frames
    }

    @Test("Pages that were left aren't done; the last one needs only that nobody touches.")
    func skipped() {
        let report = report(FieldTestSamples.recording(skipping))
        let verdicts = verdicts(report)
        #expect(verdicts[.ghosts] == .pass)
        #expect(verdicts.values.filter { $0 == .skipped }.count == 8)
        #expect(report.verdict == .doubtful)
    }

    @Test("What isn't in a recording that was cut off isn't silence.")
    func cutOff() {
        var recording = FieldTestSamples.recording(skipping)
        recording.isIncomplete = true
        #expect(verdicts(report(recording))[.ghosts] == .skipped)
        // The page that was shown counts as far as it came.
        recording = FieldTestSamples.good.recording
        let half = recording.devices[0].events.count / 12
        let whole = recording.devices[0].events.prefix(half).lastIndex { $0.type == 0 } ?? 0
        recording.devices[0].events = Array(recording.devices[0].events[...whole])
        recording.isIncomplete = true
        let cut = verdicts(report(recording))
        #expect(cut[.coverage] == .fail && cut[.accuracy] == .skipped)
    }

    @Test("Where it is told how long the test took, nothing is judged that came later.")
    func duration() {
        var notes = FieldTestSamples.notes
        notes.duration = 32_500_000
        let short = FieldTestSamples.recording(skipping, notes: notes)
        #expect(verdicts(report(short))[.ghosts] == .skipped)
        notes.duration = 60_000_000
        let long = FieldTestSamples.recording(skipping, notes: notes)
        #expect(verdicts(report(long))[.ghosts] == .pass)
    }

    @Test("Times to the screen are those of the recording.")
    func scanout() throws {
        var recording = FieldTestSamples.good.recording
        recording.fieldTest?.scanout = Array(repeating: 20_000, count: 90) + [61_500, 61_500]
        #expect(verdicts(report(recording))[.latency] == .pass)
        recording.fieldTest?.scanout += Array(repeating: 70_000, count: 20)
        let latency = try #require(report(recording).outcomes.first { $0.test == .latency })
        #expect(latency.verdict == .doubtful)
        #expect(latency.figure?.limit.name == "latency.scanout-ms")
        #expect(latency.figure?.value == 70)
    }

    // MARK: The screen

    @Test("The screen is what the recording says, and what is said beside it counts more.")
    func screen() {
        var notes = FieldTestSamples.notes
        notes.rotation = .clockwise90
        notes.scale = 2
        let recording = FieldTestSamples.recording([], notes: notes)
        let stage = FieldTestReplay(recording).stage
        #expect(
            stage.geometry
                == ScreenGeometry(
                    scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise90, scale: 2))
        // The upright picture is as wide as the mode is high.
        #expect(stage.millimeters == CGSize(width: 86, height: 155) && stage.isMeasured)
        var screen = FieldTestReplay.Screen()
        screen.width = 1_024
        screen.height = 600
        screen.rotation = Rotation.none
        screen.scale = 1
        screen.millimeters = CGSize(width: 223, height: 125)
        let chosen = FieldTestReplay(recording, screen: screen).stage
        #expect(chosen.geometry == ScreenGeometry(scanoutWidth: 1_024, scanoutHeight: 600))
        #expect(chosen.millimeters == CGSize(width: 223, height: 125))
        let unknown = FieldTestReplay(FieldTestSamples.recording([], notes: nil)).stage
        #expect(unknown.geometry == FieldTestSamples.geometry && !unknown.isMeasured)
    }

    @Test(
        "The size is the device's where it says one that can be the screen's.",
        arguments: [
            (26, 48, CGSize(width: 157.5, height: 85.3125)),
            // Mounted crosswise.
            (48, 26, CGSize(width: 157.5, height: 85.3125)),
            (26, 26, nil), (26, 0, nil), (2_600, 4_800, nil),
        ] as [(Int32, Int32, CGSize?)])
    func size(x: Int32, y: Int32, expected: CGSize?) {
        var recording = FieldTestSamples.recording([], notes: nil)
        recording.devices[0].description.axes[EventCode.positionX]?.resolution = x
        recording.devices[0].description.axes[EventCode.positionY]?.resolution = y
        let stage = FieldTestReplay(recording).stage
        #expect(stage.isMeasured == (expected != nil))
        if let expected { #expect(stage.millimeters == expected) }
    }

    @Test("The device that is touched first is tested, with its slots and its calibration.")
    func device() {
        var recording = FieldTestSamples.recording(skipping)
        var other = recording.devices[0]
        other.events = []
        other.description.name = "Another"
        recording.devices[0].udevProperties = [
            .init(key: "LIBINPUT_CALIBRATION_MATRIX", value: "-1 0 1 0 1 0")
        ]
        recording.devices.insert(other, at: 0)
        let replay = FieldTestReplay(recording)
        #expect(replay.device.description.name == "Test Panel")
        #expect(replay.stage.calibration.a == -1 && replay.stage.slotCount == 10)
    }
}
