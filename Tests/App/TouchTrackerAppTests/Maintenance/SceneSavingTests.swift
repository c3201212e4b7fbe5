import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp

/// The drawing is saved whichever scene is shown first.
@Suite("Saving with other scenes", .serialized)
@MainActor
struct SceneSavingTests {
    @Test("The drawing is restored when its scene is first shown, and saved from then on.")
    func drawingSceneShownLater() throws {
        let folder = DrawingFolder()
        for round in 1...3 {
            let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 240))
            let persistence = try folder.persistence()
            let delegate = AppDelegate(options: AppOptions(scene: .pulse), persistence: persistence)
            simulator.application.launch(delegate)
            delegate.show(.draw)
            let scene = try #require(simulator.drawingScene)
            let drawing = scene.drawingController.drawing
            persistence.waitUntilRestored()
            #expect(drawing.strokes.count == round - 1)
            delegate.show(.touches)
            delegate.show(.draw)
            let start = CGPoint(x: 30.0 * Double(round), y: 20)
            drawing.add(
                [start, CGPoint(x: start.x, y: 200)], tool: .line, color: .blue, width: 10)
            simulator.application.terminate()
        }
        withExtendedLifetime(folder) {}
    }
}
