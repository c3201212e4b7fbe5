import Testing
import TouchKit
import TouchKitTesting

/// What a control makes of a finger.
@Suite("Controls", .serialized)
@MainActor
struct ControlTests {
    /// A control that follows fingers as the test says, and writes down what it is asked.
    final class Fussy: UIControl {
        var begins = true
        var goesOn = true
        var log: [String] = []

        override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            log.append("begin")
            return begins
        }

        override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            log.append("continue")
            return goesOn
        }

        override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
            log.append(isTracking ? "end" : "end without tracking")
        }

        override func cancelTracking(with event: UIEvent?) {
            log.append("cancel")
        }
    }

    @Test("G-49: a tap on a button or a plain control is touchDown, then touchUpInside.")
    func tap() {
        let plain = ControlStage { UIControl(frame: $0) }
        plain.tap()
        #expect(plain.trace.take() == ["touchDown@0", "touchUpInside@0"])
        let button = ControlStage { UIButton(frame: $0) }
        button.tap()
        #expect(
            button.trace.take() == [
                "touchDown@0", "touchUpInside@0", "primaryActionTriggered@0",
            ])
    }

    @Test("R-9.11: leaving and coming back send drag events and switch the highlight.")
    func dragging() {
        let stage = ControlStage { UIControl(frame: $0) }
        let (simulator, control, trace) = (stage.simulator, stage.control, stage.trace)
        simulator.down(1, at: CGPoint(150, 125))
        #expect(control.isTracking && control.isTouchInside && control.isHighlighted)
        #expect(control.state == .highlighted)
        simulator.move(1, to: CGPoint(190, 125))
        #expect(trace.take() == ["touchDown@0", "touchDragInside@0"])
        simulator.move(1, to: CGPoint(300, 125))
        #expect(trace.take() == ["touchDragOutside@0", "touchDragExit@0"])
        #expect(control.isTracking && !control.isTouchInside && !control.isHighlighted)
        simulator.move(1, to: CGPoint(310, 125))
        #expect(trace.take() == ["touchDragOutside@0"])
        simulator.move(1, to: CGPoint(150, 125))
        #expect(trace.take() == ["touchDragInside@0", "touchDragEnter@0"])
        #expect(control.isHighlighted)
        simulator.move(1, to: CGPoint(310, 125))
        simulator.up(1)
        #expect(
            trace.take() == ["touchDragOutside@0", "touchDragExit@0", "touchUpOutside@0"])
        #expect(!control.isTracking && !control.isTouchInside && control.state == .normal)
    }

    @Test(
        "R-9.11: a finger that came down on it counts as inside up to 70 points beyond its edges.")
    func slack() {
        let stage = ControlStage { UIControl(frame: $0) }
        let inside = [CGPoint(30, 125), CGPoint(269.9, 125), CGPoint(150, 30), CGPoint(150, 219.9)]
        let outside = [CGPoint(29.9, 125), CGPoint(270, 125), CGPoint(150, 29), CGPoint(150, 220)]
        for (places, name) in [(inside, "touchUpInside@0"), (outside, "touchUpOutside@0")] {
            for place in places {
                stage.simulator.down(1, at: CGPoint(150, 125))
                stage.simulator.move(1, to: place)
                stage.simulator.up(1)
                #expect(stage.trace.take().last == name, "\(place)")
            }
        }
        // The slack is for fingers that are on it, not for those that come down beside it.
        stage.simulator.down(1, at: CGPoint(95, 125))
        stage.simulator.up(1)
        #expect(stage.trace.take() == [])
    }

    @Test("R-9.11: a finger that is taken back is touchCancel, and nothing is highlighted.")
    func cancelled() {
        let stage = ControlStage { Fussy(frame: $0) }
        stage.simulator.down(1, at: CGPoint(150, 125))
        stage.simulator.cancel(1)
        #expect(stage.trace.take() == ["touchDown@0", "touchCancel@0"])
        #expect(stage.control.log == ["begin", "cancel"])
        #expect(stage.control.state == .normal && !stage.control.isTracking)
        stage.simulator.down(1, at: CGPoint(150, 125))
        stage.control.removeFromSuperview()
        #expect(stage.trace.take() == ["touchDown@0", "touchCancel@0"])
        stage.simulator.up(1)
        #expect(stage.trace.take() == [])
    }

    @Test("R-2.10: a disabled control swallows touches and does nothing.")
    func disabled() {
        let stage = ControlStage { UIControl(frame: $0) }
        let behind = RecorderView(
            "behind", stage.trace, frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        stage.simulator.window.insertSubview(behind, at: 0)
        behind.addSubview(stage.control)
        stage.control.isEnabled = false
        stage.tap()
        #expect(stage.trace.take() == [])
        #expect(stage.control.state == .disabled)
        stage.control.isUserInteractionEnabled = false
        stage.tap()
        #expect(stage.trace.take() == ["behind.began{1}@0", "behind.ended{1}@0"])
    }

    @Test("A control that becomes disabled under a finger lets go of it.")
    func disabledMeanwhile() {
        let stage = ControlStage { Fussy(frame: $0) }
        stage.simulator.down(1, at: CGPoint(150, 125))
        stage.control.isEnabled = false
        #expect(stage.trace.take() == ["touchDown@0", "touchCancel@0"])
        #expect(stage.control.log == ["begin", "cancel"])
        #expect(stage.control.state == .disabled)
        stage.simulator.move(1, to: CGPoint(151, 125))
        stage.simulator.up(1)
        #expect(stage.trace.take() == [])
    }

    @Test("Taps in a row send touchDownRepeat along with touchDown.")
    func repeatedTaps() {
        let stage = ControlStage { UIControl(frame: $0) }
        stage.tap()
        stage.simulator.advance(by: 0.1)
        stage.tap()
        #expect(
            stage.trace.take() == [
                "touchDown@0", "touchUpInside@0", "touchDown@0.1", "touchDownRepeat@0.1",
                "touchUpInside@0.1",
            ])
        var calls = 0
        stage.control.addAction(for: .allTouchEvents) { _ in calls += 1 }
        stage.simulator.advance(by: 0.1)
        stage.simulator.down(1, at: CGPoint(150, 125))
        #expect(calls == 1, "events that come together call once")
    }

    @Test("It follows the first finger and no other.")
    func oneFinger() {
        let stage = ControlStage { UIControl(frame: $0) }
        stage.control.isMultipleTouchEnabled = true
        stage.simulator.down(1, at: CGPoint(110, 110))
        stage.simulator.down(2, at: CGPoint(150, 125))
        stage.simulator.move(2, to: CGPoint(390, 390))
        stage.simulator.up(2)
        stage.simulator.up(1)
        #expect(stage.trace.take() == ["touchDown@0", "touchUpInside@0"])
    }

    @Test("A subclass says whether to follow a finger, and for how long.")
    func tracking() {
        let stage = ControlStage { Fussy(frame: $0) }
        stage.control.begins = false
        stage.tap()
        #expect(stage.trace.take() == [])
        #expect(stage.control.log == ["begin"])
        stage.control.begins = true
        stage.control.log = []
        stage.simulator.advance(by: 1)
        stage.simulator.down(1, at: CGPoint(150, 125))
        stage.simulator.move(1, to: CGPoint(151, 125))
        stage.control.goesOn = false
        stage.simulator.move(1, to: CGPoint(152, 125))
        #expect(!stage.control.isTracking && !stage.control.isHighlighted)
        stage.simulator.move(1, to: CGPoint(153, 125))
        stage.simulator.up(1)
        #expect(stage.trace.take() == ["touchDown@1", "touchDragInside@1"])
        #expect(stage.control.log == ["begin", "continue", "continue"])
        stage.control.log = []
        stage.control.goesOn = true
        stage.tap()
        #expect(stage.control.log == ["begin", "end"])
    }

    @Test("R-9.12: buttons without interaction leave every phase to the view around them.")
    func lockPattern() {
        let stage = Stage()
        for column in 0..<3 {
            let button = UIButton(
                frame: CGRect(x: CGFloat(column) * 60 + 10, y: 10, width: 40, height: 40))
            button.isUserInteractionEnabled = false
            stage.view.addSubview(button)
        }
        stage.simulator.down(1, at: CGPoint(30, 30))
        stage.simulator.move(1, to: CGPoint(90, 30))
        stage.simulator.move(1, to: CGPoint(150, 30))
        stage.simulator.up(1)
        #expect(
            stage.trace.take() == [
                "V.began{1}@0", "V.moved{1}@0", "V.moved{1}@0", "V.ended{1}@0",
            ])
    }
}
