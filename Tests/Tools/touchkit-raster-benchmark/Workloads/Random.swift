/// Marsaglia's xorshift generator (13, 7, 17) with a fixed seed: each run gives the same numbers.
struct XorShift {
    /// The state of the generator.
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Returns the next number in 0..<1, from the upper 53 bits.
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / 9_007_199_254_740_992
    }

    /// Returns the next number in `low`..<`high`.
    mutating func next(_ low: Double, _ high: Double) -> Double { low + (high - low) * next() }
}
