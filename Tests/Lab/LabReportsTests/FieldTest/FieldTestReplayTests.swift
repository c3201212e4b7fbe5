import KioskYAML
import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import LabReports
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("FieldTestReplay")
struct FieldTestReplayTests {
    private func report(_ recording: Recording) throws -> FieldTestReport {
        try FieldTestReplay(recording).document(version: "1.0").report
    }

    private func verdicts(_ report: FieldTestReport) -> [GuidedTest: Verdict] {
        Dictionary(uniqueKeysWithValues: report.outcomes.map { ($0.test, $0.verdict) })
    }

    @Test("The replay of a good touchscreen passes all tests and equals the original report")
    func good() throws {
        let sample = FieldTestSamples.good
        #expect(try report(sample.recording) == sample.report)
        #expect(sample.report.verdict == .pass)
        // The recording survives writing and reading of its file.
        let read = try Recording(bytes: sample.recording.fileBytes, name: "good")
        #expect(try report(read) == sample.report)
    }

    @Test("The replay of a bad touchscreen equals the original report")
    func bad() throws {
        for sample in [FieldTestSamples.flipped, FieldTestSamples.bad] {
            #expect(try report(sample.recording) == sample.report)
            #expect(sample.report.verdict == .fail)
        }
        let flipped = try report(FieldTestSamples.flipped.recording)
        #expect(flipped.proposal?.calibration.a == -1)
        for (test, verdict) in verdicts(flipped) {
            #expect(verdict == (test == .accuracy ? .fail : .pass), "\(test)")
        }
    }

    @Test("A polled touchscreen passes again from its recording, with its poll interval")
    func polled() throws {
        let polling = TouchPolling(milliseconds: 17, range: 0...17)
        let stage = FieldTestStage(
            geometry: FieldTestSamples.geometry, millimeters: FieldTestSamples.stage.millimeters,
            sampling: .polled(polling))
        let technician = Technician(stage: stage, rate: 50)
        let original = technician.performFieldTest()
        var metadata = FieldTestSamples.metadata
        metadata.sampling = .polled(polling)
        let recording = FieldTestSamples.recording(technician.frames, metadata: metadata)
        let read = try Recording(bytes: recording.fileBytes, name: "polled")
        let document = try FieldTestReplay(read).document(version: "1.0")
        #expect(document.report == original && original.verdict == .pass)
        #expect(
            document.text.contains(
                "Polling: polled every 17 ms: adds up to 17 ms of latency; touch-poll-ms: 8 halves it\n"
            ))
        #expect(document.json.text.contains("\"pollMilliseconds\": 17"))
        // Without the interval in the recording, the driver's name and the timestamps decide.
        let named = FieldTestSamples.recording(
            technician.frames, name: "11-005d Goodix Capacitive TouchScreen")
        let again = try report(named)
        #expect(again.verdict == .pass && again.polling == polling)
        #expect(try report(FieldTestSamples.recording(technician.frames)).verdict == .fail)
    }

    @Test("A touchscreen with a calibration that udev does not know passes again")
    func calibrated() throws {
        let calibration = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)
        let stage = FieldTestStage(
            geometry: FieldTestSamples.geometry, millimeters: FieldTestSamples.stage.millimeters,
            calibration: calibration)
        let technician = Technician(stage: stage, faults: [.flipX])
        let original = technician.performFieldTest()
        var metadata = FieldTestSamples.metadata
        metadata.calibration = calibration
        let recording = FieldTestSamples.recording(technician.frames, metadata: metadata)
        let read = try Recording(bytes: recording.fileBytes, name: "calibrated")
        #expect(try report(read) == original && original.verdict == .pass)
        // Without the calibration in the recording, the x axis is reversed.
        let uncalibrated = FieldTestSamples.recording(technician.frames)
        #expect(try report(uncalibrated).verdict == .fail)
    }

    /// Touch frames that start the test and skip eight pages.
    private var skipping: [TouchFrame] {
        var frames = FieldTestSamples.tap(CGPoint(x: 400, y: 240), at: 1_000_000)
        let button = FieldTestLayout(stage: FieldTestSamples.stage).nextButton
        // A result is shown for two seconds. The button of the coverage page must be held.
        for page in 0..<8 {
            frames += FieldTestSamples.tap(
                CGPoint(x: button.midX, y: button.midY), at: 2_000_000 + Int64(page) * 4_000_000,
                for: page == 0 ? 1_200_000 : 100_000)
        }
        return frames
    }

    @Test("Skipped pages are not done, and the ghost test passes without touches")
    func skipped() throws {
        let report = try report(FieldTestSamples.recording(skipping))
        let verdicts = verdicts(report)
        #expect(verdicts[.ghosts] == .pass)
        #expect(verdicts.values.filter { $0 == .skipped }.count == 8)
        #expect(report.verdict == .incomplete)
    }

    @Test("The end of an incomplete recording is not the end of touches")
    func incompleteRecording() throws {
        var recording = FieldTestSamples.recording(skipping)
        recording.isIncomplete = true
        #expect(try verdicts(report(recording))[.ghosts] == .skipped)
        // The present page counts with its data so far.
        recording = FieldTestSamples.good.recording
        let half = recording.devices[0].events.count / 12
        let whole = recording.devices[0].events.prefix(half).lastIndex { $0.type == 0 } ?? 0
        recording.devices[0].events = Array(recording.devices[0].events[...whole])
        recording.isIncomplete = true
        let cut = try verdicts(report(recording))
        #expect(cut[.coverage] == .incomplete && cut[.accuracy] == .skipped)
    }

    @Test("Pages after the recorded duration of the test are not done")
    func duration() throws {
        var metadata = FieldTestSamples.metadata
        metadata.duration = 32_500_000
        let short = FieldTestSamples.recording(skipping, metadata: metadata)
        #expect(try verdicts(report(short))[.ghosts] == .skipped)
        metadata.duration = 60_000_000
        let long = FieldTestSamples.recording(skipping, metadata: metadata)
        #expect(try verdicts(report(long))[.ghosts] == .pass)
    }

    @Test("Latencies to scanout come from the recording")
    func scanout() throws {
        var recording = FieldTestSamples.good.recording
        recording.fieldTest?.scanout = Array(repeating: 20_000, count: 90) + [61_500, 61_500]
        #expect(try verdicts(report(recording))[.latency] == .pass)
        recording.fieldTest?.scanout += Array(repeating: 70_000, count: 20)
        let slow = try report(recording)
        let latency = try #require(slow.outcomes.first { $0.test == .latency })
        #expect(latency.verdict == .doubtful)
        #expect(latency.decisiveMeasurement?.limit.name == "latency.scanout-ms")
        #expect(latency.decisiveMeasurement?.value == 70)
    }

    @Test("A recording whose file has become shorter gives no report")
    func shortenedFile() throws {
        let folder = TemporaryFolder()
        let bytes = FieldTestSamples.good.recording.fileBytes
        let path = try folder.write(bytes, to: "good.yaml")
        let replay = FieldTestReplay(try StreamedRecording(path: path))
        try folder.truncate("good.yaml", to: bytes.count / 2)
        #expect(throws: RecordingError.self) { try replay.document(version: "1.0") }
    }

    @Test("The reports state one finger for a touchscreen without slots")
    func singleTouch() throws {
        var recording = FieldTestSamples.recording([])
        recording.devices[0].description.axes[EventCode.slot] = nil
        let document = try FieldTestReplay(recording).document(version: "1.0")
        #expect(document.text.contains("\nPanel: Test Panel, 1 finger\n"))
        #expect(document.json.text.contains("\"slots\": 1,"))
    }

    // MARK: Screen

    @Test("The screen comes from the recording unless it is specified")
    func screen() {
        var metadata = FieldTestSamples.metadata
        metadata.rotation = .clockwise90
        metadata.scale = 2
        let recording = FieldTestSamples.recording([], metadata: metadata)
        let stage = FieldTestReplay(recording).stage
        #expect(
            stage.geometry
                == ScreenGeometry(
                    scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise90, scale: 2))
        // The canvas is as wide as the mode is high.
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
        let unknown = FieldTestReplay(FieldTestSamples.recording([], metadata: nil)).stage
        #expect(unknown.geometry == FieldTestSamples.geometry && !unknown.isMeasured)
    }

    @Test(
        "A plausible size that the device reports is used",
        arguments: [
            (26, 48, CGSize(width: 157.5, height: 85.3125)),
            // Mounted at right angles to the display.
            (48, 26, CGSize(width: 157.5, height: 85.3125)),
            (26, 26, nil), (26, 0, nil), (2_600, 4_800, nil),
        ] as [(Int32, Int32, CGSize?)])
    func size(x: Int32, y: Int32, expected: CGSize?) {
        var recording = FieldTestSamples.recording([], metadata: nil)
        recording.devices[0].description.axes[EventCode.positionX]?.resolution = x
        recording.devices[0].description.axes[EventCode.positionY]?.resolution = y
        let stage = FieldTestReplay(recording).stage
        #expect(stage.isMeasured == (expected != nil))
        if let expected { #expect(stage.millimeters == expected) }
    }

    @Test("The device that is touched first is tested, with its slots and calibration")
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
