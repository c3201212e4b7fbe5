/// What UIKit's views keep in their Core Animation layer, as far as there is any here: another name for
/// the view's own properties, so that `view.layer.cornerRadius = 8` reads as on iOS.
@MainActor
public struct CALayer {
    private let view: UIView

    init(_ view: UIView) {
        self.view = view
    }

    /// The radius of the view's corners, in points.
    public var cornerRadius: CGFloat {
        get { view.cornerRadius }
        nonmutating set { view.cornerRadius = newValue }
    }

    /// Whether what lies outside the view is cut off: the view's `clipsToBounds`.
    public var masksToBounds: Bool {
        get { view.clipsToBounds }
        nonmutating set { view.clipsToBounds = newValue }
    }
}

extension UIView {
    /// The view's looks under the names that Core Animation gives them.
    public var layer: CALayer { CALayer(self) }
}
