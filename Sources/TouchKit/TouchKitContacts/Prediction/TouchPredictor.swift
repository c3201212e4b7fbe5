import TouchKitGeometry

/// A predictor of the position of one touch, up to `horizonMicroseconds` ahead.
/// docs/frame-pacing.md describes the method and its measured errors.
///
/// Four candidate motions are computed for each sample: the motion of the last step (between two
/// consecutive samples), the average motion of the last two steps, and the motions of two
/// parabolas, fitted to the samples of the last 60 ms and 110 ms. Each candidate, and the
/// assumption of no motion, is compared with later samples. The prediction is the mean of the
/// candidates, weighted by their recent accuracy.
///
/// Added samples are only stored; they are evaluated when a prediction is requested. The predictor
/// allocates nothing after `init`.
package struct TouchPredictor: Sendable {
    /// The maximum time between the newest sample and the predicted position, in microseconds.
    ///
    /// At this horizon, 5 % of the predictions are wrong by more than half the width of a typical
    /// line, and the error grows with the square of the time (docs/frame-pacing.md). The Kalman
    /// filter of androidx (`androidx.input.motionprediction`) has the same limit.
    package static let horizonMicroseconds: Int64 = 25_000
    /// The maximum time between two samples of one movement, in microseconds, unless the
    /// touchscreen is polled. A longer gap means that the touch rested or that the touchscreen
    /// reports too slowly; samples before the gap are then not used.
    package static let maximumStepMicroseconds: Int64 = 30_000

    /// A sample and its evaluation.
    private struct Entry {
        var time: Int64 = 0
        var position = CGPoint.zero
        var candidates = Candidates()
        /// The motion from which positions after this sample are predicted.
        var chosen = TouchMotion.rest
    }

    /// The candidate motions at one sample.
    private struct Candidates {
        /// The velocity between the last two samples, without acceleration.
        var oneStep = TouchMotion.rest
        /// The average velocity over the last two steps, without acceleration.
        var twoSteps = TouchMotion.rest
        /// The motion of the parabola through the last 60 ms.
        var shortParabola = TouchMotion.rest
        /// The motion of the parabola through the last 110 ms.
        var longParabola = TouchMotion.rest
    }

    /// The recent average error of each candidate motion, in points per 16 ms of prediction.
    private struct Errors {
        /// The error of predicting no motion.
        var rest = 0.0
        var oneStep = 0.0
        var twoSteps = 0.0
        var shortParabola = 0.0
        var longParabola = 0.0
    }

    /// The number of stored samples, a power of two. At 500 samples per second, 64 samples cover
    /// 128 ms, more than the longest fitting window of 110 ms.
    private static let capacity = 64
    /// The minimum time between a prediction and the sample that it is compared with, in
    /// microseconds. Over a shorter time, the resolution of the touchscreen dominates the error.
    private static let minimumCheckMicroseconds: Int64 = 12_000
    /// The minimum predicted displacement, in points. A smaller displacement is not visible.
    private static let minimumDisplacement = 0.25

    /// The maximum distance of a sample from its predicted position, in points. A larger distance
    /// indicates a fault or a different finger: within `jumpMicroseconds` on a 4.3-inch screen, a
    /// finger can cover this distance only with an acceleration of more than 7 g.
    private static let maximumJump = 40.0
    /// The interval between samples to which `maximumJump` applies, in microseconds. The distance
    /// grows in proportion to a longer poll interval.
    private static let jumpMicroseconds = 8_000.0

    /// The maximum length of a step that may be jitter of the touchscreen, in points.
    private static let maximumJitter = 1.5

    private var entries = [Entry](repeating: Entry(), count: capacity)
    /// The number of samples added since the last `reset()`.
    private var count = 0
    /// The number of samples evaluated or skipped since the last `reset()`.
    private var evaluatedCount = 0
    /// The index of the first sample of the current movement, counted from 0 at the last `reset()`.
    private var movementStart = 0
    /// The number of samples in the current movement with which earlier predictions were compared.
    private var checkCount = 0
    private var errors = Errors()
    /// The recent average error of the chosen motions, in points per millisecond of prediction.
    private var predictionError = 0.0
    /// The recent average error of predicting no motion, in points per millisecond of prediction.
    private var restError = 0.0
    /// Whether recent predictions were more accurate than the assumption of no motion.
    private var predictionBeatsRest = true
    /// Whether the newest sample is a sharp turn or a jump, after which no prediction is made.
    private var isNewestSampleDiscontinuous = false
    /// The maximum time between two samples of one movement, in microseconds. A polled touchscreen
    /// may miss one poll.
    private var maximumStep = maximumStepMicroseconds
    /// The maximum distance of a sample from its predicted position, in points.
    private var maximumJump = maximumJump
    /// The mean time between the moment at which a contact was at a sample's position and the
    /// sample's timestamp, in microseconds. For a polled touchscreen, half the interval.
    private var sampleAge: Int64 = 0

    /// Creates a predictor without samples.
    package init() {}

    /// Removes all samples, but keeps the allocated memory for another touch.
    ///
    /// - Parameter pollMicroseconds: The interval at which the touchscreen of the other touch is
    ///   polled, in microseconds, or 0 for a touchscreen that is not polled.
    package mutating func reset(pollMicroseconds: Int32 = 0) {
        maximumStep = Self.maximumStepMicroseconds
        sampleAge = Int64(pollMicroseconds) / 2
        maximumJump = Self.maximumJump * max(1, Double(pollMicroseconds) / Self.jumpMicroseconds)
        if pollMicroseconds > 0 {
            let polling = TouchPolling(milliseconds: Int((pollMicroseconds + 999) / 1_000))
            maximumStep = max(maximumStep, 2_000 * Int64(polling.longestReportMilliseconds))
        }
        count = 0
        evaluatedCount = 0
        movementStart = 0
        checkCount = 0
        predictionBeatsRest = true
        isNewestSampleDiscontinuous = false
    }

    /// Adds a sample. If `sample` is not newer than the newest stored sample, only the position of
    /// the stored sample is replaced.
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

    /// Returns the predicted position at `time`, or at the end of the prediction horizon if `time`
    /// is later, in points.
    ///
    /// The position of a sample of a polled touchscreen is on average half a poll interval older
    /// than the sample's timestamp. The prediction covers this time too.
    ///
    /// The result is `nil` if no reliable or visible prediction is possible, which means one of the
    /// following:
    ///
    /// - The touch has just come down or has rested for more than `maximumStepMicroseconds`, or the
    ///   touchscreen's report interval is longer. For a polled touchscreen, the limit is at least
    ///   twice its longest report interval.
    /// - The newest sample is a sharp turn or a jump.
    /// - The newest sample is more than twice the prediction horizon older than `time`.
    /// - The predicted displacement is too small to be visible.
    /// - Recent predictions were less accurate than the assumption of no motion.
    ///
    /// - Complexity: O(samples since the previous request × samples in 110 ms).
    package mutating func position(at time: Timestamp) -> CGPoint? {
        evaluate()
        guard count - movementStart >= 2, predictionBeatsRest, !isNewestSampleDiscontinuous else {
            return nil
        }
        let newest = self[count - 1]
        let ahead = time.microseconds - newest.time
        guard ahead > 0, ahead <= 2 * Self.horizonMicroseconds else { return nil }
        let offset = newest.chosen.displacement(
            after: Double(min(ahead + sampleAge, Self.horizonMicroseconds)) / 1_000)
        guard
            offset.dx * offset.dx + offset.dy * offset.dy
                >= Self.minimumDisplacement * Self.minimumDisplacement
        else { return nil }
        return CGPoint(x: newest.position.x + offset.dx, y: newest.position.y + offset.dy)
    }

    /// The maximum time between the newest sample's timestamp and the predicted position, in
    /// microseconds: `horizonMicroseconds`, less the mean age of the samples of a polled
    /// touchscreen.
    package var remainingHorizonMicroseconds: Int64 {
        max(0, Self.horizonMicroseconds - sampleAge)
    }

    /// The time of the newest sample, or `nil` if there is none.
    package var newestTime: Timestamp? {
        count > 0 ? Timestamp(microseconds: self[count - 1].time) : nil
    }

    /// The average time between consecutive samples over at most the last four steps, in
    /// microseconds and at least 1,000, or `maximumStepMicroseconds` if the current movement has
    /// fewer than two samples.
    package var stepMicroseconds: Int64 {
        let steps = min(count - movementStart - 1, 4)
        guard steps > 0 else { return Self.maximumStepMicroseconds }
        // Reports that arrive together must not result in thousands of predicted samples.
        return max((self[count - 1].time - self[count - 1 - steps].time) / Int64(steps), 1_000)
    }

    // MARK: Evaluation

    /// The entry of the sample at `index`, where 0 is the first sample after the last `reset()`.
    /// Only the newest `capacity` samples are stored.
    private subscript(index: Int) -> Entry {
        get { entries[index & (Self.capacity - 1)] }
        set { entries[index & (Self.capacity - 1)] = newValue }
    }

    /// Evaluates the samples added since the previous request. If more than half of `capacity` were
    /// added, only the newest samples are evaluated.
    private mutating func evaluate() {
        // The evaluation of a sample reads the preceding samples, which may be overwritten for
        // older samples.
        let first = count - Self.capacity / 2
        if evaluatedCount < first {
            evaluatedCount = first
            beginMovement(at: first)
        }
        while evaluatedCount < count {
            evaluate(evaluatedCount)
            evaluatedCount += 1
        }
    }

    /// Evaluates one sample: computes its candidates, compares an earlier prediction with it, and
    /// chooses the motion for predictions after it.
    private mutating func evaluate(_ index: Int) {
        guard index > 0, index > movementStart,
            self[index].time - self[index - 1].time <= maximumStep
        else { return beginMovement(at: index) }
        let candidates = candidates(at: index)
        self[index].candidates = candidates
        isNewestSampleDiscontinuous = isSharpTurnOrJump(index)
        if index == movementStart + 1 {
            // Only one step is known. Its motion is used unless the step may be jitter.
            let isReliable =
                !isNewestSampleDiscontinuous && !isJitter(step(to: index, from: movementStart))
            self[index].chosen = isReliable ? candidates.oneStep : .rest
            return
        }
        updateErrors(withSample: index)
        self[index].chosen = weightedMean(of: candidates)
    }

    /// Starts a new movement at a sample. Earlier samples are no longer used.
    private mutating func beginMovement(at index: Int) {
        movementStart = index
        checkCount = 0
        predictionBeatsRest = true
        isNewestSampleDiscontinuous = false
    }

    /// Returns the displacement between two samples, in points.
    private func step(to index: Int, from earlier: Int) -> CGVector {
        let (old, new) = (self[earlier].position, self[index].position)
        return CGVector(dx: new.x - old.x, dy: new.y - old.y)
    }

    /// Returns the time between two samples, in milliseconds.
    private func milliseconds(from earlier: Int, to index: Int) -> Double {
        Double(self[index].time - self[earlier].time) / 1_000
    }

    /// Returns whether the movement turns by more than 90° at a sample, or the sample is more than
    /// `maximumJump` from its predicted position. A turn between steps that may be jitter is
    /// ignored.
    private func isSharpTurnOrJump(_ index: Int) -> Bool {
        let new = step(to: index, from: index - 1)
        let expected = self[index - 1].chosen.displacement(
            after: milliseconds(from: index - 1, to: index))
        let (dx, dy) = (new.dx - expected.dx, new.dy - expected.dy)
        if dx * dx + dy * dy > maximumJump * maximumJump { return true }
        guard index >= movementStart + 2 else { return false }
        let old = step(to: index - 1, from: index - 2)
        return new.dx * old.dx + new.dy * old.dy < 0 && !isJitter(new) && !isJitter(old)
    }

    /// Returns whether a step is short enough to be jitter of the touchscreen.
    private func isJitter(_ step: CGVector) -> Bool {
        step.dx * step.dx + step.dy * step.dy <= Self.maximumJitter * Self.maximumJitter
    }

    // MARK: Candidates

    /// Returns the candidate motions at a sample, computed from the samples of the current
    /// movement.
    private func candidates(at index: Int) -> Candidates {
        var candidates = Candidates()
        candidates.oneStep = averageMotion(from: index - 1, to: index)
        candidates.twoSteps =
            index >= movementStart + 2
            ? averageMotion(from: index - 2, to: index) : candidates.oneStep
        let parabolas = fit(at: index).motions
        candidates.shortParabola = parabolas.short ?? candidates.twoSteps
        candidates.longParabola = parabolas.long ?? candidates.shortParabola
        return candidates
    }

    /// Returns the parabolas through a sample and the samples of the current movement in the last
    /// 60 ms and 110 ms.
    private func fit(at index: Int) -> ParabolaFit {
        entries.withUnsafeBufferPointer { entries in
            var fit = ParabolaFit(shortWindow: 60, longWindow: 110)
            let newest = entries[index & (Self.capacity - 1)]
            let (time, origin) = (newest.time, newest.position)
            let oldest = max(movementStart, count - Self.capacity)
            var other = index
            while other >= oldest {
                let slot = other & (Self.capacity - 1)
                let age = Double(time &- entries[slot].time) / 1_000
                let past = entries[slot].position
                guard fit.add(age: age, x: past.x - origin.x, y: past.y - origin.y) else { break }
                other &-= 1
            }
            return fit
        }
    }

    /// Returns the average velocity between two samples, without acceleration.
    private func averageMotion(from earlier: Int, to index: Int) -> TouchMotion {
        let step = step(to: index, from: earlier)
        // Reports that arrive together must not result in an extreme velocity.
        let milliseconds = max(milliseconds(from: earlier, to: index), 1)
        return TouchMotion(
            velocity: CGVector(dx: step.dx / milliseconds, dy: step.dy / milliseconds))
    }

    // MARK: Checks

    /// Updates the recent errors by comparing a sample with the predictions made about one frame
    /// earlier.
    private mutating func updateErrors(withSample index: Int) {
        var earlier = index - 1
        while earlier > movementStart + 1,
            self[index].time - self[earlier].time < Self.minimumCheckMicroseconds
        {
            earlier -= 1
        }
        let elapsed = milliseconds(from: earlier, to: index)
        let step = step(to: index, from: earlier)
        let (candidates, chosen) = (self[earlier].candidates, self[earlier].chosen)
        func error(_ motion: TouchMotion) -> Double {
            let offset = motion.displacement(after: elapsed)
            let (dx, dy) = (step.dx - offset.dx, step.dy - offset.dy)
            return (dx * dx + dy * dy).squareRoot()
        }
        let share = 1 / Double(min(checkCount + 1, 6))
        let scale = 16 / elapsed
        func update(_ value: inout Double, _ motion: TouchMotion) {
            value += (error(motion) * scale - value) * share
        }
        update(&errors.rest, .rest)
        update(&errors.oneStep, candidates.oneStep)
        update(&errors.twoSteps, candidates.twoSteps)
        update(&errors.shortParabola, candidates.shortParabola)
        update(&errors.longParabola, candidates.longParabola)
        let slowShare = 1 / Double(min(checkCount + 1, 8))
        predictionError += (error(chosen) / elapsed - predictionError) * slowShare
        restError += (error(.rest) / elapsed - restError) * slowShare
        checkCount += 1
        // Two different thresholds prevent predictions from being switched on and off repeatedly.
        if predictionBeatsRest {
            if predictionError > restError { predictionBeatsRest = false }
        } else if predictionError < 0.9 * restError {
            predictionBeatsRest = true
        }
    }

    /// Returns the mean of the candidates, weighted by the inverse eighth power of their recent
    /// errors: half the error results in 256 times the weight.
    private func weightedMean(of candidates: Candidates) -> TouchMotion {
        func weight(_ error: Double) -> Double {
            // The added 0.05 points give errors far below 0.05 points almost equal weights.
            let square = (error + 0.05) * (error + 0.05)
            return 1 / (square * square * square * square)
        }
        let (one, two) = (weight(errors.oneStep), weight(errors.twoSteps))
        let (short, long) = (weight(errors.shortParabola), weight(errors.longParabola))
        let sum = one + two + short + long + weight(errors.rest)
        var mean = TouchMotion.rest
        mean.add(candidates.oneStep, weight: one / sum)
        mean.add(candidates.twoSteps, weight: two / sum)
        mean.add(candidates.shortParabola, weight: short / sum)
        mean.add(candidates.longParabola, weight: long / sum)
        return mean
    }
}
