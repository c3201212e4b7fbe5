import TouchKit

/// A view that is a translucent background with rounded corners for controls.
///
/// The view consumes all touches on it, including touches between the controls, so that the views
/// behind it do not receive these touches.
package class RoundedBackgroundView: UIView {
    /// The corner radius, in points.
    static let cornerRadius: CGFloat = 14
    private static let background = UIColor(white: 1, alpha: 0.92)
    private static let border = UIColor(white: 0, alpha: 0.3)

    /// Whether the view does not draw its background, because another view already draws one.
    var isBackgroundHidden = false {
        didSet { if isBackgroundHidden != oldValue { setNeedsDisplay() } }
    }
    private var outline = UIBezierPath()

    /// Creates a view with the given frame in its superview, in points.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
    }

    /// Adapts the outline of the background to the size of the view.
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

    /// Consumes the touches without reacting, so that they do not travel up the responder chain.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Consumes the touches without reacting, so that they do not travel up the responder chain.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Consumes the touches without reacting, so that they do not travel up the responder chain.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    /// Consumes the touches without reacting, so that they do not travel up the responder chain.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}
