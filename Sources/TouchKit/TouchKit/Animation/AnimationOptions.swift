extension UIView {
    /// Options for animating views; the raw values are UIKit's.
    ///
    /// Options of UIKit that are missing here (layout, transitions, frame rates) are not supported.
    public struct AnimationOptions: OptionSet, Hashable, Sendable {
        /// The option set as a bit mask.
        public let rawValue: UInt

        /// Creates an option set from a bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Delivers touches to the views while they are animated.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// Starts at the value currently on the screen if the property is already being animated,
        /// instead of at the end value of the running animation.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// Repeats the animation until it is removed.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// Runs the animation forwards and then backwards, which doubles its total time. The
        /// property keeps the value that the `animations` closure assigned.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// Uses the own duration of a nested `animate` block instead of the duration of the outer
        /// block.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// Uses the own curve of a nested `animate` block instead of the curve of the outer block.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)

        /// Starts slowly, accelerates and ends slowly; the default.
        public static let curveEaseInOut: AnimationOptions = []
        /// Starts slowly and accelerates to the end.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// Starts fast and slows down to the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// Runs at constant speed.
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
