extension UIView {
    /// Options for animating views. The raw values are the same as in UIKit.
    ///
    /// UIKit's options for layout, transitions and frame rates are not supported.
    public struct AnimationOptions: OptionSet, Hashable, Sendable {
        /// The option set as a bit mask.
        public let rawValue: UInt

        /// Creates an option set from a bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The option to deliver touches to the views while they are animated.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// The option to start at the value currently on the screen if the property is already
        /// being animated, instead of at the running animation's end value.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// The option to repeat the animation until it is removed.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// The option to run the animation forwards and then backwards, which doubles its total
        /// time. The property keeps the value that the `animations` closure assigned.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// The option of a nested `animate` block to use its own duration instead of the outer
        /// block's duration.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// The option of a nested `animate` block to use its own curve instead of the outer block's
        /// curve.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)

        /// The curve that starts slowly, accelerates and ends slowly; the default.
        public static let curveEaseInOut: AnimationOptions = []
        /// The curve that starts slowly and accelerates until the end.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// The curve that starts fast and slows down until the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// The curve with constant speed.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

        /// The timing curve that the options select.
        var curve: AnimationCurve {
            switch rawValue >> 16 & 3 {
            case 1: .bezier(.easeIn)
            case 2: .bezier(.easeOut)
            case 3: .linear
            default: .bezier(.easeInOut)
            }
        }
    }
}
