import TouchKitContacts

/// A `RepeatableRandom` that the standard library's random functions accept.
package struct SeededRandom: RandomNumberGenerator {
    private var generator: RepeatableRandom

    /// Creates a generator; the same seed always produces the same sequence.
    package init(seed: UInt64) {
        generator = RepeatableRandom(seed: seed)
    }

    /// Returns the next 64-bit number.
    package mutating func next() -> UInt64 {
        generator.next()
    }

    /// Returns the next integer in `0..<limit`.
    package mutating func next(below limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    /// Returns the next number in `range`.
    package mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
