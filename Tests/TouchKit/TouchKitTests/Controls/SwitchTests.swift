import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Switches changed by touches and by code.
@Suite("Switches", .serialized)
@MainActor
final class SwitchTests {
    /// A switch at (100, 100) with its center at (125.5, 115.5). Created lazily, so that its
    /// application is the newest one while the test runs.
    private(set) lazy var stage = ControlStage { UISwitch(frame: $0) }
    var control: UISwitch { stage.control }
    var simulator: TouchSimulator { stage.simulator }
    let middleTap = "1↓(125,115) 1↑"
    let changeEvents = ["valueChanged@0", "primaryActionTriggered@0"]

    /// Returns and clears the events sent, without drag events.
    func drainEvents() -> [String] {
        stage.trace.removeLines().filter { !$0.hasPrefix("touchDrag") }
    }

    @Test("A tap toggles the switch and sends the change before touchUpInside.")
    func tap() {
        simulator.play("1↓(125,115)")
        #expect(!control.isOn)
        simulator.up(1)
        #expect(control.isOn)
        #expect(drainEvents() == ["touchDown@0"] + changeEvents + ["touchUpInside@0"])
        simulator.play(middleTap)
        #expect(!control.isOn)
    }

    @Test("Setting isOn sends no events.")
    func program() {
        control.isOn = true
        control.setOn(false, animated: true)
        control.setOn(true, animated: true)
        simulator.advance(by: 1)
        #expect(control.isOn)
        #expect(drainEvents().isEmpty)
    }

    @Test("A drag beyond the middle changes the value once, when the touch ends.")
    func drag() {
        simulator.down(1, at: CGPoint(115, 115))
        for x in stride(from: 115.0, through: 150, by: 1) { simulator.move(1, to: CGPoint(x, 115)) }
        #expect(!control.isOn)
        #expect(drainEvents() == ["touchDown@0"])
        simulator.up(1)
        #expect(control.isOn)
        #expect(drainEvents() == changeEvents + ["touchUpInside@0"])
    }

    /// There and back; to the thumb's own side; vertically, with a lift outside.
    @Test(
        "A drag that does not end on the other side changes nothing and is not a tap.",
        arguments: [
            (true, "1↓(135,115) 1→(105,115) 1→(90,115) 1→(136,115) 1↑", "touchUpInside@0"),
            (true, "1↓(110,115) 1→(130,115) 1→(170,115) 1↑", "touchUpInside@0"),
            (false, "1↓(125,115) 1→(125,10) 1↑", "touchUpOutside@0"),
        ])
    func dragWithoutChange(isOn: Bool, script: String, end: String) {
        control.isOn = isOn
        simulator.play(script)
        #expect(control.isOn == isOn)
        #expect(drainEvents() == ["touchDown@0", end])
    }

    @Test("A cancelled touch leaves the value unchanged.")
    func cancel() {
        let off = simulator.render()
        simulator.play("1↓(115,115) 1→(125,115) 1→(160,115) 1✕")
        simulator.advance(by: 1)
        #expect(!control.isOn)
        #expect(drainEvents() == ["touchDown@0", "touchCancel@0"])
        #expect(simulator.render().isEqual(to: off))
    }

    @Test("Setting isOn during a drag does not affect the result of the drag.")
    func programUnderAFinger() {
        simulator.play("1↓(115,115) 1→(125,115) 1→(160,115)")
        control.setOn(true, animated: false)
        _ = drainEvents()
        simulator.up(1)
        #expect(control.isOn)
        #expect(drainEvents() == ["touchUpInside@0"])
    }

    @Test("A disabled switch ignores touches.")
    func disabled() {
        control.isEnabled = false
        simulator.play(middleTap)
        #expect(!control.isOn)
        #expect(drainEvents().isEmpty)
    }

    @Test("The switch has a fixed size and a touch target that is 44 points high.")
    func size() {
        #expect(control.frame == CGRect(x: 100, y: 100, width: 51, height: 31))
        control.frame = CGRect(x: 10, y: 20, width: 200, height: 100)
        #expect(control.frame == CGRect(x: 10, y: 20, width: 51, height: 31))
        #expect(control.intrinsicContentSize == CGSize(width: 51, height: 31))
        control.sizeToFit()
        #expect(control.bounds.size == CGSize(width: 51, height: 31))
        let window = simulator.window
        #expect(window.hitTest(CGPoint(30, 20 - 6), with: nil) === control)
        #expect(window.hitTest(CGPoint(30, 51 + 6), with: nil) === control)
        #expect(window.hitTest(CGPoint(30, 20 - 7), with: nil) === window)
        #expect(window.hitTest(CGPoint(30, 51 + 7), with: nil) === window)
        #expect(window.hitTest(CGPoint(9, 30), with: nil) === window)
    }

    @Test(
        "R-9.3: a switch prevents a superview's single tap unless it does not cancel touches."
    )
    func tapAround() {
        let tap = UITapGestureRecognizer()
        var taps = 0
        tap.addAction { _ in taps += 1 }
        simulator.window.addGestureRecognizer(tap)
        simulator.play(middleTap)
        #expect(control.isOn && taps == 0)
        tap.cancelsTouchesInView = false
        simulator.advance(by: 1)
        simulator.play(middleTap)
        #expect(!control.isOn && taps == 1)
    }

    @Test("After random touches, the value matches the last event and the picture is up to date.")
    func randomFingers() {
        var random = SeededRandom(seed: 23)
        var reported = false
        var changeCount = 0
        control.addAction(for: .valueChanged) { control in
            reported = (control as? UISwitch)?.isOn ?? !reported
            changeCount += 1
        }
        var isDown = false
        for _ in 0..<2_000 {
            let place = CGPoint(
                random.number(in: 80...170).rounded(), random.number(in: 90...140).rounded())
            switch (isDown, random.next(below: 5)) {
            case (false, _):
                simulator.down(1, at: place)
                isDown = true
            case (true, 0):
                simulator.up(1)
                isDown = false
            case (true, 1) where random.next(below: 4) == 0:
                simulator.cancel(1)
                isDown = false
            case (true, _):
                simulator.move(1, to: place)
            }
            simulator.advance(by: random.number(in: 0...0.1))
            #expect(control.isOn == reported)
            if !isDown { #expect(!control.isHighlighted) }
        }
        #expect(changeCount > 10)
        if isDown { simulator.cancel(1) }
        simulator.advance(by: 1)
        #expect(simulator.isUpToDate())
    }

    @Test("Off, on, pressed, half-way, disabled and tinted switches match the golden picture.")
    func golden() throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 260, height: 100), scale: 2)
        simulator.window.backgroundColor = .white
        func put(_ x: CGFloat, _ y: CGFloat, isOn: Bool) -> UISwitch {
            let control = UISwitch(frame: CGRect(x: x, y: y, width: 0, height: 0))
            control.isOn = isOn
            simulator.window.addSubview(control)
            return control
        }
        _ = put(10, 10, isOn: false)
        _ = put(70, 10, isOn: true)
        put(130, 10, isOn: true).onTintColor = .blue
        put(190, 10, isOn: true).thumbTintColor = .black
        put(10, 58, isOn: false).isEnabled = false
        put(70, 58, isOn: true).isEnabled = false
        _ = put(130, 58, isOn: true)
        _ = put(190, 58, isOn: false)
        simulator.play("1↓(150,70) 2↓(200,70) 2→(206,70) 2→(213,70)")
        simulator.advance(by: 1)
        try expectPicture(simulator.render(), matches: "switches")
    }
}
