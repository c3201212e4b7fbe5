/// The dimensions of controls. Each docstring states the unit and the source of the value.
package enum ControlConstants {
    /// The distance from a control's bounds within which a tracked touch counts as inside, in
    /// points. Apple does not document the distance; developers measured "about 70 points" (Stack
    /// Overflow 14340122).
    package static let touchInsideMargin: CGFloat = 70
    /// The minimum size of a touch target, in points, from Apple's Human Interface Guidelines.
    package static let minimumTouchSize: CGFloat = 44
}
