import TouchKitGeometry

/// Latency: a finger moves all the time.
package struct LatencyRun: TestRun {
    /// How long it moves, in seconds.
    static let duration = 5.0
    /// A pause in which a finger went so far was the panel's, in millimetres.
    static let gapMillimeters = 2.0
    /// The most figures that are kept of each kind.
    static let capacity = 20_000

    private let mapping: TouchMapping
    /// Times between reports of a finger that moved, in microseconds.
    private(set) var intervals: [Int64] = []
    /// The longest of them in which it went far, in microseconds, and where it ended.
    private(set) var longestGap: (microseconds: Int64, place: CGPoint)?
    /// From the panel to the screen, in microseconds; none where nobody measured.
    private(set) var scanout: [Int64] = []
    private(set) var deadline: Timestamp?
    private var reported: [(number: Int, time: Timestamp)] = []
    private var began: Timestamp?
    private var now = Timestamp.zero
    private var isOver = false

    init(mapping: TouchMapping) {
        self.mapping = mapping
    }

    /// The reports a second, by the middle one of the intervals; nil before there are ten.
    package var reportRate: Double? {
        guard intervals.count >= 10 else { return nil }
        return Statistics.median(intervals.map(Double.init)).map { 1_000_000 / $0 }
    }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        now = time
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            let contact = change.contact
            let index = reported.firstIndex { $0.number == contact.number }
            switch change {
            case .began:
                reported.append((contact.number, time))
            case .moved:
                guard contact.place != contact.formerPlace, let index else { continue }
                if deadline == nil {
                    began = time
                    deadline = time.advanced(by: Self.duration)
                }
                note(contact, time.microseconds(since: reported[index].time))
                reported[index].time = time
            case .ended:
                if let index { reported.remove(at: index) }
            }
        }
    }

    /// Takes what a frame's touches took to the screen, in microseconds.
    mutating func receive(scanout microseconds: Int64) {
        if deadline != nil, scanout.count < Self.capacity { scanout.append(microseconds) }
    }

    mutating func advance(to time: Timestamp) {
        now = time
        if let deadline, time >= deadline { isOver = true }
    }

    var isFinished: Bool { isOver }
    var progress: Double {
        guard let began else { return 0 }
        return min(Double(now.microseconds(since: began)) / 1_000_000 / Self.duration, 1)
    }
    var hasEvidence: Bool { intervals.count >= 50 }

    private mutating func note(_ contact: PanelContact, _ interval: Int64) {
        guard intervals.count < Self.capacity, interval > 0 else { return }
        let way = AccuracyFit.distance(
            mapping.millimeters(contact.formerPlace), mapping.millimeters(contact.place))
        // A pause of the finger is no gap of the panel's.
        if interval > 100_000, way < Self.gapMillimeters { return }
        intervals.append(interval)
        if way >= Self.gapMillimeters, interval > longestGap?.microseconds ?? 0 {
            longestGap = (interval, contact.place)
        }
    }
}
