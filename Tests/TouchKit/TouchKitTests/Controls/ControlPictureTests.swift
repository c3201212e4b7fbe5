import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Golden pictures of every control in every state, in the light and the dark style.
@Suite("Control pictures", .serialized)
@MainActor
struct ControlPictureTests {
    /// The screen with controls in a column of 180 points for each state: normal, pressed,
    /// disabled.
    private func makeSimulator(
        height: CGFloat, style: UIUserInterfaceStyle
    ) -> TouchSimulator {
        let simulator = TouchSimulator(screenSize: CGSize(width: 540, height: height), scale: 2)
        simulator.window.overrideUserInterfaceStyle = style
        simulator.window.backgroundColor = .systemBackground
        return simulator
    }

    private func name(_ name: String, _ style: UIUserInterfaceStyle) -> String {
        style == .dark ? "\(name)-dark" : "\(name)-light"
    }

    /// Adds a control in three states, and presses the one in the middle.
    private func add(
        to simulator: TouchSimulator, y: CGFloat, touch: CGPoint?, _ make: () -> UIControl
    ) {
        for column in 0..<3 {
            let control = make()
            let width = control.frame.width > 0 ? control.frame.width : 160
            control.frame = CGRect(
                x: 10 + 180 * CGFloat(column), y: y, width: width,
                height: control.frame.height)
            control.isEnabled = column != 2
            simulator.window.addSubview(control)
        }
        if let touch {
            simulator.down(Int(y), at: CGPoint(190 + touch.x, y + touch.y))
        }
    }

    @Test(
        "Sliders, steppers and segmented controls, normal, pressed and disabled",
        arguments: [UIUserInterfaceStyle.light, .dark])
    func values(style: UIUserInterfaceStyle) throws {
        let simulator = makeSimulator(height: 260, style: style)
        add(to: simulator, y: 10, touch: CGPoint(80, 15)) {
            let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 160, height: 31))
            slider.value = 0.5
            return slider
        }
        add(to: simulator, y: 60, touch: CGPoint(70, 15)) { UIStepper() }
        add(to: simulator, y: 110, touch: CGPoint(30, 15)) {
            let control = UISegmentedControl(items: ["Pen", "Line", "Oval"])
            control.frame.size.width = 160
            control.selectedSegmentIndex = 1
            return control
        }
        add(to: simulator, y: 160, touch: CGPoint(30, 15)) {
            let control = UISegmentedControl(items: ["Undo", "Redo"])
            control.isMomentary = true
            control.frame.size.width = 160
            return control
        }
        add(to: simulator, y: 210, touch: CGPoint(10, 15)) {
            let control = UISwitch()
            control.isOn = true
            return control
        }
        simulator.advance(by: 0.3)
        try expectPicture(simulator.render(), matches: name("value-controls", style))
        #expect(simulator.isUpToDate())
    }

    @Test(
        "Buttons, normal, pressed and disabled; the last two rows are selected and have images",
        arguments: [UIUserInterfaceStyle.light, .dark])
    func buttons(style: UIUserInterfaceStyle) throws {
        let simulator = makeSimulator(height: 160, style: style)
        let background = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
            UIColor.orange.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        let pressed = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
            UIColor.purple.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        for row in 0..<3 {
            add(to: simulator, y: 10 + 50 * CGFloat(row), touch: CGPoint(50, 20)) {
                let button = UIButton(type: .system)
                button.frame.size = CGSize(width: 160, height: 40)
                button.setTitle("Button", for: .normal)
                button.isSelected = row == 1
                if row == 2 {
                    button.setBackgroundImage(background, for: .normal)
                    button.setBackgroundImage(pressed, for: .highlighted)
                    button.setTitle("Pressed", for: .highlighted)
                    button.setTitleColor(.white, for: .highlighted)
                    button.setTitle("Disabled", for: .disabled)
                }
                return button
            }
        }
        try expectPicture(simulator.render(), matches: name("button-states", style))
    }

    @Test(
        "Progress views and activity indicators in all sizes",
        arguments: [UIUserInterfaceStyle.light, .dark])
    func indicators(style: UIUserInterfaceStyle) throws {
        let simulator = makeSimulator(height: 80, style: style)
        for (index, progress) in [Float(0), 0.35, 1].enumerated() {
            let view = UIProgressView(
                frame: CGRect(x: 10 + 180 * CGFloat(index), y: 15, width: 160, height: 4))
            view.progress = progress
            if index == 2 { view.progressTintColor = .systemGreen }
            simulator.window.addSubview(view)
        }
        for (index, size) in [UIActivityIndicatorView.Style.medium, .large, .large].enumerated() {
            let view = UIActivityIndicatorView(style: size)
            view.center = CGPoint(90 + 180 * CGFloat(index), 50)
            if index == 2 { view.color = .systemOrange }
            view.startAnimating()
            simulator.window.addSubview(view)
        }
        try expectPicture(simulator.render(), matches: name("indicators", style))
    }
}
