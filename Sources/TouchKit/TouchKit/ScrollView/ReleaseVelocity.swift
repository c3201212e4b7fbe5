/// The recent locations of a drag, from which the velocity at its end is computed.
struct ReleaseVelocity {
    private var samples: [(time: Double, location: CGPoint)] = []

    /// Removes all locations, because the number of fingers has changed.
    mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
    }

    /// Appends a location, in points, at a time in seconds. Locations that are too old for any
    /// later release are removed.
    mutating func append(_ location: CGPoint, at time: Double) {
        samples.removeFirst(oldCount(at: time))
        samples.append((time, location))
    }

    /// Returns the velocity at a lift, in points per second: the mean velocity of the samples that
    /// are not older than `GestureConstants.releaseWindow`, or zero with fewer than two.
    func velocity(at time: Double) -> CGVector {
        guard let last = samples.last else { return .zero }
        let end = GestureConstants.holdStopsDeceleration ? time : last.time
        let first = oldCount(at: end)
        guard first < samples.count else { return .zero }
        let seconds = last.time - samples[first].time
        guard seconds > 0 else { return .zero }
        return CGVector(
            dx: (last.location.x - samples[first].location.x) / seconds,
            dy: (last.location.y - samples[first].location.y) / seconds)
    }

    /// Returns the number of samples that are too old for a lift at a time in seconds.
    private func oldCount(at time: Double) -> Int {
        let earliest =
            time - GestureConstants.releaseWindow - GestureConstants.roundingTolerance
        return samples.firstIndex { $0.time >= earliest } ?? samples.count
    }
}
