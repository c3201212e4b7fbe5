import TouchKitGeometry

/// The layout of the field test's pages: targets, buttons and the coverage grid, in points.
package struct FieldTestLayout: Hashable, Sendable {
    /// The screen and touchscreen under test.
    package let stage: FieldTestStage

    /// Creates the layout for a stage.
    package init(stage: FieldTestStage) {
        self.stage = stage
    }

    /// The side of a coverage cell in millimetres: about half a fingertip.
    package static let cellMillimeters = 5.0
    /// The number of cells along the longer side of a screen of unknown size.
    package static let assumedCells = 40

    // MARK: Buttons

    /// The button that ends a page. It lies at the lower edge between the crosses, so that a
    /// mirrored touchscreen does not confuse it with a cross.
    package var nextButton: CGRect { button(at: 0.3) }
    /// The button that applies a calibration, beside `nextButton`.
    package var applyButton: CGRect { button(at: 0.7) }

    private func button(at part: CGFloat) -> CGRect {
        let bounds = stage.bounds
        // The size of a fingertip, but never overlapping a cross.
        let width = min(max(112, 14 * stage.pointsPerMillimeter), bounds.width * 0.28)
        let height = min(max(52, 9 * stage.pointsPerMillimeter), bounds.height * 0.13)
        let margin = min(12, bounds.height * 0.02)
        return CGRect(
            x: bounds.width * part - width / 2, y: bounds.height - height - margin,
            width: width, height: height)
    }

    // MARK: Coverage

    /// The number of columns of the coverage grid.
    package var columns: Int { cells(stage.bounds.width, stage.millimeters.width) }
    /// The number of rows of the coverage grid.
    package var rows: Int { cells(stage.bounds.height, stage.millimeters.height) }

    private func cells(_ points: CGFloat, _ millimeters: CGFloat) -> Int {
        guard stage.isMeasured else {
            let longest = max(stage.bounds.width, stage.bounds.height)
            return max(1, Int((points / longest * CGFloat(Self.assumedCells)).rounded()))
        }
        return min(max(1, Int((millimeters / Self.cellMillimeters).rounded())), 400)
    }

    /// Returns the rectangle of a cell of the coverage grid.
    package func cell(column: Int, row: Int) -> CGRect {
        let width = stage.bounds.width / CGFloat(columns)
        let height = stage.bounds.height / CGFloat(rows)
        return CGRect(
            x: CGFloat(column) * width, y: CGFloat(row) * height, width: width, height: height)
    }

    /// Returns the coverage cell that contains `point`, or the nearest cell for a point outside the
    /// screen.
    package func cell(at point: CGPoint) -> (column: Int, row: Int) {
        let column = point.x / stage.bounds.width * CGFloat(columns)
        let row = point.y / stage.bounds.height * CGFloat(rows)
        return (
            min(max(Int(clamping: column), 0), columns - 1),
            min(max(Int(clamping: row), 0), rows - 1)
        )
    }

    // MARK: Targets

    /// The crosses of the accuracy test: three by three, row by row.
    package var crosses: [CGPoint] {
        Self.thirds.flatMap { y in Self.thirds.map { point($0, y) } }
    }

    private static let thirds: [CGFloat] = [0.1, 0.5, 0.9]

    /// The lines of the linearity test: both diagonals.
    package var rails: [(from: CGPoint, to: CGPoint)] {
        [
            (point(0.1, 0.12), point(0.9, 0.82)),
            (point(0.9, 0.12), point(0.1, 0.82)),
        ]
    }

    /// The distance between a line and its guide rails, in millimetres.
    package static let railMillimeters = 6.0

    /// The spots on which a finger rests in the jitter test.
    package var restSpots: [CGPoint] {
        [point(0.5, 0.5), point(0.2, 0.22), point(0.8, 0.22), point(0.2, 0.78), point(0.75, 0.75)]
    }

    /// The spots of the tap test, in the order in which they are shown; consecutive spots are far
    /// apart.
    package var tapSpots: [CGPoint] {
        [
            point(0.25, 0.35), point(0.75, 0.35), point(0.5, 0.7), point(0.25, 0.7),
            point(0.65, 0.25), point(0.4, 0.3),
        ]
    }

    private func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
        CGPoint(x: x * stage.bounds.width, y: y * stage.bounds.height)
    }
}

/// An edge of the screen.
package enum ScreenEdge: String, CaseIterable, Sendable {
    /// The edges in the order of the swipes.
    case left, right, top, bottom

    /// Returns the distance of a position from the edge, in the unit of both parameters.
    func distance(of place: CGPoint, in extent: CGSize) -> CGFloat {
        switch self {
        case .left: place.x
        case .right: extent.width - place.x
        case .top: place.y
        case .bottom: extent.height - place.y
        }
    }
}

extension Int {
    /// Creates the largest integer that is not above `value`; NaN becomes 0, and values beyond
    /// ±1e15 are clamped.
    init(clamping value: Double) {
        if value.isNaN {
            self = 0
        } else {
            self = Int(Swift.min(Swift.max(value.rounded(.down), -1e15), 1e15))
        }
    }
}
