import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("Pattern")
struct PatternTests {
    /// Connects dots, and returns the dots of the resulting pattern.
    private func connectedDots(_ dots: [Int]) -> [Int] {
        let pattern = Pattern()
        for dot in dots { pattern.connect(dot) }
        return (0..<pattern.count).map { pattern[$0] }
    }

    @Test("Dots are connected in their order, each once.")
    func repeatedDots() {
        #expect(connectedDots([1, 2, 5, 2, 1, 6]) == [1, 2, 5, 6])
    }

    @Test(
        "A line first connects the unconnected dot that it crosses.",
        arguments: [
            ([1, 3], [1, 2, 3]), ([3, 7], [3, 5, 7]), ([8, 2], [8, 5, 2]), ([1, 8], [1, 8]),
            ([5, 1, 9], [5, 1, 9]), ([9, 1], [9, 5, 1]), ([4, 6], [4, 5, 6]), ([2, 9], [2, 9]),
        ])
    func crossedDots(_ dots: [Int], _ expected: [Int]) {
        #expect(connectedDots(dots) == expected)
    }

    @Test("Numbers outside 1…9 connect nothing.")
    func invalidDots() {
        #expect(connectedDots([0, 10, -1, 4]) == [4])
    }

    @Test("All nine dots can be connected and removed.")
    func allDots() {
        let pattern = Pattern()
        for dot in [1, 2, 3, 6, 5, 4, 7, 8, 9] { #expect(pattern.connect(dot) == 1) }
        #expect(pattern.count == Pattern.maximumDotCount)
        #expect(pattern.last == 9)
        pattern.removeAll()
        #expect(pattern.count == 0)
        #expect(pattern.last == nil)
    }

    @Test("Removed dots are erased from memory.")
    func erasedDots() throws {
        let pattern = Pattern("14789")
        let dots = try #require(
            Mirror(reflecting: pattern).descendant("dots") as? UnsafeMutablePointer<UInt8>)
        let bytes = UnsafeBufferPointer(start: dots, count: Pattern.maximumDotCount)
        #expect(Array(bytes) == [1, 4, 7, 8, 9, 0, 0, 0, 0])
        pattern.removeAll()
        #expect(Array(bytes) == [UInt8](repeating: 0, count: Pattern.maximumDotCount))
        withExtendedLifetime(pattern) {}
    }

    @Test("Patterns are equal if they have the same dots in the same order.")
    func equality() {
        let patterns = [[1, 2, 3, 6], [1, 2, 3, 6], [6, 3, 2, 1], [1, 2, 3]].map { dots in
            let pattern = Pattern()
            for dot in dots { pattern.connect(dot) }
            return pattern
        }
        #expect(patterns[0].isEqual(to: patterns[1]))
        #expect(!patterns[0].isEqual(to: patterns[2]))
        #expect(!patterns[0].isEqual(to: patterns[3]))
    }
}
