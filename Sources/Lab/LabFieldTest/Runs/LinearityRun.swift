import Glibc
import TouchKitGeometry

/// Linearity: a slow stroke along each of two diagonals.
package struct LinearityRun: TestRun {
    /// A stroke that was broken goes on with a contact that comes within this time, in microseconds.
    static let breakMicroseconds: Int64 = 400_000
    /// And as near to where it broke off, in millimetres.
    static let breakMillimeters = 25.0
    /// The part of the line that a stroke has to go.
    static let leastPart = 0.6
    /// How long a line waits for a finger, in seconds.
    static let patience = 20.0

    private let mapping: TouchMapping
    private let lengths: [Double]
    /// The finished strokes, in order of the lines: places 0…1 across the panel; empty for a line that
    /// nobody drew.
    package private(set) var strokes: [[CGPoint]] = []
    /// The stroke that is drawn now.
    package private(set) var places: [CGPoint] = []
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
        waitsUntil = time.advanced(by: Self.patience)
    }

    /// The line that is drawn now, by its place in the layout's `rails`; nil when both are done.
    package var target: Int? { strokes.count < lengths.count ? strokes.count : nil }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            let contact = change.contact
            switch change {
            case .began:
                if current != nil, places.count > 3,
                    time.microseconds(since: lastReport) < 1_000_000
                {
                    // Another finger, or none: the stroke goes on.
                    continue
                }
                if !goesOn(at: contact.place, time) {
                    // While a broken stroke is waited for, what is far from it is another finger.
                    if isLongEnough { continue }
                    places.removeAll(keepingCapacity: true)
                }
                current = contact.number
                endedAt = nil
                append(contact.place, time)
            case .moved:
                if current == contact.number { append(contact.place, time) }
            case .ended:
                if current == contact.number {
                    current = nil
                    endedAt = time
                }
            }
        }
    }

    /// Whether a contact goes on with the stroke that broke off.
    private func goesOn(at place: CGPoint, _ time: Timestamp) -> Bool {
        guard let endedAt, let last = places.last,
            time.microseconds(since: endedAt) <= Self.breakMicroseconds
        else { return false }
        let distance = AccuracyFit.distance(mapping.millimeters(last), mapping.millimeters(place))
        return distance <= Self.breakMillimeters
    }

    mutating func advance(to time: Timestamp) {
        guard !isFinished else { return }
        if let deadline, time < deadline { return }
        if isLongEnough {
            strokes.append(places)
            waitsUntil = time.advanced(by: Self.patience)
        } else if time >= waitsUntil, current == nil {
            strokes.append([])
            waitsUntil = time.advanced(by: Self.patience)
        }
        // What was too short is nobody's stroke.
        if current == nil || isLongEnough {
            places.removeAll(keepingCapacity: true)
            current = nil
        }
        endedAt = nil
    }

    var deadline: Timestamp? {
        if isFinished { return nil }
        if let endedAt { return endedAt.advanced(byMicroseconds: Self.breakMicroseconds + 1) }
        // A finger that was lifted and is still seen doesn't move any more.
        if current != nil, isLongEnough { return lastReport.advanced(by: 1) }
        return max(waitsUntil, lastReport.advanced(by: 1))
    }

    var isFinished: Bool { strokes.count == lengths.count }
    var progress: Double {
        let done = Double(strokes.count) + (isLongEnough ? 0.5 : 0)
        return min(done / Double(lengths.count), 1)
    }
    var hasEvidence: Bool { strokes.contains { !$0.isEmpty } }

    private mutating func append(_ place: CGPoint, _ time: Timestamp) {
        guard places.last != place, places.count < 20_000 else { return }
        places.append(place)
        lastReport = time
        waitsUntil = time.advanced(by: Self.patience)
    }

    private var isLongEnough: Bool {
        guard let target, let first = places.first, let last = places.last else { return false }
        let way = AccuracyFit.distance(mapping.millimeters(first), mapping.millimeters(last))
        return way >= Self.leastPart * lengths[target]
    }
}
