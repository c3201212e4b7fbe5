import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The app with a scene in a simulator. Must be created inside a test, because the newest
/// application is the shared one.
@MainActor
struct SceneTestScreen<SceneView: UIView> {
    let simulator: TouchSimulator
    let view: SceneView

    /// Launches the app.
    ///
    /// - Parameters:
    ///   - scene: The scene that the app shows.
    ///   - width: The screen's width, in points.
    ///   - height: The screen's height, in points.
    ///   - scale: The number of pixels per point.
    init(
        _ scene: Scene, width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1
    ) throws {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        simulator.application.launch(AppDelegate(options: AppOptions(scene: scene)))
        let root = simulator.application.keyWindow?.rootViewController?.view
        view = try #require(root as? SceneView)
    }

    /// Plays random touches anywhere on the screen, like `TouchSimulator.playRandomTouches`.
    func play(seed: UInt64, frames: Int, _ body: () -> Void) {
        let screen = simulator.application.windows.first?.bounds ?? .zero
        simulator.playRandomTouches(
            seed: seed, frames: frames,
            at: {
                CGPoint(
                    x: $0.number(in: 0...screen.width - 1), y: $0.number(in: 0...screen.height - 1))
            }, body)
    }
}

extension TouchSimulator {
    /// Plays ten random touches that begin, move, end and are cancelled at 240 Hz.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random numbers.
    ///   - frames: The number of touch frames.
    ///   - location: Returns the location of a touch that begins or moves.
    ///   - body: Called between two touch frames, and after all touches have ended.
    func playRandomTouches(
        seed: UInt64, frames: Int, at location: (inout SeededRandom) -> CGPoint,
        _ body: () -> Void = {}
    ) {
        var random = SeededRandom(seed: seed)
        var down = Set<Int>()
        for _ in 0..<frames {
            frame { frame in
                for finger in 0..<10 where random.next(below: 3) == 0 {
                    let location = location(&random)
                    if down.insert(finger).inserted {
                        frame.down(finger, at: location)
                    } else if random.next(below: 8) > 0 {
                        frame.move(finger, to: location)
                    } else if random.next(below: 4) > 0 {
                        down.remove(finger)
                        frame.up(finger)
                    } else {
                        down.remove(finger)
                        frame.cancel(finger)
                    }
                }
            }
            advance(by: random.next(below: 40) == 0 ? 0.6 : 1.0 / 240)
            body()
        }
        for finger in down.sorted() { up(finger) }
        body()
    }
}
