import Testing
import TouchKit
import TouchKitTesting

/// Sliders dragged by touches and changed by code.
@Suite("Sliders")
@MainActor
struct SliderTests {
    /// Creates a slider at (100, 100, 228, 31), whose thumb moves over 200 points.
    private func makeStage() -> ControlStage<UISlider> {
        let stage = ControlStage { UISlider(frame: $0) }
        stage.control.frame = CGRect(x: 100, y: 100, width: 228, height: 31)
        return stage
    }

    private let changes = ["valueChanged@0", "primaryActionTriggered@0"]

    @Test(
        "A drag of the thumb changes the value and sends each change, and the last one at the end.")
    func drag() {
        let stage = makeStage()
        let simulator = stage.simulator
        simulator.play("1↓(110,115) 1→(160,115)")
        #expect(stage.control.value == 0.25)
        simulator.move(1, to: CGPoint(360, 300))
        #expect(stage.control.value == 1)
        #expect(stage.control.isTracking)
        simulator.up(1)
        #expect(
            stage.trace.removeLines() == ["touchDown@0"] + changes + ["touchDragInside@0"] + changes
                + ["touchDragOutside@0", "touchDragExit@0"] + changes + ["touchUpOutside@0"])
    }

    @Test("A slider that is not continuous sends its value only when the touch ends.")
    func discrete() {
        let stage = makeStage()
        stage.control.isContinuous = false
        stage.simulator.play("1↓(114,115) 1→(214,115)")
        #expect(stage.control.value == 0.5)
        stage.trace.expectRemovedLines("touchDown@0", "touchDragInside@0")
        stage.simulator.up(1)
        #expect(stage.trace.removeLines() == changes + ["touchUpInside@0"])
    }

    @Test("A slider that its own change disables during a drag sends nothing after touchCancel.")
    func disabledByChange() {
        let stage = makeStage()
        stage.control.addAction(for: .valueChanged) { $0.isEnabled = false }
        stage.simulator.play("1↓(114,115) 1→(214,115) 1→(224,115) 1↑")
        #expect(stage.control.value == 0.5)
        #expect(stage.trace.removeLines() == ["touchDown@0"] + changes + ["touchCancel@0"])
    }

    @Test("A touch beside the thumb is consumed without effect.")
    func besideThumb() {
        let stage = makeStage()
        stage.simulator.play("1↓(250,115) 1→(150,115) 1↑")
        #expect(stage.control.value == 0)
        #expect(stage.trace.removeLines().isEmpty)
    }

    @Test("Values and limits are clamped, and raise or lower each other.")
    func limits() {
        let stage = makeStage()
        let slider = stage.control
        slider.maximumValue = 10
        slider.value = 20
        #expect(slider.value == 10)
        slider.minimumValue = 30
        #expect(slider.maximumValue == 30 && slider.value == 30)
        slider.maximumValue = 5
        #expect(slider.minimumValue == 5 && slider.value == 5)
        #expect(stage.trace.removeLines().isEmpty)
    }

    @Test(
        "R-10.12: a drag of the thumb along the track prevents pans and swipes of a superview",
        arguments: [true, false])
    func dragInPannableView(isOnThumb: Bool) {
        let stage = makeStage()
        var pans = 0
        var swipes = 0
        let pan = UIPanGestureRecognizer()
        pan.addAction { _ in pans += 1 }
        let swipe = UISwipeGestureRecognizer()
        swipe.addAction { _ in swipes += 1 }
        let superview = UIView(frame: stage.simulator.window.bounds)
        stage.simulator.window.addSubview(superview)
        superview.addSubview(stage.control)
        superview.addGestureRecognizer(swipe)
        superview.addGestureRecognizer(pan)
        let x: CGFloat = isOnThumb ? 114 : 200
        stage.simulator.down(1, at: CGPoint(x, 115))
        for step in 1...10 {
            stage.simulator.advance(by: 0.01)
            stage.simulator.move(1, to: CGPoint(x + 10 * CGFloat(step), 115))
        }
        stage.simulator.up(1)
        #expect((pans + swipes == 0) == isOnThumb)
        #expect(stage.control.value == (isOnThumb ? 0.5 : 0))
    }

    @Test("R-10.12: in a horizontal scroll view, the thumb moves and the content rests.")
    func inScrollView() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let scrollView = UIScrollView(frame: simulator.window.bounds)
        scrollView.contentSize = CGSize(width: 2_000, height: 2_000)
        let slider = UISlider(frame: CGRect(x: 100, y: 100, width: 228, height: 31))
        scrollView.addSubview(slider)
        simulator.window.addSubview(scrollView)
        simulator.down(1, at: CGPoint(114, 115))
        simulator.advance(by: 0.05)
        simulator.move(1, to: CGPoint(214, 115))
        simulator.advance(by: 0.2)
        simulator.up(1)
        #expect(slider.value == 0.5)
        #expect(scrollView.contentOffset == .zero)
        simulator.down(1, at: CGPoint(214, 115))
        simulator.advance(by: 0.05)
        simulator.play("1→(214,65) 1↑")
        #expect(slider.value == 0.5)
        #expect(scrollView.contentOffset.y == 40)
    }

    @Test("The thumb's touch target is 44 points high.")
    func target() {
        let stage = makeStage()
        let window = stage.simulator.window
        #expect(window.hitTest(CGPoint(114, 94), with: nil) === stage.control)
        #expect(window.hitTest(CGPoint(114, 93), with: nil) === window)
        #expect(window.hitTest(CGPoint(114, 137), with: nil) === stage.control)
        #expect(window.hitTest(CGPoint(114, 138), with: nil) === window)
    }
}
