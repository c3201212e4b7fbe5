extension UIView {
    /// How animations of a block run; the numbers are UIKit's.
    public struct AnimationOptions: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: UInt

        /// Makes options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Touches reach the views while they are animated.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// What is in motion already goes on from where it is to be seen, not from where it was
        /// to go.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// It runs again and again until it is removed.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// It runs back as well, which takes as long again. Afterwards the view is at the end that
        /// the block gave.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// Inside another block it takes its own duration, not that of the other one.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// Inside another block it follows its own curve, not that of the other one.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)

        /// Slow at both ends: what happens unless another curve is asked for.
        public static let curveEaseInOut: AnimationOptions = []
        /// Slow at the beginning.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// Slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// Equally fast all the way.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

        /// The curve among the options.
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
