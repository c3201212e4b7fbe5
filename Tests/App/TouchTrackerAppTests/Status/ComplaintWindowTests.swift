import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What people in front of the screen are told of a configuration that can't be used.
@Suite("Complaint about the configuration", .serialized)
@MainActor
struct ComplaintWindowTests {
    private static let short =
        "TT-BOOT/touchtracker.yaml:3: “45” is no value for “rotate”; write one of '0', '90', '180' or '270'"
    /// As much as a line may hold, with nowhere to break it.
    private static let long =
        "/etc/touchtracker.yaml:1: “" + String(repeating: "k", count: 60)
        + "…” is no key of the configuration; " + String(repeating: "very-", count: 40) + "long…"

    private func launch(
        _ complaints: [String], size: CGSize = CGSize(width: 800, height: 480), scale: CGFloat = 1
    ) -> TouchSimulator {
        var options = AppOptions(hasToolbar: false)
        options.complaints = complaints
        let simulator = TouchSimulator(screenSize: size, scale: scale)
        simulator.application.launch(AppDelegate(options: options))
        return simulator
    }

    @Test("It is shown for ten seconds; then nothing is left of it, and nothing to be woken for.")
    func stay() {
        let without = launch([]).render()
        let simulator = launch([Self.short])
        simulator.advance(by: 9.9)
        #expect(!simulator.render().isEqual(to: without))
        simulator.advance(by: 0.2)
        #expect(simulator.render().isEqual(to: without))
        #expect(!simulator.application.needsFrames)
        #expect(simulator.application.nextDeadline == nil)
    }

    @Test("Without a complaint there is no window for it.")
    func nothing() {
        let simulator = launch([])
        let windows = simulator.application.windows.count
        #expect(launch([Self.short]).application.windows.count == windows + 1)
        #expect(simulator.application.nextDeadline == nil)
    }

    @Test("Fingers go through it: who draws on it draws.")
    func touches() throws {
        let simulator = launch([Self.short])
        let controllers = simulator.application.windows.map(\.rootViewController)
        let scene = try #require(
            controllers.compactMap { $0 as? DrawingSceneController }.first)
        simulator.down(1, at: CGPoint(x: 300, y: 20))
        simulator.advance(by: 0.05)
        simulator.move(1, to: CGPoint(x: 400, y: 30))
        simulator.advance(by: 0.05)
        simulator.up(1)
        simulator.advance(by: 0.5)
        #expect(scene.drawingController.drawing.count == 1)
    }

    @Test("A field test that was started by itself shows it too, over its pages.")
    func fieldTest() {
        func picture(_ complaints: [String]) -> TouchSimulator {
            let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
            simulator.application.launch(
                FieldTestDelegate(
                    setup: FieldTestSetup(), services: nil, complaints: complaints, onDone: {}))
            return simulator
        }
        let without = picture([]).render()
        let simulator = picture([Self.short])
        #expect(!simulator.render().isEqual(to: without))
        simulator.advance(by: 10.1)
        #expect(simulator.render().isEqual(to: without))
    }

    @Test("It looks right on a small screen, the usual panel and an upright one, short and long.")
    func pictures() throws {
        for (width, height, scale) in [(400, 240, 2), (800, 480, 1), (720, 1_280, 1)] {
            let size = CGSize(width: CGFloat(width), height: CGFloat(height))
            let name = "complaint-\(width)x\(height)\(scale == 1 ? "" : "@\(scale)")"
            let short = launch([Self.short], size: size, scale: CGFloat(scale))
            try expectPicture(short.render(), matches: "\(name)-short")
            let both = launch([Self.long, Self.short], size: size, scale: CGFloat(scale))
            try expectPicture(both.render(), matches: "\(name)-long")
        }
    }
}
