import LabFieldTest
import TouchKit

/// A grid over the whole screen: cells go green when a touch comes from them.
final class CoveragePage: FieldTestPage {
    private let columns: Int
    private let rows: Int
    private var covered: [Bool]
    private var count = 0
    /// Where columns and rows begin, in whole pixels, and where the last one ends.
    private let lefts: [CGFloat]
    private let tops: [CGFloat]

    /// Makes a page on which nothing is covered.
    override init(_ layout: FieldTestLayout) {
        columns = layout.columns
        rows = layout.rows
        let scale = layout.stage.geometry.scale
        func edges(_ count: Int, _ extent: CGFloat) -> [CGFloat] {
            (0...count).map { index in
                (CGFloat(index) * extent * scale / CGFloat(count)).rounded() / scale
            }
        }
        lefts = edges(columns, layout.stage.bounds.width)
        tops = edges(rows, layout.stage.bounds.height)
        covered = Array(repeating: false, count: columns * rows)
        super.init(layout)
        instruction = GuidedTest.coverage.instruction
        status = Self.words(0, of: covered.count)
    }

    override var longestStatus: String { Self.words(covered.count, of: covered.count) }

    private static func words(_ count: Int, of all: Int) -> String {
        // What is left mustn't be rounded away.
        "\(all > 0 ? count * 100 / all : 0) % touched"
    }

    /// Draws only the cells that are new.
    override func show(_ test: FieldTest) {
        guard let run = test.coverage, run.coveredCount != count else { return }
        let isComplete = run.coveredCount == count + run.newlyCovered.count
        if isComplete {
            for index in run.newlyCovered { cover(index) }
        } else {
            for (index, isCovered) in run.isCovered.enumerated() where isCovered { cover(index) }
        }
        let old = count * 100 / covered.count
        count = run.coveredCount
        if count * 100 / covered.count != old { status = Self.words(count, of: covered.count) }
    }

    private func cover(_ index: Int) {
        guard covered.indices.contains(index), !covered[index] else { return }
        covered[index] = true
        setNeedsDisplay(frame(column: index % columns, row: index / columns))
    }

    /// The extent of a cell, in whole pixels.
    private func frame(column: Int, row: Int) -> CGRect {
        CGRect(
            x: lefts[column], y: tops[row], width: lefts[column + 1] - lefts[column],
            height: tops[row + 1] - tops[row])
    }

    /// Draws the cells in the rectangle: green ones, and the lines at the left and the top of the others.
    override func draw(_ rect: CGRect) {
        let first = layout.cell(at: CGPoint(x: rect.minX - 1, y: rect.minY - 1))
        let last = layout.cell(at: CGPoint(x: rect.maxX + 1, y: rect.maxY + 1))
        for row in first.row...last.row {
            for column in first.column...last.column {
                let frame = frame(column: column, row: row)
                if covered[row * columns + column] {
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
