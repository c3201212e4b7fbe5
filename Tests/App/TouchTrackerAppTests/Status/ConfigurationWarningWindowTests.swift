import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The window with warnings about the configuration file.
@Suite("ConfigurationWarningWindow", .serialized)
@MainActor
struct ConfigurationWarningWindowTests {
    private static let shortWarning =
        "TT-BOOT/touchtracker.yaml:3: “45” is no value for “rotate”; "
        + "write one of '0', '90', '180' or '270'"
    /// The longest possible line, without a space for a line break.
    private static let longWarning =
        "/etc/touchtracker.yaml:1: “" + String(repeating: "k", count: 60)
        + "…” is no key of the configuration; " + String(repeating: "very-", count: 40) + "long…"

    private func launch(
        _ warnings: [String], size: CGSize = CGSize(width: 800, height: 480), scale: CGFloat = 1
    ) -> TouchSimulator {
        var options = AppOptions(hasToolbar: false, paper: .gray, tool: .line)
        options.configurationErrors = warnings
        return TouchSimulator(launching: AppDelegate(options: options), size: size, scale: scale)
    }

    @Test("The warnings are shown for ten seconds; then no window and no timer remains.")
    func duration() {
        let without = launch([]).render()
        let simulator = launch([Self.shortWarning])
        simulator.advance(by: 9.9)
        #expect(!simulator.render().isEqual(to: without))
        simulator.advance(by: 0.2)
        #expect(simulator.render().isEqual(to: without))
        #expect(simulator.isIdle)
    }

    @Test("Without warnings there is no window.")
    func noWarnings() {
        let simulator = launch([])
        let windows = simulator.application.windows.count
        #expect(launch([Self.shortWarning]).application.windows.count == windows + 1)
        #expect(simulator.application.nextDeadline == nil)
    }

    @Test("Touches on the window draw in the scene behind it.")
    func touches() throws {
        let simulator = launch([Self.shortWarning])
        let scene = try #require(simulator.drawingScene)
        simulator.down(1, at: CGPoint(x: 300, y: 20))
        simulator.advance(by: 0.05)
        simulator.move(1, to: CGPoint(x: 400, y: 30))
        simulator.advance(by: 0.05)
        simulator.up(1)
        simulator.advance(by: 0.5)
        #expect(scene.drawingController.drawing.count == 1)
    }

    @Test("Short and long warnings match the golden pictures in several screen sizes.")
    func pictures() throws {
        for (width, height, scale) in [(400, 240, 2), (800, 480, 1), (720, 1_280, 1)] {
            let size = CGSize(width: CGFloat(width), height: CGFloat(height))
            let name = "complaint-\(width)x\(height)\(scale == 1 ? "" : "@\(scale)")"
            let shortWarning = launch([Self.shortWarning], size: size, scale: CGFloat(scale))
            try expectPicture(shortWarning.render(), matches: "\(name)-short")
            let both = launch(
                [Self.longWarning, Self.shortWarning], size: size, scale: CGFloat(scale))
            try expectPicture(both.render(), matches: "\(name)-long")
        }
    }
}
