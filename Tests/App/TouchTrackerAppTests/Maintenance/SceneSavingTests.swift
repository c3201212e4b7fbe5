import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp

/// What is drawn is stored, whichever scene was first.
@Suite("Saving beside other scenes", .serialized)
@MainActor
struct SceneSavingTests {
    @Test("The drawing is brought back when its scene is first shown, and stored from then on.")
    func laterScene() throws {
        let place = DrawingPlace()
        for round in 1...3 {
            let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 240))
            let saver = try place.saver()
            let delegate = AppDelegate(options: AppOptions(scene: .pulse), saver: saver)
            simulator.application.launch(delegate)
            delegate.show(.draw)
            let window = simulator.application.windows.first { $0.rootViewController != nil }
            let scene = try #require(window?.rootViewController as? DrawingSceneController)
            let drawing = scene.drawingController.drawing
            saver.waitUntilRestored()
            #expect(drawing.strokes.count == round - 1)
            delegate.show(.touches)
            delegate.show(.draw)
            let start = CGPoint(x: 30.0 * Double(round), y: 20)
            drawing.add(
                [start, CGPoint(x: start.x, y: 200)], tool: .line, color: .blue, width: 10)
            simulator.application.terminate()
        }
        withExtendedLifetime(place) {}
    }
}
