import TouchKit
import TouchKitTesting

/// What the golden traces play on: a window of 400 × 400 with the view V at (0, 0, 200, 200).
///
/// It is set up when a test first asks for something, not with the suite: another suite's
/// application, made between a suite's `init` and its test, would be `UIApplication.shared`.
@MainActor
final class Stage {
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

    /// Puts another recorder into the window, or into a view.
    func add(
        _ name: String, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat,
        to superview: UIView? = nil
    ) -> RecorderView {
        let view = RecorderView(
            name, trace, frame: CGRect(x: x, y: y, width: width, height: height))
        (superview ?? window).addSubview(view)
        return view
    }

    /// Lets a finger tap at a place at a time, for 50 ms.
    func tap(_ finger: Int, at point: CGPoint, time: Double) {
        simulator.advance(to: time)
        simulator.down(finger, at: point)
        simulator.advance(by: 0.05)
        simulator.up(finger)
    }
}

extension CGPoint {
    /// A place, in the short form that scripts are written in.
    init(_ x: CGFloat, _ y: CGFloat) {
        self.init(x: x, y: y)
    }
}
