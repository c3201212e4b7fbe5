import TouchKitRaster

/// The way in which intermediate values of a keyframe animation are calculated.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a mode from a string. An unknown name counts as `linear`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Values are interpolated between keyframes.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Each value is shown until the next keyframe.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Counts as `linear`: only the movement along a `path` has constant speed, in each mode.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
}

/// An object that animates a layer property through a list of values or along a path.
@MainActor
public final class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values, of the same types as those of `CABasicAnimation`. A value of another type is
    /// skipped.
    public var values: [Any]?
    /// The path along which a point property moves, at constant speed, or `nil` to use `values`.
    /// Gaps between subpaths are skipped.
    public var path: CGPath?
    /// The time of each value as a fraction of the duration, 0…1 ascending, or `nil` to space the
    /// values evenly. With the mode `discrete`, there may be one more time than values.
    public var keyTimes: [Double]?
    /// The pacing between each pair of values, or `nil` for constant speed.
    public var timingFunctions: [CAMediaTimingFunction]?
    /// The way in which intermediate values are calculated.
    public var calculationMode = CAAnimationCalculationMode.linear

    private var property: LayerProperty?
    private var keyValues: [LayerValue] = []
    /// The lengths of the path up to the end of each of its lines.
    private var route = Route()

    /// Returns an animation with the same properties.
    public override func copy() -> CAAnimation {
        let copy = CAKeyframeAnimation(keyPath: keyPath)
        copy.setTiming(from: self)
        copy.isAdditive = isAdditive
        copy.values = values
        copy.path = path
        copy.keyTimes = keyTimes
        copy.timingFunctions = timingFunctions
        copy.calculationMode = calculationMode
        return copy
    }

    override func prepare(for style: UIUserInterfaceStyle) {
        property = keyPath.flatMap(LayerProperty.init(rawValue:))
        guard let property else { return }
        keyValues = values?.compactMap { property.value($0, in: style) } ?? []
        path?.path.flatten(map: .identity, tolerance: 1.0 / 64, into: &route)
    }

    override func apply(to values: inout LayerValues, at fraction: Double) {
        guard let property, let current = values[property], let value = value(at: fraction) else {
            return
        }
        values[property] = isAdditive ? current.adding(value) : value
    }

    private func value(at fraction: Double) -> LayerValue? {
        if path != nil { return route.point(at: fraction).map { .point($0) } }
        guard let last = keyValues.last else { return nil }
        if calculationMode == .discrete { return discreteValue(at: fraction) }
        let count = keyValues.count
        if count == 1 { return last }
        let times = keyTimes?.count == count ? keyTimes : nil
        func time(_ index: Int) -> Double { times?[index] ?? Double(index) / Double(count - 1) }
        if fraction <= time(0) { return keyValues[0] }
        for index in 1..<count where fraction < time(index) {
            let start = time(index - 1)
            var part = (fraction - start) / (time(index) - start)
            if let timingFunctions, index <= timingFunctions.count {
                part = timingFunctions[index - 1].curve.fraction(at: part)
            }
            return .interpolate(keyValues[index - 1], keyValues[index], at: part)
        }
        return last
    }

    private func discreteValue(at fraction: Double) -> LayerValue? {
        let count = keyValues.count
        var shown = keyValues.first
        for (index, value) in keyValues.enumerated() {
            let times = keyTimes ?? []
            let time = times.count >= count ? times[index] : Double(index) / Double(count)
            if fraction >= time { shown = value }
        }
        return shown
    }
}

/// The lines of a flattened path with their distances from the start.
private struct Route: PathSink {
    private var lines: [(start: CGPoint, end: CGPoint, distance: Double)] = []
    private var length = 0.0
    private var first = CGPoint.zero
    private var last = CGPoint.zero

    mutating func begin(at point: CGPoint) {
        (first, last) = (point, point)
    }

    mutating func addLine(to point: CGPoint, isSmooth: Bool) {
        length += distance(last, point)
        lines.append((last, point, length))
        last = point
    }

    mutating func end(isClosed: Bool) {
        if isClosed { addLine(to: first, isSmooth: false) }
    }

    /// Returns the point at a fraction of the length, or `nil` for an empty path.
    func point(at fraction: Double) -> CGPoint? {
        let distance = fraction * length
        var start = 0.0
        for line in lines {
            if distance <= line.distance, line.distance > start {
                return .interpolate(
                    line.start, line.end, at: (distance - start) / (line.distance - start))
            }
            start = line.distance
        }
        return lines.last?.end
    }
}

/// An object that groups animations so that they run concurrently.
///
/// The timing of the group applies to all of its animations, which end with the group.
@MainActor
public final class CAAnimationGroup: CAAnimation {
    /// The animations. Their delegates and `isRemovedOnCompletion` are ignored. A duration of 0
    /// counts as the group's duration, and `beginTime` is relative to the group's start.
    public var animations: [CAAnimation]?
    private var timings: [AnimationTiming] = []
    /// The duration in seconds, which may be that of the transaction in which the group was added.
    private var length = 0.0

    /// Returns an animation with the same properties.
    public override func copy() -> CAAnimation {
        let copy = CAAnimationGroup()
        copy.setTiming(from: self)
        copy.animations = animations?.map { $0.copy() }
        copy.length = timing(addedAt: .zero).duration
        for animation in copy.animations ?? [] {
            if animation.duration <= 0 { animation.duration = copy.length }
            copy.timings.append(animation.timing(addedAt: .zero))
        }
        return copy
    }

    override func prepare(for style: UIUserInterfaceStyle) {
        for animation in animations ?? [] { animation.prepare(for: style) }
    }

    override func apply(to values: inout LayerValues, at fraction: Double) {
        guard let animations else { return }
        let time = Timestamp(seconds: fraction * length)
        for (animation, timing) in zip(animations, timings) {
            switch timing.progress(at: time) {
            case .waiting:
                if animation.fillMode.showsStart { animation.apply(to: &values, at: 0) }
            case .running(let fraction):
                animation.apply(to: &values, at: fraction)
            case .finished:
                // The end of an animation that ends with the group is part of the group. The times
                // are rounded to microseconds.
                let end = timing.begin.seconds + timing.totalDuration
                let isAtEnd = end >= time.seconds - 0.000_001
                guard animation.fillMode.showsEnd || isAtEnd else { continue }
                animation.apply(to: &values, at: timing.endFraction)
            }
        }
    }
}

extension AnimationTiming {
    /// The time from the start to the end, in seconds.
    fileprivate var totalDuration: Double { duration * repeatCount * (autoreverses ? 2 : 1) }
}
