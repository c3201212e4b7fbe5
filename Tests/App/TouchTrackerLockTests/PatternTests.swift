import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("Pattern")
struct PatternTests {
    private func pattern(_ dots: [Int]) -> [Int] {
        let pattern = Pattern()
        for dot in dots { pattern.join(dot) }
        return (0..<pattern.count).map { pattern[$0] }
    }

    @Test("Dots are joined in their order, each once.")
    func dotsAreJoinedOnce() {
        #expect(pattern([1, 2, 5, 2, 1, 6]) == [1, 2, 5, 6])
    }

    @Test(
        "A line joins the loose dot that it jumps over first.",
        arguments: [
            ([1, 3], [1, 2, 3]), ([3, 7], [3, 5, 7]), ([8, 2], [8, 5, 2]), ([1, 8], [1, 8]),
            ([5, 1, 9], [5, 1, 9]), ([9, 1], [9, 5, 1]), ([4, 6], [4, 5, 6]), ([2, 9], [2, 9]),
        ])
    func dotsBetweenAreJoined(_ dots: [Int], _ joined: [Int]) {
        #expect(pattern(dots) == joined)
    }

    @Test("What is no dot joins nothing.")
    func nothingElseIsJoined() {
        #expect(pattern([0, 10, -1, 4]) == [4])
    }

    @Test("All nine dots can be joined, and forgotten.")
    func allCanBeJoinedAndForgotten() {
        let pattern = Pattern()
        for dot in [1, 2, 3, 6, 5, 4, 7, 8, 9] { #expect(pattern.join(dot) == 1) }
        #expect(pattern.count == Pattern.mostDots)
        #expect(pattern.last == 9)
        pattern.removeAll()
        #expect(pattern.count == 0)
        #expect(pattern.last == nil)
    }

    @Test("Patterns are the same by their dots and the order of those.")
    func samenessIsAboutOrder() {
        let patterns = [[1, 2, 3, 6], [1, 2, 3, 6], [6, 3, 2, 1], [1, 2, 3]].map { dots in
            let pattern = Pattern()
            for dot in dots { pattern.join(dot) }
            return pattern
        }
        #expect(patterns[0].isSame(as: patterns[1]))
        #expect(!patterns[0].isSame(as: patterns[2]))
        #expect(!patterns[0].isSame(as: patterns[3]))
    }
}
