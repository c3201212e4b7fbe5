import Foundation
import LabFaults
import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// Recordings of simulated field tests.
package enum FieldTestSamples {
    /// The recording and the report of a field test.
    package struct Sample {
        /// The recording of the touch frames.
        package var recording: Recording
        /// The report at the end of the field test.
        package var report: FieldTestReport
    }

    /// The geometry of the screen in all samples.
    package static let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
    /// The screen and touchscreen of all samples.
    package static let stage = FieldTestStage(
        geometry: geometry, millimeters: TouchKitGeometry.CGSize(width: 155, height: 86))
    /// The field test's metadata in all recordings.
    package static let metadata = Recording.FieldTestMetadata(
        width: 800, height: 480, scale: 1, rotation: Rotation.none,
        millimeters: TouchKitGeometry.CGSize(width: 155, height: 86), board: "Test Board 4")

    /// The field test of a touchscreen without faults.
    package static let good = makeSample([])
    /// The field test of a touchscreen with a mirrored x axis.
    package static let flipped = makeSample([.flipX])
    /// The field test of a touchscreen with several faults.
    package static let bad = makeSample([
        .deadColumn(x: 60, width: 14), .offset(dx: 3, dy: 2), .jitter(millimeters: 0.6),
        .ghost(seconds: 2), .gaps(milliseconds: 180, seconds: 1.5), .lostSlot(1),
    ])

    private static func makeSample(_ faults: [TouchFault]) -> Sample {
        let technician = Technician(stage: stage, faults: faults)
        let report = technician.performFieldTest()
        return Sample(recording: recording(technician.frames), report: report)
    }

    /// Returns a small recording of the field test of a 3.5-inch touchscreen, for documentation.
    ///
    /// - Parameter isFaulty: Whether the touchscreen has a dead strip, an offset, ghosts and gaps.
    package static func documentedRecording(isFaulty: Bool) -> Recording {
        let faults: [TouchFault] = [
            .deadColumn(x: 60, width: 8), .offset(dx: 3, dy: 2), .ghost(seconds: 2),
            .gaps(milliseconds: 180, seconds: 1.5),
        ]
        let millimeters = TouchKitGeometry.CGSize(width: 73, height: 49)
        let technician = Technician(
            stage: FieldTestStage(
                geometry: ScreenGeometry(scanoutWidth: 480, scanoutHeight: 320),
                millimeters: millimeters), faults: isFaulty ? faults : [], seed: 2, rate: 85)
        technician.endsCoverageEarly = true
        technician.performFieldTest()
        var metadata = Recording.FieldTestMetadata(
            width: 480, height: 320, scale: 1, rotation: Rotation.none, millimeters: millimeters,
            board: "Raspberry Pi 4 Model B")
        metadata.duration = technician.now.microseconds
        metadata.conditions.date = "2026-11-23T20:15:00Z"
        metadata.conditions.kernel = "6.12.57+deb13-arm64"
        metadata.conditions.serial = "A-17"
        metadata.conditions.operatorName = "a simulated technician"
        return recording(technician.frames, metadata: metadata, name: "Simulated Touchscreen")
            .withoutRepeatedValues
    }

    /// Returns a recording of touch frames.
    ///
    /// - Parameters:
    ///   - frames: The touch frames.
    ///   - metadata: The field test's metadata, or `nil` for a recording of no field test.
    ///   - name: The name of the touchscreen.
    package static func recording(
        _ frames: [TouchFrame], metadata: Recording.FieldTestMetadata? = metadata,
        name: String = "Test Panel"
    ) -> Recording {
        Recording(touchscreenName: name, frames: frames, metadata: metadata)
    }

    /// Returns the touch frames of a tap.
    ///
    /// - Parameters:
    ///   - point: The position in points.
    ///   - microseconds: The time of the touch-down.
    ///   - duration: The duration of the tap in microseconds.
    package static func tap(
        _ point: TouchKitGeometry.CGPoint, at microseconds: Int64, for duration: Int64 = 100_000
    ) -> [TouchFrame] {
        let axis = SlotDecoder.Axis(minimum: 0, maximum: 4_095)
        let position = geometry.normalized(point: point)
        return [(TouchContact.State.down, Int64(0)), (.up, duration)].map { state, delay in
            TouchFrame(
                device: DeviceID(rawValue: 1),
                time: Timestamp(microseconds: microseconds + delay),
                contacts: [
                    TouchContact(
                        slot: 0, trackingID: 1, state: state, position: position,
                        rawPosition: .init(
                            x: axis.value(at: position.x), y: axis.value(at: position.y)))
                ])
        }
    }
}
