import TouchKitGeometry

/// A measurement of the jitter of a resting contact: the deviation of its reported positions from
/// their mean.
///
/// A contact rests if all its positions of at least one second are near their mean. The statistics
/// cover only the last second, so that the positions at touch-down do not affect them for long. The
/// measurement allocates nothing after `init`.
package struct RestJitter: Sendable {
    /// The largest and the average distance of positions from their mean, in the unit of the
    /// positions.
    package struct Statistics: Hashable, Sendable {
        /// The maximum distance of a position from the mean.
        package var peak: Double
        /// The root mean square of the distances from the mean.
        package var rms: Double

        /// Creates statistics.
        package init(peak: Double, rms: Double) {
            self.peak = peak
            self.rms = rms
        }
    }

    /// The length of the time window that the statistics cover, in microseconds. A contact must
    /// also be near its mean position for this time to count as resting.
    package static let window: Int64 = 1_000_000
    /// The maximum number of stored positions.
    private static let capacity = 512

    private struct Sample {
        var position: CGPoint
        var time: Timestamp
    }

    /// The maximum distance of a resting contact's positions from their mean, in the unit of the
    /// positions.
    package var radius: Double
    private var samples = RecentValues<Sample>(capacity: Self.capacity)
    private var sum = CGPoint.zero
    /// The time of the first position after the last restart of the measurement.
    private var start = Timestamp.zero

    /// Creates a measurement without positions.
    ///
    /// - Parameter radius: The maximum distance of a resting contact from the mean of its
    ///   positions, in the unit of the positions.
    package init(radius: Double) {
        self.radius = radius
    }

    /// Adds a reported position. A position farther than `radius` from the mean restarts the
    /// measurement.
    package mutating func add(_ position: CGPoint, at time: Timestamp) {
        if let mean, hypotenuse(position.x - mean.x, position.y - mean.y) > radius { removeAll() }
        if samples.count == 0 { start = time }
        while let oldest = samples.oldest,
            samples.count == Self.capacity || time.microseconds(since: oldest.time) > Self.window
        {
            sum.x -= oldest.position.x
            sum.y -= oldest.position.y
            samples.removeOldest()
        }
        samples.append(Sample(position: position, time: time))
        // Rounding errors of the running sums stay negligible: coordinates are at most a few
        // thousand, and each restart resets the sums.
        sum.x += position.x
        sum.y += position.y
    }

    /// Returns the statistics of the positions in the last second before `now`, or `nil` if the
    /// contact is not resting. If there is no position in that second, both statistics are 0.
    ///
    /// - Complexity: O(positions of the last second).
    package func statistics(at now: Timestamp) -> Statistics? {
        guard samples.count > 0, now.microseconds(since: start) >= Self.window else { return nil }
        var count = 0.0
        var mean = CGPoint.zero
        forEachPosition(at: now) {
            count += 1
            mean.x += $0.x
            mean.y += $0.y
        }
        guard count > 0 else { return Statistics(peak: 0, rms: 0) }
        mean = CGPoint(x: mean.x / count, y: mean.y / count)
        var squares = 0.0
        var farthest = 0.0
        forEachPosition(at: now) {
            let x = $0.x - mean.x
            let y = $0.y - mean.y
            squares += x * x + y * y
            farthest = max(farthest, x * x + y * y)
        }
        return Statistics(
            peak: farthest.squareRoot(), rms: (squares / count).squareRoot())
    }

    /// Removes all positions.
    package mutating func removeAll() {
        samples.removeAll()
        sum = .zero
    }

    /// Calls `body` for each position of the last second before `now`.
    private func forEachPosition(at now: Timestamp, _ body: (CGPoint) -> Void) {
        for index in 0..<samples.count {
            let sample = samples[index]
            if now.microseconds(since: sample.time) <= Self.window { body(sample.position) }
        }
    }

    /// The mean of the stored positions, or `nil` if no position is stored.
    private var mean: CGPoint? {
        let count = Double(samples.count)
        return count > 0 ? CGPoint(x: sum.x / count, y: sum.y / count) : nil
    }

    private func hypotenuse(_ x: Double, _ y: Double) -> Double {
        (x * x + y * y).squareRoot()
    }
}
