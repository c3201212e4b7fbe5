import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Prediction of touches on touchscreens that their drivers poll.
@Suite("Prediction on polled touchscreens")
struct PolledPredictionTests {
    /// The interval of Raspberry Pi's touchscreens, in microseconds.
    private static let interval: Int32 = 17_000

    private func sample(_ milliseconds: Double, _ x: Double) -> TouchSample {
        TouchSample(
            touch: TouchIdentifier(rawValue: 1),
            time: Timestamp(microseconds: Int64(milliseconds * 1_000)),
            position: CGPoint(x: x, y: 100), pollMicroseconds: Self.interval)
    }

    /// Returns a predictor of a touch that moves by one point per millisecond, with a sample at
    /// each of the times in milliseconds.
    private func predictor(
        pollMicroseconds: Int32, times: some Sequence<Double>
    ) -> TouchPredictor {
        var predictor = TouchPredictor()
        predictor.reset(pollMicroseconds: pollMicroseconds)
        for time in times { predictor.add(sample(time, time)) }
        return predictor
    }

    @Test("A sample's position counts as half an interval older than its timestamp")
    func sampleAge() throws {
        var polled = predictor(
            pollMicroseconds: Self.interval, times: stride(from: 0, through: 200, by: 20))
        let position = polled.position(at: sample(210, 0).time)
        #expect(abs(try #require(position).x - (210 + 8.5)) < 0.01)
        var other = predictor(pollMicroseconds: 0, times: stride(from: 0, through: 200, by: 20))
        let unchanged = other.position(at: sample(210, 0).time)
        #expect(abs(try #require(unchanged).x - 210) < 0.01)
    }

    @Test("The whole prediction does not exceed the horizon")
    func horizon() throws {
        var polled = predictor(
            pollMicroseconds: Self.interval, times: stride(from: 0, through: 200, by: 20))
        #expect(polled.remainingHorizonMicroseconds == 25_000 - 8_500)
        let position = polled.position(at: sample(240, 0).time)
        #expect(abs(try #require(position).x - 225) < 0.01)
        var slow = predictor(pollMicroseconds: 200_000, times: [0, 200])
        #expect(slow.remainingHorizonMicroseconds == 0)
        let farthest = slow.position(at: sample(201, 0).time)
        #expect(abs(try #require(farthest).x - 225) < 0.01)
    }

    @Test("A missed poll does not interrupt a movement, and a rest does")
    func missedPoll() {
        let times = [0.0, 20, 40, 60, 100]
        var polled = predictor(pollMicroseconds: Self.interval, times: times)
        #expect(polled.position(at: sample(105, 0).time) != nil)
        var other = predictor(pollMicroseconds: 0, times: times)
        #expect(other.position(at: sample(105, 0).time) == nil)
        var rested = predictor(pollMicroseconds: Self.interval, times: [0, 20, 40, 60, 110])
        #expect(rested.position(at: sample(115, 0).time) == nil)
    }

    @Test("A fast movement is not a jump between fingers because the interval is long")
    func fastMovement() throws {
        // Three points per millisecond are about 600 mm/s on the 7-inch Touch Display.
        let samples = [0.0, 20, 40].map { sample($0, 3 * $0) }
        var polled = TouchPredictor()
        polled.reset(pollMicroseconds: Self.interval)
        for sample in samples { polled.add(sample) }
        let position = polled.position(at: sample(44, 0).time)
        #expect(abs(try #require(position).x - 3 * (44 + 8.5)) < 0.1)
        var other = TouchPredictor()
        for sample in samples { other.add(sample) }
        #expect(other.position(at: sample(44, 0).time) == nil)
    }

    @Test("A touch that follows on another touchscreen does not inherit the interval")
    func reusedPredictor() {
        var reused = predictor(
            pollMicroseconds: Self.interval, times: stride(from: 0, through: 200, by: 20))
        reused.reset()
        #expect(reused.remainingHorizonMicroseconds == TouchPredictor.horizonMicroseconds)
    }

    @Test("The last predicted sample of a polled touch is at the end of its own horizon")
    func lastSample() {
        var predictors = TouchPredictorSet()
        var samples: [TouchSample] = []
        for step in 0...10 {
            let sample = sample(Double(step) * 20, Double(step) * 20)
            predictors.add(
                TouchUpdate(
                    time: sample.time,
                    changes: [TouchChange(phase: step == 0 ? .began : .moved, sample: sample)],
                    samples: [sample]))
        }
        predictors.predict(
            TouchIdentifier(rawValue: 1), until: sample(230, 0).time, into: &samples)
        #expect(samples.map(\.time.microseconds) == [216_500])
        #expect(samples.allSatisfy { $0.pollMicroseconds == Self.interval })
    }

    /// Returns the distances, in points, between the predictions 10 ms after each poll and the
    /// positions at those times, in ascending order.
    ///
    /// - Parameters:
    ///   - known: The interval that the predictor uses, in microseconds.
    ///   - age: The maximum age of the positions that a poll reads, in milliseconds.
    private func errors(known: Int32, age: Int) -> [Double] {
        var random = SeededRandom(seed: 27)
        var errors: [Double] = []
        // One position for each millisecond.
        for stroke in MinimumJerkStrokes.strokes(rate: 1_000).strokes {
            var predictor = TouchPredictor()
            predictor.reset(pollMicroseconds: known)
            for poll in stride(from: 20, to: stroke.count - 10, by: 20) {
                var read = stroke[poll - random.next(below: age + 1)]
                read.time = stroke[poll].time
                predictor.add(read)
                let predicted = predictor.position(at: stroke[poll + 10].time) ?? read.position
                let real = stroke[poll + 10].position
                let (dx, dy) = (predicted.x - real.x, predicted.y - real.y)
                errors.append((dx * dx + dy * dy).squareRoot())
            }
        }
        return errors.sorted()
    }

    /// A poll reads a position that is up to one interval old, or the newest of a controller that
    /// scans at 100 Hz.
    @Test("On modeled strokes, the interval reduces the prediction error", arguments: [17, 10])
    func smallerError(age: Int) {
        let with = errors(known: Self.interval, age: age)
        let without = errors(known: 0, age: age)
        #expect(with.count == without.count && with.count > 1_000)
        #expect(with[with.count / 2] < 0.8 * without[without.count / 2])
        #expect(with[with.count * 95 / 100] < without[without.count * 95 / 100])
    }
}
