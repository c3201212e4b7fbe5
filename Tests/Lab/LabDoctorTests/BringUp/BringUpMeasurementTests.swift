import KioskServices
import LabDoctor
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Bring-up measurement")
struct BringUpMeasurementTests {
    /// A measurement of a minute on 720 × 1280 pixels that starts at 100 s.
    private var measurement = BringUpMeasurement(
        at: Timestamp(seconds: 100), duration: 60, pixelWidth: 720, pixelHeight: 1_280)

    private func frame(
        _ seconds: Double, _ state: TouchContact.State, x: Double = 0.5, y: Double = 0.5,
        slot: Int = 0
    ) -> TouchFrame {
        TouchFrame(
            device: DeviceID(rawValue: 1), time: Timestamp(seconds: seconds),
            contacts: [
                TouchContact(slot: slot, trackingID: 1, state: state, position: CGPoint(x: x, y: y))
            ])
    }

    /// Adds reports of a finger that rests with a jitter of 0.005 of the width, from 131.4 s on.
    private mutating func addRest() {
        for step in 0..<100 {
            let x = step % 2 == 0 ? 0.5 : 0.51
            measurement.add(frame(131.4 + Double(step) * 0.01, .motion, x: x))
        }
    }

    @Test("The phases follow each other, with the remaining seconds of each")
    func phases() {
        let phases = [0.0, 29.9, 30, 47.9, 48, 59.9, 60, 999].map {
            measurement.phase(at: Timestamp(seconds: 100 + $0))
        }
        #expect(phases == [.draw, .draw, .rest, .rest, .lift, .lift, nil, nil])
        let seconds = [0.0, 29.5, 30, 59.5, 60].map {
            measurement.remainingSeconds(at: Timestamp(seconds: 100 + $0))
        }
        #expect(seconds == [30, 1, 18, 1, 0])
    }

    @Test("The report rate is that of one moving contact")
    mutating func reportRate() {
        measurement.add(frame(101, .down))
        for step in 1...200 { measurement.add(frame(101 + Double(step) * 0.02, .motion)) }
        #expect(measurement.result.reportHertz == 50)
        // Reports of two contacts do not count.
        measurement.add(frame(110, .down, slot: 1))
        for step in 1...500 {
            measurement.add(frame(110 + Double(step) * 0.001, .motion, slot: step % 2))
        }
        #expect(measurement.result.reportHertz == 50)
        #expect(measurement.result.maximumContacts == 2)
    }

    @Test(
        "A missed poll is no jitter of the reports of a polled touchscreen",
        arguments: [
            (TouchSampling.polled(TouchPolling(milliseconds: 17)), 1_000),
            (.polledIfRegular(TouchPolling(milliseconds: 17)), 1_000), (.interrupts, 20_000),
        ] as [(TouchSampling, Int64)])
    mutating func reportJitter(sampling: TouchSampling, microseconds: Int64) {
        measurement.sampling = sampling
        measurement.add(frame(101, .down))
        var time: Int64 = 101_000_000
        for step in 1...200 {
            // Each tenth poll is missing, and each fourth one is 1 ms late.
            time += step.isMultiple(of: 10) ? 40_000 : step.isMultiple(of: 4) ? 21_000 : 20_000
            measurement.add(frame(Double(time) / 1_000_000, .motion))
        }
        #expect(measurement.result.reportJitterMicroseconds == microseconds)
    }

    @Test("The time from a report of two contacts to a report of one is no interval")
    mutating func liftedContact() {
        measurement.add(frame(101, .down))
        measurement.add(frame(101.02, .motion))
        measurement.add(frame(101.03, .down, slot: 1))
        measurement.add(frame(101.04, .motion, slot: 1))
        measurement.add(frame(101.05, .up, slot: 1))
        measurement.add(frame(101.12, .motion))
        #expect(measurement.result.intervals.isEmpty)
        measurement.add(frame(101.14, .motion))
        #expect(measurement.result.intervals.count == 1)
    }

    @Test("Jitter is the largest distance from the mean of a rest, in pixels")
    mutating func jitter() {
        measurement.add(frame(131, .down, x: 0.1))
        measurement.add(frame(131.1, .motion, x: 0.4))
        addRest()
        let jitter = measurement.result.jitterPixels ?? 0
        #expect(abs(jitter - 3.6) < 0.001)
    }

    @Test("A contact after the rest does not erase the jitter")
    mutating func contactAfterRest() {
        measurement.add(frame(131, .down))
        addRest()
        measurement.add(frame(140, .up))
        measurement.add(frame(149, .down))
        #expect(abs((measurement.result.jitterPixels ?? 0) - 3.6) < 0.001)
        #expect(measurement.result.unexpectedContacts == 1)
    }

    @Test("A contact that stays down after drawing is measured once the user had time to react")
    mutating func restWithoutLift() {
        measurement.add(frame(101, .down))
        measurement.add(frame(129.9, .motion, x: 0.1))
        #expect(measurement.result.jitterPixels == nil)
        for step in 0..<100 {
            measurement.add(frame(130 + Double(step) * 0.01, .motion, x: Double(step) * 0.005))
        }
        addRest()
        #expect(abs((measurement.result.jitterPixels ?? 0) - 3.6) < 0.001)
    }

    @Test("Other contacts do not change the jitter of the resting contact")
    mutating func contactDuringRest() {
        measurement.add(frame(131, .down))
        for step in 0..<100 {
            let x = step % 2 == 0 ? 0.5 : 0.51
            let time = 131.4 + Double(step) * 0.01
            measurement.add(frame(time, .motion, x: x))
            let state = step == 0 ? TouchContact.State.down : .motion
            measurement.add(frame(time, state, x: 0.9, slot: 1))
        }
        #expect(abs((measurement.result.jitterPixels ?? 0) - 3.6) < 0.001)
    }

    @Test("A rest without reports has no jitter, and without a rest there is no value")
    mutating func quietRest() {
        #expect(measurement.result.jitterPixels == nil)
        measurement.add(frame(131, .down))
        #expect(measurement.result.jitterPixels == 0)
    }

    @Test("Contacts while no finger is on the screen are counted")
    mutating func unexpectedContacts() {
        measurement.add(frame(149, .down))
        measurement.add(frame(149.1, .up))
        measurement.add(frame(161, .down))
        #expect(measurement.result.unexpectedContacts == 1)
    }

    @Test("Frame cost, flip interval and latency come from frame records, pauses do not count")
    mutating func frames() {
        for index in 0..<100 {
            var record = FrameRecord()
            // Nothing is drawn for a second after the 50th frame.
            let pause: Int64 = index < 50 ? 0 : 1_000_000
            let flip = Timestamp(microseconds: 100_000_000 + Int64(index) * 20_000 + pause)
            record.flipped = flip
            record.woken = flip.advanced(byMicroseconds: -9_000)
            record.committed = flip.advanced(byMicroseconds: -7_000)
            measurement.add(record)
        }
        var result = measurement.result
        #expect(result.frameCount == 100)
        #expect(result.flipMicroseconds == 20_000)
        #expect(result.longestFlipMicroseconds == 20_000)
        #expect(result.frameCostMicroseconds == 2_000)
        #expect(result.latencyMicroseconds == nil)
        // The latency needs at least ten samples.
        var record = FrameRecord()
        record.flipped = Timestamp(microseconds: 103_000_000)
        record.samples = (Int64(1)...10).map {
            ShownSample(time: record.flipped.advanced(byMicroseconds: $0 * -1_000))
        }
        measurement.add(record)
        result = measurement.result
        #expect(result.latencyMicroseconds == 9_000)
    }
}
