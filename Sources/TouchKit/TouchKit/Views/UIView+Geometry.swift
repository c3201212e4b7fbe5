extension UIView {
    /// The smallest axis-aligned rectangle that contains the view, in its superview's coordinate
    /// system.
    var frameOfBounds: CGRect {
        let pivot = CGSize(width: bounds.width * anchor.x, height: bounds.height * anchor.y)
        if transform.isIdentity {
            return CGRect(
                x: center.x - pivot.width, y: center.y - pivot.height, width: bounds.width,
                height: bounds.height)
        }
        return CGRect(
            x: -pivot.width, y: -pivot.height, width: bounds.width, height: bounds.height
        ).applying(transform).offsetBy(dx: center.x, dy: center.y)
    }

    /// Sets `bounds.size` and `center` so that the view has the given frame.
    ///
    /// In UIKit, the result is undefined for a rotated view. Here, the bounds take the size of the
    /// bounding box of the inversely transformed frame, so that `frame` then returns a different
    /// rectangle.
    func setBoundsAndCenter(from frame: CGRect) {
        let frame = frame.standardized
        let size =
            transform.isIdentity
            ? frame.size
            : CGRect(origin: .zero, size: frame.size).applying(transform.inverted()).size
        bounds = CGRect(origin: bounds.origin, size: size)
        let middle = CGVector(
            dx: size.width * (0.5 - anchor.x), dy: size.height * (0.5 - anchor.y)
        )
        center = CGPoint(
            x: frame.midX - (transform.a * middle.dx + transform.c * middle.dy),
            y: frame.midY - (transform.b * middle.dx + transform.d * middle.dy))
    }

    /// Converts a point from the view's coordinate system to its superview's coordinate system.
    func convertToSuperview(_ point: CGPoint) -> CGPoint {
        // The properties are copied, because each access has a cost and each sample is converted
        // through all ancestors.
        let (bounds, center) = (bounds, center)
        let pivot = CGPoint(x: bounds.width * anchor.x, y: bounds.height * anchor.y)
        if transform.isIdentity {
            return CGPoint(
                x: point.x + (center.x - pivot.x - bounds.origin.x),
                y: point.y + (center.y - pivot.y - bounds.origin.y))
        }
        let transformed = CGPoint(
            x: point.x - (bounds.origin.x + pivot.x), y: point.y - (bounds.origin.y + pivot.y)
        ).applying(transform)
        return CGPoint(x: transformed.x + center.x, y: transformed.y + center.y)
    }

    /// Converts a point from the superview's coordinate system to the view's coordinate system.
    func convertFromSuperview(_ point: CGPoint) -> CGPoint {
        let (bounds, center) = (bounds, center)
        let pivot = CGPoint(x: bounds.width * anchor.x, y: bounds.height * anchor.y)
        if transform.isIdentity {
            return CGPoint(
                x: point.x - (center.x - pivot.x - bounds.origin.x),
                y: point.y - (center.y - pivot.y - bounds.origin.y))
        }
        let untransformed = CGPoint(x: point.x - center.x, y: point.y - center.y)
            .applying(transform.inverted())
        return CGPoint(
            x: untransformed.x + (bounds.origin.x + pivot.x),
            y: untransformed.y + (bounds.origin.y + pivot.y))
    }

    /// The scale factor of the view in pixels per point: the scale of its window's screen, or of
    /// the main screen for a view without a window.
    public var contentScaleFactor: CGFloat {
        (window?.application?.screen ?? UIScreen.main).scale
    }

    /// Converts a point from the view's coordinate system to the coordinate system of the specified
    /// view, or of the window if `view` is `nil`.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        guard let target = view ?? window, target !== self else { return point }
        return target.convertFromRoot(convertToRoot(point))
    }

    /// Converts a point from the coordinate system of the specified view, or of the window if
    /// `view` is `nil`, to this view's coordinate system.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        guard let source = view ?? window else { return point }
        return source.convert(point, to: self)
    }

    /// Converts a rectangle from the view's coordinate system to the coordinate system of another
    /// view, or of the window if `view` is `nil`. For rotated views, the result is the bounding
    /// box.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        guard let target = view ?? window, target !== self else { return rect }
        return rect.applying(
            transformToScreen.concatenating(target.transformToScreen.inverted()))
    }

    /// Converts a rectangle from the coordinate system of another view, or of the window if `view`
    /// is `nil`, to this view's coordinate system. For rotated views, the result is the bounding
    /// box.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        guard let source = view ?? window else { return rect }
        return source.convert(rect, to: self)
    }

    /// The transform from the view's coordinate system to its superview's coordinate system.
    var transformToSuperview: CGAffineTransform {
        transformToSuperview(bounds: bounds, center: center, transform: transform)
    }

    /// Returns the transform from the view's coordinate system to its superview's coordinate
    /// system, if the view had the given geometry.
    final func transformToSuperview(
        bounds: CGRect, center: CGPoint, transform: CGAffineTransform
    ) -> CGAffineTransform {
        let x = bounds.origin.x + bounds.size.width * anchor.x
        let y = bounds.origin.y + bounds.size.height * anchor.y
        if transform.isIdentity {
            return CGAffineTransform(translationX: center.x - x, y: center.y - y)
        }
        return CGAffineTransform(translationX: -x, y: -y)
            .concatenating(transform)
            .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }

    /// The transform from the view's coordinate system to screen coordinates, or, for a view
    /// without a window, to the coordinate system in which the topmost ancestor's frame is
    /// specified.
    var transformToScreen: CGAffineTransform {
        guard let superview else { return transformToSuperview }
        return transformToSuperview.concatenating(superview.transformToScreen)
    }

    /// Converts a point from the view's coordinate system to the root coordinate system, in which
    /// the topmost ancestor's frame is specified.
    private func convertToRoot(_ point: CGPoint) -> CGPoint {
        let superviewPoint = convertToSuperview(point)
        return superview?.convertToRoot(superviewPoint) ?? superviewPoint
    }

    /// Converts a point from the root coordinate system, in which the topmost ancestor's frame is
    /// specified, to the view's coordinate system.
    private func convertFromRoot(_ point: CGPoint) -> CGPoint {
        convertFromSuperview(superview?.convertFromRoot(point) ?? point)
    }
}
