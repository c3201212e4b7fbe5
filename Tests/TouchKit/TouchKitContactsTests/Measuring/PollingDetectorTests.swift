import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Polling detector")
struct PollingDetectorTests {
    private static let polling = TouchPolling(milliseconds: 17, range: 0...17)

    private func frame(
        _ microseconds: Int64, _ state: TouchContact.State = .motion, slots: [Int] = [0]
    ) -> TouchFrame {
        TouchFrame(
            device: DeviceID(rawValue: 1), time: Timestamp(microseconds: microseconds),
            contacts: slots.map {
                TouchContact(
                    slot: $0, trackingID: 1, state: state, position: CGPoint(x: 0.5, y: 0.5))
            })
    }

    /// Adds reports of a moving contact, and returns the detected polling and the number of the
    /// report that decided.
    private func detect(
        _ detector: inout PollingDetector, count: Int, at time: (Int64) -> Int64
    ) -> (polling: TouchPolling, report: Int)? {
        _ = detector.add(frame(time(0), .down))
        for step in 1...count {
            if let polling = detector.add(frame(time(Int64(step)))) { return (polling, step) }
        }
        return nil
    }

    @Test("Only touchscreens for which timestamps decide have a detector")
    func kinds() {
        #expect(PollingDetector(.unknown) == nil)
        #expect(PollingDetector(.interrupts) == nil)
        #expect(PollingDetector(.polled(Self.polling)) == nil)
        #expect(PollingDetector(.polledIfRegular(Self.polling)) != nil)
    }

    @Test("Reports on a grid show polling after forty intervals", arguments: [17_000, 20_000])
    func regular(interval: Int64) throws {
        var detector = try #require(PollingDetector(.polledIfRegular(Self.polling)))
        let result = detect(&detector, count: 60) { $0 * interval }
        #expect(result?.polling == Self.polling)
        // The first motion begins the measurement.
        #expect(result?.report == PollingDetector.intervalCount + 1)
    }

    @Test("Faster or irregular reports show nothing, and the detector gives up")
    func irregular() throws {
        for time in [
            { $0 * 8_000 }, { $0 * 20_000 + ($0 % 2) * 9_000 },
        ] as [(Int64) -> Int64] {
            var detector = try #require(PollingDetector(.polledIfRegular(Self.polling)))
            #expect(detect(&detector, count: 199, at: time) == nil)
            #expect(!detector.isExhausted)
            #expect(detect(&detector, count: 60, at: time) == nil)
            #expect(detector.isExhausted)
            // Later regular reports are ignored.
            #expect(detect(&detector, count: 60) { $0 * 20_000 } == nil)
        }
    }

    @Test("Rests, lifts, changes of the slot and frames of several contacts do not count")
    func otherFrames() throws {
        let states = [TouchContact.State.down, .motion, .up]
        let inputs: [(name: String, frame: (Int64) -> TouchFrame)] = [
            ("rests", { frame($0 * 150_000) }),
            ("lifts", { frame($0 * 20_000, states[Int($0) % 3]) }),
            ("slots", { frame($0 * 20_000, slots: [Int($0) % 2]) }),
            ("contacts", { frame($0 * 20_000, slots: [0, 1]) }),
        ]
        for input in inputs {
            var detector = try #require(PollingDetector(.polledIfRegular(Self.polling)))
            // If these frames counted, the detector would decide or be exhausted after 200.
            for step in 0...(6 * Int64(PollingDetector.intervalCount)) {
                #expect(detector.add(input.frame(step)) == nil, "\(input.name)")
            }
            #expect(!detector.isExhausted, "\(input.name)")
        }
    }
}
