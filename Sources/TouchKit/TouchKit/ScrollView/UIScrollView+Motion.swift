import Glibc

/// The motion of a scroll view after a drag, along both axes.
struct ScrollRelease {
    var x: ScrollMotion
    var y: ScrollMotion
    /// The legal offsets for which the motion was computed.
    var ranges: ScrollRanges
    /// The content offset that the motion has set last.
    var offset: CGPoint

    /// Whether neither axis moves.
    var isAtRest: Bool { x.isAtRest && y.isAtRest }

    /// The motion along an axis.
    subscript(axis: ScrollAxis) -> ScrollMotion {
        get { axis == .horizontal ? x : y }
        set {
            if axis == .horizontal { x = newValue } else { y = newValue }
        }
    }
}

/// An animated change of a scroll view's content offset.
struct ScrollAnimation {
    let from: CGPoint
    let to: CGPoint

    /// Returns the fraction of an animation's way that is covered after a number of seconds, or
    /// `nil` at the end.
    static func fraction(after seconds: Double) -> CGFloat? {
        let progress = seconds / GestureConstants.scrollAnimationDuration
        guard progress < 1 - GestureConstants.roundingTolerance else { return nil }
        return (1 - cos(.pi * max(progress, 0))) / 2
    }
}

/// The motion of a scroll view in progress.
struct ScrollMotionState {
    enum Kind {
        /// The motion after a drag.
        case release(ScrollRelease)
        /// An animation that the application has started.
        case animation(ScrollAnimation)
    }

    var kind: Kind
    /// The time from which the motion's time counts.
    var start: Timestamp
    /// The time of the last step, in seconds since `start`.
    var lastStep = 0.0
}

// Motion.
extension UIScrollView {
    /// Scrolls to an offset, and notifies the delegate if the offset has changed.
    func scroll(to offset: CGPoint) {
        guard offset != bounds.origin else { return }
        // Changing the origin in place would allocate memory for the access.
        bounds = CGRect(origin: offset, size: bounds.size)
        delegate?.scrollViewDidScroll(self)
    }

    /// Scrolls to the new minimum if the offset is at or before the old one and nothing moves
    ///
    func contentInsetDidChange(from old: UIEdgeInsets) {
        updateIndicators()
        guard drag == nil, motion == nil else { return }
        var offset = contentOffset
        if old.left != contentInset.left, offset.x <= -old.left { offset.x = -contentInset.left }
        if old.top != contentInset.top, offset.y <= -old.top - refreshInset {
            offset.y = -contentInset.top - refreshInset
        }
        scroll(to: offset)
    }

    /// Starts a motion in place of the present one.
    func startMotion(_ kind: ScrollMotionState.Kind, at time: Timestamp) {
        motionNumber += 1
        motion = ScrollMotionState(kind: kind, start: time)
        requestFrames()
    }

    /// Stops the motion without a message to the delegate. During a drag, the state of
    /// the drag remains.
    func stopMotion() {
        motionNumber += 1
        let hadMotion = motion != nil
        motion = nil
        if drag != nil { return }
        isDragging = false
        if hadMotion { fadeIndicators() }
        isDecelerating = false
    }

    /// Scrolls to the offset of the motion at the time of a frame.
    func stepMotion(to time: Timestamp) {
        guard let motion else { return }
        let seconds = max(0, Double(time.microseconds(since: motion.start)) / 1e6)
        switch motion.kind {
        case .release(let release): step(release, to: seconds, lastStep: motion.lastStep)
        case .animation(let animation): step(animation, to: seconds)
        }
    }

    /// Scrolls to the offset of an animation `seconds` after its start, and ends the animation if
    /// its duration is over.
    private func step(_ animation: ScrollAnimation, to seconds: Double) {
        let number = motionNumber
        guard let fraction = ScrollAnimation.fraction(after: seconds) else {
            motion = nil
            scrollToTarget(of: animation)
            if motionNumber == number { delegate?.scrollViewDidEndScrollingAnimation(self) }
            if motion == nil && drag == nil { fadeIndicators() }
            return
        }
        let target = target(of: animation)
        scroll(
            to: CGPoint(
                x: animation.from.x + (target.x - animation.from.x) * fraction,
                y: animation.from.y + (target.y - animation.from.y) * fraction))
    }

    /// Scrolls to the offset of a motion `seconds` after the release, and ends the motion if both
    /// axes are at rest.
    private func step(_ release: ScrollRelease, to seconds: Double, lastStep: Double) {
        let number = motionNumber
        var release = release
        adapt(&release, to: ranges, at: lastStep)
        let x = release.x.sample(at: seconds)
        let y = release.y.sample(at: seconds)
        release.offset = CGPoint(x: x.offset, y: y.offset)
        motion?.kind = .release(release)
        motion?.lastStep = seconds
        scroll(to: release.offset)
        guard x.isFinished, y.isFinished, motionNumber == number, release.ranges == ranges
        else { return }
        stopMotion()
        delegate?.scrollViewDidEndDecelerating(self)
    }

    /// Continues a motion from an offset that the application has assigned since the last step
    /// or within legal offsets that have changed since then.
    ///
    /// - Parameters:
    ///   - release: The motion.
    ///   - ranges: The present legal offsets.
    ///   - lastStep: The time of the last step, in seconds since the release.
    private func adapt(
        _ release: inout ScrollRelease, to ranges: ScrollRanges, at lastStep: Double
    ) {
        for axis in ScrollAxis.all {
            let change = contentOffset[axis] - release.offset[axis]
            let hasNewRange = ranges[axis] != release.ranges[axis]
            guard change != 0 || hasNewRange else { continue }
            // A landing that remains legal is reached exactly.
            if change == 0, let landing = release[axis].landing, ranges[axis].contains(landing),
                ranges[axis].contains(contentOffset[axis])
            {
                continue
            }
            release[axis] = shiftedMotion(
                release[axis], axis, by: change, hasNewRange: hasNewRange, at: lastStep)
            release[axis].begin = lastStep
        }
        release.ranges = ranges
    }

    /// Returns the motion that continues another one along an axis, with its velocity at a time,
    /// after the offset or the legal offsets have changed.
    private func shiftedMotion(
        _ motion: ScrollMotion, _ axis: ScrollAxis, by change: CGFloat, hasNewRange: Bool,
        at time: Double
    ) -> ScrollMotion {
        let offset = contentOffset[axis]
        let range = range(of: axis)
        let sample = motion.sample(at: time)
        if sample.isFinished {
            return hasNewRange && !range.contains(offset)
                ? ScrollMotion(bouncingFrom: offset, to: range.clamp(offset), velocity: 0)
                : ScrollMotion(restingAt: offset)
        }
        if let target = motion.bounceTarget(at: time).map({ $0 + change }) {
            let legalTarget = range.clamp(target)
            if legalTarget != target && (isPagingEnabled || !bounces) {
                return ScrollMotion(
                    approaching: legalTarget, from: offset, velocity: sample.velocity)
            }
            return ScrollMotion(
                bouncingFrom: offset, to: legalTarget, velocity: sample.velocity)
        }
        guard range.contains(offset) else {
            if !bounces { return ScrollMotion(restingAt: range.clamp(offset)) }
            return ScrollMotion(
                bouncingFrom: offset, to: range.clamp(offset), velocity: sample.velocity)
        }
        return ScrollMotion(
            deceleratingFrom: offset, velocity: sample.velocity, rate: remainderPerMillisecond,
            in: range, bounces: bounces)
    }
}
