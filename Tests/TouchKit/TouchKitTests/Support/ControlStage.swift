import TouchKit
import TouchKitTesting

/// A control alone on a screen of 400 × 400, at (100, 100, 100, 50), with a trace of its events.
@MainActor
struct ControlStage<Control: UIControl> {
    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
    let trace: TouchTrace
    let control: Control

    init(_ make: (CGRect) -> Control) {
        trace = TouchTrace(simulator)
        control = make(CGRect(x: 100, y: 100, width: 100, height: 50))
        simulator.window.addSubview(control)
        for (name, event) in Self.names {
            control.addAction(for: event) { [trace] _ in trace.record(name) }
        }
    }

    /// Every event by its name, in UIKit's order.
    static var names: [(String, UIControl.Event)] {
        [
            ("touchDown", .touchDown), ("touchDownRepeat", .touchDownRepeat),
            ("touchDragInside", .touchDragInside), ("touchDragOutside", .touchDragOutside),
            ("touchDragEnter", .touchDragEnter), ("touchDragExit", .touchDragExit),
            ("touchUpInside", .touchUpInside), ("touchUpOutside", .touchUpOutside),
            ("touchCancel", .touchCancel), ("valueChanged", .valueChanged),
            ("primaryActionTriggered", .primaryActionTriggered),
        ]
    }

    /// Taps the middle of the control.
    func tap() {
        simulator.down(1, at: CGPoint(150, 125))
        simulator.up(1)
    }
}
