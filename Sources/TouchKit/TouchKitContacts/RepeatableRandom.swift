/// A seeded pseudo-random number generator (SplitMix64: Steele, Lea, Flood 2014).
///
/// Equal seeds produce equal sequences on all platforms.
package struct RepeatableRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator from a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a random number in `range`, with a resolution of 53 bits.
    package mutating func number(in range: ClosedRange<Double>) -> Double {
        let fraction = Double(next() >> 11) / 9_007_199_254_740_992
        return range.lowerBound + fraction * (range.upperBound - range.lowerBound)
    }

    /// Returns a random integer in `range`. The length of the range must be far below 2⁶⁴, so that
    /// the modulo bias is negligible.
    package mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound
            + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
