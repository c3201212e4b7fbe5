import TouchKitGeometry

/// Predicts the position of one touch up to `horizonMicroseconds` ahead, if a reliable prediction
/// is possible. docs/frame-pacing.md describes the method and its measured errors.
///
/// Four candidate motions are computed for each sample: the motion of the last step (between two
/// consecutive samples), that of the last two steps, and parabolas fitted to the last 60 ms and 110
/// ms. Each candidate, and no motion at all, is checked against later samples. The prediction is
/// the mean of the candidates, weighted by their recent accuracy.
///
/// Added samples are only stored; they are evaluated when a prediction is requested. The predictor
/// allocates nothing after `init`.
package struct TouchPredictor: Sendable {
    /// The maximum time between the newest sample and the predicted position, in microseconds.
    ///
    /// For this time, one prediction in twenty is wrong by more than half the width of a usual
    /// line, and the error grows with the square of the time (docs/frame-pacing.md). The predictor
    /// of androidx has the same limit.
    package static let horizonMicroseconds: Int64 = 25_000
    /// The maximum time between two samples of one movement, in microseconds. After a longer gap
    /// the touch was resting or the touchscreen reports too slowly, so that earlier samples are not
    /// used.
    package static let maximumStepMicroseconds: Int64 = 30_000

    /// A sample and its evaluation.
    private struct Entry {
        var time: Int64 = 0
        var position = CGPoint.zero
        var candidates = Candidates()
        /// The motion that predictions after this sample are based on.
        var chosen = TouchMotion.rest
    }

    /// The candidate motions at one sample.
    private struct Candidates {
        /// The velocity between the last two samples, without acceleration.
        var oneStep = TouchMotion.rest
        /// The average velocity over the last two steps, without acceleration.
        var twoSteps = TouchMotion.rest
        /// The motion of the parabola through the last 60 ms.
        var short = TouchMotion.rest
        /// The motion of the parabola through the last 110 ms.
        var long = TouchMotion.rest
    }

    /// The recent average error of each candidate, in points per 16 ms of prediction.
    private struct Errors {
        /// The error of predicting no motion.
        var rest = 0.0
        var oneStep = 0.0
        var twoSteps = 0.0
        var short = 0.0
        var long = 0.0
    }

    /// The number of stored samples, a power of two: more than 110 ms at 500 samples per second.
    private static let capacity = 64
    /// The minimum time between a prediction and the sample that it is compared with, in
    /// microseconds. Until then, the error is dominated by the touchscreen's resolution.
    private static let checkMicroseconds: Int64 = 12_000
    /// The minimum predicted displacement, in points. A smaller displacement is not visible.
    private static let minimumDisplacement = 0.25

    /// The maximum distance of a sample from its predicted position, in points. A larger distance
    /// indicates a fault or a different finger: within 8 ms on a 4.3-inch screen, a finger reaches
    /// it only with an acceleration of more than 7 g.
    private static let maximumLeap = 40.0

    /// The maximum length of a step that may be jitter of the touchscreen, in points.
    private static let jitter = 1.5

    private var entries = [Entry](repeating: Entry(), count: capacity)
    /// The number of samples added since the last `reset()`.
    private var count = 0
    /// The number of samples evaluated or skipped since the last `reset()`.
    private var evaluatedCount = 0
    /// The number of the first sample of the current movement, counted from 0 at the last
    /// `reset()`.
    private var runStart = 0
    /// The number of samples in the current movement that earlier predictions were compared with.
    private var checkCount = 0
    private var errors = Errors()
    /// The recent average error of the chosen motions, in points per millisecond of prediction.
    private var predictionError = 0.0
    /// The recent average error of predicting no motion, in points per millisecond of prediction.
    private var restError = 0.0
    /// Whether recent predictions were better than predicting no motion.
    private var isUseful = true
    /// Whether the newest sample is a sharp turn or a leap, after which no prediction is made.
    private var isSurprising = false

    /// Creates a predictor without samples.
    package init() {}

    /// Removes all samples and keeps the memory for another touch.
    package mutating func reset() {
        count = 0
        evaluatedCount = 0
        runStart = 0
        checkCount = 0
        isUseful = true
        isSurprising = false
    }

    /// Adds a sample. A sample at or before the time of the newest one replaces that one's
    /// position.
    ///
    /// - Complexity: O(1).
    package mutating func add(_ sample: TouchSample) {
        let time = sample.time.microseconds
        if count > 0, time <= self[count - 1].time {
            self[count - 1].position = sample.position
            return
        }
        self[count] = Entry(time: time, position: sample.position)
        count += 1
    }

    /// Returns the predicted position at `time`, or at the horizon if that is earlier, in points.
    ///
    /// The result is `nil` if no reliable or visible prediction is possible:
    ///
    /// - The touch has just come down, was resting (`maximumStepMicroseconds`) or is reported too
    ///   rarely.
    /// - The newest sample is a sharp turn or a leap.
    /// - The newest sample is older than twice the horizon at `time`.
    /// - The touch moves too little.
    /// - Recent predictions were worse than predicting no motion.
    ///
    /// - Complexity: O(samples since the previous request × samples in 110 ms).
    package mutating func position(at time: Timestamp) -> CGPoint? {
        evaluate()
        guard count - runStart >= 2, isUseful, !isSurprising else { return nil }
        let newest = self[count - 1]
        let ahead = time.microseconds - newest.time
        guard ahead > 0, ahead <= 2 * Self.horizonMicroseconds else { return nil }
        let offset = newest.chosen.displacement(
            after: Double(min(ahead, Self.horizonMicroseconds)) / 1_000)
        guard
            offset.dx * offset.dx + offset.dy * offset.dy
                >= Self.minimumDisplacement * Self.minimumDisplacement
        else { return nil }
        return CGPoint(x: newest.position.x + offset.dx, y: newest.position.y + offset.dy)
    }

    /// The time of the newest sample, or `nil` if there is none.
    package var newestTime: Timestamp? {
        count > 0 ? Timestamp(microseconds: self[count - 1].time) : nil
    }

    /// The average time between consecutive samples over at most the last four steps, in
    /// microseconds, or `maximumStepMicroseconds` with fewer than two samples in the current
    /// movement.
    package var stepMicroseconds: Int64 {
        let steps = min(count - runStart - 1, 4)
        guard steps > 0 else { return Self.maximumStepMicroseconds }
        return max((self[count - 1].time - self[count - 1 - steps].time) / Int64(steps), 1)
    }

    // MARK: Evaluation

    /// The entry of the sample with a number, counted from 0 at the last `reset()`. Only the newest
    /// `capacity` samples are stored.
    private subscript(number: Int) -> Entry {
        get { entries[number & (Self.capacity - 1)] }
        set { entries[number & (Self.capacity - 1)] = newValue }
    }

    /// Evaluates the samples added since the previous request. If there are more than half of
    /// `capacity`, only the newest are evaluated.
    private mutating func evaluate() {
        // The predecessors of older samples, which their evaluation needs, may be overwritten.
        let first = count - Self.capacity / 2
        if evaluatedCount < first {
            evaluatedCount = first
            beginRun(at: first)
        }
        while evaluatedCount < count {
            evaluate(evaluatedCount)
            evaluatedCount += 1
        }
    }

    /// Evaluates one sample: computes its candidates, compares an earlier prediction with it, and
    /// chooses the motion for predictions after it.
    private mutating func evaluate(_ number: Int) {
        guard number > 0, number > runStart,
            self[number].time - self[number - 1].time <= Self.maximumStepMicroseconds
        else { return beginRun(at: number) }
        let candidates = candidates(at: number)
        self[number].candidates = candidates
        isSurprising = isTurnOrLeap(number)
        if number == runStart + 1 {
            // Only one step is known. Its motion is used unless the step may be jitter.
            let isReliable = !isSurprising && !isJitter(step(to: number, from: runStart))
            self[number].chosen = isReliable ? candidates.oneStep : .rest
            return
        }
        check(number)
        self[number].chosen = weightedMean(of: candidates)
    }

    /// Starts a new movement at a sample, without using earlier ones.
    private mutating func beginRun(at number: Int) {
        runStart = number
        checkCount = 0
        isUseful = true
        isSurprising = false
    }

    /// Returns the displacement between two samples, in points.
    private func step(to number: Int, from earlier: Int) -> CGVector {
        let (old, new) = (self[earlier].position, self[number].position)
        return CGVector(dx: new.x - old.x, dy: new.y - old.y)
    }

    /// Returns the time between two samples, in milliseconds.
    private func milliseconds(from earlier: Int, to number: Int) -> Double {
        Double(self[number].time - self[earlier].time) / 1_000
    }

    /// Returns whether a sample turns by more than a right angle, in steps too long for jitter, or
    /// is too far from its predicted position.
    private func isTurnOrLeap(_ number: Int) -> Bool {
        let new = step(to: number, from: number - 1)
        let expected = self[number - 1].chosen.displacement(
            after: milliseconds(from: number - 1, to: number))
        let (dx, dy) = (new.dx - expected.dx, new.dy - expected.dy)
        if dx * dx + dy * dy > Self.maximumLeap * Self.maximumLeap { return true }
        guard number >= runStart + 2 else { return false }
        let old = step(to: number - 1, from: number - 2)
        return new.dx * old.dx + new.dy * old.dy < 0 && !isJitter(new) && !isJitter(old)
    }

    /// Returns whether a step is short enough to be jitter of the touchscreen.
    private func isJitter(_ step: CGVector) -> Bool {
        step.dx * step.dx + step.dy * step.dy <= Self.jitter * Self.jitter
    }

    // MARK: Candidates

    /// Returns the candidate motions at a sample, computed from the samples of the current
    /// movement.
    private func candidates(at number: Int) -> Candidates {
        var candidates = Candidates()
        candidates.oneStep = averageMotion(from: number - 1, to: number)
        candidates.twoSteps =
            number >= runStart + 2
            ? averageMotion(from: number - 2, to: number) : candidates.oneStep
        var short = ParabolaFit(windowMilliseconds: 60)
        var long = ParabolaFit(windowMilliseconds: 110)
        var isInShortWindow = true
        let newest = self[number]
        var other = number
        while other >= runStart {
            let entry = self[other]
            let age = Double(newest.time - entry.time) / 1_000
            let dx = entry.position.x - newest.position.x
            let dy = entry.position.y - newest.position.y
            if isInShortWindow { isInShortWindow = short.add(age: age, dx: dx, dy: dy) }
            guard long.add(age: age, dx: dx, dy: dy) else { break }
            other -= 1
        }
        candidates.short = short.motion ?? candidates.twoSteps
        candidates.long = long.motion ?? candidates.short
        return candidates
    }

    /// Returns the average velocity between two samples, without acceleration.
    private func averageMotion(from earlier: Int, to number: Int) -> TouchMotion {
        let step = step(to: number, from: earlier)
        // Reports that arrive together must not result in an extreme velocity.
        let milliseconds = max(milliseconds(from: earlier, to: number), 1)
        return TouchMotion(
            velocity: CGVector(dx: step.dx / milliseconds, dy: step.dy / milliseconds))
    }

    // MARK: Checks

    /// Updates the errors by comparing a sample with the predictions made about one frame before
    /// it.
    private mutating func check(_ number: Int) {
        var earlier = number - 1
        while earlier > runStart + 1,
            self[number].time - self[earlier].time < Self.checkMicroseconds
        {
            earlier -= 1
        }
        let passed = milliseconds(from: earlier, to: number)
        let step = step(to: number, from: earlier)
        let old = self[earlier]
        func error(_ motion: TouchMotion) -> Double {
            let offset = motion.displacement(after: passed)
            let (dx, dy) = (step.dx - offset.dx, step.dy - offset.dy)
            return (dx * dx + dy * dy).squareRoot()
        }
        let share = 1 / Double(min(checkCount + 1, 6))
        let scale = 16 / passed
        func update(_ value: inout Double, _ motion: TouchMotion) {
            value += (error(motion) * scale - value) * share
        }
        update(&errors.rest, .rest)
        update(&errors.oneStep, old.candidates.oneStep)
        update(&errors.twoSteps, old.candidates.twoSteps)
        update(&errors.short, old.candidates.short)
        update(&errors.long, old.candidates.long)
        let slowShare = 1 / Double(min(checkCount + 1, 8))
        predictionError += (error(old.chosen) / passed - predictionError) * slowShare
        restError += (error(.rest) / passed - restError) * slowShare
        checkCount += 1
        // Two thresholds, so that predictions do not flicker on and off.
        if isUseful {
            if predictionError > restError { isUseful = false }
        } else if predictionError < 0.9 * restError {
            isUseful = true
        }
    }

    /// Returns the mean of the candidates, weighted by the inverse eighth power of their recent
    /// errors: half the error results in 256 times the weight.
    private func weightedMean(of candidates: Candidates) -> TouchMotion {
        func weight(_ error: Double) -> Double {
            // The constant, in points, gives errors far below it almost equal weights.
            let square = (error + 0.05) * (error + 0.05)
            return 1 / (square * square * square * square)
        }
        let (one, two) = (weight(errors.oneStep), weight(errors.twoSteps))
        let (short, long) = (weight(errors.short), weight(errors.long))
        let sum = one + two + short + long + weight(errors.rest)
        var mean = TouchMotion.rest
        mean.add(candidates.oneStep, weight: one / sum)
        mean.add(candidates.twoSteps, weight: two / sum)
        mean.add(candidates.short, weight: short / sum)
        mean.add(candidates.long, weight: long / sum)
        return mean
    }
}
