import TouchTrackerTestSupport

/// The source of random numbers that a `PlayWorld` and its views and recognizers share.
@MainActor
final class RandomChoices {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    func roll(_ sides: Int) -> Int { random.next(below: sides) }

    /// Returns `true` with a probability of 1 in `times`.
    func once(in times: Int) -> Bool { roll(times) == 0 }

    func number(in range: ClosedRange<Double>) -> Double { random.number(in: range) }

    func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[roll(elements.count)]
    }
}
