import TouchKitGeometry

/// The latency test, in which the user keeps a finger moving.
package struct LatencyRun: TestRun {
    /// The duration of the test, in seconds.
    static let duration = 5.0
    /// The minimum share of the duration in which a contact must move, 0…1. With less movement, the
    /// test is incomplete.
    static let minimumMovingShare = 0.6
    /// The minimum distance in millimeters between two reports for which a long interval counts as
    /// a gap of the touchscreen. Over shorter distances, the finger may have paused.
    static let gapMillimeters = 2.0
    /// The maximum number of stored intervals and of stored latencies.
    static let capacity = 20_000

    private let mapping: TouchMapping
    /// The intervals between reports of a moving contact, in microseconds.
    private(set) var intervals: [Int64] = []
    /// The longest gap in microseconds and the reported position at its end, or `nil` without a
    /// gap.
    private(set) var longestGap: (microseconds: Int64, position: CGPoint)?
    /// The latencies from touch to scanout in microseconds; empty without measurements.
    private(set) var scanout: [Int64] = []
    private(set) var deadline: Timestamp?
    /// The sum of all intervals, in microseconds.
    private var movingMicroseconds: Int64 = 0
    private var reported: [(number: Int, time: Timestamp)] = []
    /// The time of the first movement, from which the duration counts, or `nil` before it.
    package private(set) var began: Timestamp?
    private var now = Timestamp.zero
    private(set) var isFinished = false

    init(mapping: TouchMapping) {
        self.mapping = mapping
    }

    /// The report rate in hertz, calculated from the median interval, or `nil` if there are fewer
    /// than ten intervals.
    package var reportRate: Double? {
        guard intervals.count >= 10 else { return nil }
        return Statistics.median(intervals.map(Double.init)).map { 1_000_000 / $0 }
    }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        now = time
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            let contact = change.contact
            let index = reported.firstIndex { $0.number == contact.number }
            switch change {
            case .began:
                reported.append((contact.number, time))
            case .moved:
                guard contact.position != contact.previousPosition, let index else { continue }
                if deadline == nil {
                    began = time
                    deadline = time.advanced(by: Self.duration)
                }
                recordInterval(contact, time.microseconds(since: reported[index].time))
                reported[index].time = time
            case .ended:
                if let index { reported.remove(at: index) }
            }
        }
    }

    /// Adds a latency from touch to scanout, in microseconds.
    mutating func addScanoutLatency(microseconds: Int64) {
        if deadline != nil, scanout.count < Self.capacity { scanout.append(microseconds) }
    }

    mutating func advance(to time: Timestamp) {
        now = time
        if let deadline, time >= deadline { isFinished = true }
    }

    var progress: Double {
        guard let began else { return 0 }
        return min(Double(now.microseconds(since: began)) / 1_000_000 / Self.duration, 1)
    }
    var hasEvidence: Bool { intervals.count >= 50 }
    /// Whether a contact moved for long enough during the test.
    var hasMovedEnough: Bool {
        Double(movingMicroseconds) >= Self.minimumMovingShare * Self.duration * 1_000_000
    }

    private mutating func recordInterval(_ contact: TestContact, _ interval: Int64) {
        guard intervals.count < Self.capacity, interval > 0 else { return }
        let way = mapping.distance(contact.previousPosition, contact.position)
        // A pause of the finger is not a gap.
        if interval > 100_000, way < Self.gapMillimeters { return }
        intervals.append(interval)
        movingMicroseconds += interval
        if way >= Self.gapMillimeters, interval > longestGap?.microseconds ?? 0 {
            longestGap = (interval, contact.position)
        }
    }
}
