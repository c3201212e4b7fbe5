import TouchKitGeometry

/// The accuracy test, in which the user taps each of nine crosses once. A tap counts at any
/// reported position, because the test measures the position.
package struct AccuracyRun: TestRun {
    /// The minimum duration of a tap, in microseconds. Ghost touches are shorter.
    static let minimumTap: Int64 = 90_000
    /// The time limit for each cross, in seconds.
    static let timeout = 8.0

    /// The centers of the crosses, in points.
    package let crosses: [CGPoint]
    /// The reported position of the tap on each cross, 0…1, or `nil` for a cross without a tap.
    package private(set) var taps: [CGPoint?] = []
    private var current: (number: Int, positions: [CGPoint])?
    private(set) var deadline: Timestamp?

    init(layout: FieldTestLayout, at time: Timestamp) {
        crosses = layout.crosses
        // The user reads the instruction before the first tap.
        deadline = time.advanced(by: 2 * Self.timeout)
    }

    /// The index of the next cross in `crosses`, or `nil` when all crosses are done.
    package var target: Int? { taps.count < crosses.count ? taps.count : nil }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            let contact = change.contact
            switch change {
            case .began:
                // The newest contact counts, because a stuck contact carries no information.
                current = (contact.number, [contact.position])
            case .moved:
                if current?.number == contact.number { current?.positions.append(contact.position) }
            case .ended:
                guard let tap = current, tap.number == contact.number else { continue }
                current = nil
                if contact.microsecondsDown(at: time) >= Self.minimumTap {
                    recordTap(Statistics.mean(of: tap.positions), at: time)
                }
            }
        }
    }

    mutating func advance(to time: Timestamp) {
        if let deadline, time >= deadline, !isFinished { recordTap(nil, at: time) }
    }

    var isFinished: Bool { taps.count == crosses.count }
    var progress: Double { Double(taps.count) / Double(crosses.count) }
    /// Whether at least three crosses were tapped; fewer taps can be presses of the page's button
    /// that were too long to end the page.
    var hasEvidence: Bool { taps.filter { $0 != nil }.count > 2 }

    private mutating func recordTap(_ position: CGPoint?, at time: Timestamp) {
        guard !isFinished else { return }
        taps.append(position)
        deadline = isFinished ? nil : time.advanced(by: Self.timeout)
    }
}
