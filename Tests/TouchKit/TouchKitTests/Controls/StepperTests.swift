import Testing
import TouchKit
import TouchKitTesting

/// Steppers pressed by touches and changed by code.
@Suite("Steppers")
@MainActor
struct StepperTests {
    /// Creates a stepper at (100, 100, 94, 32).
    private func makeStage() -> ControlStage<UIStepper> { ControlStage { UIStepper(frame: $0) } }

    private let minus = CGPoint(120, 115)
    private let plus = CGPoint(170, 115)
    private let tapOnPlus = "1↓(170,115) 1↑"

    @Test("A touch changes the value at touch-down by one step.")
    func tap() {
        let stage = makeStage()
        stage.simulator.down(1, at: plus)
        #expect(stage.control.value == 1)
        stage.simulator.up(1)
        stage.control.stepValue = 5
        stage.simulator.play(tapOnPlus)
        #expect(stage.control.value == 6)
        stage.simulator.play("1↓(120,115) 1↑ 1↓(120,115) 1↑")
        #expect(stage.control.value == 0)
        #expect(stage.trace.removeLines().filter { $0.hasPrefix("valueChanged") }.count == 4)
    }

    @Test("A held touch repeats the step after 0.5 s every 0.1 s, and later every 0.05 s.")
    func autorepeat() {
        let stage = makeStage()
        stage.simulator.down(1, at: plus)
        stage.simulator.advance(by: 0.49)
        #expect(stage.control.value == 1)
        stage.simulator.advance(to: 1.44)
        #expect(stage.control.value == 11)
        stage.simulator.advance(to: 2.42)
        #expect(stage.control.value == 31)
        stage.simulator.up(1)
        stage.simulator.advance(by: 5)
        #expect(stage.control.value == 31)
        #expect(stage.simulator.application.nextDeadline == nil)
    }

    @Test("A stepper that its own change disables neither repeats nor stays highlighted.")
    func disabledByChange() {
        let stage = makeStage()
        stage.control.addAction(for: .valueChanged) { $0.isEnabled = false }
        stage.simulator.down(1, at: plus)
        stage.simulator.advance(by: 2)
        stage.simulator.up(1)
        #expect(stage.control.value == 1)
        #expect(!stage.control.isTracking && !stage.control.isHighlighted)
        #expect(stage.simulator.application.nextDeadline == nil)
        stage.control.isEnabled = true
        stage.simulator.play(tapOnPlus)
        #expect(stage.control.value == 2)
    }

    @Test("Repetition stops while the touch is off its half, and without autorepeat.")
    func pausesOffHalf() {
        let stage = makeStage()
        stage.simulator.down(1, at: plus)
        stage.simulator.move(1, to: minus)
        stage.simulator.advance(by: 2)
        #expect(stage.control.value == 1)
        stage.simulator.move(1, to: plus)
        stage.simulator.advance(by: 0.55)
        #expect(stage.control.value == 2)
        stage.simulator.up(1)
        stage.control.autorepeat = false
        stage.simulator.down(1, at: plus)
        stage.simulator.advance(by: 2)
        #expect(stage.control.value == 3)
    }

    @Test("A stepper that is not continuous sends one change when the touch ends.")
    func discrete() {
        let stage = makeStage()
        stage.control.isContinuous = false
        stage.simulator.down(1, at: plus)
        stage.simulator.advance(by: 1)
        stage.trace.expectRemovedLines("touchDown@0")
        stage.simulator.up(1)
        #expect(stage.control.value == 7)
        stage.trace.expectRemovedLines(
            "valueChanged@1", "primaryActionTriggered@1", "touchUpInside@1")
    }

    @Test("The value stops at the limits, or wraps to the other limit.")
    func limits() {
        let stage = makeStage()
        stage.control.maximumValue = 1
        for _ in 0..<2 { stage.simulator.play(tapOnPlus) }
        #expect(stage.control.value == 1)
        stage.control.wraps = true
        stage.simulator.play(tapOnPlus)
        #expect(stage.control.value == 0)
        stage.control.minimumValue = 200
        #expect(stage.control.maximumValue == 200 && stage.control.value == 200)
    }

    @Test("A stepper that leaves its window stops repeating.")
    func removal() {
        let stage = makeStage()
        stage.simulator.down(1, at: plus)
        stage.control.removeFromSuperview()
        stage.simulator.advance(by: 2)
        #expect(stage.control.value == 1)
        #expect(stage.trace.removeLines().last == "touchCancel@0")
    }

    @Test("R-9.3: a stepper prevents a superview's single tap.")
    func tapAround() {
        let stage = makeStage()
        var taps = 0
        let tap = UITapGestureRecognizer()
        tap.addAction { _ in taps += 1 }
        stage.simulator.window.addGestureRecognizer(tap)
        stage.simulator.play(tapOnPlus)
        #expect(stage.control.value == 1 && taps == 0)
    }
}
