/// The animation of one property of a view. The property holds the end value; the animation
/// computes the value on the screen.
///
/// `Value` is unconstrained here: resolving its protocol conformances at run time searches all
/// conformances of the program once, which would delay the first frame of an animation.
struct PropertyAnimation<Value> {
    /// The value at the start of the animation.
    var from: Value
    /// The value at the end of the animation, which the property already has.
    var to: Value
    /// The fraction of the way from `from` to `to`; a spring may exceed 1.
    var fraction = 0.0
    /// The start time, duration, curve and repetition.
    let timing: AnimationTiming
    /// The `animate` block that started the animation.
    let block: AnimationBlock

    /// Updates `fraction` for `time`.
    ///
    /// - Returns: Whether the animation has reached its end.
    mutating func advance(to time: Timestamp) -> Bool {
        switch timing.progress(at: time) {
        case .waiting:
            return false
        case .running(let part):
            fraction = part
            return false
        case .finished:
            return true
        }
    }
}

extension PropertyAnimation where Value: Interpolatable {
    /// The value to show on the screen.
    var presentationValue: Value {
        fraction == 0 ? from : .interpolate(from, to, at: fraction)
    }
}

/// The running animations of one view, one per property.
@MainActor
final class ViewAnimations {
    /// The animated view. After the view is deallocated, the next step stops the animations.
    private(set) weak var view: UIView?
    /// The animation of `UIView.center`, or `nil` if the property is not animated.
    var center: PropertyAnimation<CGPoint>?
    /// The animation of `UIView.bounds`, or `nil` if the property is not animated.
    var bounds: PropertyAnimation<CGRect>?
    /// The animation of `UIView.transform`, or `nil` if the property is not animated.
    var transform: PropertyAnimation<CGAffineTransform>?
    /// The animation of `UIView.alpha`, or `nil` if the property is not animated.
    var alpha: PropertyAnimation<CGFloat>?
    /// The animation of `UIView.backgroundColor`, or `nil` if the property is not animated.
    var backgroundColor: PropertyAnimation<AnimatableColor>?
    /// Whether the application's `ViewAnimator` steps these animations.
    var isInAnimator = false

    /// Creates an object without animations for `view`.
    init(view: UIView) {
        self.view = view
    }

    /// Whether no property of the view is animated.
    var isEmpty: Bool {
        center == nil && bounds == nil && transform == nil && alpha == nil && backgroundColor == nil
    }

    /// Whether an animation disables touches on the view, because its block lacks
    /// `.allowUserInteraction`.
    var blocksTouches: Bool { anyAnimation { block, _ in !block.allowsTouches } }

    /// Returns whether an animation needs frames at `time`. Endless animations of hidden views need
    /// no frames, so that the display can idle.
    func needsFrames(at time: Timestamp) -> Bool {
        guard let view else { return !isEmpty }
        let isVisible = view.isInVisibleWindow
        return anyAnimation { _, timing in timing.begin <= time && (isVisible || !timing.isEndless)
        }
    }

    /// Returns whether at least one running animation has a block and timing for which `matches`
    /// returns `true`.
    private func anyAnimation(_ matches: (AnimationBlock, AnimationTiming) -> Bool) -> Bool {
        if let center, matches(center.block, center.timing) { return true }
        if let bounds, matches(bounds.block, bounds.timing) { return true }
        if let transform, matches(transform.block, transform.timing) { return true }
        if let alpha, matches(alpha.block, alpha.timing) { return true }
        if let backgroundColor, matches(backgroundColor.block, backgroundColor.timing) {
            return true
        }
        return false
    }

    // MARK: Changes

    /// Updates a property's animation after the property changed from `old` to `new`.
    ///
    /// With a block, a new animation to `new` starts and replaces a running animation. Without a
    /// block, a running animation continues to `new`, and its start value is shifted by the
    /// difference between `old` and `new`.
    static func change<Value: Interpolatable>(
        _ animation: inout PropertyAnimation<Value>?, from old: Value, to new: Value,
        in block: AnimationBlock?
    ) {
        guard let block else {
            guard var running = animation else { return }
            running.from = .shiftStart(running.from, from: old, to: new)
            running.to = new
            animation = running
            return
        }
        if animation?.block === block {
            animation?.to = new
            return
        }
        var start = old
        if let running = animation {
            if block.beginsFromCurrentState { start = running.presentationValue }
            animation = nil
            if running.block.recordPropertyEnd(finished: false) {
                running.block.scheduleCompletion()
            }
        }
        if block.isInstant { return }
        animation = PropertyAnimation(from: start, to: new, timing: block.timing, block: block)
        block.recordPropertyStart()
    }

    // MARK: Time

    /// Updates all animations of the view to `time` and marks the changed area as damaged.
    ///
    /// - Parameter ended: An array that receives the blocks whose last animation has ended.
    func step(to time: Timestamp, ended: inout [AnimationBlock]) {
        guard let view else {
            stop { ended.append($0) }
            return
        }
        view.updatePresentation {
            Self.advance(&center, to: time, &ended)
            Self.advance(&bounds, to: time, &ended)
            Self.advance(&transform, to: time, &ended)
            Self.advance(&alpha, to: time, &ended)
            Self.advance(&backgroundColor, to: time, &ended)
        }
        view.isTouchBlockedByAnimation = blocksTouches
    }

    /// Updates one property's animation to `time`. Removes the animation at its end, and appends
    /// its block to `ended` if no other animation of the block runs.
    private static func advance<Value>(
        _ animation: inout PropertyAnimation<Value>?, to time: Timestamp,
        _ ended: inout [AnimationBlock]
    ) {
        guard let block = animation?.block, animation?.advance(to: time) == true else { return }
        animation = nil
        if block.recordPropertyEnd(finished: true) { ended.append(block) }
    }

    /// Stops all animations of the view at their end values.
    ///
    /// - Parameter onBlockEnd: A closure called for each block whose last animation was stopped.
    func stop(_ onBlockEnd: (AnimationBlock) -> Void) {
        Self.stop(&center, onBlockEnd)
        Self.stop(&bounds, onBlockEnd)
        Self.stop(&transform, onBlockEnd)
        Self.stop(&alpha, onBlockEnd)
        Self.stop(&backgroundColor, onBlockEnd)
    }

    /// Stops one property's animation, and calls `onBlockEnd` if no other animation of its block
    /// runs.
    private static func stop<Value>(
        _ animation: inout PropertyAnimation<Value>?, _ onBlockEnd: (AnimationBlock) -> Void
    ) {
        guard let block = animation?.block else { return }
        animation = nil
        if block.recordPropertyEnd(finished: false) { onBlockEnd(block) }
    }
}
