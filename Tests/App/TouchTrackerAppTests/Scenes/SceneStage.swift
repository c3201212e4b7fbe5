import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The app with a scene, in a simulator. Make it inside a test: the newest application is the shared
/// one.
@MainActor
struct SceneStage<SceneView: UIView> {
    let simulator: TouchSimulator
    let view: SceneView

    /// Starts the app.
    ///
    /// - Parameters:
    ///   - scene: What it shows.
    ///   - width: The screen's width, in points.
    ///   - height: The screen's height, in points.
    ///   - scale: Pixels per point.
    init(
        _ scene: Scene, width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1
    ) throws {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        simulator.application.launch(AppDelegate(options: AppOptions(scene: scene)))
        let root = simulator.application.keyWindow?.rootViewController?.view
        view = try #require(root as? SceneView)
    }

    /// Gives the screen another size, in points, at scale 1.
    func resize(width: Int, height: Int) {
        simulator.application.screenChanged(
            to: ScreenGeometry(scanoutWidth: width, scanoutHeight: height, scale: 1))
    }

    /// Ten random fingers come down, move, are lifted and taken back, 240 times a second; between
    /// two of their frames `body` may look at the scene. In the end all are lifted.
    func play(seed: UInt64, frames: Int, _ body: () -> Void) {
        var random = SeededRandom(seed: seed)
        var down = Set<Int>()
        let screen = simulator.application.screenBounds
        for _ in 0..<frames {
            simulator.frame { frame in
                for finger in 0..<10 where random.next(below: 3) == 0 {
                    let place = CGPoint(
                        x: random.number(in: 0...screen.width - 1),
                        y: random.number(in: 0...screen.height - 1))
                    if down.insert(finger).inserted {
                        frame.down(finger, at: place)
                    } else if random.next(below: 8) > 0 {
                        frame.move(finger, to: place)
                    } else if random.next(below: 4) > 0 {
                        down.remove(finger)
                        frame.up(finger)
                    } else {
                        down.remove(finger)
                        frame.cancel(finger)
                    }
                }
            }
            simulator.advance(by: random.next(below: 40) == 0 ? 0.6 : 1.0 / 240)
            body()
        }
        for finger in down { simulator.up(finger) }
        body()
    }
}

extension UIApplication {
    /// The screen's extent, in points.
    fileprivate var screenBounds: CGRect { windows.first?.bounds ?? .zero }
}

/// Holds a picture of a scene against its golden one, in this folder's `Goldens`.
func expectScene(
    _ picture: Bitmap, matches name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectPicture(picture, matches: name, sourceLocation: sourceLocation)
}
