import TouchKit

/// The state of a touch at one moment, shown in one row.
package struct TouchRow: Hashable {
    /// The number of the row in the table that shows the touch, counted from 1.
    package var number: Int
    /// The phase of the touch.
    package var phase: UITouch.Phase
    /// The tap count of the touch.
    package var tapCount: Int
    /// The text for the window in which the touch began: "key" for the key window, "other" for any
    /// other window.
    package var window: String
    /// The name of the view in which the touch began, as shown in the table.
    package var view: String
    /// The location of the touch in the window, in points.
    package var location: CGPoint
    /// The location of the touch in the window before its last change, in points.
    package var previousLocation: CGPoint
    /// The number of consecutive events that the row represents. The row shows the newest of these
    /// events.
    package var count = 1

    /// Whether events of this phase can occur repeatedly while a touch is down.
    fileprivate var isRepeated: Bool { phase == .moved || phase == .stationary }
}

/// A view that shows states of touches, one state per row.
///
/// Texts are created only when the view is drawn, so at most once per frame, regardless of the
/// number of touch events.
package final class TouchRowsView: UIView {
    /// `false`: the view draws only the rows in the damage whenever a part is repainted.
    package override class var hasBackingStore: Bool { false }

    /// The minimum width of the view at which all columns fit, as a multiple of the font size.
    static let width: CGFloat = 38
    /// The left edges of the columns, in column units (`columnUnit`). The third column shows the
    /// number of events that a row represents.
    private static let columnOffsets: [CGFloat] = [0.7, 2.6, 8.9, 12.2, 15.5, 19.9, 25.1, 31.7]
    private static let columnTitles = [
        "#", "Phase", "", "Taps", "Window", "View", "Location", "Previous",
    ]
    /// The names of the phases, in the order of their raw values.
    private static let phaseNames = ["began", "moved", "stationary", "ended", "cancelled"]
    /// The distance from the left edge of a location's column to the right edge of the x
    /// coordinate, in column units (`columnUnit`).
    private static let xColumnEnd: CGFloat = 2.6
    /// The distance from the left edge of a location's column to the right edge of the y
    /// coordinate, in column units (`columnUnit`).
    private static let yColumnEnd: CGFloat = 5.6

    /// The rows from top to bottom, including rows for which the view has no space. The element
    /// `nil` is an empty row.
    package private(set) var rows: [TouchRow?]
    /// The number of rows for which the view has space.
    package private(set) var visibleRowCount: Int
    private let hasTitles: Bool
    private var titleAttributes: [TextAttribute: Any] = [:]
    /// The text attributes of the rows for each touch phase, in the order of the raw values of the
    /// phases.
    private var phaseAttributes: [[TextAttribute: Any]] = []

    /// Creates a view with `count` empty rows. If `hasTitles` is `true`, the columns have titles.
    init(rows count: Int, hasTitles: Bool) {
        rows = [TouchRow?](repeating: nil, count: count)
        visibleRowCount = count
        self.hasTitles = hasTitles
        super.init(frame: .zero)
    }

    /// The font size of all texts, in points.
    var fontSize: CGFloat = 0 {
        didSet {
            guard fontSize != oldValue else { return }
            let font = UIFont.systemFont(ofSize: fontSize)
            let colors: [UIColor] = [.green, .white, .cyan, .lightGray, .orange]
            phaseAttributes = colors.map { [.font: font, .foregroundColor: $0] }
            titleAttributes = [.font: font, .foregroundColor: UIColor.lightGray]
            setNeedsDisplay()
        }
    }

    /// The height of a row, in points.
    private var rowHeight: CGFloat { (fontSize * 1.25).roundedDownToPixels }
    /// The space above and below the rows, in points.
    private var padding: CGFloat { (fontSize * 0.25).roundedDownToPixels }
    /// The width of a column unit, in points. The width of the view is `Self.width` column units.
    private var columnUnit: CGFloat { bounds.width / Self.width }
    /// The height that the view needs for its visible rows, the titles and the padding, in points.
    var height: CGFloat { frame(ofRow: visibleRowCount).minY + padding }

    /// Sets the number of visible rows to the number that fits into the height `height`, in points.
    func fit(_ height: CGFloat) {
        let count = rowHeight > 0 ? Int((height - 2 * padding) / rowHeight) : 0
        visibleRowCount = min(max(count, 0), rows.count)
    }

    // MARK: Rows

    /// Replaces the row at `index` and redraws it.
    func set(_ row: TouchRow, at index: Int) {
        guard rows.indices.contains(index), rows[index] != row else { return }
        rows[index] = row
        setNeedsDisplay(frame(ofRow: index))
    }

    /// Increases the count of the existing row that represents the same repeated event as `row`. If
    /// there is no such row, adds `row` at the top and removes the last row.
    func log(_ row: TouchRow) {
        if row.isRepeated, let index = index(ofSameAs: row), var updated = rows[index] {
            updated.count += 1
            updated.location = row.location
            updated.previousLocation = row.previousLocation
            return set(updated, at: index)
        }
        guard !rows.isEmpty else { return }
        rows.removeLast()
        rows.insert(row, at: 0)
        setNeedsDisplay()
    }

    /// Returns the index of the newest row with the same touch and phase as `row`. Returns `nil` if
    /// there is no such row, or if any touch has begun, ended or been cancelled since that row was
    /// added.
    private func index(ofSameAs row: TouchRow) -> Int? {
        for index in rows.indices {
            guard let other = rows[index], other.isRepeated else { return nil }
            if other.number == row.number && other.phase == row.phase { return index }
        }
        return nil
    }

    private func frame(ofRow index: Int) -> CGRect {
        let line = CGFloat(hasTitles ? index + 1 : index)
        return CGRect(
            x: 0, y: padding + line * rowHeight, width: bounds.width, height: rowHeight)
    }

    // MARK: Drawing

    /// Draws the column titles and the visible rows that intersect `rect`.
    package override func draw(_ rect: CGRect) {
        if hasTitles && rect.minY < frame(ofRow: 0).minY {
            for (title, column) in zip(Self.columnTitles, Self.columnOffsets) {
                title.draw(
                    at: CGPoint(x: column * columnUnit, y: padding), withAttributes: titleAttributes
                )
            }
        }
        for index in 0..<visibleRowCount {
            let frame = frame(ofRow: index)
            if let row = rows[index], frame.intersects(rect) { draw(row, top: frame.minY) }
        }
    }

    private func draw(_ row: TouchRow, top: CGFloat) {
        guard phaseAttributes.indices.contains(row.phase.rawValue) else { return }
        let attributes = phaseAttributes[row.phase.rawValue]
        func draw(_ text: String, _ column: Int) {
            text.draw(
                at: CGPoint(x: Self.columnOffsets[column] * columnUnit, y: top),
                withAttributes: attributes)
        }
        func draw(_ number: CGFloat, endingAt end: CGFloat) {
            let text = Int(number.rounded()).description
            let width = text.size(withAttributes: attributes).width
            text.draw(at: CGPoint(x: end * columnUnit - width, y: top), withAttributes: attributes)
        }
        draw(row.number.description, 0)
        draw(Self.phaseNames[row.phase.rawValue], 1)
        if row.count > 1 { draw("×\(row.count)", 2) }
        draw(row.tapCount.description, 3)
        draw(row.window, 4)
        draw(row.view, 5)
        for (location, column) in [(row.location, 6), (row.previousLocation, 7)] {
            draw(location.x, endingAt: Self.columnOffsets[column] + Self.xColumnEnd)
            draw(location.y, endingAt: Self.columnOffsets[column] + Self.yColumnEnd)
        }
    }
}

extension CGFloat {
    /// The length, in points, rounded down to a whole number of pixels of the main screen.
    @MainActor
    var roundedDownToPixels: CGFloat {
        let scale = UIScreen.main.scale
        return (self * scale).rounded(.down) / scale
    }
}
