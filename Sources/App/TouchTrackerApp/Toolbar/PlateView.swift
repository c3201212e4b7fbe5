import TouchKit

/// A plate with round corners for controls to lie on, a little translucent.
///
/// A finger on it, between the controls as well, belongs to nobody else: its touches end here.
package class PlateView: UIView {
    /// The radius of a panel's corners, in points.
    static let cornerRadius: CGFloat = 14
    private static let plate = UIColor(white: 1, alpha: 0.92)
    private static let rim = UIColor(white: 0, alpha: 0.3)

    /// Whether the plate isn't drawn, because it lies on another one.
    var isPlain = false {
        didSet { if isPlain != oldValue { setNeedsDisplay() } }
    }
    private var outline = UIBezierPath()

    /// Makes a panel of this extent in its superview, in points.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    /// Makes the outline that fits its size.
    package override func layoutSubviews() {
        super.layoutSubviews()
        outline = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 0.5, dy: 0.5), cornerRadius: Self.cornerRadius)
        setNeedsDisplay()
    }

    /// Draws the plate and its rim.
    package override func draw(_ rect: CGRect) {
        if isPlain { return }
        Self.plate.setFill()
        outline.fill()
        Self.rim.setStroke()
        outline.stroke()
    }

    /// Keeps the fingers from what lies around the panel.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Keeps the fingers from what lies around the panel.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Keeps the fingers from what lies around the panel.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Keeps the fingers from what lies around the panel.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}
