import TouchKitGeometry

/// The edge swipe test, in which the user swipes from each edge of the screen toward the center.
package struct EdgeSwipeRun: TestRun {
    /// The first reports of a swipe that enters the screen over an edge.
    struct Swipe: Hashable, Sendable {
        var edge: ScreenEdge
        /// The positions of the first `reportCount` reports, normalized to 0…1.
        var positions: [CGPoint]
        /// The times of the first `reportCount` reports of the swipe.
        var times: [Timestamp]
    }

    /// The minimum length of a swipe, in millimeters.
    static let minimumLength = 15.0
    /// The largest distance from the edge at which a swipe may start, in millimeters.
    static let startDistance = 30.0
    /// The time limit for each attempt, in seconds. The time limit for the first attempt is twice
    /// as long.
    static let timeout = 10.0
    /// The maximum number of attempts per edge. A swipe is repeated if its `unreportedDistance(_:)`
    /// exceeds `goodDistance`.
    static let attemptCount = 3
    /// The maximum number of reports per swipe that are stored and evaluated.
    static let reportCount = 5

    private let mapping: TouchMapping
    /// The distance from the edge, in millimeters, up to which a swipe need not be repeated.
    private let goodDistance: Double
    private var best: (swipe: Swipe, tries: Int)?
    /// The best swipe for each finished edge, in the order of `ScreenEdge.allCases`, or `nil` for
    /// an edge without a swipe.
    private(set) var swipes: [Swipe?] = []
    private var tries: [(number: Int, swipe: Swipe)] = []
    private(set) var deadline: Timestamp?

    init(mapping: TouchMapping, goodDistance: Double, at time: Timestamp) {
        self.mapping = mapping
        self.goodDistance = goodDistance
        deadline = time.advanced(by: 2 * Self.timeout)
    }

    /// The edge from which the user swipes next, or `nil` when all edges are finished.
    package var target: ScreenEdge? {
        swipes.count < ScreenEdge.allCases.count ? ScreenEdge.allCases[swipes.count] : nil
    }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            guard let target else { return }
            let contact = change.contact
            switch change {
            case .began:
                let swipe = Swipe(edge: target, positions: [contact.position], times: [time])
                tries.append((contact.number, swipe))
            case .moved:
                guard let index = tries.firstIndex(where: { $0.number == contact.number }),
                    tries[index].swipe.edge == target
                else { continue }
                if tries[index].swipe.positions.count < Self.reportCount {
                    tries[index].swipe.positions.append(contact.position)
                    tries[index].swipe.times.append(time)
                }
                if isSwipe(tries[index].swipe, to: contact.position) {
                    recordAttempt(tries.remove(at: index).swipe, at: time)
                }
            case .ended:
                tries.removeAll { $0.number == contact.number }
            }
        }
    }

    mutating func advance(to time: Timestamp) {
        if let deadline, time >= deadline, target != nil { finishEdge(best?.swipe, at: time) }
    }

    var isFinished: Bool { target == nil }
    var progress: Double { Double(swipes.count) / Double(ScreenEdge.allCases.count) }
    var hasEvidence: Bool { swipes.contains { $0 != nil } }

    private func isSwipe(_ swipe: Swipe, to position: CGPoint) -> Bool {
        let extent = mapping.stage.millimeters
        let start = swipe.edge.distance(of: mapping.millimeters(swipe.positions[0]), in: extent)
        let end = swipe.edge.distance(of: mapping.millimeters(position), in: extent)
        return start <= Self.startDistance && end - start >= Self.minimumLength
    }

    private mutating func recordAttempt(_ swipe: Swipe, at time: Timestamp) {
        let tries = (best?.tries ?? 0) + 1
        let distance = swipe.unreportedDistance(mapping)
        let isBetter = best.map { distance < $0.swipe.unreportedDistance(mapping) } ?? true
        best = (isBetter ? swipe : best?.swipe ?? swipe, tries)
        if distance <= goodDistance || tries >= Self.attemptCount {
            finishEdge(best?.swipe, at: time)
        } else {
            deadline = time.advanced(by: Self.timeout)
        }
    }

    private mutating func finishEdge(_ swipe: Swipe?, at time: Timestamp) {
        swipes.append(swipe)
        best = nil
        deadline = isFinished ? nil : time.advanced(by: Self.timeout)
    }
}

extension EdgeSwipeRun.Swipe {
    /// Returns the distance from the edge at which the swipe was first reported, minus the mean
    /// distance that the finger moves between two reports, in millimeters.
    ///
    /// The distance is 0 if the first report is at the border of the screen.
    func unreportedDistance(_ mapping: TouchMapping) -> Double {
        let first = positions[0]
        let isAtBorder = [first.x, first.y].contains { $0 <= 0.002 || $0 >= 0.998 }
        if isAtBorder { return 0 }
        let extent = mapping.stage.millimeters
        let ways = positions.map { Double(edge.distance(of: mapping.millimeters($0), in: extent)) }
        guard let end = ways.last, ways.count > 1 else { return max(0, ways[0]) }
        let between = max(0, end - ways[0]) / Double(ways.count - 1)
        return max(0, ways[0] - between)
    }
}
