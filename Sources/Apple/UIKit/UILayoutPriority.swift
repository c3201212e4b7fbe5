/// The priority of an Auto Layout constraint. There is no Auto Layout, so it has no effect.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// The priority as a number, 0…1000.
    public let rawValue: Float

    /// Creates a priority from a number.
    public init(rawValue: Float) {
        self.rawValue = rawValue
    }

    /// Creates a priority from a number.
    public init(_ rawValue: Float) {
        self.init(rawValue: rawValue)
    }

    /// The priority of a required constraint.
    public static let required = UILayoutPriority(1000)
    /// The priority with which a button resists compressing its content.
    public static let defaultHigh = UILayoutPriority(750)
    /// The priority with which a button hugs its content.
    public static let defaultLow = UILayoutPriority(250)
    /// The priority with which a view wants to conform to a size.
    public static let fittingSizeLevel = UILayoutPriority(50)
}

extension UIView {
    /// Sets the priority with which the view resists being larger than its intrinsic size. There is
    /// no Auto Layout, so the call has no effect.
    public func setContentHuggingPriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}

    /// Sets the priority with which the view resists being smaller than its intrinsic size. There
    /// is no Auto Layout, so the call has no effect.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
}
