import Testing
import TouchKitGeometry
import TouchKitPacing

private func at(_ microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds)
}

/// The first frame after a rest: nothing is known of it, and no sample waits for it yet. A period of 16,000
/// µs, the budget learned.
@Suite("Frame pacer: frames that follow a rest")
struct FramePacerRestTests {
    /// A pacer at rest, whose frames followed each other and took 1,000 each.
    private func pacer() throws -> FramePacer {
        var pacer = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        _ = pacer.workArrived(at: at(-1_000))
        _ = pacer.presented(.pending, at: at(-500))
        _ = pacer.flipCompleted(at: at(1), now: at(10))
        guard case .wake(var begun) = pacer.workArrived(at: at(20)) else { return pacer }
        _ = pacer.timerFired(at: begun)
        for _ in 0..<200 {
            let target = try #require(pacer.target)
            let done = begun.advanced(byMicroseconds: 1_000)
            _ = pacer.presented(.pending, needsNext: true, at: done)
            begun = try #require(pacer.wake)
            // The flip is read when the next frame is begun.
            if pacer.flipCompleted(at: target, now: begun) != .draw {
                _ = pacer.timerFired(at: begun)
            }
        }
        _ = pacer.presented(.unchanged, at: begun)
        return pacer
    }

    /// The first frame after a rest takes so long.
    private func start(_ pacer: inout FramePacer, at time: Int64, taking microseconds: Int64)
        -> Int64?
    {
        guard case .wake(let wake) = pacer.workArrived(at: at(time)) else { return nil }
        guard pacer.timerFired(at: wake) == .draw else { return nil }
        let target = pacer.target
        let done = wake.advanced(byMicroseconds: microseconds)
        _ = pacer.presented(.pending, at: done)
        guard let target else { return nil }
        _ = pacer.flipCompleted(at: target, now: max(target, done))
        return target.microseconds(since: wake)
    }

    @Test("It is begun half a period before its vblank, however little the others took.")
    func firstStart() throws {
        var pacer = try pacer()
        #expect(pacer.budgetMicroseconds < 3_000)
        let last = try #require(pacer.lastVblank).microseconds
        let lead = try #require(start(&pacer, at: last + 160_100, taking: 7_000))
        #expect(abs(lead - 8_000) <= 10)
        #expect(pacer.missedVblanks == 0)
        // The following ones have what the longest took, and no more than it was given for that.
        for number: Int64 in 2...12 {
            let time = last + number * 160_000 + 100
            let lead = try #require(start(&pacer, at: time, taking: 5_000))
            #expect((7_000...8_750).contains(lead), "\(number)")
        }
        #expect(pacer.missedVblanks == 0)
    }

    @Test("With a budget that was ordered, it is begun as late as the others.")
    func fixedBudget() throws {
        var pacer = FramePacer(
            periodMicroseconds: 16_000, hasVblank: true,
            options: PacingOptions(budgetMicroseconds: 4_000))
        _ = pacer.workArrived(at: at(-1_000))
        _ = pacer.presented(.pending, at: at(-500))
        _ = pacer.flipCompleted(at: at(1), now: at(10))
        let action = pacer.workArrived(at: at(2_000))
        #expect(action == .wake(at: at(12_001)))
    }

    @Test(
        "After a rest too long to foresee a vblank, what the display says of its newest one counts."
    )
    func learns() throws {
        var pacer = try pacer()
        let last = try #require(pacer.lastVblank).microseconds
        let now = last + 20 * 16_000_000 + 5_000
        #expect(!pacer.lacksVblank(at: at(last + 1_000_000)))
        #expect(pacer.lacksVblank(at: at(now)))
        // What can't be is not believed.
        for wrong in [0, now + 1_000, now - 11_000_000] {
            pacer.learn(vblank: at(wrong), now: at(now))
            #expect(pacer.lacksVblank(at: at(now)))
        }
        pacer.learn(vblank: at(now - 3_000), now: at(now))
        #expect(!pacer.lacksVblank(at: at(now)))
        // 13 ms until the next one: time to wait for more.
        #expect(pacer.workArrived(at: at(now)) == .wake(at: at(now + 5_000)))
        // Only a pacer at rest asks.
        #expect(!pacer.lacksVblank(at: at(now + 30_000_000)))
    }

    @Test("Before the first frame, and without vblank, the display isn't asked.")
    func asksOnlyAtRest() {
        let fresh = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        #expect(!fresh.lacksVblank(at: at(5)))
        let timed = FramePacer(periodMicroseconds: 16_000, hasVblank: false)
        #expect(!timed.lacksVblank(at: at(5)))
    }
}

@Suite("Frame budget: what recurs")
struct RecurringFramesTests {
    @Test("One long frame is forgotten soon, of two the shorter one isn't for ten seconds.")
    func recurring() {
        func settled(after frames: Int, long: [Int64]) -> Int64 {
            var budget = FrameBudget(periodMicroseconds: 16_000)
            for _ in 0..<100 { budget.frameTook(1_000) }
            for time in long { budget.frameTook(time) }
            for _ in 0..<frames { budget.frameTook(1_000) }
            return budget.microseconds
        }
        #expect(settled(after: 400, long: [9_000]) < 2_100)
        #expect(settled(after: 400, long: [9_000, 6_000]) == 6_500)
        // Longer than a period: no budget would help.
        #expect(settled(after: 400, long: [17_000, 30_000, 16_500]) < 2_100)
        // After 640 frames nobody remembers them.
        #expect(settled(after: 1_200, long: [9_000, 6_000]) < 2_100)
    }
}
