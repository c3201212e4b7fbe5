import TouchKitGeometry

/// Edge swipe: one swipe over each edge.
package struct EdgeSwipeRun: TestRun {
    /// A swipe as the panel saw it first.
    struct Swipe: Hashable, Sendable {
        var edge: ScreenEdge
        /// The first places, 0…1 across the panel.
        var places: [CGPoint]
        /// When they were reported.
        var times: [Timestamp]
    }

    /// A swipe goes at least so far, in millimetres.
    static let leastWay = 15.0
    /// And begins at least so near to the edge, in millimetres.
    static let reach = 30.0
    /// How long an edge waits, in seconds.
    static let patience = 10.0
    /// A swipe that is seen late is asked for again, so often in all.
    static let mostTries = 3
    /// How many reports are looked at.
    static let reports = 5

    private let mapping: TouchMapping
    /// How late a swipe may be seen that isn't asked for again, in millimetres.
    private let goodDistance: Double
    private var best: (swipe: Swipe, tries: Int)?
    /// The swipes, in the order of the edges; nil for an edge over which none came.
    private(set) var swipes: [Swipe?] = []
    private var tries: [(number: Int, swipe: Swipe)] = []
    private(set) var deadline: Timestamp?

    init(mapping: TouchMapping, goodDistance: Double, at time: Timestamp) {
        self.mapping = mapping
        self.goodDistance = goodDistance
        deadline = time.advanced(by: 2 * Self.patience)
    }

    /// The edge that is swiped next; nil when all are done.
    package var target: ScreenEdge? {
        swipes.count < ScreenEdge.allCases.count ? ScreenEdge.allCases[swipes.count] : nil
    }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            guard let target else { return }
            let contact = change.contact
            switch change {
            case .began:
                tries.append(
                    (contact.number, Swipe(edge: target, places: [contact.place], times: [time])))
            case .moved:
                guard let index = tries.firstIndex(where: { $0.number == contact.number }),
                    tries[index].swipe.edge == target
                else { continue }
                if tries[index].swipe.places.count < Self.reports {
                    tries[index].swipe.places.append(contact.place)
                    tries[index].swipe.times.append(time)
                }
                if isSwipe(tries[index].swipe, to: contact.place) {
                    answer(tries.remove(at: index).swipe, at: time)
                }
            case .ended:
                tries.removeAll { $0.number == contact.number }
            }
        }
    }

    mutating func advance(to time: Timestamp) {
        if let deadline, time >= deadline, target != nil { next(best?.swipe, at: time) }
    }

    var isFinished: Bool { target == nil }
    var progress: Double { Double(swipes.count) / Double(ScreenEdge.allCases.count) }
    var hasEvidence: Bool { swipes.contains { $0 != nil } }

    private func isSwipe(_ swipe: Swipe, to place: CGPoint) -> Bool {
        let extent = mapping.stage.millimeters
        let start = swipe.edge.distance(of: mapping.millimeters(swipe.places[0]), in: extent)
        let end = swipe.edge.distance(of: mapping.millimeters(place), in: extent)
        return start <= Self.reach && end - start >= Self.leastWay
    }

    private mutating func answer(_ swipe: Swipe, at time: Timestamp) {
        let tries = (best?.tries ?? 0) + 1
        let distance = swipe.unseenWay(mapping)
        let isBetter = best.map { distance < $0.swipe.unseenWay(mapping) } ?? true
        best = (isBetter ? swipe : best?.swipe ?? swipe, tries)
        if distance <= goodDistance || tries >= Self.mostTries {
            next(best?.swipe, at: time)
        } else {
            deadline = time.advanced(by: Self.patience)
        }
    }

    private mutating func next(_ swipe: Swipe?, at time: Timestamp) {
        swipes.append(swipe)
        best = nil
        deadline = isFinished ? nil : time.advanced(by: Self.patience)
    }
}

extension EdgeSwipeRun.Swipe {
    /// How far from the edge it was seen first, less what a finger goes between two reports: a panel can't
    /// know of it earlier. In millimetres.
    func unseenWay(_ mapping: TouchMapping) -> Double {
        let first = places[0]
        let isAtBorder = [first.x, first.y].contains { $0 <= 0.002 || $0 >= 0.998 }
        if isAtBorder { return 0 }
        let extent = mapping.stage.millimeters
        let ways = places.map { Double(edge.distance(of: mapping.millimeters($0), in: extent)) }
        guard let end = ways.last, ways.count > 1 else { return max(0, ways[0]) }
        let between = max(0, end - ways[0]) / Double(ways.count - 1)
        return max(0, ways[0] - between)
    }
}
