import TouchKit

/// A button of the arena scene. The button is blue while it is on, and has an orange frame while it
/// is selected.
final class ArenaButton: UIControl {
    /// The title of the button.
    var title: String {
        didSet { if title != oldValue { setNeedsDisplay() } }
    }
    /// The text in a line above the title, or an empty string to show only the title.
    var caption = "" {
        didSet { if caption != oldValue { setNeedsDisplay() } }
    }
    /// Whether the button has the appearance of a switch that is on.
    var isOn = false {
        didSet { if isOn != oldValue { setNeedsDisplay() } }
    }

    private static let onColor = UIColor(red: 0, green: 0.4, blue: 0.85, alpha: 1)
    private static let offColor = UIColor(white: 0.84, alpha: 1)
    /// The fonts for titles, the largest first. The button uses the largest font with which the
    /// title fits.
    private static let fonts = [17, 13, 11].map { UIFont.systemFont(ofSize: $0) }

    init(title: String) {
        self.title = title
        super.init(frame: .zero)
    }

    /// Redraws the button, because its size may have changed.
    override func layoutSubviews() {
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        let box = bounds.insetBy(dx: 2, dy: 2)
        let outline = UIBezierPath(roundedRect: box, cornerRadius: 8)
        (isOn ? Self.onColor : Self.offColor).setFill()
        outline.fill()
        if isHighlighted {
            UIColor.black.withAlphaComponent(0.25).setFill()
            outline.fill()
        }
        if isSelected {
            UIColor.orange.setStroke()
            let frame = UIBezierPath(roundedRect: box.insetBy(dx: 1, dy: 1), cornerRadius: 7)
            frame.lineWidth = 3
            frame.stroke()
        }
        var attributes: [TextAttribute: Any] = [
            .foregroundColor: isOn ? UIColor.white : UIColor.black
        ]
        for font in Self.fonts where bounds.width >= 80 || font.pointSize < 17 {
            attributes[.font] = font
            if title.size(withAttributes: attributes).width <= box.width - 4 { break }
        }
        if caption.isEmpty {
            draw(title, middle: bounds.midY, attributes)
        } else {
            draw(caption, middle: bounds.midY - 8, attributes)
            draw(title, middle: bounds.midY + 8, attributes)
        }
    }

    private func draw(_ text: String, middle: CGFloat, _ attributes: [TextAttribute: Any]) {
        let size = text.size(withAttributes: attributes)
        text.draw(
            at: CGPoint(x: bounds.midX - size.width / 2, y: middle - size.height / 2),
            withAttributes: attributes)
    }
}

/// A row of the arena scene with the name of a setting and a switch that changes this setting of
/// the selected gesture recognizer.
final class ArenaRuleView: UIView {
    /// Called with the setting and its new value when the user changes the switch.
    var onChange: (ArenaRule, Bool) -> Void = { _, _ in }
    private let rule: ArenaRule
    private let label = UILabel(frame: .zero)
    private let toggle = UISwitch(frame: .zero)

    init(_ rule: ArenaRule) {
        self.rule = rule
        super.init(frame: .zero)
        label.text = rule.title
        label.numberOfLines = 2
        addSubview(label)
        toggle.addTarget(self, action: { $0.handleSwitchChange }, for: .valueChanged)
        addSubview(toggle)
    }

    /// Updates the switch to the value of the setting for `recognizer`, and disables it if the
    /// setting does not apply to this recognizer.
    func show(_ recognizer: ArenaRecognizer) {
        toggle.setOn(recognizer[rule], animated: true)
        toggle.isEnabled = recognizer.supports(rule)
        label.textColor = recognizer.supports(rule) ? .black : .gray
    }

    private func handleSwitchChange() {
        onChange(rule, toggle.isOn)
    }

    override func layoutSubviews() {
        let size = toggle.intrinsicContentSize
        let isNarrow = bounds.width < 130
        let margin: CGFloat = isNarrow ? 3 : 6
        label.font = .systemFont(ofSize: isNarrow ? 11 : bounds.width < 300 ? 13 : 17)
        let x = bounds.maxX - size.width - margin
        toggle.frame = CGRect(
            x: x, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
        label.frame = CGRect(x: margin, y: 0, width: x - 2 * margin, height: bounds.height)
    }
}
