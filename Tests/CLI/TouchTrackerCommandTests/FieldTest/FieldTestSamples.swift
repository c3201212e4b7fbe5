import Foundation
import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// Field tests that a technician did, as recordings.
enum FieldTestSamples {
    /// A field test, and what was said of it there and then.
    struct Done {
        var recording: Recording
        var report: FieldTestReport
    }

    static let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
    static let stage = FieldTestStage(
        geometry: geometry, millimeters: TouchKitGeometry.CGSize(width: 155, height: 86))
    static let notes = Recording.FieldTestNotes(
        width: 800, height: 480, scale: 1, rotation: Rotation.none,
        millimeters: TouchKitGeometry.CGSize(width: 155, height: 86), board: "Test Board 4")

    /// A good panel.
    static let good = done([])
    /// One that is wired the wrong way round.
    static let flipped = done([.flipX])
    /// One that has several faults.
    static let bad = done([
        .deadColumn(x: 60, width: 14), .offset(dx: 3, dy: 2), .jitter(millimeters: 0.6),
        .ghost(seconds: 2), .gaps(milliseconds: 180, seconds: 1.5), .lostSlot(1),
    ])

    private static func done(_ faults: [PanelFault]) -> Done {
        let technician = Technician(stage: stage, faults: faults)
        let report = technician.work()
        return Done(recording: recording(technician.frames), report: report)
    }

    /// What a panel said, as a recording of a field test.
    static func recording(
        _ frames: [TouchFrame], notes: Recording.FieldTestNotes? = notes,
        name: String = "Test Panel"
    ) -> Recording {
        Recording(panelNamed: name, frames: frames, notes: notes)
    }

    /// The recording's file.
    static func bytes(_ recording: Recording) -> [UInt8] { recording.file }

    /// A tap on a place in points, so many microseconds long.
    static func tap(
        _ point: TouchKitGeometry.CGPoint, at microseconds: Int64, for duration: Int64 = 100_000
    ) -> [TouchFrame] {
        let axis = SlotDecoder.Axis(minimum: 0, maximum: 4_095)
        let place = geometry.normalized(point: point)
        return [(TouchContact.State.down, Int64(0)), (.up, duration)].map { state, after in
            TouchFrame(
                device: DeviceID(rawValue: 1),
                time: Timestamp(microseconds: microseconds + after),
                contacts: [
                    TouchContact(
                        slot: 0, trackingID: 1, state: state, position: place,
                        rawPosition: .init(x: axis.value(at: place.x), y: axis.value(at: place.y)))
                ])
        }
    }
}
