extension UIView {
    /// Animates changes to one or more views using the specified duration, delay, options, and
    /// completion handler.
    ///
    /// Animates `center`, `bounds`, `frame`, `transform`, `alpha` and `backgroundColor` of views in
    /// a window. The properties have their new values immediately; only their presentation on the
    /// screen is animated. Hit-testing uses the new values. The animated views receive no touches
    /// unless `options` contain `.allowUserInteraction`.
    ///
    /// - Parameters:
    ///   - duration: The duration in seconds; 0 without a delay applies the changes immediately.
    ///   - delay: The time before the animation starts, in seconds.
    ///   - options: The curve, repetition and touch options.
    ///   - animations: A closure that changes the views. The closure is called before `animate`
    ///     returns.
    ///   - completion: A handler that is called once. The handler receives `true` in the frame that
    ///     shows the end of the last change. It receives `false` if a change was stopped: by
    ///     another block that changes the same property, by `removeAllAnimations()`, or because the
    ///     view left its window. If nothing was animated, the handler is called when the
    ///     application's clock next advances.
    public static func animate(
        withDuration duration: Double, delay: Double, options: AnimationOptions = [],
        animations: () -> Void, completion: ((_ finished: Bool) -> Void)? = nil
    ) {
        animate(duration, delay, options.curve, options, animations, completion)
    }

    /// Animates changes to one or more views using the specified duration and completion handler.
    ///
    /// Uses no delay and the ease-in-ease-out curve.
    ///
    /// - Parameters:
    ///   - duration: The duration in seconds.
    ///   - animations: A closure that changes the views. The closure is called before `animate`
    ///     returns.
    ///   - completion: A handler that is called once when all changes have ended. The handler
    ///     receives `false` if a change was stopped.
    public static func animate(
        withDuration duration: Double, animations: () -> Void,
        completion: ((_ finished: Bool) -> Void)?
    ) {
        animate(duration, 0, AnimationOptions().curve, [], animations, completion)
    }

    /// Animates changes to one or more views using the specified duration.
    ///
    /// Uses no delay and the ease-in-ease-out curve.
    ///
    /// - Parameters:
    ///   - duration: The duration in seconds.
    ///   - animations: A closure that changes the views. The closure is called before `animate`
    ///     returns.
    public static func animate(withDuration duration: Double, animations: () -> Void) {
        animate(duration, 0, AnimationOptions().curve, [], animations, nil)
    }

    /// Performs a view animation using a timing curve corresponding to the motion of a physical
    /// spring.
    ///
    /// - Parameters:
    ///   - duration: The time in seconds after which the oscillation has decayed to 1/1000 of the
    ///     distance.
    ///   - delay: The time before the animation starts, in seconds.
    ///   - dampingRatio: The damping ratio of the spring: 1 for no oscillation, near 0 for strong
    ///     oscillation.
    ///   - velocity: The initial velocity, as a multiple of the total animation distance per
    ///     second.
    ///   - options: Repetition and touch options. Curve options are ignored.
    ///   - animations: A closure that changes the views. The closure is called before `animate`
    ///     returns.
    ///   - completion: A handler that is called once when all changes have ended. The handler
    ///     receives `false` if a change was stopped.
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

    /// Applies a repeat count and autoreversing to the changes that a closure makes inside an
    /// `animate` block.
    ///
    /// - Parameters:
    ///   - repeatCount: The number of runs; values of 0 or less count as 1.
    ///   - autoreverses: Whether each run animates to the new values and back.
    ///   - animations: A closure that changes the views.
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

    /// Makes changes without animating them, even inside an `animate` block.
    ///
    /// - Parameter actionsWithoutAnimation: A closure that changes the views.
    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let before = areAnimationsEnabled
        setAnimationsEnabled(false)
        actionsWithoutAnimation()
        setAnimationsEnabled(before)
    }

    /// Whether changes inside `animate` blocks are animated.
    public static var areAnimationsEnabled: Bool { AnimationBlock.areAnimationsEnabled }

    /// Sets whether changes inside `animate` blocks are animated; if `false`, the changes take
    /// effect immediately.
    public static func setAnimationsEnabled(_ enabled: Bool) {
        AnimationBlock.areAnimationsEnabled = enabled
    }

    /// The duration of the current `animate` block in seconds, or 0 outside a block.
    public static var inheritedAnimationDuration: Double {
        AnimationBlock.current?.timing.duration ?? 0
    }

    /// Stops all animations of the view and shows the values that its properties have. The
    /// completion handlers receive `false`.
    ///
    /// In UIKit, the view's `layer` has this method.
    public func removeAllAnimations() {
        stopAnimations()
        removeLayerAnimations { $0.removeAll() }
    }

    /// Runs `animations` in a new block, whose timing results from the arguments and the enclosing
    /// block.
    private static func animate(
        _ duration: Double, _ delay: Double, _ curve: AnimationCurve, _ options: AnimationOptions,
        _ animations: () -> Void, _ completion: ((Bool) -> Void)?
    ) {
        let application = UIApplication.shared
        let outer = AnimationBlock.current?.timing
        var timing = AnimationTiming(
            begin: application.time(delay, after: application.now),
            duration: duration > 0 ? duration : 0,
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
