/// Core Foundation's name of a duration in seconds.
public typealias CFTimeInterval = Double

extension CGPoint {
    /// Returns whether both points are equal.
    public func equalTo(_ point: CGPoint) -> Bool { self == point }
}

extension CGSize {
    /// Returns whether both sizes are equal.
    public func equalTo(_ size: CGSize) -> Bool { self == size }
}

extension CGRect {
    /// Returns whether both rectangles are equal.
    public func equalTo(_ rect: CGRect) -> Bool { self == rect }
}

extension UITraitCollection {
    /// Returns whether colors can differ between the traits and other traits.
    public func hasDifferentColorAppearance(comparedTo traits: UITraitCollection?) -> Bool {
        traits != self
    }
}

extension UIView {
    /// Requests an update of constraints. There is no Auto Layout, so the call has no effect.
    public func setNeedsUpdateConstraints() {}

    /// Updates constraints. There is no Auto Layout, so the call has no effect.
    public func updateConstraintsIfNeeded() {}
}
