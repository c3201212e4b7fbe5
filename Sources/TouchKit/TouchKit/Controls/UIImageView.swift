extension UIView {
    /// How content lies in a view of another size; raw values are UIKit's.
    public enum ContentMode: Int, Sendable {
        /// Stretched to the view's extent.
        case scaleToFill = 0
        /// As large as fits inside, in its own proportions.
        case scaleAspectFit = 1
        /// As small as covers the view, in its own proportions.
        case scaleAspectFill = 2
        /// In the middle, in its own size.
        case center = 4
        /// In the upper left corner, in its own size.
        case topLeft = 9
    }
}

/// A picture that is shown, not touched: it is no obstacle to fingers.
@MainActor
open class UIImageView: UIView {
    /// The picture.
    open var image: UIImage? {
        didSet { if image !== oldValue { setNeedsDisplay() } }
    }
    /// How it lies in the view. What would lie outside is cut off, whatever `clipsToBounds` says.
    open var contentMode = ContentMode.scaleToFill {
        didSet { if contentMode != oldValue { setNeedsDisplay() } }
    }

    /// Makes a view of this extent in its superview, in points.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Makes a view of a picture's size, at (0, 0).
    public convenience init(image: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

    /// Draws the picture.
    open override func draw(_ rect: CGRect) {
        guard let image, bounds.width > 0, bounds.height > 0 else { return }
        image.draw(in: place(for: image.size))
    }

    /// Where a picture of this size lies, in points.
    private func place(for size: CGSize) -> CGRect {
        let across = bounds.width / size.width
        let down = bounds.height / size.height
        let factor: CGFloat
        switch contentMode {
        case .scaleToFill: return bounds
        case .scaleAspectFit: factor = min(across, down)
        case .scaleAspectFill: factor = max(across, down)
        case .center: factor = 1
        case .topLeft: return CGRect(origin: bounds.origin, size: size)
        }
        let width = size.width * factor
        let height = size.height * factor
        return CGRect(
            x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
    }
}
