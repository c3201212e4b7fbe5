import KioskServices
import LabRobot
import TouchKit
import TouchTrackerApp

/// The application delegate for benchmarks, which shows one scene without an unlock pattern or a
/// maintenance menu. The drawing is not stored.
package final class BenchmarkDelegate: UIResponder, UIApplicationDelegate {
    /// The content of the screen at the start of a benchmark.
    package struct Stage: Hashable, Sendable {
        /// A table view with the rows that the script `fling` scrolls.
        package static let table: Stage = {
            var stage = Stage()
            stage.rows = 10_000
            return stage
        }()

        /// The scene that the benchmark shows.
        package var scene: Scene
        /// The number of rows of a table view that is shown instead of the scene, or 0 for the
        /// scene.
        package var rows = 0
        /// The number of strokes in the drawing; used only by the drawing scene.
        package var storedStrokes: Int
        /// The end points of an additional line that the script moves, as fractions 0…1 of the
        /// scanout's width and height, or `nil` for no line. Used only by the drawing scene.
        package var movableLine: [CGPoint]?
        /// The tool of new strokes. Used only by the drawing scene.
        package var tool = Tool.pen

        /// Creates a description of the content. The default is the drawing scene with an empty
        /// drawing.
        package init(scene: Scene = .draw, storedStrokes: Int = 0, movableLine: [CGPoint]? = nil) {
            self.scene = scene
            self.storedStrokes = storedStrokes
            self.movableLine = movableLine
        }

        /// Creates the content for a script.
        ///
        /// - Parameters:
        ///   - script: The script.
        ///   - storedStrokes: The number of strokes in the drawing; used only for scripts that are
        ///     played in the drawing scene.
        package init(for script: RobotScript.Name, storedStrokes: Int) {
            switch script {
            case .sparkles: self.init(scene: .sparkles)
            case .fling: self = .table
            case .drag, .pinchRotate:
                self.init(
                    storedStrokes: storedStrokes,
                    movableLine: [RobotScript.strokeStart, RobotScript.strokeEnd])
            case .circle, .scribble, .tapStorm: self.init(storedStrokes: storedStrokes)
            }
        }
    }

    private let stage: Stage
    private let predictsInk: Bool
    private let overlayServices: ReplayContext?
    private var overlay: TouchOverlay?
    private var window: UIWindow?

    /// Creates a delegate with an empty drawing.
    package required convenience override init() {
        self.init(stage: Stage())
    }

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - stage: The content of the screen at the start.
    ///   - predictsInk: Whether the pen extends its stroke to the predicted position of the touch.
    ///   - overlayServices: The raw touches, frame records and display properties for a touch
    ///     overlay above the scene, or `nil` for no overlay.
    package init(
        stage: Stage, predictsInk: Bool = true, overlayServices: ReplayContext? = nil
    ) {
        self.stage = stage
        self.overlayServices = overlayServices
        self.predictsInk = predictsInk
        super.init()
    }

    /// Shows the scene and the touch overlay.
    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        self.window = window
        window.rootViewController = makeController(size: window.bounds.size)
        window.makeKeyAndVisible()
        overlay = overlayServices.map {
            TouchOverlay(rawTouches: $0.rawTouches, frames: $0.frames, display: $0.display)
        }
        return true
    }

    private func makeController(size: CGSize) -> UIViewController {
        if stage.rows > 0 { return BenchmarkTableController(rowCount: stage.rows) }
        if stage.scene == .draw { return makeDrawingScene(size: size) }
        return stage.scene.makeController(options: AppOptions())
    }

    /// Creates a drawing scene with the strokes and the movable line of the stage, and the
    /// benchmark pen.
    private func makeDrawingScene(size: CGSize) -> UIViewController {
        let scene = DrawingSceneController()
        let controller = scene.drawingController
        controller.drawing.restore(makeStrokes(size: size), nextID: 1)
        controller.useBenchmarkPen()
        controller.tool = stage.tool
        controller.drawingView.predictsInk = predictsInk
        return scene
    }

    private func makeStrokes(size: CGSize) -> [Stroke] {
        var samples = SampleStrokes(size: size)
        var strokes = (0..<stage.storedStrokes).map { _ in samples.nextStroke() }
        if let ends = stage.movableLine {
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
