import LabScreens
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("FieldTestDelegate", .serialized)
@MainActor
struct FieldTestDelegateTests {
    private static let error =
        "TT-BOOT/touchtracker.yaml:3: “45” is no value for “rotate”; "
        + "write one of '0', '90', '180' or '270'"

    @Test("Configuration errors are shown over the pages for ten seconds")
    func configurationErrors() {
        func makeSimulator(_ errors: [String]) -> TouchSimulator {
            let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
            simulator.application.launch(
                FieldTestDelegate(
                    setup: FieldTestSetup(), services: nil, configurationErrors: errors,
                    onDone: {}))
            return simulator
        }
        let picture = makeSimulator([]).render()
        let simulator = makeSimulator([Self.error])
        #expect(!simulator.render().isEqual(to: picture))
        simulator.advance(by: 10.1)
        #expect(simulator.render().isEqual(to: picture))
    }
}
