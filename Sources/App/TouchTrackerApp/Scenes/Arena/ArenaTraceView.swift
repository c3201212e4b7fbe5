import TouchKit

/// A scrollable view that lists the gesture events of the arena scene, such as deliveries of
/// touches and changes of recognizer states. The view shows the newest rows until the user scrolls
/// back.
package final class ArenaTraceView: UIView {
    /// `false`: the view draws only the rows in the damage whenever a part is repainted.
    package override class var hasBackingStore: Bool { false }

    /// The log of gesture events that the view shows.
    package private(set) var trace = ArenaTrace()
    /// The number of rows below the last visible row, or 0 if the view shows the newest row.
    package private(set) var rowsScrolledBack = 0
    private var rowsScrolledBackAtStart = 0

    private static let inset: CGFloat = 6
    /// The row height and the text attributes that belong to one font size.
    private struct Style {
        let rowHeight: CGFloat
        let secondaryAttributes: [TextAttribute: Any]
        let attributes: [[TextAttribute: Any]]

        @MainActor
        init(size: CGFloat) {
            let font = UIFont.systemFont(ofSize: size)
            rowHeight = size + 5
            secondaryAttributes = [.font: font, .foregroundColor: UIColor(white: 0.6, alpha: 1)]
            attributes = ArenaTrace.Tone.allCases.map {
                [.font: font, .foregroundColor: ArenaTraceView.color($0)]
            }
        }
    }

    private static let narrow = Style(size: 11)
    private static let regular = Style(size: 13)
    private static let wide = Style(size: 17)
    private var style: Style {
        if bounds.width < 300 { return Self.narrow }
        return bounds.width < 600 ? Self.regular : Self.wide
    }

    private static let background = UIColor(white: 0.11, alpha: 1)
    private static let separatorColor = UIColor(white: 0.45, alpha: 1)
    private static let hint = """
        Touch A or B: here is who hears of it.
        A has tap, 2 taps and pan, B has press.
        Choose a recognizer to set its rules.
        Press it again to turn it on or off.
        """

    private static func color(_ tone: ArenaTrace.Tone) -> UIColor {
        switch tone {
        case .touch: UIColor(white: 0.95, alpha: 1)
        case .waiting: UIColor(red: 1, green: 0.8, blue: 0.2, alpha: 1)
        case .recognized: UIColor(red: 0.35, green: 0.9, blue: 0.45, alpha: 1)
        case .failed: UIColor(red: 1, green: 0.5, blue: 0.45, alpha: 1)
        case .delivered: UIColor(red: 0.45, green: 0.8, blue: 1, alpha: 1)
        case .withheld: UIColor(red: 0.8, green: 0.65, blue: 1, alpha: 1)
        }
    }

    /// Creates a view with an empty log.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = Self.background
        addGestureRecognizer(UIPanGestureRecognizer(target: self, action: { $0.scroll }))
    }

    /// Limits the scroll position to the range that is valid for the new height, so that the view
    /// shows as many rows as possible.
    package override func layoutSubviews() {
        scroll(to: rowsScrolledBack)
    }

    /// Adds an event to the log. If the event begins a new sequence of events, scrolls to the
    /// newest row.
    func add(_ event: GestureEvent) {
        if trace.isFirst(event) { scroll(to: 0) }
        switch trace.add(event) {
        case .none:
            break
        case .counted(let row):
            setNeedsDisplay(rect(ofRow: row))
        case .added:
            let hasScrolled = trace.rows.count > visibleRowCount || trace.rows.count == 1
            setNeedsDisplay(hasScrolled ? bounds : rect(ofRow: trace.rows.count - 1))
        }
    }

    // MARK: Rows

    /// The number of rows that fit into the view.
    private var visibleRowCount: Int {
        max(1, Int((bounds.height - 2 * Self.inset) / style.rowHeight))
    }

    /// The index of the first visible row in `trace.rows`.
    private var firstVisibleRow: Int {
        max(0, trace.rows.count - visibleRowCount - rowsScrolledBack)
    }

    private func rect(ofRow row: Int) -> CGRect {
        CGRect(
            x: 0, y: Self.inset + CGFloat(row - firstVisibleRow) * style.rowHeight,
            width: bounds.width,
            height: style.rowHeight)
    }

    private func scroll(_ pan: UIPanGestureRecognizer) {
        if pan.state == .began { rowsScrolledBackAtStart = rowsScrolledBack }
        scroll(to: rowsScrolledBackAtStart + Int(pan.translation(in: self).y / style.rowHeight))
    }

    private func scroll(to count: Int) {
        let count = min(max(count, 0), max(0, trace.rows.count - visibleRowCount))
        if count == rowsScrolledBack { return }
        rowsScrolledBack = count
        setNeedsDisplay()
    }

    // MARK: Drawing

    package override func draw(_ rect: CGRect) {
        let style = style
        if trace.rows.isEmpty {
            Self.hint.draw(
                in: bounds.insetBy(dx: 10, dy: 10), withAttributes: style.secondaryAttributes)
            return
        }
        // The columns are wide enough for all texts except the longest.
        let timeColumnWidth = Self.width("00.000", style) + 3
        let nameColumnWidth = Self.width("A 2 taps", style)
        for index in firstVisibleRow..<min(firstVisibleRow + visibleRowCount, trace.rows.count) {
            let rowFrame = self.rect(ofRow: index)
            if rowFrame.maxY <= rect.minY || rowFrame.minY >= rect.maxY { continue }
            draw(
                trace.rows[index], in: rowFrame, style, timeColumnWidth: timeColumnWidth,
                nameColumnWidth: nameColumnWidth)
        }
    }

    private func draw(
        _ row: ArenaTrace.Row, in rowFrame: CGRect, _ style: Style, timeColumnWidth: CGFloat,
        nameColumnWidth: CGFloat
    ) {
        let rowAttributes = style.attributes[row.tone.rawValue]
        if row.isFirst {
            Self.separatorColor.setFill()
            UIRectFill(CGRect(x: 0, y: rowFrame.minY, width: rowFrame.width, height: 1))
        }
        let y = rowFrame.minY + 1
        let left = timeColumnWidth - Self.width(row.time, style)
        row.time.draw(at: CGPoint(x: left, y: y), withAttributes: style.secondaryAttributes)
        row.name.draw(at: CGPoint(x: timeColumnWidth + 4, y: y), withAttributes: rowAttributes)
        var x = timeColumnWidth + 4 + nameColumnWidth
        func draw(_ word: String) {
            word.draw(at: CGPoint(x: x, y: y), withAttributes: rowAttributes)
            x += Self.width(word, style)
        }
        // The result is omitted if it doesn't fit, because the row's color also indicates the
        // result.
        let needed =
            Self.width(row.result, style) + Self.width(row.text, style)
            + Self.width(row.otherRecognizerName, style)
        if x + needed < rowFrame.width { draw(row.result) }
        draw(row.text)
        draw(row.otherRecognizerName)
        if row.count > 1 {
            draw("×")
            draw(String(row.count))
        }
        let right = rowFrame.maxX - Self.width(row.rule, style)
        if right > x {
            row.rule.draw(at: CGPoint(x: right, y: y), withAttributes: style.secondaryAttributes)
        }
    }

    /// Returns the width of `word` including the space after it, in points, or 0 for an empty text.
    private static func width(_ word: String, _ style: Style) -> CGFloat {
        word.isEmpty ? 0 : word.size(withAttributes: style.secondaryAttributes).width + 5
    }
}
