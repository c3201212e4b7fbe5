import KioskDisplay
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitPacing
import TouchTrackerTestSupport

/// The whole frame loop in virtual time, on displays that behave well and badly.
@Suite("Simulated displays", .serialized)
@MainActor
struct SimulatedDisplayTests {
    nonisolated static let rates = [59_940, 60_000, 90_000, 120_000]

    nonisolated static func mode(_ millihertz: Int) -> DisplayMode {
        DisplayMode(width: 400, height: 240, refreshMillihertz: millihertz)
    }

    private func kiosk(
        _ millihertz: Int = 60_000, _ manners: SimulatedDisplay.Manners = .init(),
        _ pacing: PacingOptions = PacingOptions()
    ) throws -> SimulatedKiosk {
        try SimulatedKiosk(mode: Self.mode(millihertz), manners: manners, pacing: pacing) {
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

    /// Lets fingers move until the budget has settled, then looks on.
    private func play(_ kiosk: SimulatedKiosk, fingers: Int, rate: Int64, seconds: Double) throws {
        kiosk.fingers = SimulatedFingers(fingers, rate: rate, start: kiosk.time.real)
        try kiosk.run(seconds: 3)
        kiosk.forget()
        try kiosk.run(seconds: seconds)
    }

    nonisolated static let hands: [(fingers: Int, rate: Int64)] = [(1, 125), (10, 240)]

    @Test(
        "Latched late, each vblank has a frame, none is missed, and nothing takes longer than a period and the budget.",
        arguments: rates, hands)
    func lowest(millihertz: Int, hand: (fingers: Int, rate: Int64)) throws {
        let kiosk = try kiosk(millihertz)
        let missed = kiosk.session.missedVblanks
        try play(kiosk, fingers: hand.fingers, rate: hand.rate, seconds: 4)
        let period = kiosk.display.mode.periodMicroseconds
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).max())
        #expect(budget < 2_500, "0.4 ms a frame leave the budget near its least")
        #expect(kiosk.session.missedVblanks == missed)
        #expect(!kiosk.display.sharedAVblank)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 4)) <= 2)
        #expect(try #require(latencies(kiosk).last) <= period + budget + 1)
        #expect(latencies(kiosk).count >= 4 * hand.fingers * Int(hand.rate) - 40)
        // One wake-up a frame: the latch, with the flip and the devices read along.
        #expect(kiosk.wakeUps <= kiosk.records.count + 2)
    }

    @Test(
        "Steady, each vblank has a frame and nothing takes longer than two periods.",
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

    @Test("Latched late, a finger is seen at least 35 % sooner than steadily.")
    func lateLatchingPays() throws {
        let late = try kiosk()
        try play(late, fingers: 1, rate: 125, seconds: 8)
        let steady = try kiosk(60_000, .init(), PacingOptions(latency: .steady))
        try play(steady, fingers: 1, rate: 125, seconds: 8)
        #expect(Double(median(late)) <= 0.65 * Double(median(steady)))
    }

    @Test("Flips that tremble cost no vblank.", arguments: [100, 250] as [Int64])
    func jitter(microseconds: Int64) throws {
        var manners = SimulatedDisplay.Manners()
        manners.jitter = microseconds
        let kiosk = try kiosk(60_000, manners)
        try play(kiosk, fingers: 10, rate: 240, seconds: 10)
        #expect(kiosk.session.missedVblanks == 0)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 10)) <= 3)
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).max())
        let worst = try #require(latencies(kiosk).last)
        #expect(worst <= kiosk.display.mode.periodMicroseconds + budget + 2 * microseconds)
    }

    @Test(
        "A driver that shows flips late now and then: each is counted, and what follows is in time."
    )
    func lateFlips() throws {
        var manners = SimulatedDisplay.Manners()
        manners.oneLateOf = 25
        let kiosk = try kiosk(60_000, manners)
        try play(kiosk, fingers: 1, rate: 125, seconds: 10)
        let period = kiosk.display.mode.periodMicroseconds
        let late = kiosk.records.filter { $0.missedVblanks > 0 }
        #expect(late.count > 10)
        #expect(late.allSatisfy { $0.missedVblanks == 1 })
        #expect(kiosk.records.count + late.count >= kiosk.vblanks(in: 10) - 3)
        #expect(try #require(latencies(kiosk).last) <= 4 * period)
    }

    @Test("A driver that wants its frames 4 ms before the vblank gets them so once that has shown.")
    func leadIsLearned() throws {
        var manners = SimulatedDisplay.Manners()
        manners.lead = 4_000
        let kiosk = try kiosk(60_000, manners)
        try play(kiosk, fingers: 1, rate: 125, seconds: 10)
        #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 })
        #expect(kiosk.session.missedVblanks > 0, "how else should it have been learned")
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).max())
        #expect((4_400...8_000).contains(budget))
    }

    @Test("Without vblank, frames are as many as the mode's rate, and each takes one wake-up.")
    func withoutVblank() throws {
        var manners = SimulatedDisplay.Manners()
        manners.hasVblank = false
        let kiosk = try kiosk(60_000, manners)
        try play(kiosk, fingers: 10, rate: 240, seconds: 4)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 4)) <= 2)
        #expect(kiosk.session.missedVblanks == 0)
        let worst = try #require(latencies(kiosk).last)
        #expect(worst <= kiosk.display.mode.periodMicroseconds + 1_000)
        #expect(kiosk.wakeUps <= kiosk.records.count + 2)
    }

    @Test(
        "At 30 frames a second of 60 every second vblank has one, and none is missed.",
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
        "At a lower rate a frame may take longer than a refresh period, and misses nothing.",
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
        "A timer that is late by milliseconds widens the budget until no vblank is missed any more."
    )
    func lateTimer() throws {
        let kiosk = try kiosk()
        kiosk.timerLateness = 5_000
        try play(kiosk, fingers: 1, rate: 125, seconds: 6)
        let missed = kiosk.records.reduce(0) { $0 + $1.missedVblanks }
        #expect(missed <= 6 * 60 / 20, "at most the one in twenty that the budget leaves out")
        let budget = try #require(kiosk.records.map(\.budgetMicroseconds).min())
        #expect(budget > 5_000)
        // What recurs is remembered for ten seconds.
        kiosk.timerLateness = 100
        try kiosk.run(seconds: 14)
        kiosk.forget()
        try kiosk.run(seconds: 3)
        #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 && $0.budgetMicroseconds < 2_500 })
    }

    @Test("Dearer frames are begun sooner, cheaper ones later again; what is late is counted.")
    func costsChange() throws {
        let kiosk = try kiosk()
        try play(kiosk, fingers: 1, rate: 125, seconds: 2)
        #expect(kiosk.session.missedVblanks == 0)
        kiosk.frameCost = 9_000
        try kiosk.run(seconds: 0.2)
        #expect((1...2).contains(kiosk.session.missedVblanks), "one frame is late, and no more")
        kiosk.forget()
        try kiosk.run(seconds: 3)
        #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 })
        kiosk.frameCost = 300
        try kiosk.run(seconds: 14)
        #expect(try #require(kiosk.records.last).budgetMicroseconds < 2_500)
    }

    // MARK: Rest

    @Test("Idle for a minute, nothing wakes the loop.", arguments: [true, false])
    func idle(hasVblank: Bool) throws {
        var manners = SimulatedDisplay.Manners()
        manners.hasVblank = hasVblank
        let kiosk = try kiosk(60_000, manners)
        try play(kiosk, fingers: 1, rate: 125, seconds: 0.5)
        kiosk.fingers?.lift { kiosk.session.receive($0) }
        try kiosk.work()
        try kiosk.run(seconds: 0.5)
        kiosk.forget()
        try kiosk.run(seconds: 60)
        #expect(kiosk.wakeUps == 0)
        #expect(kiosk.records.isEmpty)
    }

    @Test("A finger that rests wakes nothing; when it moves on, the next vblank shows it.")
    func restingFinger() throws {
        let kiosk = try kiosk()
        try play(kiosk, fingers: 1, rate: 125, seconds: 0.5)
        let moving = kiosk.fingers
        kiosk.fingers = nil
        try kiosk.run(seconds: 0.1)
        kiosk.forget()
        try kiosk.run(seconds: 9)
        #expect(kiosk.wakeUps == 0)
        kiosk.fingers = moving
        try kiosk.run(seconds: 0.1)
        #expect(kiosk.records.count >= 5)
        #expect(kiosk.session.missedVblanks == 0)
    }

    @Test(
        "While something moves by itself a frame takes one wake-up, and each vblank has one.",
        arguments: [true, false], PacingOptions.Latency.allCases)
    func animating(hasVblank: Bool, latency: PacingOptions.Latency) throws {
        var manners = SimulatedDisplay.Manners()
        manners.hasVblank = hasVblank
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        mark.backgroundColor = .white
        let kiosk = try SimulatedKiosk(
            mode: Self.mode(60_000), manners: manners, pacing: PacingOptions(latency: latency)
        ) {
            let view = UIView(frame: $0)
            view.addSubview(mark)
            return view
        }
        UIView.animate(withDuration: 10, delay: 0, options: .curveLinear) { mark.center.x += 370 }
        try kiosk.work()
        try kiosk.run(seconds: 2)
        kiosk.forget()
        try kiosk.run(seconds: 5)
        #expect(abs(kiosk.records.count - 300) <= 1)
        #expect(abs(kiosk.wakeUps - kiosk.records.count) <= 1)
        #expect(kiosk.session.missedVblanks == 0)
    }

    // MARK: Clocks

    @Test(
        "After a clock that stood still or leapt, everything is as before within a second.",
        arguments: PacingOptions.Latency.allCases, [true, false])
    func clocks(latency: PacingOptions.Latency, hasVblank: Bool) throws {
        var manners = SimulatedDisplay.Manners()
        manners.hasVblank = hasVblank
        let kiosk = try kiosk(60_000, manners, PacingOptions(latency: latency))
        kiosk.fingers = SimulatedFingers(1, rate: 125, start: kiosk.time.real)
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
            kiosk.forget()
            try kiosk.run(seconds: 1)
            #expect(abs(kiosk.records.count - 60) <= 2, "trouble \(trouble)")
            #expect(kiosk.records.allSatisfy { $0.missedVblanks == 0 }, "trouble \(trouble)")
        }
    }

    @Test(
        "A driver that gives times which can't be costs no frame.",
        arguments: [0, 1, 2])
    func strangeTimes(kind: Int) throws {
        var manners = SimulatedDisplay.Manners()
        manners.says =
            switch kind {
            case 0: { _ in .zero }
            case 1: { $0.advanced(byMicroseconds: 5_000_000) }
            default: { _ in Timestamp(microseconds: 1_000) }
            }
        let kiosk = try kiosk(60_000, manners)
        try play(kiosk, fingers: 1, rate: 125, seconds: 4)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 4)) <= 3)
        // It tells late of what it has shown; the budget has room for that.
        #expect(kiosk.records.reduce(0) { $0 + $1.missedVblanks } <= 2)
    }
}
