import TouchKitRaster

/// The steps of a path, to be read one by one: `UIBezierPath.cgPath`.
public final class CGPath: Sendable {
    private let path: Path

    init(_ path: Path) {
        self.path = path
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { path.isEmpty }

    /// The box around its points, control points included; `null` for an empty path.
    public var boundingBox: CGRect { path.bounds }

    /// Calls a closure for each step, in order; what it is given is valid until it returns.
    public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: CGPathElement.mostPoints) {
            memory in
            guard let start = memory.baseAddress else { return }
            memory.initialize(repeating: .zero)
            var rest = path.points[...]
            for verb in path.verbs {
                for (index, point) in rest.prefix(verb.pointCount).enumerated() {
                    memory[index] = point
                }
                rest = rest.dropFirst(verb.pointCount)
                withUnsafePointer(to: CGPathElement(type: verb.elementType, points: start), block)
            }
        }
    }
}

/// What a step of a path does.
public enum CGPathElementType: Int32, Sendable {
    /// Begins a subpath: 1 point.
    case moveToPoint
    /// A straight line: 1 point.
    case addLineToPoint
    /// A quadratic curve: its control point and its end.
    case addQuadCurveToPoint
    /// A cubic curve: two control points and its end.
    case addCurveToPoint
    /// A straight line back to where the subpath began: no point.
    case closeSubpath
}

/// A step of a path.
public struct CGPathElement {
    /// The points of the step that has most.
    static let mostPoints = 3

    /// What it does.
    public let type: CGPathElementType
    /// Its points, as many as its type has.
    public let points: UnsafeMutablePointer<CGPoint>
}

extension UIBezierPath {
    /// Its steps as they are now; what is added later isn't among them.
    public var cgPath: CGPath { CGPath(path) }
}

extension Path.Verb {
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
