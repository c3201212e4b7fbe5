import Glibc

/// The motion of a scroll view's content offset along one axis after a drag, as a function of time.
///
/// Offsets are in points, velocities in points per second, and times in seconds since the release.
struct ScrollMotion {
    /// The offset and velocity at one time.
    struct Sample {
        var offset: CGFloat
        var velocity: CGFloat
        /// Whether the motion has ended at this time or before.
        var isFinished: Bool
    }

    /// A deceleration from an offset with a velocity.
    private struct Deceleration {
        let start: CGFloat
        let velocity: CGFloat
        /// The natural logarithm of the velocity's decrease per second; negative.
        let decay: CGFloat
        /// The ratio of the whole distance to the velocity, in seconds.
        let reach: CGFloat
        /// The offset at the end.
        let landing: CGFloat

        /// Creates a deceleration with the velocity `velocity`, or with the velocity that leads to
        /// `landing`.
        init(from start: CGFloat, velocity: CGFloat, rate: CGFloat, landing: CGFloat? = nil) {
            let reach = rate / (1_000 * (1 - rate))
            let stop = GestureConstants.stopVelocity
            self.start = start
            self.reach = reach
            decay = 1_000 * log(rate)
            if let landing {
                let distance = landing - start
                self.velocity = distance / reach + (distance > 0 ? stop : -stop)
                self.landing = landing
            } else {
                self.velocity = velocity
                self.landing = start + (velocity + (velocity > 0 ? -stop : stop)) * reach
            }
        }

        /// The time at which the velocity has decreased to `GestureConstants.stopVelocity`.
        var duration: CGFloat { log(abs(velocity) / GestureConstants.stopVelocity) / -decay }

        /// Returns the time at which the deceleration reaches an offset before its landing.
        func time(at offset: CGFloat) -> CGFloat {
            log(1 - (offset - start) / (velocity * reach)) / decay
        }

        func sample(at time: CGFloat) -> Sample {
            if time >= duration { return Sample(offset: landing, velocity: 0, isFinished: true) }
            let remainder = exp(decay * time)
            return Sample(
                offset: start + velocity * reach * (1 - remainder), velocity: velocity * remainder,
                isFinished: false)
        }
    }

    /// A critically damped return to an offset.
    private struct Bounce {
        let target: CGFloat
        /// The distance from the target at the start.
        let displacement: CGFloat
        let velocity: CGFloat

        func sample(at time: CGFloat) -> Sample {
            let frequency = GestureConstants.bounceFrequency
            let slope = velocity + frequency * displacement
            let factor = exp(-frequency * time)
            let distance = (displacement + slope * time) * factor
            let velocity = slope * factor - frequency * distance
            let isFinished =
                abs(distance) < GestureConstants.bounceEnd
                && abs(velocity) < GestureConstants.stopVelocity
            return isFinished
                ? Sample(offset: target, velocity: 0, isFinished: true)
                : Sample(offset: target + distance, velocity: velocity, isFinished: false)
        }
    }

    private enum Curve {
        case rest(at: CGFloat)
        case deceleration(Deceleration)
        case bounce(Bounce)

        func sample(at time: CGFloat) -> Sample {
            switch self {
            case .rest(let offset): Sample(offset: offset, velocity: 0, isFinished: true)
            case .deceleration(let deceleration): deceleration.sample(at: time)
            case .bounce(let bounce): bounce.sample(at: time)
            }
        }
    }

    /// The time at which the motion begins.
    var begin: CGFloat = 0
    /// The curve from the start of the motion.
    private let first: Curve
    /// The curve from the time after `begin` at which `first` reaches an edge, or `nil` if it
    /// reaches none.
    private let second: (curve: Curve, begin: CGFloat)?

    private init(_ first: Curve, then second: (curve: Curve, begin: CGFloat)? = nil) {
        self.first = first
        self.second = second
    }

    /// Creates a motion that rests at an offset.
    init(restingAt offset: CGFloat) {
        self.init(.rest(at: offset))
    }

    /// Creates a deceleration from a legal offset, which bounces or stops at the edges of `range`
    ///
    init(
        deceleratingFrom start: CGFloat, velocity: CGFloat, rate: CGFloat, in range: ScrollRange,
        bounces: Bool
    ) {
        guard abs(velocity) > GestureConstants.stopVelocity else {
            self.init(restingAt: start)
            return
        }
        let deceleration = Deceleration(from: start, velocity: velocity, rate: rate)
        let edge = range.clamp(deceleration.landing)
        guard edge != deceleration.landing else {
            self.init(.deceleration(deceleration))
            return
        }
        let time = deceleration.time(at: edge)
        let arrival = velocity * exp(deceleration.decay * time)
        let bounce = Bounce(target: edge, displacement: 0, velocity: arrival)
        self.init(
            .deceleration(deceleration), then: (bounces ? .bounce(bounce) : .rest(at: edge), time))
    }

    /// Creates a deceleration that ends at an offset.
    init(deceleratingFrom start: CGFloat, to target: CGFloat, rate: CGFloat) {
        if start == target {
            self.init(restingAt: target)
        } else {
            self.init(
                .deceleration(Deceleration(from: start, velocity: 0, rate: rate, landing: target)))
        }
    }

    /// Creates a bounce from an offset to a target.
    init(bouncingFrom start: CGFloat, to target: CGFloat, velocity: CGFloat) {
        self.init(
            .bounce(Bounce(target: target, displacement: start - target, velocity: velocity)))
    }

    /// Creates a bounce from an offset that does not pass its target: the velocity
    /// towards the target is limited.
    init(approaching target: CGFloat, from start: CGFloat, velocity: CGFloat) {
        let limit = GestureConstants.bounceFrequency * (target - start)
        self.init(
            bouncingFrom: start, to: target,
            velocity: target > start ? min(velocity, limit) : max(velocity, limit))
    }

    /// Returns the natural landing of a deceleration without edges, or `start` if the
    /// velocity is too low for a deceleration.
    static func landing(from start: CGFloat, velocity: CGFloat, rate: CGFloat) -> CGFloat {
        abs(velocity) > GestureConstants.stopVelocity
            ? Deceleration(from: start, velocity: velocity, rate: rate).landing : start
    }

    /// The offset at the end of a deceleration that reaches no edge, or `nil` for other motions.
    var landing: CGFloat? {
        if second == nil, case .deceleration(let deceleration) = first {
            deceleration.landing
        } else {
            nil
        }
    }

    /// Whether the offset does not change.
    var isAtRest: Bool {
        if case .rest = first { true } else { false }
    }

    /// Returns the offset to which the motion bounces at a time, or `nil` if it does not bounce at
    /// that time.
    func bounceTarget(at time: CGFloat) -> CGFloat? {
        var curve = first
        if let second, time - begin >= second.begin { curve = second.curve }
        if case .bounce(let bounce) = curve { return bounce.target }
        return nil
    }

    /// Returns the offset and velocity at a time in seconds since the release.
    func sample(at time: CGFloat) -> Sample {
        let time = time - begin
        if let second, time >= second.begin { return second.curve.sample(at: time - second.begin) }
        return first.sample(at: time)
    }
}
