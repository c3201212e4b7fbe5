/// The properties of a pencil, with the values of a finger.
extension UITouch {
    /// The type of touch received.
    public enum TouchType: Int, Sendable {
        /// A touch of a finger.
        case direct = 0
        /// A touch that does not come from the touchscreen. Never received.
        case indirect = 1
        /// A touch of a pencil. Never received.
        case pencil = 2

        /// The name of `pencil` before iOS 9.1.
        public static let stylus = TouchType.pencil
    }

    /// The type of the touch: always a finger.
    public var type: TouchType { .direct }
    /// The altitude of the pencil, in radians: always π/2, perpendicular to the screen.
    public var altitudeAngle: CGFloat { .pi / 2 }

    /// Returns the azimuth of the pencil, in radians: always 0.
    public func azimuthAngle(in view: UIView?) -> CGFloat { 0 }

    /// Returns the location of the touch, which is as precise as the touchscreen.
    public func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
}
