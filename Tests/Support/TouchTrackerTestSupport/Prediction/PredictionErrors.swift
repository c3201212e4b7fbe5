import TouchKitContacts
import TouchKitGeometry

/// The distances between predicted and actual positions of strokes, for three predictors.
package struct PredictionErrors {
    /// The quantiles of a predictor's errors, in points.
    package struct Quantiles {
        /// The median error.
        package var p50 = 0.0
        /// The error that 95 % of the predictions do not exceed.
        package var p95 = 0.0

        init(_ errors: [Double]) {
            let sorted = errors.sorted()
            guard let last = sorted.indices.last else { return }
            p50 = sorted[Int(Double(last) * 0.50)]
            p95 = sorted[Int(Double(last) * 0.95)]
        }
    }

    /// The errors of using the last measured position.
    package let none: Quantiles
    /// The errors of linear extrapolation from the last two samples.
    package let linear: Quantiles
    /// The errors of `TouchPredictor`, or of the last measured position if there is no prediction.
    package let ours: Quantiles
    /// The share of cases in which `TouchPredictor` returned no prediction, in percent.
    package let noPredictionPercent: Int
    /// The number of predictions whose actual position is known.
    package let count: Int

    /// Predicts, after every sample of every stroke, the position `aheadMicroseconds` later.
    package init(of set: StrokeSet, aheadMicroseconds: Int64) {
        var none: [Double] = []
        var linear: [Double] = []
        var ours: [Double] = []
        var missing = 0
        for stroke in set.strokes {
            var predictor = TouchPredictor()
            for (index, sample) in stroke.enumerated() {
                predictor.add(sample)
                let time = sample.time.advanced(byMicroseconds: aheadMicroseconds)
                let predicted = predictor.position(at: time)
                guard let real = Self.position(in: stroke, at: time) else { continue }
                none.append(Self.distance(sample.position, real))
                let extrapolated =
                    index == 0
                    ? sample.position
                    : Self.extrapolate(stroke[index - 1], sample, aheadMicroseconds)
                linear.append(Self.distance(extrapolated, real))
                ours.append(Self.distance(predicted ?? sample.position, real))
                if predicted == nil { missing += 1 }
            }
        }
        self.none = Quantiles(none)
        self.linear = Quantiles(linear)
        self.ours = Quantiles(ours)
        count = none.count
        noPredictionPercent = count == 0 ? 0 : (200 * missing + count) / (2 * count)
    }

    /// Returns the actual position at `time`, interpolated between samples, or `nil` if it is
    /// unknown.
    ///
    /// In a gap of more than 50 ms the contact rested. Its position is the earlier one until 30 ms
    /// before the later sample, and unknown after that.
    private static func position(in stroke: [TouchSample], at time: Timestamp) -> CGPoint? {
        guard let next = stroke.firstIndex(where: { $0.time >= time }), next > 0 else { return nil }
        let (before, after) = (stroke[next - 1], stroke[next])
        let gap = after.time.microseconds(since: before.time)
        if gap > 50_000 {
            return after.time.microseconds(since: time) > 30_000 ? before.position : nil
        }
        let part = Double(time.microseconds(since: before.time)) / Double(gap)
        return CGPoint(
            x: before.position.x + (after.position.x - before.position.x) * part,
            y: before.position.y + (after.position.y - before.position.y) * part)
    }

    private static func extrapolate(
        _ earlier: TouchSample, _ sample: TouchSample, _ ahead: Int64
    ) -> CGPoint {
        let part = Double(ahead) / Double(max(sample.time.microseconds(since: earlier.time), 1_000))
        return CGPoint(
            x: sample.position.x + (sample.position.x - earlier.position.x) * part,
            y: sample.position.y + (sample.position.y - earlier.position.y) * part)
    }

    private static func distance(_ left: CGPoint, _ right: CGPoint) -> Double {
        let (dx, dy) = (left.x - right.x, left.y - right.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
