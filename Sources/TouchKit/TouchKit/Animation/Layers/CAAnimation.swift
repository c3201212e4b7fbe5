/// The methods that an animation calls at its start and end.
@MainActor
public protocol CAAnimationDelegate: AnyObject {
    /// Tells the delegate that the animation was added to a layer.
    func animationDidStart(_ anim: CAAnimation)
    /// Tells the delegate that the animation has ended.
    ///
    /// - Parameters:
    ///   - anim: The layer's copy of the animation.
    ///   - flag: Whether the animation reached its end; `false` if it was removed or replaced.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Does nothing.
    public func animationDidStart(_ anim: CAAnimation) {}
    /// Does nothing.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// The presentation of an animation before its start and after its end.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a fill mode from a string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The layer shows the end value after the animation.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// The layer shows the start value before the animation.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    /// The layer shows the start value before and the end value after the animation.
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// The layer shows the animation only while it is active.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")

    /// Whether the mode shows the start value before the animation.
    var showsStart: Bool { self == .backwards || self == .both }
    /// Whether the mode shows the end value after the animation.
    var showsEnd: Bool { self == .forwards || self == .both }
}

/// The abstract superclass for animations of a layer.
///
/// A layer copies an animation that is added to it, so later changes have no effect.
@MainActor
public class CAAnimation: CAAction {
    /// The delegate, which is retained until the animation has ended.
    public var delegate: (any CAAnimationDelegate)?
    /// The pacing of the animation, or `nil` for that of the transaction, by default constant
    /// speed.
    public var timingFunction: CAMediaTimingFunction?
    /// A Boolean value that determines whether the layer removes the animation when it has ended.
    public var isRemovedOnCompletion = true
    /// The time of the start, in seconds on the clock of `CACurrentMediaTime()`, or 0 to start when
    /// the animation is added.
    public var beginTime = 0.0
    /// The duration of one run in one direction, in seconds; 0 counts as the duration of the
    /// transaction, by default 0.25 seconds.
    public var duration = 0.0
    /// The number of runs; 0 counts as 1, `.infinity` and `.greatestFiniteMagnitude` repeat the
    /// animation until it is removed. Fractional numbers end the animation within a run.
    public var repeatCount: Float = 0
    /// The time in seconds for which the animation repeats, or 0 to use `repeatCount`.
    public var repeatDuration = 0.0
    /// A Boolean value that determines whether each run is followed by a run in the opposite
    /// direction.
    public var autoreverses = false
    /// The presentation before the start and after the end.
    public var fillMode = CAMediaTimingFillMode.removed

    /// The duration of Core Animation's default transaction, in seconds.
    static let defaultDuration = 0.25

    /// Creates an animation with the default timing.
    public init() {}

    /// Returns an animation with the same properties.
    public func copy() -> CAAnimation {
        let copy = CAAnimation()
        copy.setTiming(from: self)
        return copy
    }

    /// Sets all properties to those of another animation.
    final func setTiming(from other: CAAnimation) {
        delegate = other.delegate
        timingFunction = other.timingFunction
        isRemovedOnCompletion = other.isRemovedOnCompletion
        beginTime = other.beginTime
        duration = other.duration
        repeatCount = other.repeatCount
        repeatDuration = other.repeatDuration
        autoreverses = other.autoreverses
        fillMode = other.fillMode
    }

    /// The timing of the animation if it is added at `now`.
    final func timing(addedAt now: Timestamp) -> AnimationTiming {
        let duration = duration > 0 ? duration : CATransaction.animationDuration()
        let function = timingFunction ?? CATransaction.animationTimingFunction()
        var timing = AnimationTiming(
            begin: beginTime > 0 ? Timestamp(seconds: beginTime) : now, duration: duration,
            curve: curve(duration: duration) ?? function?.curve ?? .linear)
        timing.autoreverses = autoreverses
        if repeatDuration > 0 {
            timing.repeatCount = repeatDuration / duration / (autoreverses ? 2 : 1)
        } else if repeatCount > 0 {
            timing.repeatCount = Double(repeatCount)
        }
        // The value that code without `.infinity` uses for endless animations.
        if timing.repeatCount >= Double(Float.greatestFiniteMagnitude) {
            timing.repeatCount = .infinity
        }
        return timing
    }

    /// Returns the curve of an animation that does not use `timingFunction`, or `nil`.
    ///
    /// - Parameter duration: The duration of one run, in seconds.
    func curve(duration: Double) -> AnimationCurve? { nil }

    /// Converts the values to the form that each frame uses. A layer calls the method once, when it
    /// adds its copy of the animation.
    ///
    /// - Parameter style: The style of the layer, for dynamic colors.
    func prepare(for style: UIUserInterfaceStyle) {}

    /// Changes the presentation values of a layer to those at a fraction of the animation.
    func apply(to values: inout LayerValues, at fraction: Double) {}
}

/// An abstract subclass for animations that change the value of a layer property.
@MainActor
public class CAPropertyAnimation: CAAnimation {
    /// The key path of the property. An unknown key path has no effect.
    ///
    /// Supported are `position`, `position.x`, `position.y`, `bounds`, `bounds.size`,
    /// `bounds.size.width`, `bounds.size.height`, `opacity`, `backgroundColor`, `cornerRadius`,
    /// `borderWidth`, `borderColor`, `transform`, and `transform.` followed by `scale`, `scale.x`,
    /// `scale.y`, `rotation`, `rotation.z`, `translation`, `translation.x` or `translation.y`. A
    /// `CAShapeLayer` adds `path`, `fillColor`, `strokeColor`, `lineWidth`, `lineDashPhase`,
    /// `strokeStart` and `strokeEnd`.
    public var keyPath: String?
    /// A Boolean value that determines whether the values are added to the current value of the
    /// property.
    public var isAdditive = false

    /// Creates an animation of the property with the given key path, or with `nil` for a key path
    /// that is assigned later.
    public init(keyPath path: String? = nil) {
        keyPath = path
        super.init()
    }

    /// Returns an animation with the same properties.
    public override func copy() -> CAAnimation {
        let copy = CAPropertyAnimation(keyPath: keyPath)
        copy.setTiming(from: self)
        copy.isAdditive = isAdditive
        return copy
    }
}
