import TouchKitGeometry

/// How far the reported place of a finger that rests trembles.
///
/// A finger rests when all its places of a second and more lie near their middle. The figures are of the last
/// second, so that coming down counts for nothing in the end. Once made, it allocates nothing.
package struct RestJitter: Sendable {
    /// How far places are from their middle.
    package struct Figures: Hashable, Sendable {
        /// The farthest.
        package var peak: Double
        /// The root of the mean square.
        package var rms: Double

        /// Makes figures.
        package init(peak: Double, rms: Double) {
            self.peak = peak
            self.rms = rms
        }
    }

    /// From when on a finger rests, and how long places count, in microseconds.
    package static let window: Int64 = 1_000_000
    /// The most places that are kept.
    private static let most = 512

    private struct Sample {
        var place: CGPoint
        var time: Timestamp
    }

    /// How far from the middle a finger that rests may be reported.
    package var radius: Double
    private var samples = RecentValues<Sample>(most: Self.most)
    private var sum = CGPoint.zero
    private var began = Timestamp.zero

    /// Makes one that knows of no place.
    ///
    /// - Parameter radius: How far from the middle of its places a finger that rests may be, in the unit of
    ///   places; that is the figures' unit, too.
    package init(radius: Double) {
        self.radius = radius
    }

    /// The finger was reported at a place.
    package mutating func add(_ place: CGPoint, at time: Timestamp) {
        if let middle, hypotenuse(place.x - middle.x, place.y - middle.y) > radius { removeAll() }
        if samples.count == 0 { began = time }
        while let oldest = samples.oldest,
            samples.count == Self.most || time.microseconds(since: oldest.time) > Self.window
        {
            sum.x -= oldest.place.x
            sum.y -= oldest.place.y
            samples.removeOldest()
        }
        samples.append(Sample(place: place, time: time))
        // Differences of large sums don't add up to errors that could be seen: places are within a few
        // thousand, and the sums are begun anew with every way.
        sum.x += place.x
        sum.y += place.y
    }

    /// The figures at a time; nil while the finger doesn't rest. One that isn't reported rests without
    /// trembling.
    ///
    /// - Complexity: O(places of the last second).
    package func figures(at now: Timestamp) -> Figures? {
        guard samples.count > 0, now.microseconds(since: began) >= Self.window else { return nil }
        var count = 0.0
        var middle = CGPoint.zero
        forEach(at: now) {
            count += 1
            middle.x += $0.x
            middle.y += $0.y
        }
        guard count > 0 else { return Figures(peak: 0, rms: 0) }
        middle = CGPoint(x: middle.x / count, y: middle.y / count)
        var squares = 0.0
        var farthest = 0.0
        forEach(at: now) {
            let x = $0.x - middle.x
            let y = $0.y - middle.y
            squares += x * x + y * y
            farthest = max(farthest, x * x + y * y)
        }
        return Figures(
            peak: farthest.squareRoot(), rms: (squares / count).squareRoot())
    }

    /// Forgets all.
    package mutating func removeAll() {
        samples.removeAll()
        sum = .zero
    }

    private func forEach(at now: Timestamp, _ body: (CGPoint) -> Void) {
        for index in 0..<samples.count {
            let sample = samples[index]
            if now.microseconds(since: sample.time) <= Self.window { body(sample.place) }
        }
    }

    private var middle: CGPoint? {
        let count = Double(samples.count)
        return count > 0 ? CGPoint(x: sum.x / count, y: sum.y / count) : nil
    }

    private func hypotenuse(_ x: Double, _ y: Double) -> Double {
        (x * x + y * y).squareRoot()
    }
}
