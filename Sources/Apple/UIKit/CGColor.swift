extension CGColor {
    /// The red, green, blue and alpha components, 0…1, or `nil` for a pattern.
    public var components: [CGFloat]? {
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        let hasComponents = getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return hasComponents ? [red, green, blue, alpha] : nil
    }

    /// The number of components: 4, or 0 for a pattern. Gray colors have 4 components as well.
    public var numberOfComponents: Int { components?.count ?? 0 }

    /// Returns a color with the same components and another alpha component, 0…1.
    public func copy(alpha: CGFloat) -> CGColor? { withAlphaComponent(alpha) }

    /// Returns whether `object` is a color with equal components.
    public func isEqual(_ object: Any?) -> Bool { object as? UIColor == self }
}
