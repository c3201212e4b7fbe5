import TouchKit

/// A translucent background with rounded corners for controls.
///
/// The view handles all touches on it, including those between the controls, so that the touches
/// don't reach the views behind it.
package class RoundedBackgroundView: UIView {
    /// The corner radius, in points.
    static let cornerRadius: CGFloat = 14
    private static let background = UIColor(white: 1, alpha: 0.92)
    private static let border = UIColor(white: 0, alpha: 0.3)

    /// Whether the background is not drawn, because another view provides it.
    var isBackgroundHidden = false {
        didSet { if isBackgroundHidden != oldValue { setNeedsDisplay() } }
    }
    private var outline = UIBezierPath()

    /// Creates a view with a frame in its superview, in points.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    /// Updates the outline for the view's size.
    package override func layoutSubviews() {
        super.layoutSubviews()
        outline = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 0.5, dy: 0.5), cornerRadius: Self.cornerRadius)
        setNeedsDisplay()
    }

    /// Draws the background and its border.
    package override func draw(_ rect: CGRect) {
        if isBackgroundHidden { return }
        Self.background.setFill()
        outline.fill()
        Self.border.setStroke()
        outline.stroke()
    }

    /// Ignores the touches, so that they don't travel up the responder chain.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Ignores the touches, so that they don't travel up the responder chain.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Ignores the touches, so that they don't travel up the responder chain.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Ignores the touches, so that they don't travel up the responder chain.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}
