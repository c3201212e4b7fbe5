/// A running mean of a duration that ignores single outliers.
///
/// Each update uses the smaller of the last two measurements, so that a single outlier has no
/// effect.
struct TypicalDuration {
    /// The mean duration in microseconds, or 0 before the second measurement.
    private(set) var microseconds: Int64 = 0
    private var previousMeasurement: Int64 = 0

    /// Records a measured duration in microseconds.
    mutating func record(microseconds measured: Int64) {
        let common = min(max(measured, 0), previousMeasurement)
        previousMeasurement = max(measured, 0)
        microseconds += (common - microseconds) / 8
    }
}
