/// What a pixel takes to be composed and written: a running estimate.
///
/// Only what has pixels enough makes it rise: in less, the fixed cost of a frame would be taken for
/// the pixels' own. One frame that was held up by the machine says nothing of the scene, so the estimate
/// rises to what two frames in a row had in common, and falls slowly.
struct PixelCost {
    /// The pixels that are enough to measure: a tile.
    static let enoughPixels = 128 * 32

    /// The estimate, in nanoseconds; 0 until it is known.
    private(set) var nanoseconds = 0.0
    private var newest = 0.0

    /// So many pixels took so long.
    mutating func took(_ microseconds: Int64, pixels: Int) {
        guard pixels > 0 else { return }
        let measured = Double(max(microseconds, 0)) * 1_000 / Double(pixels)
        if measured < nanoseconds { nanoseconds += (measured - nanoseconds) / 8 }
        guard pixels >= Self.enoughPixels else { return }
        nanoseconds = max(nanoseconds, min(measured, newest))
        newest = measured
    }

    /// How many pixels fit into a time; all there are while nothing is known.
    func pixels(in microseconds: Int64) -> Int {
        let pixels = Double(max(microseconds, 0)) * 1_000 / nanoseconds
        // Not a number, or more than any screen has, where a pixel takes no time.
        return pixels < 1e12 ? Int(pixels) : .max
    }

    /// What so many pixels take, in microseconds.
    func microseconds(pixels: Int) -> Int64 {
        Int64(Double(pixels) * nanoseconds / 1_000)
    }
}
