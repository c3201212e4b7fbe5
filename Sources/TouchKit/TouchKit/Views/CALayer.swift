/// The properties of a view that belong to the view's Core Animation layer in UIKit.
///
/// TouchKit has no layers. The properties are aliases of the view's own properties, so that code
/// such as `view.layer.cornerRadius = 8` compiles as in UIKit.
@MainActor
public struct CALayer {
    /// The view whose properties the layer reads and sets.
    let view: UIView

    /// Creates the layer of a view.
    init(_ view: UIView) {
        self.view = view
    }

    /// The radius of the rounded corners of the view's background, in points.
    public var cornerRadius: CGFloat {
        get { view.cornerRadius }
        nonmutating set { view.cornerRadius = newValue }
    }

    /// A Boolean value that indicates whether sublayers are clipped to the layer's bounds: the
    /// view's `clipsToBounds`.
    public var masksToBounds: Bool {
        get { view.clipsToBounds }
        nonmutating set { view.clipsToBounds = newValue }
    }
}

extension UIView {
    /// The view's Core Animation layer, limited to the properties of `CALayer`.
    public var layer: CALayer { CALayer(self) }
}
