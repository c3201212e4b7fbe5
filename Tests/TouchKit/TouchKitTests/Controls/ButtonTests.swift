import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Appearance and size of buttons.
@Suite("Buttons", .serialized)
@MainActor
struct ButtonTests {
    private func star() -> UIImage {
        let bitmap = Bitmap(width: 16, height: 16, isOpaque: false)
        for y in 0..<16 {
            for x in 0..<16 where abs(x - 8) + abs(y - 8) < 8 { bitmap[x, y] = 0xFFFF_C020 }
        }
        return UIImage(bitmap: bitmap)
    }

    private func row(_ y: CGFloat, _ make: () -> UIButton, in window: UIWindow) {
        for (column, state) in [UIControl.State.normal, .highlighted, .selected, .disabled]
            .enumerated()
        {
            let button = make()
            button.frame = CGRect(x: 8 + CGFloat(column) * 98, y: y, width: 92, height: 44)
            button.isHighlighted = state == .highlighted
            button.isSelected = state == .selected
            button.isEnabled = state != .disabled
            window.addSubview(button)
        }
    }

    @Test("Normal, highlighted, selected and disabled buttons match the golden picture.")
    func golden() throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 216))
        simulator.window.backgroundColor = UIColor(white: 0.95, alpha: 1)
        row(8, { systemButton() }, in: simulator.window)
        row(60, { customButton() }, in: simulator.window)
        row(
            112,
            {
                let button = customButton()
                button.setTitle("Star", for: .normal)
                button.setImage(star(), for: .normal)
                return button
            }, in: simulator.window)
        row(
            164,
            {
                let button = systemButton()
                button.setTitle("A title too long", for: .normal)
                return button
            }, in: simulator.window)
        try expectPicture(simulator.render(), matches: "buttons")
    }

    private func systemButton() -> UIButton {
        let button = UIButton(type: .system)
        button.setTitle("System", for: .normal)
        return button
    }

    private func customButton() -> UIButton {
        let button = UIButton(type: .custom)
        button.cornerRadius = 10
        button.setTitle("Custom", for: .normal)
        button.setTitle("Chosen", for: .selected)
        button.setTitleColor(.lightGray, for: .disabled)
        button.setBackgroundColor(.darkGray, for: .normal)
        button.setBackgroundColor(.black, for: .highlighted)
        button.setBackgroundColor(
            UIColor(red: 0.1, green: 0.5, blue: 0.2, alpha: 1), for: .selected)
        return button
    }

    @Test("A state without its own value uses the normal state's.")
    func fallback() {
        let button = customButton()
        #expect(button.title(for: .highlighted) == "Custom")
        button.isSelected = true
        #expect(button.currentTitle == "Chosen" && button.titleLabel?.text == "Chosen")
        button.isHighlighted = true
        #expect(button.state == [.selected, .highlighted])
        #expect(button.currentTitle == "Custom")
        button.setTitle("Both", for: [.selected, .highlighted])
        #expect(button.currentTitle == "Both")
        button.setTitle(nil, for: [.selected, .highlighted])
        #expect(button.currentTitle == "Custom")
        button.isSelected = false
        button.isHighlighted = false
        #expect(button.currentTitleColor == .white)
        button.isEnabled = false
        #expect(button.currentTitleColor == .lightGray)
    }

    @Test("The intrinsic size is title and image side by side plus insets.")
    func size() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let button = UIButton(frame: CGRect(x: 5, y: 6, width: 1, height: 1))
        simulator.window.addSubview(button)
        #expect(button.intrinsicContentSize == .zero)
        button.setTitle("OK", for: .normal)
        let title = "OK".size(withAttributes: [.font: UIFont.systemFont(ofSize: 18)])
        #expect(title.width > 0 && button.intrinsicContentSize == title)
        button.setImage(star(), for: .normal)
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        button.sizeToFit()
        #expect(
            button.frame
                == CGRect(
                    x: 5, y: 6, width: 16 + 8 + title.width + 6, height: title.height + 4))
        #expect(button.imageView?.frame.minX == 2)
        #expect(button.titleLabel?.frame.maxX == button.bounds.maxX - 4)
    }

    @Test("A touch highlights the button, and changes are redrawn.")
    func pressing() {
        let stage = ControlStage { UIButton(frame: $0) }
        stage.control.setTitle("Press", for: .normal)
        stage.control.setBackgroundColor(.blue, for: .normal)
        stage.control.setBackgroundColor(.red, for: .highlighted)
        #expect(stage.simulator.render()[102, 102] == 0xFF00_00FF)
        stage.simulator.down(1, at: CGPoint(150, 125))
        #expect(stage.simulator.renderVerified()[102, 102] == 0xFFFF_0000)
        stage.simulator.up(1)
        stage.control.setTitle("Pressed", for: .normal)
        stage.control.titleLabel?.font = .boldSystemFont(ofSize: 12)
        #expect(stage.simulator.isUpToDate())
    }

    @Test("A font that is set after the title is laid out.")
    func fontAfterTitle() throws {
        // Text has a size only if there is an application.
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 60))
        defer { withExtendedLifetime(simulator) {} }
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 60))
        button.setTitle("Start", for: .normal)
        let label = try #require(button.titleLabel)
        let width = label.frame.width
        label.font = .boldSystemFont(ofSize: 30)
        #expect(label.frame.size == label.sizeThatFits(.zero) && label.frame.width > width)
        #expect(label.center == CGPoint(100, 30))
        #expect(button.intrinsicContentSize == label.frame.size)
    }

    @Test("Title and image do not receive touches.")
    func subviews() {
        let stage = ControlStage { UIButton(frame: $0) }
        stage.control.setTitle("Title", for: .normal)
        stage.control.setImage(star(), for: .normal)
        let window = stage.simulator.window
        let isHit = (100..<200).allSatisfy { x in
            window.hitTest(CGPoint(CGFloat(x), 125), with: nil) === stage.control
        }
        #expect(isHit)
    }
}
