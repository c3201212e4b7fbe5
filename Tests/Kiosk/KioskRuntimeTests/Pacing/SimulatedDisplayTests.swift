import KioskDisplay
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitPacing
import TouchTrackerTestSupport

/// Runs the frame loop in virtual time on correct and faulty simulated displays.
@Suite("Simulated displays", .serialized)
@MainActor
struct SimulatedDisplayTests {
    nonisolated static let rates = [50_000, 59_940, 60_000, 75_000, 90_000, 120_000]

    nonisolated static func mode(_ millihertz: Int) -> DisplayMode {
        DisplayMode(width: 400, height: 240, refreshMillihertz: millihertz)
    }

    private func kiosk(
        _ millihertz: Int = 60_000, _ behavior: SimulatedDisplay.Behavior = .init(),
        _ pacing: PacingOptions = PacingOptions()
    ) throws -> SimulatedKiosk {
        try SimulatedKiosk(mode: Self.mode(millihertz), behavior: behavior, pacing: pacing) {
            FollowingView(frame: $0)
        }
    }

    private func latencies(_ kiosk: SimulatedKiosk) -> [Int64] {
        kiosk.records.flatMap { record in
            record.samples.compactMap { record.latencyMicroseconds(of: $0) }
        }.sorted()
    }

    private func median(_ kiosk: SimulatedKiosk) -> Int64 {
        let all = latencies(kiosk)
        return all.isEmpty ? 0 : all[all.count / 2]
    }

    /// Moves contacts until the budget has settled, then records frames.
    private func play(_ kiosk: SimulatedKiosk, fingers: Int, rate: Int64, seconds: Double) throws {
        kiosk.contacts = CirclingContacts(fingers, rate: rate, start: kiosk.time.real)
        try kiosk.run(seconds: 3)
        kiosk.resetCounters()
        try kiosk.run(seconds: seconds)
    }

    nonisolated static let hands: [(fingers: Int, rate: Int64)] = [(1, 125), (10, 240)]

    @Test(
        "The lowest latency misses no vblank; a frame takes at most a period and the budget",
        arguments: rates, hands)
    func lowest(millihertz: Int, hand: (fingers: Int, rate: Int64)) throws {
        let kiosk = try kiosk(millihertz)
        let missed = kiosk.session.missedVblanks
        try play(kiosk, fingers: hand.fingers, rate: hand.rate, seconds: 4)
        let period = kiosk.display.mode.periodMicroseconds
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).max())
        #expect(budget < 2_500, "0.4 ms a frame leave the budget near its least")
        #expect(kiosk.session.missedVblanks == missed)
        #expect(!kiosk.display.hasPresentedTwiceInOneVblank)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 4)) <= 2)
        #expect(try #require(latencies(kiosk).last) <= period + budget + 1)
        #expect(latencies(kiosk).count >= 4 * hand.fingers * Int(hand.rate) - 40)
        // One wake-up per frame, at the latch time; flips and devices are read in the same one.
        #expect(kiosk.wakeUps <= kiosk.records.count + 2)
    }

    @Test(
        "With steady latency, each vblank has a frame that takes at most two periods",
        arguments: rates)
    func steady(millihertz: Int) throws {
        let kiosk = try kiosk(millihertz, .init(), PacingOptions(latency: .steady))
        try play(kiosk, fingers: 1, rate: 125, seconds: 4)
        let period = kiosk.display.mode.periodMicroseconds
        #expect(kiosk.session.missedVblanks == 0)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 4)) <= 2)
        #expect(try #require(latencies(kiosk).last) <= 2 * period + 200)
        #expect(kiosk.wakeUps <= kiosk.records.count + 2)
    }

    @Test("The lowest latency shows a touch at least 35 % sooner than steady latency")
    func lateLatchingPays() throws {
        let late = try kiosk()
        try play(late, fingers: 1, rate: 125, seconds: 8)
        let steady = try kiosk(60_000, .init(), PacingOptions(latency: .steady))
        try play(steady, fingers: 1, rate: 125, seconds: 8)
        #expect(Double(median(late)) <= 0.65 * Double(median(steady)))
    }

    @Test("Jitter of flip times causes no missed vblank", arguments: [100, 250] as [Int64])
    func jitter(microseconds: Int64) throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.jitter = microseconds
        let kiosk = try kiosk(60_000, behavior)
        try play(kiosk, fingers: 10, rate: 240, seconds: 10)
        #expect(kiosk.session.missedVblanks == 0)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 10)) <= 3)
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).max())
        let worst = try #require(latencies(kiosk).last)
        #expect(worst <= kiosk.display.mode.periodMicroseconds + budget + 2 * microseconds)
    }

    @Test(
        "Each late flip is counted, and the frames after it are in time"
    )
    func lateFlips() throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.oneLateFlipIn = 25
        let kiosk = try kiosk(60_000, behavior)
        try play(kiosk, fingers: 1, rate: 125, seconds: 10)
        let period = kiosk.display.mode.periodMicroseconds
        let late = kiosk.records.filter { $0.missedVblanks > 0 }
        #expect(late.count > 10)
        #expect(late.allSatisfy { $0.missedVblanks == 1 })
        #expect(kiosk.records.count + late.count >= kiosk.vblanks(in: 10) - 3)
        #expect(try #require(latencies(kiosk).last) <= 4 * period)
    }

    @Test("A driver that needs frames 4 ms before the vblank gets them after the first misses")
    func leadIsLearned() throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.lead = 4_000
        let kiosk = try kiosk(60_000, behavior)
        try play(kiosk, fingers: 1, rate: 125, seconds: 10)
        #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 })
        #expect(kiosk.session.missedVblanks > 0, "the budget is learned from misses")
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).max())
        #expect((4_400...8_000).contains(budget))
    }

    @Test("Without vblank, the frame rate is that of the mode, with one wake-up per frame")
    func withoutVblank() throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.hasVblank = false
        let kiosk = try kiosk(60_000, behavior)
        try play(kiosk, fingers: 10, rate: 240, seconds: 4)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 4)) <= 2)
        #expect(kiosk.session.missedVblanks == 0)
        let worst = try #require(latencies(kiosk).last)
        #expect(worst <= kiosk.display.mode.periodMicroseconds + 1_000)
        #expect(kiosk.wakeUps <= kiosk.records.count + 2)
    }

    @Test(
        "At 30 frames per second on 60 Hz, every second vblank has a frame and none is missed",
        arguments: [
            PacingOptions(frameRate: 30), PacingOptions(frameRate: 30, latency: .steady),
            PacingOptions(frameRate: 30, budgetMicroseconds: 30_000),
        ])
    func halfTheRate(pacing: PacingOptions) throws {
        let kiosk = try kiosk(60_000, .init(), pacing)
        try play(kiosk, fingers: 1, rate: 125, seconds: 4)
        #expect(abs(kiosk.records.count - 120) <= 2)
        #expect(kiosk.session.missedVblanks == 0)
        let times = kiosk.records.map(\.flipped)
        for (before, after) in zip(times, times.dropFirst()) {
            #expect(abs(after.microseconds(since: before) - 33_333) <= 1)
        }
    }

    @Test(
        "At a lower rate, a frame longer than a refresh period causes no missed vblank",
        arguments: PacingOptions.Latency.allCases)
    func slowAtHalfTheRate(latency: PacingOptions.Latency) throws {
        let kiosk = try kiosk(60_000, .init(), PacingOptions(frameRate: 30, latency: latency))
        kiosk.frameCost = 20_000
        try play(kiosk, fingers: 1, rate: 125, seconds: 4)
        #expect(abs(kiosk.records.count - 120) <= 2)
        #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 })
        let times = kiosk.records.map(\.flipped)
        for (before, after) in zip(times, times.dropFirst()) {
            #expect(abs(after.microseconds(since: before) - 33_333) <= 1)
        }
    }

    @Test(
        "A timer that is milliseconds late increases the budget until no vblank is missed"
    )
    func lateTimer() throws {
        let kiosk = try kiosk()
        kiosk.timerLateness = 5_000
        try play(kiosk, fingers: 1, rate: 125, seconds: 6)
        let missed = kiosk.records.reduce(0) { $0 + $1.missedVblanks }
        #expect(missed <= 6 * 60 / 20, "at most one in twenty, as the budget allows")
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).min())
        #expect(budget > 5_000)
        // Recurring delays are remembered for ten seconds.
        kiosk.timerLateness = 100
        try kiosk.run(seconds: 14)
        kiosk.resetCounters()
        try kiosk.run(seconds: 3)
        #expect(kiosk.records.count > 100)
        #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 && $0.budgetMicroseconds < 2_500 })
    }

    @Test("The latch time follows the cost of frames, and late frames are counted")
    func costsChange() throws {
        let kiosk = try kiosk()
        try play(kiosk, fingers: 1, rate: 125, seconds: 2)
        #expect(kiosk.session.missedVblanks == 0)
        kiosk.frameCost = 9_000
        try kiosk.run(seconds: 0.2)
        #expect((1...2).contains(kiosk.session.missedVblanks), "only one frame is late")
        kiosk.resetCounters()
        try kiosk.run(seconds: 3)
        #expect(kiosk.records.count > 100)
        #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 })
        kiosk.frameCost = 300
        try kiosk.run(seconds: 14)
        #expect(try #require(kiosk.records.last).budgetMicroseconds < 2_500)
    }

    // MARK: Idle

    @Test("An idle minute causes no wake-up", arguments: [true, false])
    func idle(hasVblank: Bool) throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.hasVblank = hasVblank
        let kiosk = try kiosk(60_000, behavior)
        try play(kiosk, fingers: 1, rate: 125, seconds: 0.5)
        kiosk.contacts?.lift { kiosk.session.receive($0) }
        try kiosk.work()
        try kiosk.run(seconds: 0.5)
        kiosk.resetCounters()
        try kiosk.run(seconds: 60)
        #expect(kiosk.wakeUps == 0)
        #expect(kiosk.records.isEmpty)
    }

    @Test("A resting finger causes no wake-up; its next motion is shown within two periods")
    func restingFinger() throws {
        let kiosk = try kiosk()
        try play(kiosk, fingers: 1, rate: 125, seconds: 0.5)
        let moving = kiosk.contacts
        kiosk.contacts = nil
        try kiosk.run(seconds: 0.1)
        kiosk.resetCounters()
        try kiosk.run(seconds: 9)
        #expect(kiosk.wakeUps == 0)
        kiosk.contacts = moving
        let resumed = kiosk.time.now
        try kiosk.run(seconds: 0.1)
        #expect(kiosk.records.count >= 5)
        let first = try #require(kiosk.records.first)
        let period = kiosk.display.mode.periodMicroseconds
        #expect(first.flipped.microseconds(since: resumed) <= 2 * period)
        #expect(kiosk.session.missedVblanks == 0)
    }

    @Test(
        "An animation causes one wake-up per frame and a frame at each vblank",
        arguments: [true, false], PacingOptions.Latency.allCases)
    func animating(hasVblank: Bool, latency: PacingOptions.Latency) throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.hasVblank = hasVblank
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        mark.backgroundColor = .white
        let kiosk = try SimulatedKiosk(
            mode: Self.mode(60_000), behavior: behavior, pacing: PacingOptions(latency: latency)
        ) {
            let view = UIView(frame: $0)
            view.addSubview(mark)
            return view
        }
        UIView.animate(withDuration: 10, delay: 0, options: .curveLinear) { mark.center.x += 370 }
        try kiosk.work()
        try kiosk.run(seconds: 2)
        kiosk.resetCounters()
        try kiosk.run(seconds: 5)
        #expect(abs(kiosk.records.count - 300) <= 1)
        #expect(abs(kiosk.wakeUps - kiosk.records.count) <= 1)
        #expect(kiosk.session.missedVblanks == 0)
    }

    // MARK: Clocks

    @Test(
        "One second after a clock stopped or jumped, frames are regular again",
        arguments: PacingOptions.Latency.allCases, [true, false])
    func clocks(latency: PacingOptions.Latency, hasVblank: Bool) throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.hasVblank = hasVblank
        let kiosk = try kiosk(60_000, behavior, PacingOptions(latency: latency))
        kiosk.contacts = CirclingContacts(1, rate: 125, start: kiosk.time.real)
        try kiosk.run(seconds: 2)
        for trouble in 0..<3 {
            switch trouble {
            case 0:
                kiosk.time.freeze()
                try kiosk.run(seconds: 0.5)
                kiosk.time.thaw()
            case 1: kiosk.time.jump(by: 3_600_000_000)
            default: kiosk.time.jump(by: 7_000)
            }
            try kiosk.run(seconds: 1)
            kiosk.resetCounters()
            try kiosk.run(seconds: 1)
            #expect(abs(kiosk.records.count - 60) <= 2, "trouble \(trouble)")
            #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 }, "trouble \(trouble)")
        }
    }

    @Test(
        "Invalid timestamps of a driver cause at most two missed vblanks",
        arguments: [0, 1, 2])
    func strangeTimes(kind: Int) throws {
        var behavior = SimulatedDisplay.Behavior()
        behavior.reportedTime =
            switch kind {
            case 0: { _ in .zero }
            case 1: { $0.advanced(byMicroseconds: 5_000_000) }
            default: { _ in Timestamp(microseconds: 1_000) }
            }
        let kiosk = try kiosk(60_000, behavior)
        try play(kiosk, fingers: 1, rate: 125, seconds: 4)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 4)) <= 3)
        // Such a driver reports flips late; the budget includes the delay.
        #expect(kiosk.records.reduce(0) { $0 + $1.missedVblanks } <= 2)
    }
}
