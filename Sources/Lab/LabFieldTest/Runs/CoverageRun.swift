import TouchKitGeometry

/// The coverage test, which collects the positions at which touches are reported.
package struct CoverageRun: TestRun {
    /// The time limit for painting, from the first touch, in seconds.
    static let duration = 60.0
    /// The largest number of stored samples: ten contacts at 240 Hz for one minute.
    static let capacity = 150_000

    private let layout: FieldTestLayout
    private let mapping: TouchMapping
    /// A position that the touchscreen reported, and the time of the report.
    struct Sample: Hashable, Sendable {
        /// The position, 0…1 along each axis of the touchscreen.
        var position: CGPoint
        /// The time of the report.
        var time: Timestamp
    }

    /// All reported positions, in order of time.
    private(set) var samples: [Sample] = []
    /// Whether each cell was touched, row by row, with the calibration that applies during the
    /// test.
    package private(set) var isCovered: [Bool]
    /// The number of touched cells.
    package private(set) var coveredCount = 0
    /// The indices of the cells that were first touched in the newest touch frame. The page redraws
    /// these cells.
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
            cover(change.contact.position, time)
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

    private mutating func cover(_ position: CGPoint, _ time: Timestamp) {
        if samples.count < Self.capacity { samples.append(Sample(position: position, time: time)) }
        let cell = layout.cell(at: mapping.point(position))
        let index = cell.row * layout.columns + cell.column
        if !isCovered[index] {
            isCovered[index] = true
            coveredCount += 1
            newlyCovered.append(index)
        }
    }
}
