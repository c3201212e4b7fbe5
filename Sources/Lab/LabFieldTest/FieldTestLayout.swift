import TouchKitGeometry

/// The layout of the field test's pages: targets, buttons and the coverage grid, in points.
package struct FieldTestLayout: Hashable, Sendable {
    /// The screen and touchscreen under test.
    package let stage: FieldTestStage

    /// Creates the layout for a stage.
    package init(stage: FieldTestStage) {
        self.stage = stage
    }

    /// The desired side length of a coverage cell in millimeters, about half the width of a
    /// fingertip.
    package static let cellMillimeters = 5.0
    /// The number of coverage cells along the longer side of a screen whose physical size is
    /// unknown.
    package static let assumedCells = 40

    // MARK: Buttons

    /// The frame of the button that ends a page, in points. The button is at the lower edge between
    /// two crosses, so that a tap on a cross does not press the button of a mirrored touchscreen.
    package var nextButton: CGRect { button(at: 0.3) }
    /// The frame of the button that applies a calibration, in points. The button is at the lower
    /// edge beside `nextButton`.
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

    /// Returns the frame of a coverage cell, in points.
    package func cell(column: Int, row: Int) -> CGRect {
        let width = stage.bounds.width / CGFloat(columns)
        let height = stage.bounds.height / CGFloat(rows)
        return CGRect(
            x: CGFloat(column) * width, y: CGFloat(row) * height, width: width, height: height)
    }

    /// Returns the column and row of the coverage cell that contains `point`, or of the nearest
    /// cell for a point outside the screen.
    package func cell(at point: CGPoint) -> (column: Int, row: Int) {
        let column = point.x / stage.bounds.width * CGFloat(columns)
        let row = point.y / stage.bounds.height * CGFloat(rows)
        return (
            min(max(Int(clamping: column), 0), columns - 1),
            min(max(Int(clamping: row), 0), rows - 1)
        )
    }

    // MARK: Targets

    /// The centers of the crosses of the accuracy test, in points: three rows of three crosses, row
    /// by row.
    package var crosses: [CGPoint] {
        Self.thirds.flatMap { y in Self.thirds.map { point($0, y) } }
    }

    private static let thirds: [CGFloat] = [0.1, 0.5, 0.9]

    /// The start and end points of the lines of the linearity test, in points: both diagonals.
    package var rails: [(from: CGPoint, to: CGPoint)] {
        [
            (point(0.1, 0.12), point(0.9, 0.82)),
            (point(0.9, 0.12), point(0.1, 0.82)),
        ]
    }

    /// The distance between a line of the linearity test and each of its two guide rails, in
    /// millimeters.
    package static let railMillimeters = 6.0

    /// The centers of the spots on which a finger rests in the jitter test, in points.
    package var restSpots: [CGPoint] {
        [point(0.5, 0.5), point(0.2, 0.22), point(0.8, 0.22), point(0.2, 0.78), point(0.75, 0.75)]
    }

    /// The centers of the spots of the tap test in points, in the order in which the page shows the
    /// spots. Consecutive spots are far apart.
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
    /// The edges, in the order in which the user swipes from them.
    case left, right, top, bottom

    /// Returns the distance of a position from the edge. Both parameters and the result have the
    /// same unit.
    func distance(of position: CGPoint, in extent: CGSize) -> CGFloat {
        switch self {
        case .left: position.x
        case .right: extent.width - position.x
        case .top: position.y
        case .bottom: extent.height - position.y
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
