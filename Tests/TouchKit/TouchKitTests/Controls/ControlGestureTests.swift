import Testing
import TouchKit
import TouchKitTesting

/// Arbitration between a control and the recognizers of its superview.
@Suite("Controls and gestures", .serialized)
@MainActor
struct ControlGestureTests: StageSuite {
    let stage = Stage()

    func addControl<Control: UIControl>(_ control: Control) -> Control {
        control.frame = CGRect(x: 20, y: 20, width: 100, height: 50)
        for (name, event) in ControlStage<Control>.names where event != .primaryActionTriggered {
            control.addAction(for: event) { [trace] _ in trace.record("B \(name)") }
        }
        stage.view.addSubview(control)
        return control
    }

    func actions() -> [String] { trace.removeLines().filter { !$0.hasPrefix("V.") } }

    let tap = "1↓(50,40)@0 1↑@.1"

    /// Whether the control is a button, whether the tap recognizer cancels touches, and the
    /// expected actions.
    @Test(
        "G-49, R-9.2, R-9.3: only a button prevents a superview's tap, and only a cancelling one.",
        arguments: [
            (true, true, ["B touchDown@0", "B touchUpInside@0.1"]),
            (true, false, ["B touchDown@0", "T!ended@0.1", "B touchUpInside@0.1"]),
            (false, true, ["B touchDown@0", "T!ended@0.1", "B touchCancel@0.1"]),
            (false, false, ["B touchDown@0", "T!ended@0.1", "B touchUpInside@0.1"]),
        ])
    func tapOfSuperview(isButton: Bool, cancels: Bool, expected: [String]) {
        let control: UIControl = isButton ? UIButton() : UIControl()
        _ = addControl(control)
        stage.add("T", UITapGestureRecognizer()).cancelsTouchesInView = cancels
        stage.play(tap)
        #expect(actions() == expected)
    }

    @Test("R-9.3: a recognizer on the button itself wins over the button.")
    func recognizerOfTheButton() {
        let button = addControl(UIButton())
        stage.add("T", UITapGestureRecognizer(), to: button)
        stage.play(tap)
        #expect(actions() == ["B touchDown@0", "T!ended@0.1", "B touchCancel@0.1"])
    }

    @Test("R-9.3: a button does not prevent a double tap recognizer of its superview.")
    func doubleTap() {
        _ = addControl(UIButton())
        stage.add("D", UITapGestureRecognizer()).numberOfTapsRequired = 2
        stage.play("1↓(50,40)@0 1↑@.1 1↓(50,40)@.2 1↑@.3")
        #expect(actions() == ["B touchDown@0", "D!ended@0.3", "B touchCancel@0.3"])
    }

    @Test("R-9.4: a small drag on a button in a view with a pan recognizer cancels the button.")
    func drag() {
        _ = addControl(UIButton())
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(50,40)@0 1→(+12)@.1 1↑@.2")
        #expect(actions() == ["B touchDown@0", "M!began@0.1", "B touchCancel@0.1", "M!ended@0.2"])
        stage.play("1↓(50,40)@10 1→(+6)@10.1 1↑@11")
        #expect(
            actions() == [
                "B touchDown@10", "B touchDragInside@10.1", "B touchUpInside@11",
            ])
    }

    @Test("R-9.3: a drag along a switch belongs to the switch, not to a pan of its superview.")
    func dragAlongASwitch() {
        let control = addControl(UISwitch())
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(30,35)@0 1→(+12,2)@.1 1→(+36,2)@.2 1↑@.3")
        #expect(control.isOn)
        #expect(
            actions() == [
                "B touchDown@0", "B touchDragInside@0.1", "B touchDragInside@0.2",
                "B valueChanged@0.3", "B touchUpInside@0.3",
            ])
    }

    @Test("R-9.3: drags across, beside and on a disabled switch belong to the superview's pan.")
    func otherDragsNearASwitch() {
        let control = addControl(UISwitch())
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(30,35)@0 1→(+4,12)@.1 1↑@.2")
        #expect(
            actions() == ["B touchDown@0", "M!began@0.1", "B touchCancel@0.1", "M!ended@0.2"])
        stage.play("1↓(80,35)@10 1→(+-12)@10.1 1↑@10.2")
        #expect(actions() == ["M!began@10.1", "M!ended@10.2"])
        control.isEnabled = false
        stage.play("1↓(30,35)@20 1→(+12)@20.1 1↑@20.2")
        #expect(actions() == ["M!began@20.1", "M!ended@20.2"])
    }

    @Test("R-9.3: a turned switch keeps drags along its own axis.")
    func turnedSwitch() {
        addControl(UISwitch()).transform = CGAffineTransform(rotationAngle: .pi / 2)
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(45,35)@0 1→(+2,12)@.1 1↑@.2")
        #expect(!actions().contains { $0.hasPrefix("M!") })
        stage.play("1↓(45,35)@10 1→(+12,2)@10.1 1↑@10.2")
        #expect(actions().contains { $0.hasPrefix("M!") })
    }

    @Test("R-9.5: a long press recognizer cancels a button when it begins.")
    func longPress() {
        let button = addControl(UIButton())
        stage.add("L", UILongPressGestureRecognizer(), to: button)
        stage.play("1↓(50,40)@0 1↑@1")
        #expect(actions() == ["B touchDown@0", "L!began@0.5", "B touchCancel@0.5", "L!ended@1"])
    }
}
