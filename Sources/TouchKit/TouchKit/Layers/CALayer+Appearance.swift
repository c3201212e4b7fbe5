extension CALayer {
    /// The background color of the layer: the view's `backgroundColor`.
    public var backgroundColor: CGColor? {
        get { node.backgroundColor }
        set { updateNode { $0.backgroundColor = newValue } }
    }

    /// The radius of the rounded corners of the background, in points. If `masksToBounds` is
    /// `true`, the radius also applies to the content and the sublayers.
    public var cornerRadius: CGFloat {
        get { node.cornerRadius }
        set { updateNode { $0.cornerRadius = newValue } }
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
        set { updateNode { $0.alpha = CGFloat(newValue) } }
    }

    /// A Boolean value that indicates whether the layer is hidden: the view's `isHidden`.
    public var isHidden: Bool {
        get { node.isHidden }
        set { updateNode { $0.isHidden = newValue } }
    }

    /// A Boolean value that indicates whether the layer is opaque. The value does not affect
    /// drawing.
    public var isOpaque: Bool {
        get { node.isOpaque }
        set { node.isOpaque = newValue }
    }
}

/// The scaling and position of a layer's `contents` in its bounds.
///
/// `bottom` is the edge with the least y-coordinate, which is the upper edge on the screen, and
/// `top` is the edge with the greatest, as in Core Animation. The modes of `UIView.ContentMode` are
/// named by the edges on the screen.
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
    /// The contents are centered at the edge with the greatest y-coordinate.
    public static let top = CALayerContentsGravity(rawValue: "top")
    /// The contents are centered at the edge with the least y-coordinate.
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    /// The contents are centered at the left edge.
    public static let left = CALayerContentsGravity(rawValue: "left")
    /// The contents are centered at the right edge.
    public static let right = CALayerContentsGravity(rawValue: "right")
    /// The contents are at the left corner with the greatest y-coordinate.
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    /// The contents are at the right corner with the greatest y-coordinate.
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    /// The contents are at the left corner with the least y-coordinate.
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    /// The contents are at the right corner with the least y-coordinate.
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")

    /// The values that do not count as `resize`.
    private static let others: [CALayerContentsGravity] = [
        .resizeAspect, .resizeAspectFill, .center, .top, .bottom, .left, .right, .topLeft,
        .topRight, .bottomLeft, .bottomRight,
    ]

    /// Creates the value with the same meaning as a view's content mode.
    init(_ mode: UIView.ContentMode) {
        self = Self.others.first { $0.contentMode == mode } ?? .resize
    }

    /// The content mode of views with the same meaning.
    var contentMode: UIView.ContentMode {
        switch self {
        case .resizeAspect: .scaleAspectFit
        case .resizeAspectFill: .scaleAspectFill
        case .center: .center
        case .top: .bottom
        case .bottom: .top
        case .left: .left
        case .right: .right
        case .topLeft: .bottomLeft
        case .topRight: .bottomRight
        case .bottomLeft: .topLeft
        case .bottomRight: .topRight
        default: .scaleToFill
        }
    }
}
