/// A repeatable random number generator (SplitMix64: Steele, Lea, Flood 2014).
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator; the same seed always produces the same sequence.
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64-bit number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
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
