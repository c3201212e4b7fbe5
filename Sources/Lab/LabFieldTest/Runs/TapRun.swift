import TouchKitGeometry

/// The tap test, in which the user taps thirty times on a spot that moves after each tap.
package struct TapRun: TestRun {
    /// The number of taps in the test.
    package static let count = 30
    /// The maximum distance of a tap from its spot, in millimeters. The distance to every other
    /// spot is larger.
    static let tapDistance = 22.0
    /// The time limit for each spot in seconds, after which a tap counts as missed.
    static let timeout = 2.0
    /// The time limit for the first spot, in seconds.
    static let firstTimeout = 20.0
    /// The number of consecutive missed taps that ends the test.
    static let missedLimit = 6

    private let spots: [CGPoint]
    private let mapping: TouchMapping
    private var consecutiveMisses = 0
    private(set) var deadline: Timestamp?
    /// The number of spots that were tapped or missed.
    package private(set) var done = 0
    /// The centers of the spots whose taps were not reported, in points.
    package private(set) var missed: [CGPoint] = []
    /// The number of missed taps that ended the test. So many misses in a row mean that the user
    /// stopped tapping.
    var abandonedCount: Int {
        consecutiveMisses >= Self.missedLimit ? min(consecutiveMisses, missed.count) : 0
    }
    /// The positions of taps that were reported twice, 0…1.
    package private(set) var doubled: [CGPoint] = []

    init(layout: FieldTestLayout, mapping: TouchMapping, at time: Timestamp) {
        spots = layout.tapSpots
        self.mapping = mapping
        deadline = time.advanced(by: Self.firstTimeout)
    }

    /// The center of the next spot in points, or `nil` when the test has finished.
    package var target: CGPoint? { isFinished ? nil : spots[done % spots.count] }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale {
            guard case .began(let contact) = change else { continue }
            if contact.isBounce {
                if done > 0 { doubled.append(contact.position) }
                continue
            }
            guard let target else { return }
            let stage = mapping.stage
            let distance = AccuracyFit.distance(
                stage.millimeters(target), mapping.millimeters(contact.position))
            guard distance <= Self.tapDistance else { continue }
            done += 1
            consecutiveMisses = 0
            deadline = time.advanced(by: Self.timeout)
        }
    }

    mutating func advance(to time: Timestamp) {
        guard let deadline, time >= deadline, !isFinished else { return }
        if done == 0 {
            consecutiveMisses = Self.missedLimit
        } else {
            missed.append(spots[done % spots.count])
            done += 1
            consecutiveMisses += 1
        }
        self.deadline = time.advanced(by: Self.timeout)
    }

    var isFinished: Bool { done >= Self.count || consecutiveMisses >= Self.missedLimit }
    var progress: Double { Double(done) / Double(Self.count) }
    /// Whether at least ten taps were reported, which is enough for an evaluation.
    var hasEvidence: Bool { done - missed.count >= 10 }
}
