/// Marsaglia's xorshift generator (13, 7, 17) with a fixed seed: the same numbers in every run.
struct XorShift {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The next number, at least 0 and below 1, from the upper 53 bits.
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / 9_007_199_254_740_992
    }

    /// The next number between two.
    mutating func next(_ low: Double, _ high: Double) -> Double { low + (high - low) * next() }
}
