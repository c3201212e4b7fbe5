import TouchKit
import TouchKitTesting

/// The scene of the golden traces: a window of 400 × 400 with the view V at (0, 0, 200, 200).
///
/// The scene is created at its first use, not together with the suite. Otherwise the application of
/// another suite, created in between, would be `UIApplication.shared`.
@MainActor
final class Stage: TracedStage {
    @MainActor
    private struct Setting {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let trace: TouchTrace
        let view: RecorderView

        init() {
            trace = TouchTrace(simulator)
            view = RecorderView("V", trace, frame: CGRect(x: 0, y: 0, width: 200, height: 200))
            simulator.window.addSubview(view)
        }
    }

    private lazy var setting = Setting()

    var simulator: TouchSimulator { setting.simulator }
    var trace: TouchTrace { setting.trace }
    var view: RecorderView { setting.view }
    var window: UIWindow { simulator.window }

    /// Adds another recorder view to the window or to `superview`.
    func add(
        _ name: String, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat,
        to superview: UIView? = nil
    ) -> RecorderView {
        let view = RecorderView(
            name, trace, frame: CGRect(x: x, y: y, width: width, height: height))
        (superview ?? window).addSubview(view)
        return view
    }

    /// Moves V to a new key window, which passes every event to a closure.
    func interceptEvents() -> InterceptingWindow {
        let window = InterceptingWindow(frame: self.window.frame)
        window.addSubview(view)
        window.makeKeyAndVisible()
        return window
    }

    /// Taps with a finger at a point and a time in seconds, for 50 ms.
    func tap(_ finger: Int, at point: CGPoint, time: Double) {
        simulator.advance(to: time)
        simulator.down(finger, at: point)
        simulator.advance(by: 0.05)
        simulator.up(finger)
    }
}

extension TouchSimulator {
    /// Creates an application whose window is white, with scale 1.
    convenience init(whiteScreen width: CGFloat, _ height: CGFloat) {
        self.init(screenSize: CGSize(width: width, height: height))
        window.backgroundColor = .white
    }
}

extension CGPoint {
    /// Creates a point from `x` and `y` without labels, as finger scripts write points.
    init(_ x: CGFloat, _ y: CGFloat) {
        self.init(x: x, y: y)
    }
}
