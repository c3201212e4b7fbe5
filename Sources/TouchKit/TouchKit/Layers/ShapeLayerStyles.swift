import TouchKitRaster

/// The rule that determines which areas are inside the path of a shape layer.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a rule from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Areas around which the path winds are inside.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    /// Areas that are enclosed an odd number of times are inside.
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")

    /// The rasterizer's value for the rule.
    var fillRule: FillRule { self == .evenOdd ? .evenOdd : .nonzero }
}

/// The style of the ends of a shape layer's line.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a style from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A line with a squared-off end at the exact endpoint of the path.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// A line with a rounded end that extends half the line width beyond the endpoint.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// A line with a squared-off end that extends half the line width beyond the endpoint.
    public static let square = CAShapeLayerLineCap(rawValue: "square")

    /// The rasterizer's value for the style.
    var lineCap: LineCap {
        switch self {
        case .round: .round
        case .square: .square
        default: .butt
        }
    }
}

/// The style of the joins of a shape layer's line.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a style from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A join with a sharp corner; beveled if the miter limit is exceeded.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    /// A join with a rounded end.
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// A join with a squared-off end.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")

    /// The rasterizer's value for the style.
    var lineJoin: LineJoin {
        switch self {
        case .round: .round
        case .bevel: .bevel
        default: .miter
        }
    }
}
