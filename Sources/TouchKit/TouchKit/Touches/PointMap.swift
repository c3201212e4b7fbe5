/// A conversion of points from the screen to a view's coordinate system.
///
/// Converting many samples of a touch one by one through all superviews is expensive. If no view
/// is transformed, the conversion of all samples is one subtraction.
@MainActor
package struct PointMap {
    /// The distance that is subtracted, or `nil` if a view is transformed.
    private let offset: CGVector?
    private let window: UIWindow
    private let view: UIView

    /// Creates the conversion of screen points to the coordinate system of a view. Returns `nil` if
    /// the view is in no window.
    package init?(to view: UIView) {
        guard let window = view.window else { return nil }
        self.window = window
        self.view = view
        var sum = CGVector.zero
        var isTransformed = false
        var ancestor: UIView? = view
        while let current = ancestor {
            if !current.transform.isIdentity { isTransformed = true }
            let (bounds, center, anchor) = (current.bounds, current.center, current.anchor)
            sum.dx += center.x - bounds.width * anchor.x - bounds.minX
            sum.dy += center.y - bounds.height * anchor.y - bounds.minY
            ancestor = current.superview
        }
        offset = isTransformed ? nil : sum
    }

    /// Converts a point of the screen to the view's coordinate system.
    package func convert(_ point: CGPoint) -> CGPoint {
        guard let offset else {
            return view.convert(window.convertFromScreen(point), from: window)
        }
        return CGPoint(x: point.x - offset.dx, y: point.y - offset.dy)
    }
}
