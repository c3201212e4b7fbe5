import TouchKitRaster

/// An immutable graphics path: a copy of the elements of a `UIBezierPath`, which
/// `applyWithBlock(_:)` enumerates.
public final class CGPath: Sendable {
    private let path: Path

    /// Creates a path with the elements of `path`.
    init(_ path: Path) {
        self.path = path
    }

    /// Whether the path has no elements.
    public var isEmpty: Bool { path.isEmpty }

    /// The bounding box of all points of the path, control points included; `.null` for an empty
    /// path.
    public var boundingBox: CGRect { path.bounds }

    /// Calls a closure with each element of the path, from the first to the last. The pointer is
    /// valid only during the call.
    public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: CGPathElement.maximumPointCount) {
            memory in
            guard let start = memory.baseAddress else { return }
            memory.initialize(repeating: .zero)
            var remainingPoints = path.points[...]
            for verb in path.verbs {
                for (index, point) in remainingPoints.prefix(verb.pointCount).enumerated() {
                    memory[index] = point
                }
                remainingPoints = remainingPoints.dropFirst(verb.pointCount)
                withUnsafePointer(to: CGPathElement(type: verb.elementType, points: start), block)
            }
        }
    }
}

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

extension UIBezierPath {
    /// The Core Graphics representation of the path: a copy of its current elements.
    public var cgPath: CGPath { CGPath(path) }
}

extension Path.Verb {
    /// The element type of Core Graphics that corresponds to the verb.
    fileprivate var elementType: CGPathElementType {
        switch self {
        case .move: .moveToPoint
        case .line: .addLineToPoint
        case .quad: .addQuadCurveToPoint
        case .cubic: .addCurveToPoint
        case .close: .closeSubpath
        }
    }
}
