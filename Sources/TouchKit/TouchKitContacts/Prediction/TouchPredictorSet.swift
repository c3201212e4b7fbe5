import TouchKitGeometry

/// The predictors of all touches that are down.
///
/// The set allocates memory only when the number of simultaneous touches exceeds the previous
/// maximum.
package struct TouchPredictorSet: Sendable {
    /// A touch with its predictor.
    private struct Entry: Sendable {
        var touch: TouchIdentifier
        var newest: TouchSample
        var predictor: TouchPredictor
    }

    private var entries: [Entry] = []
    private var spare: [TouchPredictor] = []

    /// Creates an empty set.
    package init() {
        entries.reserveCapacity(Self.initialCapacity)
        spare.reserveCapacity(Self.initialCapacity)
    }

    /// The number of touches for which memory is reserved. Touchscreens rarely report more
    /// contacts.
    private static let initialCapacity = 16

    /// Adds all samples of `update` to the predictors of their touches, and removes the predictors
    /// of touches that ended or were cancelled.
    ///
    /// - Complexity: O(samples × touches).
    package mutating func add(_ update: TouchUpdate) {
        for sample in update.samples {
            if let index = index(of: sample.touch) {
                entries[index].predictor.add(sample)
                entries[index].newest = sample
            } else {
                var predictor = spare.popLast() ?? TouchPredictor()
                predictor.reset(pollMicroseconds: sample.pollMicroseconds)
                predictor.add(sample)
                entries.append(
                    Entry(touch: sample.touch, newest: sample, predictor: predictor))
            }
        }
        for change in update.changes where change.phase == .ended || change.phase == .cancelled {
            guard let index = index(of: change.touch) else { continue }
            spare.append(entries.remove(at: index).predictor)
        }
    }

    /// Appends the predicted samples of a touch to `samples`. The time between them equals the time
    /// between the measured samples of the touch, but is at least 1 ms.
    ///
    /// The last predicted sample is at `time`, or at the end of the prediction horizon if `time` is
    /// later. Nothing is appended if `TouchPredictor.position(at:)` returns `nil`.
    package mutating func predict(
        _ touch: TouchIdentifier, until time: Timestamp, into samples: inout [TouchSample]
    ) {
        guard let index = index(of: touch) else { return }
        let newest = entries[index].newest
        let end = min(
            time,
            newest.time.advanced(
                byMicroseconds: entries[index].predictor.remainingHorizonMicroseconds))
        // The prediction is checked for the requested time instead of the earlier end, because
        // samples that are too old for the requested time yield no prediction.
        guard let last = entries[index].predictor.position(at: time) else { return }
        let step = entries[index].predictor.stepMicroseconds
        var sample = newest
        var next = newest.time.advanced(byMicroseconds: step)
        // A sample less than half a step before the end would nearly repeat the last one.
        while next.advanced(byMicroseconds: step / 2) < end {
            sample.time = next
            if let position = entries[index].predictor.position(at: next) {
                sample.position = position
                samples.append(sample)
            }
            next = next.advanced(byMicroseconds: step)
        }
        sample.time = end
        sample.position = last
        samples.append(sample)
    }

    /// Returns the position of the last sample that `predict(_:until:into:)` appends, or `nil` if
    /// it appends nothing.
    package mutating func lastPosition(
        _ touch: TouchIdentifier, until time: Timestamp
    ) -> CGPoint? {
        guard let index = index(of: touch) else { return nil }
        return entries[index].predictor.position(at: time)
    }

    private func index(of touch: TouchIdentifier) -> Int? {
        for index in entries.indices where entries[index].touch == touch { return index }
        return nil
    }
}
