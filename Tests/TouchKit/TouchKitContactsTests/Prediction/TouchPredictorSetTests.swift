import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Touch predictor set")
struct TouchPredictorSetTests {
    /// Returns an update with `times` samples for each touch, which move at constant speed.
    private func update(
        _ phase: TouchChange.Phase, touches: ClosedRange<Int>, step: Int, times: Int = 1
    ) -> TouchUpdate {
        var update = TouchUpdate(time: .zero)
        for touch in touches {
            var sample = TouchSample(
                touch: TouchIdentifier(rawValue: touch), time: .zero, position: .zero,
                pressure: 0.5,
                majorRadius: 4)
            for part in 0..<times {
                let number = step * times + part
                sample.time = Timestamp(microseconds: Int64(number) * 4_000)
                sample.position = CGPoint(x: Double(number * touch), y: 50)
                update.samples.append(sample)
            }
            update.changes.append(TouchChange(phase: phase, sample: sample))
            update.time = sample.time
        }
        return update
    }

    private func predict(
        _ predictors: inout TouchPredictorSet, _ touch: Int, until microseconds: Int64
    ) -> [TouchSample] {
        var samples: [TouchSample] = []
        predictors.predict(
            TouchIdentifier(rawValue: touch), until: Timestamp(microseconds: microseconds),
            into: &samples)
        return samples
    }

    @Test("Predicted samples are spaced like measured ones, and the last is at the requested time.")
    func spacing() {
        var predictors = TouchPredictorSet()
        predictors.add(update(.began, touches: 1...3, step: 0))
        for step in 1...30 { predictors.add(update(.moved, touches: 1...3, step: step)) }
        let samples = predict(&predictors, 2, until: 120_000 + 15_000)
        #expect(samples.map(\.time.microseconds) == [124_000, 128_000, 132_000, 135_000])
        for sample in samples {
            #expect(sample.touch == TouchIdentifier(rawValue: 2))
            #expect(abs(sample.position.x - Double(sample.time.microseconds) / 2_000) < 0.05)
            #expect(sample.pressure == 0.5)
            #expect(sample.majorRadius == 4)
        }
        // A sample directly before the end is omitted.
        #expect(
            predict(&predictors, 1, until: 120_000 + 9_000).map(\.time.microseconds)
                == [124_000, 129_000])
        #expect(
            predict(&predictors, 1, until: 120_000 + 40_000).last?.time.microseconds == 145_000)
        #expect(predict(&predictors, 1, until: 120_000 + 60_000).isEmpty)
    }

    @Test("Reports that arrive together do not result in more than one predicted sample per ms.")
    func reportsThatArriveTogether() throws {
        var predictors = TouchPredictorSet()
        predictors.add(update(.began, touches: 1...1, step: 0))
        for step in 1...30 { predictors.add(update(.moved, touches: 1...1, step: step)) }
        var together = update(.moved, touches: 1...1, step: 31)
        var sample = try #require(together.samples.first)
        for _ in 0..<4 {
            sample.time = sample.time.advanced(byMicroseconds: 3)
            sample.position.x += 0.001
            together.samples.append(sample)
        }
        predictors.add(together)
        let samples = predict(&predictors, 1, until: 124_012 + 20_000)
        #expect((1...20).contains(samples.count))
        #expect(samples.last?.time.microseconds == 144_012)
    }

    @Test("Ended, cancelled and unknown touches are not predicted.")
    func endedTouches() {
        var predictors = TouchPredictorSet()
        predictors.add(update(.began, touches: 1...3, step: 0))
        for step in 1...30 { predictors.add(update(.moved, touches: 1...3, step: step)) }
        predictors.add(update(.ended, touches: 1...1, step: 31))
        predictors.add(update(.cancelled, touches: 2...2, step: 31))
        #expect(predict(&predictors, 1, until: 130_000).isEmpty)
        #expect(predict(&predictors, 2, until: 130_000).isEmpty)
        #expect(!predict(&predictors, 3, until: 130_000).isEmpty)
        #expect(predict(&predictors, 4, until: 130_000).isEmpty)
        // A reused predictor contains no samples of the previous touch.
        predictors.add(update(.began, touches: 5...5, step: 31))
        #expect(predict(&predictors, 5, until: 130_000).isEmpty)
    }

    @Test("A merged update has the same effect as its single updates.")
    func mergedUpdates() {
        var merged = TouchPredictorSet()
        var single = TouchPredictorSet()
        for step in 0..<20 {
            merged.add(update(.moved, touches: 1...2, step: step, times: 4))
            for part in 0..<4 {
                single.add(update(.moved, touches: 1...2, step: step * 4 + part))
            }
            let until = Int64(step * 16 + 12 + 16) * 1_000
            let positions = predict(&merged, 2, until: until).map(\.position)
            #expect(!positions.isEmpty)
            #expect(positions == predict(&single, 2, until: until).map(\.position))
        }
    }
}
