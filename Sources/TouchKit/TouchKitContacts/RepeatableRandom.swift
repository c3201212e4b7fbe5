/// A repeatable source of numbers (SplitMix64: Steele, Lea, Flood 2014): the same seed always gives the same ones.
package struct RepeatableRandom: Sendable {
    private var state: UInt64

    /// Makes a source from its seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in a range, with 53 bits.
    package mutating func number(in range: ClosedRange<Double>) -> Double {
        let part = Double(next() >> 11) / 9_007_199_254_740_992
        return range.lowerBound + part * (range.upperBound - range.lowerBound)
    }

    /// A whole number in a range that is far smaller than all numbers.
    package mutating func whole(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound
            + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
