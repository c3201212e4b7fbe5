/// A running estimate of the time needed to compose and write one pixel.
///
/// The session uses the estimate to decide how much damage fits into the rest of the frame budget.
/// A measurement below the estimate lowers it by one eighth of the difference. The estimate rises
/// only to a value that two consecutive frames support, so that one frame delayed by the system
/// does not inflate it. Frames with fewer than `minimumSampleSize` pixels never raise it, because
/// the frame's fixed cost dominates their measurement.
struct PixelCostEstimate {
    /// The number of pixels that a frame needs so that its measurement can raise the estimate: one
    /// compositor tile.
    static let minimumSampleSize = 128 * 32

    /// The estimated time per pixel in nanoseconds, or 0 before the first measurement.
    private(set) var nanosecondsPerPixel = 0.0
    private var previousMeasurement = 0.0

    /// Records that composing and writing `pixelCount` pixels took `microseconds`.
    mutating func record(microseconds: Int64, pixelCount: Int) {
        guard pixelCount > 0 else { return }
        let measured = Double(max(microseconds, 0)) * 1_000 / Double(pixelCount)
        if measured < nanosecondsPerPixel {
            nanosecondsPerPixel += (measured - nanosecondsPerPixel) / 8
        }
        guard pixelCount >= Self.minimumSampleSize else { return }
        nanosecondsPerPixel = max(nanosecondsPerPixel, min(measured, previousMeasurement))
        previousMeasurement = measured
    }

    /// Returns the number of pixels that can be composed and written within `microseconds`, or
    /// `Int.max` if there is no estimate yet.
    func pixelCount(fitting microseconds: Int64) -> Int {
        let pixels = Double(max(microseconds, 0)) * 1_000 / nanosecondsPerPixel
        // Without an estimate the quotient is infinite or not a number.
        return pixels < 1e12 ? Int(pixels) : .max
    }

    /// Returns the estimated time to compose and write `pixelCount` pixels, in microseconds.
    func microseconds(forPixelCount pixelCount: Int) -> Int64 {
        Int64(Double(pixelCount) * nanosecondsPerPixel / 1_000)
    }
}
