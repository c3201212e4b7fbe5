/// A repeatable source of numbers (SplitMix64: Steele, Lea, Flood 2014): the same seed always gives
/// the same test.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Makes a source from its seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number from 0 on, below a limit.
    package mutating func next(below limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    /// A number in a range.
    package mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
