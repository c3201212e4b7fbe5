import TouchKitGeometry

/// The linearity test, in which the user draws a slow stroke along each of two diagonals.
package struct LinearityRun: TestRun {
    /// The time within which a new contact continues an interrupted stroke, in microseconds.
    static let breakMicroseconds: Int64 = 400_000
    /// The distance within which a new contact continues an interrupted stroke, in millimeters.
    static let breakMillimeters = 25.0
    /// The minimum share of a line that a stroke must cover, 0…1.
    static let minimumShare = 0.6
    /// The time without a new position after which a line counts as not drawn, in seconds.
    static let timeout = 20.0

    private let mapping: TouchMapping
    private let lengths: [Double]
    /// The finished strokes in the order of the lines, as positions 0…1; empty for a line without a
    /// stroke.
    package private(set) var strokes: [[CGPoint]] = []
    /// The reported positions of the current stroke, 0…1.
    package private(set) var positions: [CGPoint] = []
    private var current: Int?
    private var endedAt: Timestamp?
    private var lastReport = Timestamp.zero
    private var waitsUntil: Timestamp

    init(layout: FieldTestLayout, mapping: TouchMapping, at time: Timestamp) {
        self.mapping = mapping
        let stage = layout.stage
        lengths = layout.rails.map {
            AccuracyFit.distance(stage.millimeters($0.from), stage.millimeters($0.to))
        }
        waitsUntil = time.advanced(by: Self.timeout)
    }

    /// The index of the current line in the layout's `rails`, or `nil` when both lines are done.
    package var target: Int? { strokes.count < lengths.count ? strokes.count : nil }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale {
            let contact = change.contact
            switch change {
            case .began:
                if current != nil, positions.count > 3,
                    time.microseconds(since: lastReport) < 1_000_000
                {
                    // The stroke continues with another contact.
                    continue
                }
                if !continuesStroke(at: contact.position, time) {
                    // A bounce belongs to an earlier stroke. While an interrupted stroke is open,
                    // a distant contact is another finger.
                    if contact.isBounce || isLongEnough { continue }
                    positions.removeAll(keepingCapacity: true)
                }
                current = contact.number
                endedAt = nil
                append(contact.position, time)
            case .moved:
                if current == contact.number { append(contact.position, time) }
            case .ended:
                if current == contact.number {
                    current = nil
                    endedAt = time
                }
            }
        }
    }

    /// Returns whether a contact that starts at `position` continues the interrupted stroke.
    private func continuesStroke(at position: CGPoint, _ time: Timestamp) -> Bool {
        guard let endedAt, let last = positions.last,
            time.microseconds(since: endedAt) <= Self.breakMicroseconds
        else { return false }
        return mapping.distance(last, position) <= Self.breakMillimeters
    }

    mutating func advance(to time: Timestamp) {
        guard !isFinished else { return }
        if let deadline, time < deadline { return }
        if isLongEnough || time >= waitsUntil && current == nil {
            strokes.append(isLongEnough ? positions : [])
            waitsUntil = time.advanced(by: Self.timeout)
        }
        // A short stroke counts as none.
        if current == nil || isLongEnough {
            positions.removeAll(keepingCapacity: true)
            current = nil
        }
        endedAt = nil
    }

    var deadline: Timestamp? {
        if isFinished { return nil }
        if let endedAt { return endedAt.advanced(byMicroseconds: Self.breakMicroseconds + 1) }
        // A stuck contact reports no motion.
        if current != nil, isLongEnough { return lastReport.advanced(by: 1) }
        return max(waitsUntil, lastReport.advanced(by: 1))
    }

    var isFinished: Bool { strokes.count == lengths.count }
    var progress: Double {
        let done = Double(strokes.count) + (isLongEnough ? 0.5 : 0)
        return min(done / Double(lengths.count), 1)
    }
    var hasEvidence: Bool { strokes.contains { !$0.isEmpty } }

    private mutating func append(_ position: CGPoint, _ time: Timestamp) {
        guard positions.last != position, positions.count < 20_000 else { return }
        positions.append(position)
        lastReport = time
        waitsUntil = time.advanced(by: Self.timeout)
    }

    private var isLongEnough: Bool {
        guard let target, let first = positions.first, let last = positions.last else {
            return false
        }
        return mapping.distance(first, last) >= Self.minimumShare * lengths[target]
    }
}
