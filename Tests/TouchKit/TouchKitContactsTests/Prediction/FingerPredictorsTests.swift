import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Finger predictors")
struct FingerPredictorsTests {
    private func frame(
        _ phase: FingerChange.Phase, fingers: ClosedRange<Int>, step: Int, times: Int = 1
    ) -> FingerFrame {
        var frame = FingerFrame(time: .zero)
        for finger in fingers {
            var sample = FingerSample(
                finger: FingerID(rawValue: finger), time: .zero, position: .zero, pressure: 0.5,
                majorRadius: 4)
            for part in 0..<times {
                let number = step * times + part
                sample.time = Timestamp(microseconds: Int64(number) * 4_000)
                sample.position = CGPoint(x: Double(number * finger), y: 50)
                frame.samples.append(sample)
            }
            frame.changes.append(FingerChange(phase: phase, sample: sample))
            frame.time = sample.time
        }
        return frame
    }

    private func predict(
        _ predictors: inout FingerPredictors, _ finger: Int, until microseconds: Int64
    ) -> [FingerSample] {
        var samples: [FingerSample] = []
        predictors.predict(
            FingerID(rawValue: finger), until: Timestamp(microseconds: microseconds),
            into: &samples)
        return samples
    }

    @Test("Places are apart as samples are, the last one at the time that was asked for.")
    func spacing() {
        var predictors = FingerPredictors()
        predictors.take(frame(.began, fingers: 1...3, step: 0))
        for step in 1...30 { predictors.take(frame(.moved, fingers: 1...3, step: step)) }
        let samples = predict(&predictors, 2, until: 120_000 + 15_000)
        #expect(samples.map(\.time.microseconds) == [124_000, 128_000, 132_000, 135_000])
        for sample in samples {
            #expect(sample.finger == FingerID(rawValue: 2))
            #expect(abs(sample.position.x - Double(sample.time.microseconds) / 2_000) < 0.05)
            #expect(sample.pressure == 0.5)
            #expect(sample.majorRadius == 4)
        }
        // One just before the end is the end.
        #expect(
            predict(&predictors, 1, until: 120_000 + 9_000).map(\.time.microseconds)
                == [124_000, 129_000])
        #expect(
            predict(&predictors, 1, until: 120_000 + 40_000).last?.time.microseconds == 145_000)
        #expect(predict(&predictors, 1, until: 120_000 + 60_000).isEmpty)
    }

    @Test("A finger that was lifted or taken back is forgotten, and nobody knows of another one.")
    func lifted() {
        var predictors = FingerPredictors()
        predictors.take(frame(.began, fingers: 1...3, step: 0))
        for step in 1...30 { predictors.take(frame(.moved, fingers: 1...3, step: step)) }
        predictors.take(frame(.ended, fingers: 1...1, step: 31))
        predictors.take(frame(.cancelled, fingers: 2...2, step: 31))
        #expect(predict(&predictors, 1, until: 130_000).isEmpty)
        #expect(predict(&predictors, 2, until: 130_000).isEmpty)
        #expect(!predict(&predictors, 3, until: 130_000).isEmpty)
        #expect(predict(&predictors, 4, until: 130_000).isEmpty)
        // The memory of the one serves the next one, which knows nothing of it.
        predictors.take(frame(.began, fingers: 5...5, step: 31))
        #expect(predict(&predictors, 5, until: 130_000).isEmpty)
    }

    @Test("Frames that were merged count with each of their samples.")
    func mergedFrames() {
        var merged = FingerPredictors()
        var single = FingerPredictors()
        for step in 0..<20 {
            merged.take(frame(.moved, fingers: 1...2, step: step, times: 4))
            for part in 0..<4 {
                single.take(frame(.moved, fingers: 1...2, step: step * 4 + part))
            }
            let until = Int64(step * 16 + 12 + 16) * 1_000
            #expect(
                predict(&merged, 2, until: until).map(\.position)
                    == predict(&single, 2, until: until).map(\.position))
        }
    }
}
