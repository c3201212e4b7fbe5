import TouchKitGeometry

/// Accuracy: one tap on each of nine crosses. Taps count wherever they are seen: where is what is measured.
package struct AccuracyRun: TestRun {
    /// A tap on a cross is at least so long, in microseconds: what panels see that nobody touches is shorter.
    static let shortestTap: Int64 = 90_000
    /// How long a cross waits for its tap, in seconds.
    static let patience = 8.0

    /// The crosses, in points.
    package let crosses: [CGPoint]
    /// Where the panel saw the tap on each, 0…1 across it; nil for a cross that didn't answer.
    package private(set) var taps: [CGPoint?] = []
    private var current: (number: Int, places: [CGPoint])?
    private(set) var deadline: Timestamp?

    init(layout: FieldTestLayout, at time: Timestamp) {
        crosses = layout.crosses
        // For the first one, people have to read.
        deadline = time.advanced(by: 2 * Self.patience)
    }

    /// The cross that is waited for, by its place in `crosses`; nil when all are done.
    package var target: Int? { taps.count < crosses.count ? taps.count : nil }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            let contact = change.contact
            switch change {
            case .began:
                // The newest finger: one that is still down though it was lifted tells nothing.
                current = (contact.number, [contact.place])
            case .moved:
                if current?.number == contact.number { current?.places.append(contact.place) }
            case .ended:
                guard let tap = current, tap.number == contact.number else { continue }
                current = nil
                if contact.microsecondsDown(at: time) >= Self.shortestTap {
                    answer(Self.middle(of: tap.places), at: time)
                }
            }
        }
    }

    mutating func advance(to time: Timestamp) {
        if let deadline, time >= deadline, !isFinished { answer(nil, at: time) }
    }

    var isFinished: Bool { taps.count == crosses.count }
    var progress: Double { Double(taps.count) / Double(crosses.count) }
    /// The tap that ends the page is none on a cross.
    var hasEvidence: Bool { taps.filter { $0 != nil }.count > 2 }

    private mutating func answer(_ place: CGPoint?, at time: Timestamp) {
        guard !isFinished else { return }
        taps.append(place)
        deadline = isFinished ? nil : time.advanced(by: Self.patience)
    }

    private static func middle(of places: [CGPoint]) -> CGPoint {
        CGPoint(
            x: places.reduce(0) { $0 + $1.x } / Double(places.count),
            y: places.reduce(0) { $0 + $1.y } / Double(places.count))
    }
}
