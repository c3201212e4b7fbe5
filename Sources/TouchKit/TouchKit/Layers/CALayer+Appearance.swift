extension CALayer {
    /// The background color of the layer: the view's `backgroundColor`.
    public var backgroundColor: CGColor? {
        get { node.backgroundColor }
        set {
            node.backgroundColor = newValue
            maskDidChange()
        }
    }

    /// The radius of the rounded corners of the background, in points. If `masksToBounds` is
    /// `true`, the radius also applies to the content and the sublayers.
    public var cornerRadius: CGFloat {
        get { node.cornerRadius }
        set {
            node.cornerRadius = newValue
            maskDidChange()
        }
    }

    /// A Boolean value that indicates whether sublayers are clipped to the layer's bounds: the
    /// view's `clipsToBounds`.
    public var masksToBounds: Bool {
        get { node.clipsToBounds }
        set { node.clipsToBounds = newValue }
    }

    /// The opacity of the layer, 0…1: the view's `alpha`.
    public var opacity: Float {
        get { Float(node.alpha) }
        set {
            node.alpha = CGFloat(newValue)
            maskDidChange()
        }
    }

    /// A Boolean value that indicates whether the layer is hidden: the view's `isHidden`.
    public var isHidden: Bool {
        get { node.isHidden }
        set {
            node.isHidden = newValue
            maskDidChange()
        }
    }

    /// A Boolean value that indicates whether the layer is opaque. The value does not affect
    /// drawing.
    public var isOpaque: Bool {
        get { node.isOpaque }
        set { node.isOpaque = newValue }
    }
}

/// The scaling and position of a layer's `contents` in its bounds.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a value from a string. An unknown name stretches the contents, as `resize`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The contents are stretched to the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// The contents are scaled to fit the bounds, keeping their aspect ratio.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// The contents are scaled to fill the bounds, keeping their aspect ratio.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
    /// The contents are centered in the bounds.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// The contents are at the top left of the bounds.
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")

    /// Returns the rectangle of contents of a size in the bounds.
    func rect(of size: CGSize, in bounds: CGRect) -> CGRect {
        var scale = CGSize(width: 1, height: 1)
        let ratio = CGSize(width: bounds.width / size.width, height: bounds.height / size.height)
        switch self {
        case .resizeAspect:
            scale.width = min(ratio.width, ratio.height)
            scale.height = scale.width
        case .resizeAspectFill:
            scale.width = max(ratio.width, ratio.height)
            scale.height = scale.width
        case .center: break
        case .topLeft: return CGRect(origin: bounds.origin, size: size)
        default: return bounds
        }
        let (width, height) = (size.width * scale.width, size.height * scale.height)
        return CGRect(
            x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
    }
}
