/// The name of a predefined timing curve. The raw values are the same as in Core Animation.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a name from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Constant speed.
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    /// A slow start.
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    /// A slow end.
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    /// A slow start and a slow end.
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    /// The curve that the system uses for most animations: fast in the middle, with a slow end.
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// A function that defines the pacing of an animation as a timing curve.
public final class CAMediaTimingFunction: Sendable {
    /// The timing curve.
    let curve: AnimationCurve

    /// Creates the timing function with a predefined curve. An unknown name has constant speed.
    public init(name: CAMediaTimingFunctionName) {
        curve =
            switch name {
            case .easeIn: .bezier(.easeIn)
            case .easeOut: .bezier(.easeOut)
            case .easeInEaseOut: .bezier(.easeInOut)
            // The control points that Apple documents for the default curve.
            case .default: .bezier(CubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1))
            default: .linear
            }
    }

    /// Creates the timing function of a cubic Bézier curve from (0, 0) to (1, 1).
    ///
    /// - Parameters:
    ///   - c1x: The x coordinate of the first control point, clamped to 0…1.
    ///   - c1y: The y coordinate of the first control point.
    ///   - c2x: The x coordinate of the second control point, clamped to 0…1.
    ///   - c2y: The y coordinate of the second control point.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        curve = .bezier(
            CubicBezier(
                x1: Double(min(max(c1x, 0), 1)), y1: Double(c1y),
                x2: Double(min(max(c2x, 0), 1)), y2: Double(c2y)))
    }
}
