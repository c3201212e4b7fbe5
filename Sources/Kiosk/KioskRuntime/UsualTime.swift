/// How long something usually takes: a running mean of what two times in a row had in common, so that one
/// that was held up by the machine says nothing.
struct UsualTime {
    /// The mean, in microseconds; 0 until something is known.
    private(set) var microseconds: Int64 = 0
    private var newest: Int64 = 0

    /// It took so long, in microseconds.
    mutating func took(_ taken: Int64) {
        let common = min(max(taken, 0), newest)
        newest = max(taken, 0)
        microseconds += (common - microseconds) / 8
    }
}
