extension UIView {
    /// The upright box around the view, in its superview's coordinates.
    var frameOfBounds: CGRect {
        let half = CGSize(width: bounds.width / 2, height: bounds.height / 2)
        if transform.isIdentity {
            return CGRect(
                x: center.x - half.width, y: center.y - half.height, width: bounds.width,
                height: bounds.height)
        }
        return CGRect(
            x: -half.width, y: -half.height, width: bounds.width, height: bounds.height
        ).applying(transform).offsetBy(dx: center.x, dy: center.y)
    }

    /// Puts the view where it has this frame. On a turned view that is as undefined as on iOS: its
    /// bounds become the box that the inverse transform makes of the frame.
    func setBoundsAndCenter(from frame: CGRect) {
        let frame = frame.standardized
        let size =
            transform.isIdentity
            ? frame.size
            : CGRect(origin: .zero, size: frame.size).applying(transform.inverted()).size
        bounds = CGRect(origin: bounds.origin, size: size)
        center = CGPoint(x: frame.midX, y: frame.midY)
    }

    /// A place in the superview's coordinates.
    func convertToSuperview(_ point: CGPoint) -> CGPoint {
        // Read once: every finger's samples go through all views around theirs.
        let (bounds, center) = (bounds, center)
        if transform.isIdentity {
            return CGPoint(
                x: point.x + (center.x - bounds.width / 2 - bounds.origin.x),
                y: point.y + (center.y - bounds.height / 2 - bounds.origin.y))
        }
        let turned = CGPoint(x: point.x - bounds.midX, y: point.y - bounds.midY)
            .applying(transform)
        return CGPoint(x: turned.x + center.x, y: turned.y + center.y)
    }

    /// A place of the superview in the view's own coordinates.
    func convertFromSuperview(_ point: CGPoint) -> CGPoint {
        let (bounds, center) = (bounds, center)
        if transform.isIdentity {
            return CGPoint(
                x: point.x - (center.x - bounds.width / 2 - bounds.origin.x),
                y: point.y - (center.y - bounds.height / 2 - bounds.origin.y))
        }
        let straight = CGPoint(x: point.x - center.x, y: point.y - center.y)
            .applying(transform.inverted())
        return CGPoint(x: straight.x + bounds.midX, y: straight.y + bounds.midY)
    }

    /// Pixels per point: those of the screen that shows it, or of the main one.
    public var contentScaleFactor: CGFloat {
        (window?.application?.screen ?? UIScreen.main).scale
    }

    /// A place of this view in another view's coordinates; in the window's for nil.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        guard let target = view ?? window, target !== self else { return point }
        return target.convertFromScreenRoot(convertToScreenRoot(point))
    }

    /// A place of another view in this view's coordinates; of the window for nil.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        guard let source = view ?? window else { return point }
        return source.convert(point, to: self)
    }

    /// A rectangle of this view in another view's coordinates: the upright box around it.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        guard let target = view ?? window, target !== self else { return rect }
        return rect.applying(
            transformToScreenRoot.concatenating(target.transformToScreenRoot.inverted()))
    }

    /// A rectangle of another view in this view's coordinates: the upright box around it.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        guard let source = view ?? window else { return rect }
        return source.convert(rect, to: self)
    }

    /// The map from the view's own coordinates to its superview's.
    var transformToSuperview: CGAffineTransform {
        Self.transformToSuperview(bounds: bounds, center: center, transform: transform)
    }

    /// The map to the superview's coordinates of a view with this geometry.
    static func transformToSuperview(
        bounds: CGRect, center: CGPoint, transform: CGAffineTransform
    ) -> CGAffineTransform {
        CGAffineTransform(translationX: -bounds.midX, y: -bounds.midY)
            .concatenating(transform)
            .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }

    /// The map to the coordinates in which the topmost view lies: the screen's, for a window.
    var transformToScreenRoot: CGAffineTransform {
        guard let superview else { return transformToSuperview }
        return transformToSuperview.concatenating(superview.transformToScreenRoot)
    }

    private func convertToScreenRoot(_ point: CGPoint) -> CGPoint {
        let above = convertToSuperview(point)
        return superview?.convertToScreenRoot(above) ?? above
    }

    private func convertFromScreenRoot(_ point: CGPoint) -> CGPoint {
        convertFromSuperview(superview?.convertFromScreenRoot(point) ?? point)
    }
}
