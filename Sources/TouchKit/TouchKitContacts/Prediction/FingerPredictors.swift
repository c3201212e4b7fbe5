import TouchKitGeometry

/// The predictors of all fingers that are down. Once as many were down as ever will be, nothing here
/// allocates.
package struct FingerPredictors: Sendable {
    private struct Known: Sendable {
        var finger: FingerID
        var newest: FingerSample
        var predictor: FingerPredictor
    }

    private var known: [Known] = []
    private var spare: [FingerPredictor] = []

    /// Makes predictors of no finger.
    package init() {
        known.reserveCapacity(Self.manyFingers)
        spare.reserveCapacity(Self.manyFingers)
    }

    /// As many as panels usually tell apart; more are taken in, too.
    private static let manyFingers = 16

    /// Takes in everything that was measured; fingers that are lifted or taken back are forgotten.
    ///
    /// - Complexity: O(samples × fingers).
    package mutating func take(_ frame: FingerFrame) {
        for sample in frame.samples {
            if let index = index(of: sample.finger) {
                known[index].predictor.add(sample)
                known[index].newest = sample
            } else {
                var predictor = spare.popLast() ?? FingerPredictor()
                predictor.reset()
                predictor.add(sample)
                known.append(
                    Known(finger: sample.finger, newest: sample, predictor: predictor))
            }
        }
        for change in frame.changes where change.phase == .ended || change.phase == .cancelled {
            guard let index = index(of: change.finger) else { continue }
            spare.append(known.remove(at: index).predictor)
        }
    }

    /// Appends where a finger will be: places that are apart as its samples are, the last one at a
    /// time, or at the horizon if that comes first. None where nobody can say
    /// (`FingerPredictor.position(at:)`).
    package mutating func predict(
        _ finger: FingerID, until time: Timestamp, into samples: inout [FingerSample]
    ) {
        guard let index = index(of: finger) else { return }
        let newest = known[index].newest
        let end = min(
            time, newest.time.advanced(byMicroseconds: FingerPredictor.horizonMicroseconds))
        // What is too old for the time itself is too old for all that lies before it.
        guard let last = known[index].predictor.position(at: time) else { return }
        let step = known[index].predictor.stepMicroseconds
        var sample = newest
        // One that would come just before the last is that one.
        var next = newest.time.advanced(byMicroseconds: step)
        while next.advanced(byMicroseconds: step / 2) < end {
            sample.time = next
            if let place = known[index].predictor.position(at: next) {
                sample.position = place
                samples.append(sample)
            }
            next = next.advanced(byMicroseconds: step)
        }
        sample.time = end
        sample.position = last
        samples.append(sample)
    }

    private func index(of finger: FingerID) -> Int? {
        for index in known.indices where known[index].finger == finger { return index }
        return nil
    }
}
