import KioskInput
import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// A headless replay of a field test from its recording, faster than real time.
package struct FieldTestReplay {
    /// Properties of the screen that the caller knows. A known property takes precedence over the
    /// value in the recording, and `nil` selects the value in the recording.
    package struct Screen: Sendable {
        /// The width of the display mode in pixels.
        package var width: Int?
        /// The height of the display mode in pixels.
        package var height: Int?
        /// The clockwise rotation of the picture on the screen.
        package var rotation: Rotation?
        /// The number of pixels per point.
        package var scale: Double?
        /// The physical size along the scanout axes in millimeters.
        package var millimeters: CGSize?

        /// Creates a screen without known properties.
        package init() {}
    }

    /// The time in microseconds that is added after the last event if the field test's duration is
    /// unknown, so that a test page that is waiting for touches reaches its timeout.
    static let silence: Int64 = 60_000_000

    /// The recording of the field test.
    package let recording: StreamedRecording
    /// The tested device: the first device in the recording that is touched.
    package let device: Recording.Device
    /// The screen and touchscreen of the test.
    package let stage: FieldTestStage

    /// Creates a replay of a recording in memory.
    package init(_ recording: Recording, screen: Screen = Screen()) {
        self.init(StreamedRecording(recording), screen: screen)
    }

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - recording: The recording of the field test.
    ///   - screen: The screen properties that the caller knows.
    package init(_ recording: StreamedRecording, screen: Screen = Screen()) {
        self.recording = recording
        device = Self.device(of: recording)
        let metadata = recording.fieldTest ?? Recording.FieldTestMetadata()
        // Width and height come from one source, so that they match.
        let isChosen = screen.width != nil && screen.height != nil
        let geometry = ScreenGeometry(
            scanoutWidth: (isChosen ? screen.width : metadata.width) ?? 800,
            scanoutHeight: (isChosen ? screen.height : metadata.height) ?? 480,
            rotation: screen.rotation ?? metadata.rotation ?? Rotation.none,
            scale: screen.scale ?? metadata.scale ?? 1)
        let size =
            screen.millimeters ?? metadata.millimeters
            ?? Self.plausibleSize(of: device.description, geometry)
        stage = FieldTestStage(
            geometry: geometry, millimeters: size.map(geometry.rotated),
            slotCount: device.description.slotCount,
            calibration: metadata.calibration ?? device.calibration,
            sampling: Self.sampling(metadata.sampling, of: device.description))
    }

    /// Returns the sampling that the recording states, or the sampling that follows from the
    /// device's name.
    private static func sampling(
        _ recorded: TouchSampling, of device: EvdevDescription
    ) -> TouchSampling {
        recorded == .unknown
            ? TouchSampling(deviceName: device.name, bus: device.identity.bus) : recorded
    }

    private static func device(of recording: StreamedRecording) -> Recording.Device {
        var player = RecordingPlayer(recording)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        while player.next(into: &frame) {
            let index = Int(frame.device.rawValue) - 1
            if frame.contacts.contains(where: { $0.state == .down }),
                recording.devices.indices.contains(index)
            {
                return recording.devices[index]
            }
        }
        // Without a touch, the first touchscreen is tested, or the first device if there is none.
        return recording.devices.first { $0.description.slotCount > 0 } ?? recording.devices[0]
    }

    /// Returns the physical size that a touchscreen reports, in millimeters, or `nil` if the
    /// touchscreen reports no size or the size is implausible for the screen.
    static func plausibleSize(
        of device: EvdevDescription, _ geometry: ScreenGeometry
    ) -> CGSize? {
        guard let width = device.axes[EventCode.positionX]?.millimeters,
            let height = device.axes[EventCode.positionY]?.millimeters,
            (20...3_000).contains(width), (20...3_000).contains(height)
        else { return nil }
        let shape = Double(geometry.scanoutWidth) / Double(geometry.scanoutHeight)
        func fits(_ ratio: Double) -> Bool { (0.8...1.25).contains(ratio / shape) }
        if fits(width / height) { return CGSize(width: width, height: height) }
        // The calibration of a touchscreen mounted sideways swaps the axes.
        if fits(height / width) { return CGSize(width: height, height: width) }
        return nil
    }

    /// The time in the recording at which the replayed field test ends.
    private var end: Timestamp {
        let last = recording.lastTime
        if recording.isIncomplete { return last }
        if let duration = recording.fieldTest?.duration {
            return max(last, Timestamp(microseconds: duration))
        }
        return last.advanced(byMicroseconds: Self.silence)
    }

    /// Repeats the field test and returns the report document.
    ///
    /// - Parameters:
    ///   - limits: The pass and fail limits that determine the verdict on each measured value.
    ///   - version: The program's version, which the document contains.
    /// - Throws: `RecordingError` if the recording's file cannot be read to its end.
    /// - Complexity: O(n) in the number of events.
    package func document(
        limits: FieldTestLimits = FieldTestLimits(), version: String
    ) throws(RecordingError) -> FieldTestDocument {
        var test = FieldTest(stage: stage, limits: limits)
        var player = RecordingPlayer(recording)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var scanout = recording.fieldTest?.scanout ?? []
        while player.next(into: &frame) {
            test.process(frame)
            // The latency test accepts latencies only after a contact has moved.
            if !scanout.isEmpty, test.latency?.reportRate != nil {
                for time in scanout { test.addScanoutLatency(microseconds: time) }
                scanout = []
            }
        }
        try recording.checkReading()
        test.advance(to: end)
        // The events of later pages are missing in a truncated file.
        if recording.isIncomplete { test.endPage() }
        var conditions = recording.fieldTest?.conditions ?? TestConditions()
        conditions.machine = recording.fieldTest?.board
        return FieldTestDocument(
            subject: FieldTestDocument.Subject(
                conditions: conditions, node: device.node,
                description: device.description),
            report: test.report(), version: version)
    }
}
