import CTouchTrackerAllocationCounter
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Finger predictor")
struct FingerPredictorTests {
    /// A sample of finger 1, at a time in milliseconds.
    private func sample(_ milliseconds: Double, _ x: Double, _ y: Double = 100) -> FingerSample {
        FingerSample(
            finger: FingerID(rawValue: 1),
            time: Timestamp(microseconds: Int64((milliseconds * 1_000).rounded())),
            position: CGPoint(x: x, y: y))
    }

    private func time(_ milliseconds: Double) -> Timestamp { sample(milliseconds, 0).time }

    /// A finger that is measured every 8 ms.
    private func follow(
        _ predictor: inout FingerPredictor, from start: Int = 0, steps: Int,
        _ place: (Double) -> (x: Double, y: Double)
    ) -> Double {
        for step in start..<start + steps {
            let (x, y) = place(Double(step) * 8)
            predictor.add(sample(Double(step) * 8, x, y))
        }
        return Double(start + steps - 1) * 8
    }

    @Test("A finger that goes on at the same speed is predicted where it will be.")
    func uniform() throws {
        var predictor = FingerPredictor()
        let last = follow(&predictor, steps: 20) { ($0 * 0.5, 100 + $0 * 0.25) }
        for ahead in [1.0, 8, 16, 25] {
            let predicted = predictor.position(at: time(last + ahead))
            let place = try #require(predicted)
            #expect(abs(place.x - (last + ahead) * 0.5) < 0.01)
            #expect(abs(place.y - 100 - (last + ahead) * 0.25) < 0.01)
        }
    }

    @Test("A finger that gets slower isn't predicted beyond where it will be.")
    func slowing() throws {
        var predictor = FingerPredictor()
        // Comes to rest at 160 ms, at 100 points.
        let last = follow(&predictor, steps: 17) { time in
            let left = 160 - time
            return (100 - left * left / 256, 100)
        }
        let predicted = predictor.position(at: time(last + 16))
        let place = try #require(predicted)
        #expect(abs(place.x - (100 - 16 * 16 / 256)) < 1)
        // Straight on it would be further by nearly as much as it goes at all.
        #expect(place.x < 99.9)
    }

    @Test("Further ahead than the horizon, it is predicted at the horizon; far ahead, not at all.")
    func horizon() throws {
        var predictor = FingerPredictor()
        let last = follow(&predictor, steps: 20) { ($0, 100) }
        let atHorizon = predictor.position(at: time(last + 25))
        let beyond = predictor.position(at: time(last + 49))
        #expect(try #require(atHorizon).x.rounded() == last + 25)
        #expect(beyond == atHorizon)
        #expect(predictor.position(at: time(last + 51)) == nil)
        #expect(predictor.position(at: time(last)) == nil)
        #expect(predictor.position(at: time(last - 8)) == nil)
    }

    @Test("Nothing is said of a finger that has just come down, or went on after a rest.")
    func firstSamples() {
        var predictor = FingerPredictor()
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

    @Test("A panel that reports less than 33 times a second isn't predicted.")
    func slowPanel() {
        var predictor = FingerPredictor()
        for step in 0..<20 {
            predictor.add(sample(Double(step) * 31, Double(step) * 20))
            #expect(predictor.position(at: time(Double(step) * 31 + 16)) == nil)
        }
    }

    @Test("A finger that rests on a panel which trembles is left where it is.")
    func resting() {
        for stroke in LeastJerk.resting.strokes {
            var predictor = FingerPredictor()
            var said = 0
            for sample in stroke {
                predictor.add(sample)
                if predictor.position(at: sample.time.advanced(byMicroseconds: 16_000)) != nil {
                    said += 1
                }
            }
            #expect(said * 8 < stroke.count)
        }
    }

    @Test("Where a finger turns back sharply, and where it leaps, nothing is said.")
    func surprises() {
        var predictor = FingerPredictor()
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
    }

    @Test("What was said is checked: it is silent where that did harm, and speaks again later.")
    func selfCheck() {
        var predictor = FingerPredictor()
        // To and fro in steps of a point and a half or less: never a sharp turn, never a way to go.
        var random = SeededRandom(seed: 3)
        var said = 0
        for step in 0..<60 {
            predictor.add(
                sample(
                    Double(step) * 8, 100 + random.number(in: 0...1.4),
                    100 + random.number(in: 0...1.4)))
            if step >= 30, predictor.position(at: time(Double(step) * 8 + 16)) != nil { said += 1 }
        }
        #expect(said < 5)
        let last = follow(&predictor, from: 60, steps: 12) { (100 + ($0 - 472) * 0.5, 100) }
        #expect(predictor.position(at: time(last + 16)) != nil)
    }

    @Test(
        "Samples of one time count as one, at the newer place; an older one changes nothing else.")
    func sameTime() throws {
        var predictor = FingerPredictor()
        let last = follow(&predictor, steps: 20) { ($0, 100) }
        predictor.add(sample(last, last, 110))
        #expect(predictor.newestTime == time(last))
        let predicted = predictor.position(at: time(last + 8))
        #expect(try #require(predicted).y > 109)
    }

    @Test("Asked rarely, it says what it would have said if asked after each sample.")
    func laziness() {
        for stroke in LeastJerk.strokes(rate: 240).strokes.prefix(6) {
            var always = FingerPredictor()
            var rarely = FingerPredictor()
            for (index, sample) in stroke.enumerated() {
                always.add(sample)
                rarely.add(sample)
                let time = sample.time.advanced(byMicroseconds: 16_000)
                let place = always.position(at: time)
                if index % 7 == 0 { #expect(rarely.position(at: time) == place) }
            }
        }
    }

    @Test("What is asked for the first time after minutes is answered, from what came lately.")
    func lateQuestion() throws {
        var predictor = FingerPredictor()
        let last = follow(&predictor, steps: 5_000) { ($0 * 0.1, 100) }
        let predicted = predictor.position(at: time(last + 16))
        #expect(abs(try #require(predicted).x - (last + 16) * 0.1) < 0.01)
    }

    @Test("Whatever comes, the answer is finite and near.", arguments: 1...20)
    func atRandom(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var predictor = FingerPredictor()
        var now: Int64 = 0
        var newest = CGPoint.zero
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
                FingerSample(
                    finger: FingerID(rawValue: 1), time: Timestamp(microseconds: now),
                    position: newest))
            let time = Timestamp(microseconds: now + Int64(random.next(below: 60_000)))
            guard let place = predictor.position(at: time) else { continue }
            #expect(place.x.isFinite && place.y.isFinite)
        }
    }

    @Test(
        "Samples and answers allocate nothing, once as many fingers were down.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"))
    func allocatesNothing() {
        var predictors = FingerPredictors()
        var frame = FingerFrame(time: .zero)
        var samples: [FingerSample] = []
        samples.reserveCapacity(64)
        var counted: UInt = 0
        var predicted = 0
        for round in 0..<4 {
            for step in 0..<240 {
                frame.removeAll()
                frame.time = Timestamp(microseconds: Int64(round * 240 + step) * 4_167)
                for finger in 1...10 {
                    let sample = FingerSample(
                        finger: FingerID(rawValue: round * 10 + finger), time: frame.time,
                        position: CGPoint(x: Double(step), y: Double(finger)))
                    let phase: FingerChange.Phase =
                        step == 0 ? .began : step == 239 ? .ended : .moved
                    frame.changes.append(FingerChange(phase: phase, sample: sample))
                    frame.samples.append(sample)
                }
                let before = allocation_counter_value()
                predictors.take(frame)
                for finger in 1...10 {
                    samples.removeAll(keepingCapacity: true)
                    predictors.predict(
                        FingerID(rawValue: round * 10 + finger),
                        until: frame.time.advanced(byMicroseconds: 16_000), into: &samples)
                    predicted += samples.count
                }
                if round > 0 { counted += allocation_counter_value() - before }
            }
        }
        #expect(predicted > 20_000)
        #expect(counted == 0)
    }
}
