import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Faults of time")
struct HeldMotionsTests {
    private let trial = FaultTrial()
    private let across = Stroke(from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5), stay: 5_010)

    private func milliseconds(_ frames: [TouchFrame]) -> [Double] {
        frames.map { Double($0.time.microseconds) / 1_000 }
    }

    @Test("A slow panel has at most as many reports as was asked for, with the newest places.")
    func slowRate() throws {
        let frames = trial.run([across], .slowRate(hertz: 25))
        #expect(milliseconds(frames.dropLast()) == Array(stride(from: 0, through: 5_000, by: 40)))
        // The place of that very moment: nothing is late that needn't be.
        let third = try #require(frames.dropFirst(3).first?.contacts.first)
        #expect(abs(third.position.x - 0.024) < 1e-12)
        #expect(milliseconds(frames).last == 5_010)
    }

    @Test(
        "A slow panel looks in between where no good report is: the newest place, when it is due.")
    func slowRateBetween() {
        let frames = trial.run([across], .slowRate(hertz: 80))
        #expect(milliseconds(Array(frames.prefix(4))) == [0, 12.5, 25, 37.5])
        #expect(
            frames.prefix(4).map { ($0.contacts[0].position.x * 500).rounded() } == [0, 1, 2, 3])
        #expect(trial.run([across], .slowRate(hertz: 100)) == FaultTrial.frames([across]))
    }

    @Test("What comes down or is lifted doesn't wait, and the others' places come with it.")
    func slowTaps() {
        let tap = Stroke(1, at: CGPoint(x: 0.5, y: 0.1), start: 60, stay: 50)
        let frames = trial.run([across, tap], .slowRate(hertz: 10))
        #expect(milliseconds(Array(frames.prefix(5))) == [0, 60, 110, 210, 310])
        #expect(frames[1].contacts.map(\.state) == [.motion, .down])
        #expect(abs(frames[1].contacts[0].position.x - 0.012) < 1e-12)
        #expect(frames[2].contacts.map(\.state) == [.motion, .up])
    }

    @Test(
        "A gap holds motions back about as often and as long as was asked for, and taps not at all.",
        arguments: 1...20 as ClosedRange<UInt64>)
    func gaps(seed: UInt64) {
        var trial = trial
        trial.seed = seed
        let long = Stroke(from: .zero, to: CGPoint(x: 1, y: 1), stay: 20_000)
        let taps = (0..<100).map {
            Stroke(1, at: CGPoint(x: 0.5, y: 0.1), start: $0 * 200, stay: 80)
        }
        let fault = PanelFault.gaps(milliseconds: 85, seconds: 2)
        let frames = trial.run([long], fault)
        let times = milliseconds(frames)
        // The lift ends one too early.
        let pauses = zip(times, times.dropFirst().dropLast()).filter { $1 - $0 > 10 }
        #expect((6...20).contains(pauses.count))
        for (first, second) in pauses {
            // What would have come 10 ms after `first` comes 85 ms after that, with the newest place.
            #expect(second - first == 95)
            let newest = FaultTrial.frames([long]).last {
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
        let tapped = trial.run([long] + taps, fault)
        let good = FaultTrial.frames([long] + taps)
        for state in [TouchContact.State.down, .up] {
            #expect(
                tapped.contacts(state).map(\.milliseconds)
                    == good.contacts(state).map(\.milliseconds))
            #expect(
                tapped.contacts(state).map(\.contact.slot)
                    == good.contacts(state).map(\.contact.slot))
        }
    }

    @Test("A finger that is lifted during a gap is lifted where it was reported last.")
    func liftedInAGap() throws {
        let frames = trial.run([across], .gaps(milliseconds: 10_000, seconds: 1))
        let before = try #require(frames.contacts(.motion).last)
        #expect(before.milliseconds < 1_510)
        let lift = try #require(frames.contacts(.up).first)
        #expect(lift.milliseconds == 5_010)
        #expect(lift.contact.position == before.contact.position)
        #expect(frames.last?.contacts.first?.state == .up)
    }
}
