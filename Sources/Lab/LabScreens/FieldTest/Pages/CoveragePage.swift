import LabFieldTest
import TouchKit

/// The page of the coverage test: a grid over the whole screen. Touched cells become green.
final class CoveragePage: FieldTestPage {
    private let columns: Int
    private let rows: Int
    /// Whether each cell was touched, row by row from the top.
    private var isCovered: [Bool]
    private var coveredCount = 0
    /// The left edges of the columns and the right edge of the last column, in points on whole
    /// pixels.
    private let columnEdges: [CGFloat]
    /// The top edges of the rows and the bottom edge of the last row, in points on whole pixels.
    private let rowEdges: [CGFloat]

    /// Creates a page without covered cells.
    override init(_ layout: FieldTestLayout) {
        columns = layout.columns
        rows = layout.rows
        let scale = layout.stage.geometry.scale
        func edges(_ count: Int, _ extent: CGFloat) -> [CGFloat] {
            (0...count).map { index in
                (CGFloat(index) * extent * scale / CGFloat(count)).rounded() / scale
            }
        }
        columnEdges = edges(columns, layout.stage.bounds.width)
        rowEdges = edges(rows, layout.stage.bounds.height)
        isCovered = Array(repeating: false, count: columns * rows)
        super.init(layout)
        instruction = GuidedTest.coverage.instruction
        status = Self.statusText(0, of: isCovered.count)
    }

    override var longestStatus: String { Self.statusText(isCovered.count, of: isCovered.count) }

    private static func statusText(_ count: Int, of cellCount: Int) -> String {
        // Rounding down shows 100 % only when all cells are covered.
        "\(cellCount > 0 ? count * 100 / cellCount : 0) % touched"
    }

    /// Updates the page from the field test, and invalidates only the newly covered cells.
    override func update(from test: FieldTest) {
        guard let run = test.coverage, run.coveredCount != coveredCount else { return }
        let listsAllNewCells = run.coveredCount == coveredCount + run.newlyCovered.count
        if listsAllNewCells {
            for index in run.newlyCovered { markCovered(index) }
        } else {
            for index in run.isCovered.indices where run.isCovered[index] { markCovered(index) }
        }
        let oldPercentage = coveredCount * 100 / isCovered.count
        coveredCount = run.coveredCount
        if coveredCount * 100 / isCovered.count != oldPercentage {
            status = Self.statusText(coveredCount, of: isCovered.count)
        }
    }

    private func markCovered(_ index: Int) {
        guard isCovered.indices.contains(index), !isCovered[index] else { return }
        isCovered[index] = true
        setNeedsDisplay(frame(column: index % columns, row: index / columns))
    }

    /// Returns the frame of a cell in points, with edges on whole pixels.
    private func frame(column: Int, row: Int) -> CGRect {
        CGRect(
            x: columnEdges[column], y: rowEdges[row],
            width: columnEdges[column + 1] - columnEdges[column],
            height: rowEdges[row + 1] - rowEdges[row])
    }

    /// Draws the cells that intersect `rect`: covered cells filled, other cells with their left and
    /// top borders.
    override func draw(_ rect: CGRect) {
        let first = layout.cell(at: CGPoint(x: rect.minX - 1, y: rect.minY - 1))
        let last = layout.cell(at: CGPoint(x: rect.maxX + 1, y: rect.maxY + 1))
        for row in first.row...last.row {
            for column in first.column...last.column {
                let frame = frame(column: column, row: row)
                if isCovered[row * columns + column] {
                    FieldTestColors.covered.setFill()
                    UIRectFill(frame)
                } else {
                    FieldTestColors.grid.setFill()
                    UIRectFill(CGRect(x: frame.minX, y: frame.minY, width: frame.width, height: 1))
                    UIRectFill(CGRect(x: frame.minX, y: frame.minY, width: 1, height: frame.height))
                }
            }
        }
    }
}
