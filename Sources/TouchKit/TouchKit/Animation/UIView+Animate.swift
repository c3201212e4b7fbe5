extension UIView {
    /// Animates the changes that a block makes to views in a window: to `center`, `bounds`, `frame`,
    /// `transform`, `alpha` and `backgroundColor`.
    ///
    /// The properties have their new values at once; what moves is what is to be seen. Touches go by
    /// the properties, and are kept from the views meanwhile unless `options` allow them.
    ///
    /// - Parameters:
    ///   - duration: Seconds; with 0 (and no delay) the changes are shown at once.
    ///   - delay: Seconds before it begins.
    ///   - options: How it runs.
    ///   - animations: Makes the changes; it is called at once.
    ///   - completion: Is told once when the last change has come to its end, in the frame that shows
    ///     it; or with false when one was stopped: by another block that changes the same property of
    ///     the view, by `removeAllAnimations()`, or because the view left its window. Where nothing
    ///     moves it is told in the next turn of the clock.
    public static func animate(
        withDuration duration: Double, delay: Double, options: AnimationOptions = [],
        animations: () -> Void, completion: ((_ finished: Bool) -> Void)? = nil
    ) {
        animate(duration, delay, options.curve, options, animations, completion)
    }

    /// Animates the changes of a block without a delay, slow at both ends.
    public static func animate(
        withDuration duration: Double, animations: () -> Void,
        completion: ((_ finished: Bool) -> Void)?
    ) {
        animate(duration, 0, AnimationOptions().curve, [], animations, completion)
    }

    /// Animates the changes of a block without a delay, slow at both ends.
    public static func animate(withDuration duration: Double, animations: () -> Void) {
        animate(duration, 0, AnimationOptions().curve, [], animations, nil)
    }

    /// Animates the changes of a block like a spring that has come to rest when the time is over.
    ///
    /// - Parameters:
    ///   - duration: Seconds until what is left of the oscillation is a thousandth of the way.
    ///   - delay: Seconds before it begins.
    ///   - dampingRatio: 1 for no oscillation, near 0 for much.
    ///   - velocity: How fast it moves at the beginning, in whole ways per second.
    ///   - options: How it runs; a curve among them counts for nothing.
    ///   - animations: Makes the changes; it is called at once.
    ///   - completion: Is told of the end, as with `animate(withDuration:delay:options:)`.
    public static func animate(
        withDuration duration: Double, delay: Double, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [],
        animations: () -> Void, completion: ((_ finished: Bool) -> Void)? = nil
    ) {
        let spring = SpringCurve(dampingRatio: dampingRatio, velocity: velocity * duration)
        animate(
            duration, delay, .spring(spring), options.union(.overrideInheritedCurve), animations,
            completion)
    }

    /// Lets the changes of the running `animate` that a block makes be repeated.
    ///
    /// - Parameters:
    ///   - repeatCount: How often they run; what isn't above 0 counts as once.
    ///   - autoreverses: Whether each run goes back as well.
    ///   - animations: Makes the changes.
    public static func modifyAnimations(
        withRepeatCount repeatCount: CGFloat, autoreverses: Bool, animations: () -> Void
    ) {
        guard let block = AnimationBlock.current else {
            animations()
            return
        }
        let timing = block.timing
        block.timing.repeatCount = repeatCount > 0 ? repeatCount : 1
        block.timing.autoreverses = autoreverses
        animations()
        block.timing = timing
    }

    /// Makes changes that aren't animated, even inside an `animate`.
    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let before = areAnimationsEnabled
        setAnimationsEnabled(false)
        actionsWithoutAnimation()
        setAnimationsEnabled(before)
    }

    /// Whether changes inside `animate` are animated.
    public static var areAnimationsEnabled: Bool { AnimationBlock.areAnimationsEnabled }

    /// Lets changes inside `animate` be animated from now on, or be shown at once.
    public static func setAnimationsEnabled(_ enabled: Bool) {
        AnimationBlock.areAnimationsEnabled = enabled
    }

    /// The duration of the running `animate`, in seconds; 0 outside.
    public static var inheritedAnimationDuration: Double {
        AnimationBlock.current?.timing.duration ?? 0
    }

    /// Stops what moves of this view, and shows it where it was to go; those who wait for the end
    /// are told false. Ours: UIKit has it on `layer`.
    public func removeAllAnimations() {
        stopAnimations()
    }

    private static func animate(
        _ duration: Double, _ delay: Double, _ curve: AnimationCurve, _ options: AnimationOptions,
        _ animations: () -> Void, _ completion: ((Bool) -> Void)?
    ) {
        let application = UIApplication.shared
        let outer = AnimationBlock.current?.timing
        var timing = AnimationTiming(
            begin: application.time(after: delay), duration: duration > 0 ? duration : 0,
            curve: curve)
        if let outer, !options.contains(.overrideInheritedDuration) {
            timing.duration = outer.duration
        }
        if let outer, !options.contains(.overrideInheritedCurve) { timing.curve = outer.curve }
        if options.contains(.repeat), timing.duration > 0 { timing.repeatCount = .infinity }
        timing.autoreverses = options.contains(.autoreverse)
        AnimationBlock(
            application: application, timing: timing, options: options, completion: completion
        ).run(animations)
    }
}
