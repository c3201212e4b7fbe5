extension UIView {
    /// Options to specify how a view adjusts its content when its size changes. The raw values are
    /// the same as in UIKit.
    public enum ContentMode: Int, Sendable {
        /// The option to scale the content to fit the size of itself by changing the aspect ratio
        /// of the content if necessary.
        case scaleToFill = 0
        /// The option to scale the content to fit the size of the view by maintaining the aspect
        /// ratio. Any remaining area of the view's bounds is transparent.
        case scaleAspectFit = 1
        /// The option to scale the content to fill the size of the view by maintaining the aspect
        /// ratio. Some portion of the content may be clipped to fill the view's bounds.
        case scaleAspectFill = 2
        /// The option to redisplay the view when the bounds change, by calling `draw(_:)`.
        case redraw = 3
        /// The option to center the content in the view's bounds, keeping the proportions the same.
        case center = 4
        /// The option to center the content aligned at the top in the view's bounds.
        case top = 5
        /// The option to center the content aligned at the bottom in the view's bounds.
        case bottom = 6
        /// The option to align the content on the left of the view.
        case left = 7
        /// The option to align the content on the right of the view.
        case right = 8
        /// The option to align the content in the top-left corner of the view.
        case topLeft = 9
        /// The option to align the content in the top-right corner of the view.
        case topRight = 10
        /// The option to align the content in the bottom-left corner of the view.
        case bottomLeft = 11
        /// The option to align the content in the bottom-right corner of the view.
        case bottomRight = 12
    }
}

extension UIView.ContentMode {
    /// Returns the rectangle that content of a size covers.
    ///
    /// - Parameters:
    ///   - size: The size of the content, in points.
    ///   - bounds: The bounds of the view.
    func rect(of size: CGSize, in bounds: CGRect) -> CGRect {
        let horizontalScale = bounds.width / size.width
        let verticalScale = bounds.height / size.height
        let factor: CGFloat
        switch self {
        case .scaleToFill, .redraw: return bounds
        case .scaleAspectFit: factor = min(horizontalScale, verticalScale)
        case .scaleAspectFill: factor = max(horizontalScale, verticalScale)
        default: factor = 1
        }
        let width = size.width * factor
        let height = size.height * factor
        let x =
            switch self {
            case .left, .topLeft, .bottomLeft: bounds.minX
            case .right, .topRight, .bottomRight: bounds.maxX - width
            default: bounds.midX - width / 2
            }
        let y =
            switch self {
            case .top, .topLeft, .topRight: bounds.minY
            case .bottom, .bottomLeft, .bottomRight: bounds.maxY - height
            default: bounds.midY - height / 2
            }
        return CGRect(x: x, y: y, width: width, height: height)
    }

    /// Returns the transform that adapts content to other bounds, or `nil` for content without an
    /// area.
    ///
    /// - Parameters:
    ///   - old: The bounds for which the content was drawn.
    ///   - bounds: The bounds in which the content is shown.
    func transform(from old: CGRect, to bounds: CGRect) -> CGAffineTransform? {
        if old == bounds { return .identity }
        guard old.width > 0, old.height > 0 else { return nil }
        let target = rect(of: old.size, in: bounds)
        let x = target.width / old.width
        let y = target.height / old.height
        return CGAffineTransform(
            a: x, b: 0, c: 0, d: y, tx: target.minX - old.minX * x, ty: target.minY - old.minY * y)
    }
}
