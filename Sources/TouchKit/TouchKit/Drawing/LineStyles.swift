import TouchKitRaster

/// How an open end of a path is finished.
public enum CGLineCap: Int32, Sendable {
    /// Cut off at the end point.
    case butt = 0
    /// A half disc about the end point.
    case round = 1
    /// Cut off half a width beyond the end point.
    case square = 2

    /// The renderer's name of it.
    var lineCap: LineCap {
        switch self {
        case .butt: .butt
        case .round: .round
        case .square: .square
        }
    }
}

/// What is done where two lines of a path meet.
public enum CGLineJoin: Int32, Sendable {
    /// The outer edges go on until they meet, unless that is beyond the miter limit.
    case miter = 0
    /// A disc about the corner.
    case round = 1
    /// Cut off straight.
    case bevel = 2

    /// The renderer's name of it.
    var lineJoin: LineJoin {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}

/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Sendable {
    /// The corners' bits.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The corner at the top left.
    public static let topLeft = UIRectCorner(rawValue: 1)
    /// The corner at the top right.
    public static let topRight = UIRectCorner(rawValue: 2)
    /// The corner at the bottom left.
    public static let bottomLeft = UIRectCorner(rawValue: 4)
    /// The corner at the bottom right.
    public static let bottomRight = UIRectCorner(rawValue: 8)
    /// All four of them, and what may be added.
    public static let allCorners = UIRectCorner(rawValue: .max)
}
