import TouchKitGeometry

/// Coverage: places that touches came from.
package struct CoverageRun: TestRun {
    /// How long one may paint, from the first touch on, in seconds.
    static let duration = 60.0
    /// The most samples that are kept: ten fingers at 240 Hz for a minute.
    static let capacity = 150_000

    private let layout: FieldTestLayout
    private let mapping: TouchMapping
    /// A place that a touch came from.
    struct Sample: Hashable, Sendable {
        /// 0…1 across the panel.
        var place: CGPoint
        /// When it was reported.
        var time: Timestamp
    }

    /// Where touches came from, in order of time.
    private(set) var samples: [Sample] = []
    /// Whether a touch came from each cell, row by row, as the panel has it now.
    package private(set) var isCovered: [Bool]
    /// The cells that are covered.
    package private(set) var coveredCount = 0
    /// The cells that were covered by the newest frame: what a page has to draw anew.
    package private(set) var newlyCovered: [Int] = []
    private(set) var deadline: Timestamp?
    private var isOver = false

    init(layout: FieldTestLayout, mapping: TouchMapping) {
        self.layout = layout
        self.mapping = mapping
        isCovered = Array(repeating: false, count: layout.columns * layout.rows)
    }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        newlyCovered.removeAll(keepingCapacity: true)
        for change in changes where !change.contact.isStale {
            if case .ended = change { continue }
            if deadline == nil { deadline = time.advanced(by: Self.duration) }
            cover(change.contact.place, time)
        }
    }

    mutating func advance(to time: Timestamp) {
        if let deadline, time >= deadline { isOver = true }
    }

    var isFinished: Bool { isOver || coveredCount == isCovered.count }
    var progress: Double { Double(coveredCount) / Double(isCovered.count) }
    /// A finger that only ends the page has painted nothing.
    var hasEvidence: Bool { coveredCount * 20 >= isCovered.count }

    private mutating func cover(_ place: CGPoint, _ time: Timestamp) {
        if samples.count < Self.capacity { samples.append(Sample(place: place, time: time)) }
        let cell = layout.cell(at: mapping.point(place))
        let index = cell.row * layout.columns + cell.column
        if !isCovered[index] {
            isCovered[index] = true
            coveredCount += 1
            newlyCovered.append(index)
        }
    }
}
