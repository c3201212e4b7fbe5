import TouchKitRaster

/// Styles for rendering the endpoint of a stroked line.
public enum CGLineCap: Int32, Sendable {
    /// A line with a squared-off end at the exact endpoint of the path.
    case butt = 0
    /// A line with a rounded end that extends half the line width beyond the endpoint.
    case round = 1
    /// A line with a squared-off end that extends half the line width beyond the endpoint.
    case square = 2

    /// Creates the style that corresponds to the rasterizer's value.
    init(_ lineCap: LineCap) {
        switch lineCap {
        case .butt: self = .butt
        case .round: self = .round
        case .square: self = .square
        }
    }

    /// The rasterizer's value for the style.
    var lineCap: LineCap {
        switch self {
        case .butt: .butt
        case .round: .round
        case .square: .square
        }
    }
}

/// Junction types for stroked lines.
public enum CGLineJoin: Int32, Sendable {
    /// A join with a sharp corner; beveled if the miter limit is exceeded.
    case miter = 0
    /// A join with a rounded end.
    case round = 1
    /// A join with a squared-off end.
    case bevel = 2

    /// Creates the type that corresponds to the rasterizer's value.
    init(_ lineJoin: LineJoin) {
        switch lineJoin {
        case .miter: self = .miter
        case .round: self = .round
        case .bevel: self = .bevel
        }
    }

    /// The rasterizer's value for the type.
    var lineJoin: LineJoin {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}

/// The corners of a rectangle.
public struct UIRectCorner: OptionSet, Sendable {
    /// The set of corners as a bit mask.
    public let rawValue: UInt

    /// Creates a set of corners from a bit mask.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The top-left corner of the rectangle.
    public static let topLeft = UIRectCorner(rawValue: 1)
    /// The top-right corner of the rectangle.
    public static let topRight = UIRectCorner(rawValue: 2)
    /// The bottom-left corner of the rectangle.
    public static let bottomLeft = UIRectCorner(rawValue: 4)
    /// The bottom-right corner of the rectangle.
    public static let bottomRight = UIRectCorner(rawValue: 8)
    /// All corners of the rectangle; as in UIKit, all bits are set.
    public static let allCorners = UIRectCorner(rawValue: .max)
}
