import TouchKitGeometry

/// Says where a finger will be: not further ahead than `horizonMicroseconds`, and nothing where it would
/// do harm. docs/prediction.md has the method and its errors, measured.
///
/// Four guesses are made at each sample: on as in the last step; as in the last two; along the parabola
/// of the last 60 ms; of the last 110 ms. Each is compared with what came, and so is *it stays*. What is
/// said is their mean, weighted by how near they came lately.
///
/// Samples are only kept as they come; what follows from them is worked out when somebody asks.
/// Nothing here allocates after `init`.
package struct FingerPredictor: Sendable {
    /// Nothing is said of what lies further ahead, in microseconds: there, one prediction in twenty is
    /// off by half the width of a usual line and more, and that grows with the square of the time
    /// (docs/prediction.md). androidx's predictor stops there as well.
    package static let horizonMicroseconds: Int64 = 25_000
    /// Longer between two samples, in microseconds, and the finger rested, or the panel is too slow: what
    /// came before says nothing of what follows.
    package static let longestStepMicroseconds: Int64 = 30_000

    /// A sample, and what was made of it.
    private struct Entry {
        var time: Int64 = 0
        var place = CGPoint.zero
        var guesses = Guesses()
        /// What was said, or would have been.
        var chosen = FingerMotion.rest
    }

    private struct Guesses {
        var oneStep = FingerMotion.rest
        var twoSteps = FingerMotion.rest
        var short = FingerMotion.rest
        var long = FingerMotion.rest
    }

    /// How far the guesses were off lately, in points per 16 ms.
    private struct Errors {
        var rest = 0.0
        var oneStep = 0.0
        var twoSteps = 0.0
        var short = 0.0
        var long = 0.0
    }

    /// A power of two: 110 ms at 500 samples a second.
    private static let capacity = 64
    /// Nearer than this, what came before isn't compared: there the panel's steps are all one would see.
    private static let checkMicroseconds: Int64 = 12_000
    /// Nothing is said of less than this, in points: it couldn't be seen.
    private static let leastOffset = 0.25

    /// Further from where it was expected, in points, and it is another finger, or a fault: in 8 ms, on a
    /// screen of 4.3″, that is more than seven times the acceleration of gravity.
    private static let longestLeap = 40.0

    /// A step up to this, in points, may be none.
    private static let jitter = 1.5

    private var entries = [Entry](repeating: Entry(), count: capacity)
    /// How many samples there were.
    private var count = 0
    /// How many of them were worked out.
    private var judged = 0
    /// The first sample after the last rest.
    private var runStart = 0
    private var checks = 0
    private var errors = Errors()
    /// How far what was said was off lately, and how far it would have been without; in points per ms.
    private var saidError = 0.0
    private var restError = 0.0
    /// Whether it said less wrong than nothing lately.
    private var isHelping = true
    /// The newest sample is one after which anything may follow.
    private var isSurprised = false

    /// Makes a predictor of a finger that isn't down yet.
    package init() {}

    /// Forgets the finger; the memory is kept for the next one.
    package mutating func reset() {
        count = 0
        judged = 0
        runStart = 0
        checks = 0
        isHelping = true
        isSurprised = false
    }

    /// Takes a sample in.
    ///
    /// - Complexity: O(1): what follows from it is worked out by `position(at:)`.
    package mutating func add(_ sample: FingerSample) {
        let time = sample.time.microseconds
        if count > 0, time <= self[count - 1].time {
            self[count - 1].place = sample.position
            return
        }
        self[count] = Entry(time: time, place: sample.position)
        count += 1
    }

    /// Where the finger will be at a time, or at the horizon if that comes first; in points. Nil where
    /// nobody can say:
    ///
    /// - it has just come down, or rested (`longestStepMicroseconds`), or reports too rarely;
    /// - it turned back sharply or leapt with the newest sample;
    /// - its newest sample is older than twice the horizon at that time;
    /// - it doesn't move to speak of;
    /// - what was said lately was further off than where the finger was.
    ///
    /// - Complexity: O(samples since it was asked last × samples of 110 ms).
    package mutating func position(at time: Timestamp) -> CGPoint? {
        judge()
        guard count - runStart >= 2, isHelping, !isSurprised else { return nil }
        let newest = self[count - 1]
        let ahead = time.microseconds - newest.time
        guard ahead > 0, ahead <= 2 * Self.horizonMicroseconds else { return nil }
        let offset = newest.chosen.offset(
            after: Double(min(ahead, Self.horizonMicroseconds)) / 1_000)
        guard offset.dx * offset.dx + offset.dy * offset.dy >= Self.leastOffset * Self.leastOffset
        else { return nil }
        return CGPoint(x: newest.place.x + offset.dx, y: newest.place.y + offset.dy)
    }

    /// When the newest sample was measured; nil before the first one.
    package var newestTime: Timestamp? {
        count > 0 ? Timestamp(microseconds: self[count - 1].time) : nil
    }

    /// The usual time between two samples lately, in microseconds; the longest one if there is only
    /// one.
    package var stepMicroseconds: Int64 {
        let steps = min(count - runStart - 1, 4)
        guard steps > 0 else { return Self.longestStepMicroseconds }
        return max((self[count - 1].time - self[count - 1 - steps].time) / Int64(steps), 1)
    }

    // MARK: Working out

    private subscript(number: Int) -> Entry {
        get { entries[number & (Self.capacity - 1)] }
        set { entries[number & (Self.capacity - 1)] = newValue }
    }

    /// Works out what came since it was asked last, or what is left of it.
    private mutating func judge() {
        // The oldest of them go without what was before them, which has been overwritten.
        let first = count - Self.capacity / 2
        if judged < first {
            judged = first
            beginRun(at: first)
        }
        while judged < count {
            judge(judged)
            judged += 1
        }
    }

    private mutating func judge(_ number: Int) {
        guard number > 0, number > runStart,
            self[number].time - self[number - 1].time <= Self.longestStepMicroseconds
        else { return beginRun(at: number) }
        let guesses = guesses(at: number)
        self[number].guesses = guesses
        isSurprised = isSurprising(number)
        if number == runStart + 1 {
            // Nothing is known yet but a single step.
            let isSure = !isSurprised && !isJitter(step(to: number, from: runStart))
            self[number].chosen = isSure ? guesses.oneStep : .rest
            return
        }
        check(number)
        self[number].chosen = mean(of: guesses)
    }

    private mutating func beginRun(at number: Int) {
        runStart = number
        checks = 0
        isHelping = true
        isSurprised = false
    }

    private func step(to number: Int, from earlier: Int) -> CGVector {
        let (old, new) = (self[earlier].place, self[number].place)
        return CGVector(dx: new.x - old.x, dy: new.y - old.y)
    }

    private func milliseconds(from earlier: Int, to number: Int) -> Double {
        Double(self[number].time - self[earlier].time) / 1_000
    }

    /// Back by more than a right angle, in steps that no panel's jitter explains; or so far from what was
    /// expected as no finger gets.
    private func isSurprising(_ number: Int) -> Bool {
        let new = step(to: number, from: number - 1)
        let expected = self[number - 1].chosen.offset(
            after: milliseconds(from: number - 1, to: number))
        let (dx, dy) = (new.dx - expected.dx, new.dy - expected.dy)
        if dx * dx + dy * dy > Self.longestLeap * Self.longestLeap { return true }
        guard number >= runStart + 2 else { return false }
        let old = step(to: number - 1, from: number - 2)
        return new.dx * old.dx + new.dy * old.dy < 0 && !isJitter(new) && !isJitter(old)
    }

    /// Whether a step may be nothing but a panel that isn't quite sure.
    private func isJitter(_ step: CGVector) -> Bool {
        step.dx * step.dx + step.dy * step.dy <= Self.jitter * Self.jitter
    }

    // MARK: Guesses

    private func guesses(at number: Int) -> Guesses {
        var guesses = Guesses()
        guesses.oneStep = straight(from: number - 1, to: number)
        guesses.twoSteps =
            number >= runStart + 2 ? straight(from: number - 2, to: number) : guesses.oneStep
        var short = ParabolaFit(windowMilliseconds: 60)
        var long = ParabolaFit(windowMilliseconds: 110)
        var isShort = true
        let newest = self[number]
        var other = number
        while other >= runStart {
            let entry = self[other]
            let age = Double(newest.time - entry.time) / 1_000
            let dx = entry.place.x - newest.place.x
            let dy = entry.place.y - newest.place.y
            if isShort { isShort = short.take(age: age, dx: dx, dy: dy) }
            guard long.take(age: age, dx: dx, dy: dy) else { break }
            other -= 1
        }
        guesses.short = short.motion ?? guesses.twoSteps
        guesses.long = long.motion ?? guesses.short
        return guesses
    }

    private func straight(from earlier: Int, to number: Int) -> FingerMotion {
        let step = step(to: number, from: earlier)
        // A panel that reports twice at once isn't twice as fast.
        let milliseconds = max(milliseconds(from: earlier, to: number), 1)
        return FingerMotion(
            velocity: CGVector(dx: step.dx / milliseconds, dy: step.dy / milliseconds))
    }

    // MARK: Checking

    /// Compares what was said a frame ago with what came.
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
        func error(_ motion: FingerMotion) -> Double {
            let offset = motion.offset(after: passed)
            let (dx, dy) = (step.dx - offset.dx, step.dy - offset.dy)
            return (dx * dx + dy * dy).squareRoot()
        }
        let share = 1 / Double(min(checks + 1, 6))
        let scale = 16 / passed
        func follow(_ value: inout Double, _ motion: FingerMotion) {
            value += (error(motion) * scale - value) * share
        }
        follow(&errors.rest, .rest)
        follow(&errors.oneStep, old.guesses.oneStep)
        follow(&errors.twoSteps, old.guesses.twoSteps)
        follow(&errors.short, old.guesses.short)
        follow(&errors.long, old.guesses.long)
        let slowShare = 1 / Double(min(checks + 1, 8))
        saidError += (error(old.chosen) / passed - saidError) * slowShare
        restError += (error(.rest) / passed - restError) * slowShare
        checks += 1
        // Two thresholds: at the edge, the tip would come and go.
        if isHelping {
            if saidError > restError { isHelping = false }
        } else if saidError < 0.9 * restError {
            isHelping = true
        }
    }

    /// The guesses' mean: one that is off by half as much counts 256 times as much.
    private func mean(of guesses: Guesses) -> FingerMotion {
        func weight(_ error: Double) -> Double {
            // Below a twentieth of a point they are all good.
            let square = (error + 0.05) * (error + 0.05)
            return 1 / (square * square * square * square)
        }
        let (one, two) = (weight(errors.oneStep), weight(errors.twoSteps))
        let (short, long) = (weight(errors.short), weight(errors.long))
        let sum = one + two + short + long + weight(errors.rest)
        var mean = FingerMotion.rest
        mean.add(guesses.oneStep, times: one / sum)
        mean.add(guesses.twoSteps, times: two / sum)
        mean.add(guesses.short, times: short / sum)
        mean.add(guesses.long, times: long / sum)
        return mean
    }
}
