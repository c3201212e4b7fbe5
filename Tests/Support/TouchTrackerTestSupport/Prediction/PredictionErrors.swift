import TouchKitContacts
import TouchKitGeometry

/// How far predicted places are from where fingers really were then.
package struct PredictionErrors {
    /// Half of all errors are not above the first, 95 of 100 not above the second; in points.
    package struct Figures {
        package var p50 = 0.0
        package var p95 = 0.0

        init(_ errors: [Double]) {
            let sorted = errors.sorted()
            guard let last = sorted.indices.last else { return }
            p50 = sorted[Int(Double(last) * 0.50)]
            p95 = sorted[Int(Double(last) * 0.95)]
        }
    }

    /// The finger taken to be where it was measured last.
    package let none: Figures
    /// On as from the last sample but one to the last.
    package let linear: Figures
    /// `FingerPredictor`; where it says nothing, the finger is taken to be where it was.
    package let ours: Figures
    /// In how many of a hundred cases `FingerPredictor` said nothing.
    package let silencePercent: Int
    /// The number of cases.
    package let count: Int

    /// Asks after every sample of every stroke, for a time so much later.
    package init(of set: StrokeSet, aheadMicroseconds: Int64) {
        var none: [Double] = []
        var linear: [Double] = []
        var ours: [Double] = []
        var silent = 0
        for stroke in set.strokes {
            var predictor = FingerPredictor()
            for (index, sample) in stroke.enumerated() {
                predictor.add(sample)
                let time = sample.time.advanced(byMicroseconds: aheadMicroseconds)
                let predicted = predictor.position(at: time)
                guard let real = Self.place(in: stroke, at: time) else { continue }
                none.append(Self.distance(sample.position, real))
                let straight =
                    index == 0
                    ? sample.position
                    : Self.straight(stroke[index - 1], sample, aheadMicroseconds)
                linear.append(Self.distance(straight, real))
                ours.append(Self.distance(predicted ?? sample.position, real))
                if predicted == nil { silent += 1 }
            }
        }
        self.none = Figures(none)
        self.linear = Figures(linear)
        self.ours = Figures(ours)
        count = none.count
        silencePercent = count == 0 ? 0 : (200 * silent + count) / (2 * count)
    }

    /// Where a finger was, between its samples; nil after the last one. A finger that reported nothing
    /// for more than 50 ms rested for most of that: until shortly before it went on it counts as where
    /// it was, and about that moment nothing is known.
    private static func place(in stroke: [FingerSample], at time: Timestamp) -> CGPoint? {
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

    private static func straight(
        _ earlier: FingerSample, _ sample: FingerSample, _ ahead: Int64
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
