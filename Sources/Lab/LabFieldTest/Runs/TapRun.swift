import TouchKitGeometry

/// Taps: thirty of them, on a spot that is somewhere else after each.
package struct TapRun: TestRun {
    /// How many taps.
    package static let count = 30
    /// How near to its spot a tap has to be, in millimetres: no other spot is as near.
    static let reach = 22.0
    /// A spot that isn't tapped for so long was tapped in vain, in seconds.
    static let patience = 2.0
    /// How long the first one waits, in seconds.
    static let firstPatience = 20.0
    /// So many in a row, and nobody is there any more.
    static let mostInVain = 6

    private let spots: [CGPoint]
    private let mapping: TouchMapping
    private var inVain = 0
    private(set) var deadline: Timestamp?
    /// The spots that are over.
    package private(set) var done = 0
    /// The spots, in points, whose taps weren't seen.
    package private(set) var missed: [CGPoint] = []
    /// The taps that were seen twice; where the second one was, 0…1 across the panel.
    package private(set) var doubled: [CGPoint] = []

    init(layout: FieldTestLayout, mapping: TouchMapping, at time: Timestamp) {
        spots = layout.tapSpots
        self.mapping = mapping
        deadline = time.advanced(by: Self.firstPatience)
    }

    /// The spot that is tapped next, in points; nil when all are over.
    package var target: CGPoint? { isFinished ? nil : spots[done % spots.count] }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale {
            guard case .began(let contact) = change else { continue }
            if contact.isBounce {
                if done > 0 { doubled.append(contact.place) }
                continue
            }
            guard let target else { return }
            let stage = mapping.stage
            let distance = AccuracyFit.distance(
                stage.millimeters(target), mapping.millimeters(contact.place))
            guard distance <= Self.reach else { continue }
            done += 1
            inVain = 0
            deadline = time.advanced(by: Self.patience)
        }
    }

    mutating func advance(to time: Timestamp) {
        guard let deadline, time >= deadline, !isFinished else { return }
        if done == 0 {
            inVain = Self.mostInVain
        } else {
            missed.append(spots[done % spots.count])
            done += 1
            inVain += 1
        }
        self.deadline = time.advanced(by: Self.patience)
    }

    var isFinished: Bool { done >= Self.count || inVain >= Self.mostInVain }
    var progress: Double { Double(done) / Double(Self.count) }
    /// Whether somebody tapped at all.
    var hasEvidence: Bool { done - missed.count >= 10 }
}
