import KioskServices
import TouchKit

/// The app as a benchmark has it: one scene, a drawing of its own in memory, no lock and no menu.
package final class BenchmarkDelegate: UIResponder, UIApplicationDelegate {
    /// What the fingers of a benchmark find on the screen.
    package struct Stage: Hashable, Sendable {
        /// The scene.
        package var scene: Scene
        /// How many strokes were drawn before; of the drawing scene only.
        package var storedStrokes: Int
        /// The ends of one more stroke, for fingers to pick up, in parts of the panel as it is
        /// scanned out, as touches come; nil for none.
        package var pickedUp: [CGPoint]?

        /// Makes a stage.
        package init(scene: Scene = .draw, storedStrokes: Int = 0, pickedUp: [CGPoint]? = nil) {
            self.scene = scene
            self.storedStrokes = storedStrokes
            self.pickedUp = pickedUp
        }
    }

    private let stage: Stage
    private let predictsInk: Bool
    private let shownTouches: ReplayServices?
    private var overlay: TouchOverlay?
    private var window: UIWindow?

    /// Makes the app with an empty drawing.
    package required convenience override init() {
        self.init(stage: Stage())
    }

    /// Makes the app on a stage.
    ///
    /// - Parameters:
    ///   - stage: What the fingers find.
    ///   - predictsInk: Whether the pen's ink goes on to where its finger is expected.
    ///   - touches: What the touch overlay over the scene shows; without, there is no overlay.
    package init(stage: Stage, predictsInk: Bool = true, showing touches: ReplayServices? = nil) {
        self.stage = stage
        shownTouches = touches
        self.predictsInk = predictsInk
        super.init()
    }

    /// Shows the scene.
    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        self.window = window
        switch stage.scene {
        case .draw: window.rootViewController = makeDrawingScene(size: window.bounds.size)
        default: window.rootViewController = stage.scene.makeController(options: AppOptions())
        }
        window.makeKeyAndVisible()
        overlay = shownTouches.map {
            TouchOverlay(rawTouches: $0.rawTouches, frames: $0.frames, display: $0.display)
        }
        return true
    }

    /// Fingers draw with the pen: that is what a tip runs ahead of.
    private func makeDrawingScene(size: CGSize) -> UIViewController {
        let scene = DrawingSceneController()
        let controller = scene.drawingController
        controller.drawing.restore(strokes(size: size), nextID: 1)
        controller.takeBenchmarkPen()
        controller.drawingView.predictsInk = predictsInk
        return scene
    }

    private func strokes(size: CGSize) -> [Stroke] {
        var samples = SampleStrokes(size: size)
        var strokes = (0..<stage.storedStrokes).map { _ in samples.next() }
        if let ends = stage.pickedUp {
            strokes.append(
                Stroke(
                    id: strokes.count + 1, tool: .line,
                    points: ends.map {
                        UIScreen.main.geometry.point(normalized: $0, calibration: .identity)
                    },
                    color: .black, width: InkWidth.medium.points, level: strokes.count + 1))
        }
        return strokes
    }
}
