import TouchTrackerTestSupport

/// A source of numbers that a world and everything in it share.
@MainActor
final class PlayDice {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    func roll(_ sides: Int) -> Int { random.next(below: sides) }

    /// Yes, once in so many times.
    func once(in times: Int) -> Bool { roll(times) == 0 }

    func number(in range: ClosedRange<Double>) -> Double { random.number(in: range) }

    func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[roll(elements.count)]
    }
}
