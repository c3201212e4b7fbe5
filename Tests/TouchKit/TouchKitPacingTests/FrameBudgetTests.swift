import Testing
import TouchKitPacing
import TouchTrackerTestSupport

@Suite("Frame budget")
struct FrameBudgetTests {
    private func settled(at cost: Int64, frames: Int = 400) -> FrameBudget {
        var budget = FrameBudget(periodMicroseconds: 16_667)
        for _ in 0..<frames { budget.frameTook(cost) }
        return budget
    }

    @Test("It begins with half the period.")
    func beginning() {
        #expect(FrameBudget(periodMicroseconds: 16_667).microseconds == 8_333)
    }

    @Test(
        "It comes to what frames take, a quarter or half a millisecond more, within its bounds.",
        arguments: [
            (0, 2_000), (300, 2_000), (1_600, 2_100), (4_000, 5_000), (8_000, 10_000),
            (20_000, 16_667),
        ] as [(Int64, Int64)])
    func settling(cost: Int64, budget: Int64) {
        let settled = settled(at: cost)
        #expect(settled.microseconds == budget)
        #expect(settled.usualMicroseconds == cost)
    }

    @Test("One frame that was over widens it at once; then it narrows slowly.")
    func widening() {
        var budget = settled(at: 1_600)
        budget.frameTook(6_000)
        #expect(budget.microseconds == 7_500)
        var last = budget.microseconds
        for _ in 0..<30 {
            budget.frameTook(1_600)
            #expect(budget.microseconds < last)
            #expect(budget.microseconds >= last - (last - 2_100) / 32 - 1)
            last = budget.microseconds
        }
        #expect(last > 3_500)
        for _ in 0..<300 { budget.frameTook(1_600) }
        #expect(budget.microseconds == 2_100)
    }

    @Test("Frames of which one in ten is dear are given time for the dear ones.")
    func highPercentile() {
        var budget = FrameBudget(periodMicroseconds: 16_667)
        for frame in 0..<640 { budget.frameTook(frame % 10 == 0 ? 6_000 : 1_000) }
        #expect(budget.microseconds == 7_500)
    }

    @Test("The high value is the nearest rank of 95 of 100, whatever the frames took.")
    func percentile() {
        var random = SeededRandom(seed: 95)
        var budget = FrameBudget(periodMicroseconds: 16_667)
        var costs: [Int64] = []
        for _ in 0..<500 {
            let cost = Int64(random.next(below: 9_000))
            costs.append(cost)
            budget.frameTook(cost)
            let newest = costs.suffix(64).sorted()
            let rank = (newest.count * 95 + 99) / 100
            #expect(budget.workMicroseconds == newest[rank - 1])
        }
    }

    @Test(
        "A display that wants its frames earlier gets them earlier, and is tried again after long.")
    func lead() {
        var budget = settled(at: 300)
        budget.flipWasLate()
        budget.flipWasInTime()
        budget.flipWasLate()
        #expect(budget.leadMicroseconds == 0, "now and then isn't always")
        budget.flipWasLate()
        budget.flipWasLate()
        #expect(budget.leadMicroseconds == 2 * 1_041)
        #expect(budget.microseconds == 300 + 500 + 2_082)
        for _ in 0..<35_999 { budget.flipWasInTime() }
        #expect(budget.leadMicroseconds == 2_082)
        budget.flipWasInTime()
        #expect(budget.leadMicroseconds == 1_041)
        for _ in 0..<100 { budget.flipWasLate() }
        #expect(budget.leadMicroseconds == 16_667)
        #expect(budget.microseconds == 16_667)
    }
}
