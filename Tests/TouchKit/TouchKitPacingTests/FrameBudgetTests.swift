import Testing
import TouchKitPacing
import TouchTrackerTestSupport

@Suite("Frame budget")
struct FrameBudgetTests {
    /// Returns the budget after frames of equal duration, in microseconds.
    private func settled(at cost: Int64, frames: Int = 400) -> FrameBudget {
        var budget = FrameBudget(periodMicroseconds: 16_667)
        for _ in 0..<frames { budget.recordFrame(work: cost) }
        return budget
    }

    @Test("The initial budget is half the period.")
    func initialBudget() {
        #expect(FrameBudget(periodMicroseconds: 16_667).microseconds == 8_333)
    }

    @Test(
        "The budget settles at the duration of frames plus its margin, within the bounds.",
        arguments: [
            (0, 2_300), (300, 2_300), (1_800, 2_475), (4_000, 5_500), (8_000, 11_000),
            (20_000, 16_667),
        ] as [(Int64, Int64)])
    func settling(cost: Int64, budget: Int64) {
        let settled = settled(at: cost)
        #expect(settled.microseconds == budget)
        #expect(settled.averageMicroseconds == cost)
    }

    @Test("One longer frame widens the budget at once; then it narrows slowly.")
    func widening() {
        var budget = settled(at: 1_800)
        budget.recordFrame(work: 6_000)
        #expect(budget.microseconds == 8_250)
        var last = budget.microseconds
        for _ in 0..<30 {
            budget.recordFrame(work: 1_800)
            #expect(budget.microseconds < last)
            #expect(budget.microseconds >= last - (last - 2_475) / 32 - 1)
            last = budget.microseconds
        }
        #expect(last > 3_500)
        for _ in 0..<300 { budget.recordFrame(work: 1_800) }
        #expect(budget.microseconds == 2_475)
    }

    @Test("If one frame in ten is long, the budget is sufficient for the long ones.")
    func highPercentile() {
        var budget = FrameBudget(periodMicroseconds: 16_667)
        for frame in 0..<640 { budget.recordFrame(work: frame % 10 == 0 ? 6_000 : 1_000) }
        #expect(budget.microseconds == 8_250)
    }

    @Test("The work duration is the 95th percentile by nearest rank of the newest 64 frames.")
    func percentile() {
        var random = SeededRandom(seed: 95)
        var budget = FrameBudget(periodMicroseconds: 16_667)
        var costs: [Int64] = []
        for _ in 0..<500 {
            let cost = Int64(random.next(below: 9_000))
            costs.append(cost)
            budget.recordFrame(work: cost)
            let newest = costs.suffix(64).sorted()
            let rank = (newest.count * 95 + 99) / 100
            #expect(budget.workMicroseconds == newest[rank - 1])
        }
    }

    @Test(
        "Consecutive late flips increase the lead, and many punctual ones halve it.")
    func lead() {
        var budget = settled(at: 300)
        budget.recordLateFlip()
        budget.recordPunctualFlip()
        budget.recordLateFlip()
        #expect(budget.leadMicroseconds == 0, "single late flips have no effect")
        budget.recordLateFlip()
        budget.recordLateFlip()
        #expect(budget.leadMicroseconds == 2 * 1_041)
        #expect(budget.microseconds == 300 + 500 + 2_082)
        for _ in 0..<35_999 { budget.recordPunctualFlip() }
        #expect(budget.leadMicroseconds == 2_082)
        budget.recordPunctualFlip()
        #expect(budget.leadMicroseconds == 1_041)
        for _ in 0..<100 { budget.recordLateFlip() }
        #expect(budget.leadMicroseconds == 16_667)
        #expect(budget.microseconds == 16_667)
    }
}

@Suite("Frame budget: recurring long frames")
struct RecurringPeakTests {
    @Test("A single long frame has a short effect; the second longest is effective for 640 frames.")
    func recurring() {
        func settled(after frames: Int, long: [Int64]) -> Int64 {
            var budget = FrameBudget(periodMicroseconds: 16_000)
            for _ in 0..<100 { budget.recordFrame(work: 1_000) }
            for time in long { budget.recordFrame(work: time) }
            for _ in 0..<frames { budget.recordFrame(work: 1_000) }
            return budget.microseconds
        }
        #expect(settled(after: 400, long: [9_000]) < 2_400)
        #expect(settled(after: 400, long: [9_000, 6_000]) == 6_500)
        // Durations above a period are ignored.
        #expect(settled(after: 400, long: [17_000, 30_000, 16_500]) < 2_400)
        // The effect ends after 640 frames.
        #expect(settled(after: 1_200, long: [9_000, 6_000]) < 2_400)
    }

    @Test("Damage that is deferred once does not widen the budget; four times in 64 frames do.")
    func deferredDamage() {
        var budget = FrameBudget(periodMicroseconds: 16_000)
        for _ in 0..<400 { budget.recordFrame(work: 1_000) }
        budget.recordFrame(work: 1_000, deferred: 6_000)
        #expect(budget.microseconds == 2_300)
        for _ in 0..<3 { budget.recordFrame(work: 1_000, deferred: 6_000) }
        #expect(budget.microseconds == 9_625)
        // The time for deferred damage is not among the durations of the newest 640 frames.
        for _ in 0..<400 { budget.recordFrame(work: 1_000) }
        #expect(budget.microseconds == 2_300)
    }
}
