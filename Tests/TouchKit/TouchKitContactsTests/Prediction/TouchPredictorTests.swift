import CTouchTrackerAllocationCounter
import Glibc
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Touch predictor")
struct TouchPredictorTests {
    /// Returns a sample of touch 1 at a time in milliseconds.
    private func sample(_ milliseconds: Double, _ x: Double, _ y: Double = 100) -> TouchSample {
        TouchSample(
            touch: TouchIdentifier(rawValue: 1),
            time: Timestamp(microseconds: Int64((milliseconds * 1_000).rounded())),
            position: CGPoint(x: x, y: y))
    }

    private func time(_ milliseconds: Double) -> Timestamp { sample(milliseconds, 0).time }

    /// Adds a sample every 8 ms, whose position `position` returns for the time in milliseconds,
    /// and returns the time of the last sample.
    private func follow(
        _ predictor: inout TouchPredictor, from start: Int = 0, steps: Int,
        _ position: (Double) -> (x: Double, y: Double)
    ) -> Double {
        for step in start..<start + steps {
            let (x, y) = position(Double(step) * 8)
            predictor.add(sample(Double(step) * 8, x, y))
        }
        return Double(start + steps - 1) * 8
    }

    @Test("A touch that moves at constant speed is predicted correctly.")
    func uniform() throws {
        var predictor = TouchPredictor()
        let last = follow(&predictor, steps: 20) { ($0 * 0.5, 100 + $0 * 0.25) }
        for ahead in [1.0, 8, 16, 25] {
            let predicted = predictor.position(at: time(last + ahead))
            let place = try #require(predicted)
            #expect(abs(place.x - (last + ahead) * 0.5) < 0.01)
            #expect(abs(place.y - 100 - (last + ahead) * 0.25) < 0.01)
        }
    }

    @Test("A touch that slows down is not predicted beyond the position where it comes to rest.")
    func slowing() throws {
        var predictor = TouchPredictor()
        // Comes to rest at 160 ms, at 100 points.
        let last = follow(&predictor, steps: 17) { time in
            let left = 160 - time
            return (100 - left * left / 256, 100)
        }
        let predicted = predictor.position(at: time(last + 16))
        let place = try #require(predicted)
        #expect(abs(place.x - (100 - 16 * 16 / 256)) < 1)
        // Linear prediction would overshoot by nearly the whole remaining distance.
        #expect(place.x < 99.9)
    }

    @Test("Beyond the horizon, the position at the horizon is predicted; far beyond it, none.")
    func horizon() throws {
        var predictor = TouchPredictor()
        let last = follow(&predictor, steps: 20) { ($0, 100) }
        let atHorizon = predictor.position(at: time(last + 25))
        let beyond = predictor.position(at: time(last + 49))
        #expect(try #require(atHorizon).x.rounded() == last + 25)
        #expect(beyond == atHorizon)
        #expect(predictor.position(at: time(last + 51)) == nil)
        #expect(predictor.position(at: time(last)) == nil)
        #expect(predictor.position(at: time(last - 8)) == nil)
    }

    @Test(
        "No position is predicted after the first sample of a touch or of a movement after a rest.")
    func firstSamples() {
        var predictor = TouchPredictor()
        predictor.add(sample(0, 0))
        #expect(predictor.position(at: time(10)) == nil)
        predictor.add(sample(8, 8))
        #expect(predictor.position(at: time(18)) != nil)
        predictor.add(sample(8 + 31, 16))
        #expect(predictor.position(at: time(45)) == nil)
        predictor.add(sample(8 + 39, 24))
        #expect(predictor.position(at: time(55)) != nil)
        predictor.reset()
        #expect(predictor.newestTime == nil)
        #expect(predictor.position(at: time(60)) == nil)
    }

    @Test("No position is predicted for a touchscreen that reports at less than 33 Hz.")
    func slowTouchscreen() {
        var predictor = TouchPredictor()
        for step in 0..<20 {
            predictor.add(sample(Double(step) * 31, Double(step) * 20))
            #expect(predictor.position(at: time(Double(step) * 31 + 16)) == nil)
        }
    }

    @Test(
        "A polled touchscreen is predicted at its interval, with a kernel tick more now and then.",
        arguments: [17.0, 20, 24])
    func polledTouchscreen(interval: Double) throws {
        var predictor = TouchPredictor()
        var last = 0.0
        for step in 0..<30 {
            last += step % 5 == 0 ? interval + 4 : interval
            predictor.add(sample(last, last * 0.5))
            guard step > 3 else { continue }
            let predicted = predictor.position(at: time(last + interval))
            let place = try #require(predicted)
            #expect(abs(place.x - (last + interval) * 0.5) < 0.01)
        }
        #expect(predictor.stepMicroseconds >= Int64(interval * 1_000))
    }

    @Test("The jitter of a resting touch is hardly ever predicted as movement.")
    func resting() {
        for stroke in MinimumJerkStrokes.resting.strokes {
            var predictor = TouchPredictor()
            var predictionCount = 0
            for sample in stroke {
                predictor.add(sample)
                if predictor.position(at: sample.time.advanced(byMicroseconds: 16_000)) != nil {
                    predictionCount += 1
                }
            }
            #expect(predictionCount * 8 < stroke.count)
        }
    }

    @Test("No position is predicted directly after a sharp turn or a jump; later ones are correct.")
    func turnsAndLeaps() throws {
        var predictor = TouchPredictor()
        var last = follow(&predictor, steps: 10) { ($0, 100) }
        predictor.add(sample(last + 8, last - 6))
        #expect(predictor.position(at: time(last + 24)) == nil)
        predictor.reset()
        last = follow(&predictor, steps: 10) { ($0, 100) }
        predictor.add(sample(last + 8, last + 300))
        #expect(predictor.position(at: time(last + 24)) == nil)
        predictor.add(sample(last + 16, last + 308))
        predictor.add(sample(last + 24, last + 316))
        predictor.add(sample(last + 32, last + 324))
        if let place = predictor.position(at: time(last + 48)) {
            #expect(abs(place.x - (last + 340)) < 40)
        }
        // The jump is older than the fitting windows, and its errors have decayed.
        let end = follow(&predictor, from: 14, steps: 60) { ($0 + 292, 100) }
        let resumed = predictor.position(at: time(end + 16))
        #expect(abs(try #require(resumed).x - (end + 16 + 292)) < 0.01)
    }

    @Test("Predictions stop while they are worse than none, and resume later.")
    func selfCheck() {
        var predictor = TouchPredictor()
        // Random steps of at most 1.5 points: neither a sharp turn nor a direction.
        var random = SeededRandom(seed: 3)
        var predictionCount = 0
        for step in 0..<60 {
            predictor.add(
                sample(
                    Double(step) * 8, 100 + random.number(in: 0...1.4),
                    100 + random.number(in: 0...1.4)))
            if step >= 30, predictor.position(at: time(Double(step) * 8 + 16)) != nil {
                predictionCount += 1
            }
        }
        #expect(predictionCount < 5)
        let last = follow(&predictor, from: 60, steps: 12) { (100 + ($0 - 472) * 0.5, 100) }
        #expect(predictor.position(at: time(last + 16)) != nil)
    }

    @Test(
        "A sample at the time of the newest one replaces its position.")
    func sameTime() throws {
        var predictor = TouchPredictor()
        let last = follow(&predictor, steps: 20) { ($0, 100) }
        predictor.add(sample(last, last, 110))
        #expect(predictor.newestTime == time(last))
        let predicted = predictor.position(at: time(last + 8))
        #expect(try #require(predicted).y > 109)
    }

    @Test("Predictions requested rarely equal those requested after each sample.")
    func lazyEvaluation() {
        var predictionCount = 0
        for stroke in MinimumJerkStrokes.strokes(rate: 240).strokes.prefix(6) {
            var always = TouchPredictor()
            var rarely = TouchPredictor()
            for (index, sample) in stroke.enumerated() {
                always.add(sample)
                rarely.add(sample)
                let time = sample.time.advanced(byMicroseconds: 16_000)
                let place = always.position(at: time)
                guard index % 7 == 0 else { continue }
                #expect(rarely.position(at: time) == place)
                if place != nil { predictionCount += 1 }
            }
        }
        #expect(predictionCount > 0)
    }

    @Test("A first prediction after many samples uses the newest ones.")
    func lateFirstPrediction() throws {
        var predictor = TouchPredictor()
        let last = follow(&predictor, steps: 5_000) { ($0 * 0.1, 100) }
        let predicted = predictor.position(at: time(last + 16))
        #expect(abs(try #require(predicted).x - (last + 16) * 0.1) < 0.01)
    }

    @Test("At 1,000 samples per second, samples that are no longer stored have no effect.")
    func highReportRate() throws {
        // Moves along a circle, twice per second.
        func prediction(from start: Int) -> CGPoint? {
            var predictor = TouchPredictor()
            var predicted: CGPoint?
            for step in start..<148 {
                let angle = Double(step) * 0.004 * .pi
                predictor.add(sample(Double(step), 200 + 100 * cos(angle), 200 + 100 * sin(angle)))
                predicted = predictor.position(at: time(Double(step) + 16))
            }
            return predicted
        }
        let long = try #require(prediction(from: 0))
        let short = try #require(prediction(from: 148 - 128))
        #expect(abs(long.x - short.x) < 0.001 && abs(long.y - short.y) < 0.001)
    }

    @Test("Predictions from random samples are finite.", arguments: 1...20)
    func atRandom(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var predictor = TouchPredictor()
        var now: Int64 = 0
        var newest = CGPoint.zero
        var predictionCount = 0
        for _ in 0..<2_000 {
            now += Int64(
                random.next(below: 4) == 0 ? random.next(below: 3) : random.next(below: 40_000))
            if random.next(below: 3) == 0 {
                newest = CGPoint(x: random.number(in: 0...800), y: random.number(in: 0...480))
            } else {
                newest.x += random.number(in: -9...9)
                newest.y += random.number(in: -9...9)
            }
            predictor.add(
                TouchSample(
                    touch: TouchIdentifier(rawValue: 1), time: Timestamp(microseconds: now),
                    position: newest))
            let time = Timestamp(microseconds: now + Int64(random.next(below: 60_000)))
            guard let place = predictor.position(at: time) else { continue }
            predictionCount += 1
            #expect(place.x.isFinite && place.y.isFinite)
        }
        #expect(predictionCount > 20)
    }

    @Test(
        "Adding and predicting allocates nothing once as many touches were down.",
        .requiresOptimizedBuild)
    func allocatesNothing() {
        var predictors = TouchPredictorSet()
        var update = TouchUpdate(time: .zero)
        var samples: [TouchSample] = []
        samples.reserveCapacity(64)
        var counted: UInt = 0
        var predicted = 0
        for round in 0..<4 {
            for step in 0..<240 {
                update.removeAll()
                update.time = Timestamp(microseconds: Int64(round * 240 + step) * 4_167)
                for touch in 1...10 {
                    let sample = TouchSample(
                        touch: TouchIdentifier(rawValue: round * 10 + touch), time: update.time,
                        position: CGPoint(x: Double(step), y: Double(touch)))
                    let phase: TouchChange.Phase =
                        step == 0 ? .began : step == 239 ? .ended : .moved
                    update.changes.append(TouchChange(phase: phase, sample: sample))
                    update.samples.append(sample)
                }
                let before = allocation_counter_value()
                predictors.add(update)
                for touch in 1...10 {
                    samples.removeAll(keepingCapacity: true)
                    predictors.predict(
                        TouchIdentifier(rawValue: round * 10 + touch),
                        until: update.time.advanced(byMicroseconds: 16_000), into: &samples)
                    predicted += samples.count
                }
                if round > 0 { counted += allocation_counter_value() - before }
            }
        }
        #expect(predicted > 20_000)
        #expect(counted == 0)
    }
}
