import Testing
import TouchKit
import TouchKitTesting

/// Touch tracking of controls.
@Suite("Controls", .serialized)
@MainActor
struct ControlTests {
    /// A control that logs tracking calls and returns configured answers.
    final class TrackingControl: UIControl {
        var shouldBegin = true
        var shouldContinue = true
        var log: [String] = []

        override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            log.append("begin")
            return shouldBegin
        }

        override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            log.append("continue")
            return shouldContinue
        }

        override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
            log.append(isTracking ? "end" : "end without tracking")
        }

        override func cancelTracking(with event: UIEvent?) {
            log.append("cancel")
        }
    }

    @Test("G-49: a tap on a button or a plain control sends touchDown, then touchUpInside.")
    func tap() {
        let plain = ControlStage { UIControl(frame: $0) }
        plain.tap()
        plain.trace.expectRemovedLines("touchDown@0", "touchUpInside@0")
        let button = ControlStage { UIButton(frame: $0) }
        button.tap()
        button.trace.expectRemovedLines(
            "touchDown@0", "touchUpInside@0", "primaryActionTriggered@0")
    }

    @Test("R-9.11: dragging out of and into a control sends drag events and updates the highlight.")
    func dragging() {
        let stage = ControlStage { UIControl(frame: $0) }
        let (simulator, control, trace) = (stage.simulator, stage.control, stage.trace)
        simulator.down(1, at: CGPoint(150, 125))
        #expect(control.isTracking && control.isTouchInside && control.isHighlighted)
        #expect(control.state == .highlighted)
        simulator.move(1, to: CGPoint(190, 125))
        trace.expectRemovedLines("touchDown@0", "touchDragInside@0")
        simulator.move(1, to: CGPoint(300, 125))
        trace.expectRemovedLines("touchDragOutside@0", "touchDragExit@0")
        #expect(control.isTracking && !control.isTouchInside && !control.isHighlighted)
        simulator.move(1, to: CGPoint(310, 125))
        trace.expectRemovedLines("touchDragOutside@0")
        simulator.move(1, to: CGPoint(150, 125))
        trace.expectRemovedLines("touchDragInside@0", "touchDragEnter@0")
        #expect(control.isHighlighted)
        simulator.play("1→(310,125) 1↑")
        trace.expectRemovedLines("touchDragOutside@0", "touchDragExit@0", "touchUpOutside@0")
        #expect(!control.isTracking && !control.isTouchInside && control.state == .normal)
    }

    @Test(
        "R-9.11: a tracked touch counts as inside up to 70 points beyond the edges.")
    func slack() {
        let stage = ControlStage { UIControl(frame: $0) }
        let inside = [CGPoint(30, 125), CGPoint(269.9, 125), CGPoint(150, 30), CGPoint(150, 219.9)]
        let outside = [CGPoint(29.9, 125), CGPoint(270, 125), CGPoint(150, 29), CGPoint(150, 220)]
        for (places, name) in [(inside, "touchUpInside@0"), (outside, "touchUpOutside@0")] {
            for place in places {
                stage.simulator.down(1, at: CGPoint(150, 125))
                stage.simulator.move(1, to: place)
                stage.simulator.up(1)
                #expect(stage.trace.removeLines().last == name, "\(place)")
            }
        }
        // The margin does not apply to touches that begin outside the control.
        stage.simulator.play("1↓(95,125) 1↑")
        #expect(stage.trace.removeLines() == [])
    }

    @Test("R-9.11: a cancelled touch sends touchCancel and ends the highlight.")
    func cancelled() {
        let stage = ControlStage { TrackingControl(frame: $0) }
        stage.simulator.play("1↓(150,125) 1✕")
        stage.trace.expectRemovedLines("touchDown@0", "touchCancel@0")
        #expect(stage.control.log == ["begin", "cancel"])
        #expect(stage.control.state == .normal && !stage.control.isTracking)
        stage.simulator.down(1, at: CGPoint(150, 125))
        stage.control.removeFromSuperview()
        stage.trace.expectRemovedLines("touchDown@0", "touchCancel@0")
        stage.simulator.up(1)
        #expect(stage.trace.removeLines() == [])
    }

    @Test("R-9.11: a control whose touched subview is removed sends touchCancel and stays usable.")
    func removedSubview() {
        let stage = ControlStage { UIControl(frame: $0) }
        let content = UIView(frame: stage.control.bounds)
        stage.control.addSubview(content)
        stage.simulator.down(1, at: CGPoint(150, 125))
        #expect(stage.control.isTracking)
        content.removeFromSuperview()
        stage.trace.expectRemovedLines("touchDown@0", "touchCancel@0")
        #expect(stage.control.state == .normal && !stage.control.isTracking)
        stage.simulator.up(1)
        stage.tap()
        stage.trace.expectRemovedLines("touchDown@0", "touchUpInside@0")
    }

    @Test("R-2.10: a disabled control ignores touches and does not pass them on.")
    func disabled() {
        let stage = ControlStage { UIControl(frame: $0) }
        let behind = RecorderView(
            "behind", stage.trace, frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        stage.simulator.window.insertSubview(behind, at: 0)
        behind.addSubview(stage.control)
        stage.control.isEnabled = false
        stage.tap()
        #expect(stage.trace.removeLines() == [])
        #expect(stage.control.state == .disabled)
        stage.control.isUserInteractionEnabled = false
        stage.tap()
        stage.trace.expectRemovedLines("behind.began{1}@0", "behind.ended{1}@0")
    }

    @Test("Disabling a control while it tracks a touch cancels the tracking.")
    func disabledMeanwhile() {
        let stage = ControlStage { TrackingControl(frame: $0) }
        stage.simulator.down(1, at: CGPoint(150, 125))
        stage.control.isEnabled = false
        stage.trace.expectRemovedLines("touchDown@0", "touchCancel@0")
        #expect(stage.control.log == ["begin", "cancel"])
        #expect(stage.control.state == .disabled)
        stage.simulator.play("1→(151,125) 1↑")
        #expect(stage.trace.removeLines() == [])
    }

    /// Returns the events of a tap on a control that its own change disables.
    private func eventsOfDisablingTap<Control: UIControl>(
        _ make: (CGRect) -> Control
    ) -> [String] {
        let stage = ControlStage(make)
        stage.control.addAction(for: .valueChanged) { $0.isEnabled = false }
        stage.simulator.play("1↓(110,120) 1↑")
        #expect(stage.control.state == .disabled && !stage.control.isTracking)
        #expect(stage.control.isTouchInside)
        return stage.trace.removeLines()
    }

    @Test("R-9.11: a control that its own change at the lift disables sends touchUpInside.")
    func disabledByChange() {
        let expected = [
            "touchDown@0", "valueChanged@0", "primaryActionTriggered@0", "touchUpInside@0",
        ]
        #expect(eventsOfDisablingTap { UISwitch(frame: $0) } == expected)
        #expect(eventsOfDisablingTap { UISlider(frame: $0) } == expected)
        let stepperEvents = eventsOfDisablingTap { (frame: CGRect) -> UIStepper in
            let stepper = UIStepper(frame: frame)
            stepper.value = 5
            stepper.isContinuous = false
            return stepper
        }
        #expect(stepperEvents == expected)
        let segmentEvents = eventsOfDisablingTap { (frame: CGRect) -> UISegmentedControl in
            let control = UISegmentedControl(items: ["One", "Two"])
            control.frame = frame
            return control
        }
        #expect(segmentEvents == expected)
    }

    @Test("Only a change of isEnabled changes a control's opacity.")
    func opacity() {
        let controls: [UIControl] = [
            UISlider(), UIStepper(), UISegmentedControl(items: ["One"]),
        ]
        for control in controls {
            control.alpha = 0.8
            control.isHighlighted = true
            #expect(control.alpha == 0.8)
            control.isSelected = true
            #expect(control.alpha == 0.8)
            control.isEnabled = false
            #expect(control.alpha == 0.5)
            control.isEnabled = true
            #expect(control.alpha == 1)
        }
    }

    @Test("Repeated taps send touchDownRepeat together with touchDown.")
    func repeatedTaps() {
        let stage = ControlStage { UIControl(frame: $0) }
        stage.tap()
        stage.simulator.advance(by: 0.1)
        stage.tap()
        stage.trace.expectRemovedLines(
            "touchDown@0", "touchUpInside@0", "touchDown@0.1", "touchDownRepeat@0.1",
            "touchUpInside@0.1")
        var calls = 0
        stage.control.addAction(for: .allTouchEvents) { _ in calls += 1 }
        stage.simulator.advance(by: 0.1)
        stage.simulator.down(1, at: CGPoint(150, 125))
        #expect(calls == 1, "events that come together call once")
    }

    @Test("A control tracks only the first touch.")
    func oneFinger() {
        let stage = ControlStage { UIControl(frame: $0) }
        stage.control.isMultipleTouchEnabled = true
        stage.simulator.play("1↓(110,110) 2↓(150,125) 2→(390,390) 2↑ 1↑")
        stage.trace.expectRemovedLines("touchDown@0", "touchUpInside@0")
    }

    @Test("A subclass decides whether to begin and to continue tracking.")
    func tracking() {
        let stage = ControlStage { TrackingControl(frame: $0) }
        stage.control.shouldBegin = false
        stage.tap()
        #expect(stage.trace.removeLines() == [])
        #expect(stage.control.log == ["begin"])
        stage.control.shouldBegin = true
        stage.control.log = []
        stage.simulator.advance(by: 1)
        stage.simulator.play("1↓(150,125) 1→(151,125)")
        stage.control.shouldContinue = false
        stage.simulator.move(1, to: CGPoint(152, 125))
        #expect(!stage.control.isTracking && !stage.control.isHighlighted)
        stage.simulator.play("1→(153,125) 1↑")
        stage.trace.expectRemovedLines("touchDown@1", "touchDragInside@1")
        #expect(stage.control.log == ["begin", "continue", "continue"])
        stage.control.log = []
        stage.control.shouldContinue = true
        stage.tap()
        #expect(stage.control.log == ["begin", "end"])
    }

    @Test("Of two touches in one frame, a multi-touch control tracks the one reported first.")
    func twoTouchesInOneFrame() {
        // The order of a set of touches depends on their addresses, so the stages are kept.
        var stages: [ControlStage<UIControl>] = []
        for _ in 0..<32 {
            let stage = ControlStage { UIControl(frame: $0) }
            stages.append(stage)
            stage.control.isMultipleTouchEnabled = true
            stage.simulator.play("1↓(120,125)&2↓(180,125) 2↑")
            #expect(stage.control.isTracking)
            stage.simulator.up(1)
            stage.trace.expectRemovedLines("touchDown@0", "touchUpInside@0")
        }
    }

    @Test("R-9.12: buttons with interaction disabled leave all touch phases to their superview.")
    func lockPattern() {
        let stage = Stage()
        for column in 0..<3 {
            let button = UIButton(
                frame: CGRect(x: CGFloat(column) * 60 + 10, y: 10, width: 40, height: 40))
            button.isUserInteractionEnabled = false
            stage.view.addSubview(button)
        }
        stage.simulator.play("1↓(30,30) 1→(90,30) 1→(150,30) 1↑")
        stage.trace.expectRemovedLines(
            "V.began{1}@0", "V.moved{1}@0", "V.moved{1}@0", "V.ended{1}@0")
    }
}
