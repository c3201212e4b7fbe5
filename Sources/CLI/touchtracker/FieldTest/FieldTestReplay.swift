import KioskInput
import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// A field test made again of its recording, without a screen and without waiting.
package struct FieldTestReplay {
    /// What is known of the screen beside the recording, and counts more than what it says.
    package struct Screen: Sendable {
        /// The mode's width, in pixels.
        package var width: Int?
        /// The mode's height, in pixels.
        package var height: Int?
        /// How far the picture is turned.
        package var rotation: Rotation?
        /// Pixels per point.
        package var scale: Double?
        /// The extent of the screen as it is scanned out, in millimetres.
        package var millimeters: CGSize?

        /// Makes a screen of which nothing is known.
        package init() {}
    }

    /// So long nobody touches after the recording, where it doesn't tell how long it took, in
    /// microseconds: pages that need no touch end, too.
    static let silence: Int64 = 60_000_000

    /// The recording.
    package let recording: Recording
    /// The device that is touched first: the one that is tested.
    package let device: Recording.Device
    /// Where it was done.
    package let stage: FieldTestStage

    /// Makes a replay.
    ///
    /// - Parameters:
    ///   - recording: What was touched.
    ///   - screen: What is known beside it.
    package init(_ recording: Recording, screen: Screen = Screen()) {
        self.recording = recording
        device = Self.device(of: recording)
        let notes = recording.fieldTest ?? Recording.FieldTestNotes()
        // Width and height come from one place.
        let isChosen = screen.width != nil && screen.height != nil
        let geometry = ScreenGeometry(
            scanoutWidth: (isChosen ? screen.width : notes.width) ?? 800,
            scanoutHeight: (isChosen ? screen.height : notes.height) ?? 480,
            rotation: screen.rotation ?? notes.rotation ?? Rotation.none,
            scale: screen.scale ?? notes.scale ?? 1)
        let size =
            screen.millimeters ?? notes.millimeters
            ?? Self.believableSize(of: device.description, geometry)
        stage = FieldTestStage(
            geometry: geometry,
            millimeters: size.map {
                geometry.rotation.swapsAxes ? CGSize(width: $0.height, height: $0.width) : $0
            },
            slotCount: device.description.slotCount, calibration: device.calibration)
    }

    private static func device(of recording: Recording) -> Recording.Device {
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
        // Nobody touched anything: the panel, if there is one. A recording has a device.
        return recording.devices.first { $0.description.slotCount > 0 } ?? recording.devices[0]
    }

    /// The extent that a device says it has; nil where it doesn't, or where it can't be that of the mode:
    /// many say anything.
    static func believableSize(
        of device: EvdevDescription, _ geometry: ScreenGeometry
    ) -> CGSize? {
        guard let width = device.axes[EventCode.positionX]?.millimetres,
            let height = device.axes[EventCode.positionY]?.millimetres,
            (20...3_000).contains(width), (20...3_000).contains(height)
        else { return nil }
        let shape = Double(geometry.scanoutWidth) / Double(geometry.scanoutHeight)
        func fits(_ ratio: Double) -> Bool { (0.8...1.25).contains(ratio / shape) }
        if fits(width / height) { return CGSize(width: width, height: height) }
        // A panel that is mounted crosswise; its calibration turns it.
        if fits(height / width) { return CGSize(width: height, height: width) }
        return nil
    }

    /// When the field test was over.
    private var end: Timestamp {
        let last = recording.devices.compactMap(\.events.last?.time).max() ?? .zero
        if recording.isIncomplete { return last }
        if let duration = recording.fieldTest?.duration {
            return max(last, Timestamp(microseconds: duration))
        }
        return last.advanced(byMicroseconds: Self.silence)
    }

    /// Does the field test again.
    ///
    /// - Parameter limits: What figures are good.
    /// - Complexity: O(events).
    package func document(limits: FieldTestLimits = FieldTestLimits()) -> FieldTestDocument {
        var test = FieldTest(stage: stage, limits: limits)
        var player = RecordingPlayer(recording)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var scanout = recording.fieldTest?.scanout ?? []
        while player.next(into: &frame) {
            test.receive(frame)
            // The page listens once a finger moves on it.
            if !scanout.isEmpty, test.latency?.reportRate != nil {
                for time in scanout { test.receive(scanout: time) }
                scanout = []
            }
        }
        test.advance(to: end)
        if recording.isIncomplete { endPage(of: &test) }
        return FieldTestDocument(
            subject: FieldTestDocument.Subject(
                board: recording.fieldTest?.board, node: device.node,
                description: device.description),
            report: test.report())
    }

    /// Lets the page end that was shown when the file was cut off, but none that came after it: what
    /// isn't in the file isn't silence.
    private func endPage(of test: inout FieldTest) {
        guard case .testing(let page) = test.phase, page != .ghosts else { return }
        while test.phase == .testing(page), let deadline = test.nextDeadline {
            test.advance(to: deadline)
        }
    }
}
