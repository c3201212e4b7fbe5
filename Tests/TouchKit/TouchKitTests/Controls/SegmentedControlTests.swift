import Testing
import TouchKit
import TouchKitTesting

/// Segmented controls pressed by touches and changed by code.
@Suite("Segmented controls")
@MainActor
struct SegmentedControlTests {
    /// Creates a control with three segments of 100 points at (50, 100).
    private func makeStage() -> ControlStage<UISegmentedControl> {
        let stage = ControlStage { (frame: CGRect) -> UISegmentedControl in
            let control = UISegmentedControl(items: ["One", "Two", "Three"])
            control.frame = frame
            return control
        }
        stage.control.frame = CGRect(x: 50, y: 100, width: 300, height: 32)
        return stage
    }

    private func tap(_ stage: ControlStage<UISegmentedControl>, segment: Int) {
        stage.simulator.down(1, at: CGPoint(100 + 100 * CGFloat(segment), 115))
        stage.simulator.up(1)
    }

    private let change = ["valueChanged@0", "primaryActionTriggered@0"]

    @Test("A new control has its natural size at the origin.")
    func natural() {
        let stage = makeStage()
        let control = UISegmentedControl(items: ["One", "Two"])
        stage.simulator.window.addSubview(control)
        #expect(control.frame == CGRect(origin: .zero, size: control.intrinsicContentSize))
        #expect(control.frame.width >= 88 && control.frame.height == 32)
    }

    @Test("A tap selects the segment under it and sends the change before touchUpInside.")
    func tapSelects() {
        let stage = makeStage()
        #expect(stage.control.selectedSegmentIndex == UISegmentedControl.noSegment)
        tap(stage, segment: 1)
        #expect(stage.control.selectedSegmentIndex == 1)
        #expect(stage.trace.removeLines() == ["touchDown@0"] + change + ["touchUpInside@0"])
        tap(stage, segment: 1)
        stage.trace.expectRemovedLines("touchDown@0", "touchDownRepeat@0", "touchUpInside@0")
    }

    @Test("A touch selects the segment on which it is lifted, and none outside of the control.")
    func slide() {
        let stage = makeStage()
        stage.simulator.play("1↓(100,115) 1→(300,115) 1↑")
        #expect(stage.control.selectedSegmentIndex == 2)
        stage.simulator.play("1↓(100,115) 1→(100,180) 1↑")
        #expect(stage.control.selectedSegmentIndex == 2)
    }

    @Test("A disabled segment cannot be selected, and setting the index sends no event.")
    func disabled() {
        let stage = makeStage()
        stage.control.setEnabled(false, forSegmentAt: 1)
        tap(stage, segment: 1)
        #expect(stage.control.selectedSegmentIndex == UISegmentedControl.noSegment)
        _ = stage.trace.removeLines()
        stage.control.selectedSegmentIndex = 2
        #expect(stage.trace.removeLines().isEmpty)
    }

    @Test("A momentary control has a selected segment only while it sends events.")
    func momentary() {
        let stage = makeStage()
        stage.control.isMomentary = true
        var indices: [Int] = []
        stage.control.addAction(for: .valueChanged) { control in
            if let control = control as? UISegmentedControl {
                indices.append(control.selectedSegmentIndex)
            }
        }
        tap(stage, segment: 0)
        tap(stage, segment: 0)
        #expect(indices == [0, 0])
        #expect(stage.control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }

    @Test("Inserting and removing segments moves the selection with its segment.")
    func changes() {
        let stage = makeStage()
        let control = stage.control
        control.selectedSegmentIndex = 1
        control.insertSegment(withTitle: "Zero", at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 2)
        #expect(control.titleForSegment(at: 2) == "Two")
        control.removeSegment(at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 1)
        control.removeSegment(at: 1, animated: false)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
        control.removeAllSegments()
        #expect(control.numberOfSegments == 0)
        tap(stage, segment: 1)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }
}
