import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Faults of time")
struct WithheldMotionsTests {
    private let harness = FaultHarness()
    private let across = ContactPath(
        from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5), duration: 5_010)

    private func milliseconds(_ frames: [TouchFrame]) -> [Double] {
        frames.map { Double($0.time.microseconds) / 1_000 }
    }

    @Test("A slow rate limits the reports, each with the newest positions")
    func slowRate() throws {
        let frames = harness.run([across], .slowRate(hertz: 25))
        #expect(milliseconds(frames.dropLast()) == Array(stride(from: 0, through: 5_000, by: 40)))
        // The position is that of the report's time, without additional delay.
        let third = try #require(frames.dropFirst(3).first?.contacts.first)
        #expect(abs(third.position.x - 0.024) < 1e-12)
        #expect(milliseconds(frames).last == 5_010)
    }

    @Test(
        "A slow rate emits the newest positions at its own times between the original reports")
    func slowRateBetween() {
        let frames = harness.run([across], .slowRate(hertz: 80))
        #expect(milliseconds(Array(frames.prefix(4))) == [0, 12.5, 25, 37.5])
        #expect(
            frames.prefix(4).map { ($0.contacts[0].position.x * 500).rounded() } == [0, 1, 2, 3])
        #expect(harness.run([across], .slowRate(hertz: 100)) == FaultHarness.frames([across]))
    }

    @Test("Starts and lifts are reported immediately, with the newest positions of other contacts")
    func slowTaps() {
        let tap = ContactPath(1, at: CGPoint(x: 0.5, y: 0.1), start: 60, duration: 50)
        let frames = harness.run([across, tap], .slowRate(hertz: 10))
        #expect(milliseconds(Array(frames.prefix(5))) == [0, 60, 110, 210, 310])
        #expect(frames[1].contacts.map(\.state) == [.motion, .down])
        #expect(abs(frames[1].contacts[0].position.x - 0.012) < 1e-12)
        #expect(frames[2].contacts.map(\.state) == [.motion, .up])
    }

    @Test(
        "Gaps withhold motion at the given interval and duration, but not taps",
        arguments: 1...20 as ClosedRange<UInt64>)
    func gaps(seed: UInt64) {
        var harness = harness
        harness.seed = seed
        let long = ContactPath(from: .zero, to: CGPoint(x: 1, y: 1), duration: 20_000)
        let taps = (0..<100).map {
            ContactPath(1, at: CGPoint(x: 0.5, y: 0.1), start: $0 * 200, duration: 80)
        }
        let fault = TouchFault.gaps(milliseconds: 85, seconds: 2)
        let frames = harness.run([long], fault)
        let times = milliseconds(frames)
        // The lift may end the last gap early.
        let pauses = zip(times, times.dropFirst().dropLast()).filter { $1 - $0 > 10 }
        #expect((6...20).contains(pauses.count))
        for (first, second) in pauses {
            // The motion due 10 ms after `first` is emitted 85 ms late, with the newest position.
            #expect(second - first == 95)
            let newest = FaultHarness.frames([long]).last {
                $0.time.microseconds <= Int64(second * 1_000)
            }
            #expect(
                frames.first { $0.time.microseconds == Int64(second * 1_000) }?.contacts.map(
                    \.position)
                    == newest?.contacts.map(\.position))
        }
        for (first, second) in zip(pauses, pauses.dropFirst()) {
            #expect((990...3_010).contains(second.0 - first.1))
        }
        let tapped = harness.run([long] + taps, fault)
        let good = FaultHarness.frames([long] + taps)
        for state in [TouchContact.State.down, .up] {
            #expect(
                tapped.contacts(state).map(\.milliseconds)
                    == good.contacts(state).map(\.milliseconds))
            #expect(
                tapped.contacts(state).map(\.contact.slot)
                    == good.contacts(state).map(\.contact.slot))
        }
    }

    @Test("A contact that lifts during a gap has its last reported position")
    func liftedInAGap() throws {
        let frames = harness.run([across], .gaps(milliseconds: 10_000, seconds: 1))
        let last = try #require(frames.contacts(.motion).last)
        #expect(last.milliseconds < 1_510)
        let lift = try #require(frames.contacts(.up).first)
        #expect(lift.milliseconds == 5_010)
        #expect(lift.contact.position == last.contact.position)
        #expect(frames.last?.contacts.first?.state == .up)
    }
}
