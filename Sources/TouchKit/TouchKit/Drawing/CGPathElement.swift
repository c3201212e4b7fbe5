import TouchKitRaster

/// The type of element found in a path.
public enum CGPathElementType: Int32, Sendable {
    /// The element that starts a new subpath, with one point.
    case moveToPoint
    /// The element that adds a straight line from the current point to a new point, with one point.
    case addLineToPoint
    /// The element that adds a quadratic curve, with two points: the control point and the end
    /// point.
    case addQuadCurveToPoint
    /// The element that adds a cubic curve, with three points: two control points and the end
    /// point.
    case addCurveToPoint
    /// The element that closes and completes a subpath, without points.
    case closeSubpath
}

/// A data structure that provides information about a path element.
public struct CGPathElement {
    /// The maximum number of points of an element.
    static let maximumPointCount = 3

    /// The type of the element.
    public let type: CGPathElementType
    /// The points that define the element; their number depends on `type`.
    public let points: UnsafeMutablePointer<CGPoint>
}

/// Rules that determine which areas are inside a path.
public enum CGPathFillRule: Int, Sendable {
    /// The nonzero winding rule: areas that the path encloses a nonzero number of times, counted
    /// with its direction.
    case winding = 0
    /// The even-odd rule: areas that the path encloses an odd number of times.
    case evenOdd = 1

    /// The rasterizer's value for the rule.
    var fillRule: FillRule {
        switch self {
        case .winding: .nonzero
        case .evenOdd: .evenOdd
        }
    }
}

/// Options for rendering a path.
public enum CGPathDrawingMode: Int32, Sendable {
    /// The area inside the path is painted, with the nonzero winding rule.
    case fill = 0
    /// The area inside the path is painted, with the even-odd rule.
    case eoFill = 1
    /// A line is painted along the path.
    case stroke = 2
    /// The area inside the path is painted with the nonzero winding rule, and then a line along
    /// the path.
    case fillStroke = 3
    /// The area inside the path is painted with the even-odd rule, and then a line along the path.
    case eoFillStroke = 4

    /// The rule with which the mode fills, or `nil` if it does not fill.
    var fillRule: CGPathFillRule? {
        switch self {
        case .fill, .fillStroke: .winding
        case .eoFill, .eoFillStroke: .evenOdd
        case .stroke: nil
        }
    }

    /// Whether the mode strokes.
    var strokes: Bool {
        switch self {
        case .fill, .eoFill: false
        case .stroke, .fillStroke, .eoFillStroke: true
        }
    }
}

extension Path.Verb {
    /// The element type of Core Graphics that corresponds to the verb.
    var elementType: CGPathElementType {
        switch self {
        case .move: .moveToPoint
        case .line: .addLineToPoint
        case .quad: .addQuadCurveToPoint
        case .cubic: .addCurveToPoint
        case .close: .closeSubpath
        }
    }
}
