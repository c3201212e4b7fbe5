import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Calibration proposal")
struct CalibrationTests {
    private static let upright = FieldTestSamples.stage
    private static let portrait = FieldTestStage(
        geometry: ScreenGeometry(
            scanoutWidth: 1_280, scanoutHeight: 720, rotation: .clockwise90, scale: 2),
        millimeters: CGSize(width: 86, height: 155))

    private static let faults: [[TouchFault]] = [
        [.flipX], [.flipY], [.swapAxes], [.flipX, .flipY], [.swapAxes, .flipX],
        [.swapAxes, .flipX, .flipY], [.offset(dx: 6, dy: 4)], [.scale(x: 0.9, y: 0.93)],
        [.flipY, .offset(dx: -4, dy: 3)],
    ]

    @Test(
        "Applying the proposed calibration makes the accuracy test pass",
        arguments: [upright, portrait], faults)
    func proposal(stage: FieldTestStage, faults: [TouchFault]) throws {
        let before = Technician(stage: stage, faults: faults, seed: 5).performFieldTest()
        #expect(before.outcomes[1].verdict == .fail)
        #expect(before.proposal != nil && before.appliedCalibration == nil)

        let technician = Technician(stage: stage, faults: faults, seed: 6)
        technician.appliesProposals = true
        let after = technician.performFieldTest()
        #expect(after.appliedCalibration != nil)
        #expect(after.outcomes[1].test == .accuracy)
        #expect(after.outcomes[1].verdict == .pass, "\(after.outcomes[1].finding)")
        #expect(after.proposal == nil)
        #expect(after.verdict == .pass, "\(after.outcomes.map(\.finding))")
    }

    @Test("A proposal includes the present calibration, so that one matrix replaces it")
    func presentCalibration() throws {
        let swapped = TouchCalibration(a: 0, b: 1, c: 0, d: 1, e: 0, f: 0)
        let stage = FieldTestStage(
            geometry: Self.upright.geometry, millimeters: Self.upright.millimeters,
            calibration: swapped)
        // Only the calibration swaps the axes, so the proposal is the identity.
        let report = Technician(stage: stage, faults: [], seed: 3).performFieldTest()
        let proposal = try #require(report.proposal)
        #expect(abs(proposal.calibration.a - 1) < 0.02 && abs(proposal.calibration.b) < 0.02)
        #expect(abs(proposal.calibration.d) < 0.02 && abs(proposal.calibration.e - 1) < 0.02)
    }

    @Test("The udev rule contains the device's name and the six numbers of libinput's matrix")
    func udevLine() throws {
        let report = Technician(stage: Self.upright, faults: [.flipX], seed: 1).performFieldTest()
        let proposal = try #require(report.proposal)
        #expect(proposal.calibration.matrix == "-1 0 1 0 1 0")
        let line = proposal.udevLine(device: "Goodix \"7 inch\"")
        #expect(
            line
                == "ACTION==\"add|change\", KERNEL==\"event*\", "
                + "ATTRS{name}==\"Goodix ?7 inch?\", "
                + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"-1 0 1 0 1 0\""
        )
    }
}
