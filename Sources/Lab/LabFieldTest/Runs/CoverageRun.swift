import TouchKitGeometry

/// The coverage test: the positions that touches were reported from.
package struct CoverageRun: TestRun {
    /// The time limit for painting, from the first touch, in seconds.
    static let duration = 60.0
    /// The largest number of stored samples: ten contacts at 240 Hz for one minute.
    static let capacity = 150_000

    private let layout: FieldTestLayout
    private let mapping: TouchMapping
    /// A reported position.
    struct Sample: Hashable, Sendable {
        /// The position, 0…1 along each axis of the touchscreen.
        var place: CGPoint
        /// The time of the report.
        var time: Timestamp
    }

    /// All samples in order of time.
    private(set) var samples: [Sample] = []
    /// Whether each cell was touched, row by row, with the calibration that applies during the
    /// test.
    package private(set) var isCovered: [Bool]
    /// The number of touched cells.
    package private(set) var coveredCount = 0
    /// The cells first touched by the newest frame, which the page redraws.
    package private(set) var newlyCovered: [Int] = []
    private(set) var deadline: Timestamp?
    private var isOver = false

    init(layout: FieldTestLayout, mapping: TouchMapping) {
        self.layout = layout
        self.mapping = mapping
        isCovered = Array(repeating: false, count: layout.columns * layout.rows)
    }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
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
    /// Whether at least five percent of the cells were touched, more than by pressing the page's
    /// button.
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
