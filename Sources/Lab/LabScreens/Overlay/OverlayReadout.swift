import TouchKit
import TouchKitGeometry

/// A dark bar at the upper or lower edge of the screen with the values of the touch overlay:
/// summary lines, and a table with one row for each contact.
///
/// The view invalidates only the cells that changed, so that a changed digit repaints only its own
/// cell.
final class OverlayReadout: UIView {
    /// `false`: the view draws only the items in the damage whenever a part is repainted.
    override class var hasBackingStore: Bool { false }

    /// A text in the summary lines.
    enum Item: Int, CaseIterable {
        /// The name of the touchscreen.
        case device
        /// The number of contacts that are down.
        case fingers
        /// The frame rate and the number of missed vblanks.
        case frames
        /// The latencies from touch sample to scanout.
        case latency
        /// The jitter of a resting contact, in pixels.
        case jitter
        /// The jitter of a resting contact, in millimeters.
        case jitterMillimeters
    }

    /// The distance between the edges of the view and the texts, in points.
    private static let inset: CGFloat = 6
    /// The gap between items in a summary line, in points.
    private static let itemGap: CGFloat = 14

    private var texts = [String](repeating: "", count: Item.allCases.count)
    private var itemFrames = [CGRect](repeating: .zero, count: Item.allCases.count)
    private var layout = OverlayTableLayout()
    private var rows: [OverlayTableRow] = []
    /// The number of visible rows in the table.
    private(set) var rowCount = 0
    /// The unit of contact sizes: `mm`, or `pt` if the physical size of the screen is unknown.
    private var sizeUnit = ""
    /// The top edge of the table, in points.
    private var tableTop: CGFloat = 0
    private let lineHeight: CGFloat

    init() {
        // An integral height places all rows on whole points.
        lineHeight = max(OverlayStyle.readoutFont.lineHeight.rounded(.up), 16) + 1
        super.init(frame: .zero)
        backgroundColor = OverlayStyle.readoutBackground
        isUserInteractionEnabled = false
        clipsToBounds = true
    }

    /// Whether the table shows positions in points with one decimal.
    var hasDecimals: Bool { layout.hasDecimals }

    /// Returns the height that the view needs for a number of table rows, in points.
    func height(forRowCount rowCount: Int) -> CGFloat {
        let lines = (rowCount + layout.tableCount - 1) / layout.tableCount
        return tableTop + (rowCount > 0 ? CGFloat(lines + 1) * lineHeight : 0) + Self.inset
    }

    // MARK: Layout

    /// Lays out the summary lines and the columns of the table, and invalidates the view.
    ///
    /// - Parameters:
    ///   - width: The width of the view, in points.
    ///   - hasPressure: Whether a connected touchscreen reports pressure.
    ///   - hasSize: Whether a connected touchscreen reports the contact size.
    ///   - sizeUnit: The unit of contact sizes, `mm` or `pt`.
    func layOut(width: CGFloat, hasPressure: Bool, hasSize: Bool, sizeUnit: String) {
        self.sizeUnit = sizeUnit
        let available = width - 2 * Self.inset
        layout = OverlayTableLayout(width: available, hasPressure: hasPressure, hasSize: hasSize)
        var x = Self.inset
        var y = Self.inset
        for item in Item.allCases {
            let textWidth = (Self.widestText(item) ?? self[item])
                .size(withAttributes: OverlayStyle.valueAttributes).width.rounded(.up)
            let itemWidth = min(textWidth, available)
            if x > Self.inset, x + itemWidth > Self.inset + available {
                x = Self.inset
                y += lineHeight
            }
            itemFrames[item.rawValue] = CGRect(x: x, y: y, width: itemWidth, height: lineHeight)
            x += itemWidth + Self.itemGap
        }
        tableTop = y + lineHeight
        setNeedsDisplay()
    }

    /// Returns a text as wide as the widest usual text of an item, or `nil` for an item whose text
    /// is set before the layout.
    private static func widestText(_ item: Item) -> String? {
        switch item {
        case .device: nil
        case .fingers: "10 fingers, most 10"
        case .frames: "240 frames/s, 888 missed"
        case .latency: "latency 888.8 ms, most 888.8"
        case .jitter: "jitter 88.8 px, rms 88.8"
        case .jitterMillimeters: "8.88 mm, rms 8.88"
        }
    }

    // MARK: Content

    /// The text of an item in the summary lines. Setting a different text invalidates the item.
    subscript(item: Item) -> String {
        get { texts[item.rawValue] }
        set {
            if newValue == texts[item.rawValue] { return }
            texts[item.rawValue] = newValue
            setNeedsDisplay(itemFrames[item.rawValue])
        }
    }

    /// Sets the number of visible table rows. The caller must set the frame of the view separately.
    func setRowCount(_ count: Int) {
        if count == rowCount { return }
        while rows.count < count { rows.append(OverlayTableRow()) }
        rowCount = count
        setNeedsDisplay()
    }

    /// Sets the text of a cell. A different text invalidates the cell.
    func setText(_ text: String, _ column: OverlayTableRow.Column, ofRow row: Int) {
        guard row < rows.count, rows[row][column].text != text else { return }
        rows[row][column] = OverlayTableRow.Cell(
            text: text, width: text.size(withAttributes: OverlayStyle.valueAttributes).width)
        guard let extent = layout.columns.first(where: { $0.column == column }) else { return }
        setNeedsDisplay(cellFrame(extent, left: left(ofRow: row), top: top(ofRow: row)))
    }

    /// All texts of the view as lines: the summary items that are not empty, then each table row
    /// with its columns separated by `|`.
    var textLines: [String] {
        texts.filter { !$0.isEmpty }
            + (0..<rowCount).map { row in
                layout.columns.map { rows[row][$0.column].text }.joined(separator: "|")
            }
    }

    // MARK: Drawing

    private func top(ofRow row: Int) -> CGFloat {
        tableTop + CGFloat(row / layout.tableCount + 1) * lineHeight
    }

    private func left(ofRow row: Int) -> CGFloat {
        Self.inset + CGFloat(row % layout.tableCount) * layout.tableSpacing
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        for item in Item.allCases where needsToDraw(itemFrames[item.rawValue]) {
            texts[item.rawValue].draw(
                at: itemFrames[item.rawValue].origin,
                withAttributes: OverlayStyle.valueAttributes)
        }
        if rowCount == 0 { return }
        drawTitles()
        for row in 0..<rowCount {
            let top = top(ofRow: row)
            let left = left(ofRow: row)
            if !needsToDraw(
                CGRect(x: left, y: top, width: layout.tableWidth, height: lineHeight))
            {
                continue
            }
            for extent in layout.columns {
                let frame = cellFrame(extent, left: left, top: top)
                if !needsToDraw(frame) { continue }
                if extent.column == .slot {
                    var background = frame
                    background.size.height -= 1
                    context.setFillColor(OverlayStyle.color(ofContact: row).cgColor)
                    context.fill(background)
                }
                draw(rows[row][extent.column], in: frame, OverlayStyle.valueAttributes)
            }
        }
    }

    private func drawTitles() {
        for table in 0..<min(layout.tableCount, rowCount) {
            for extent in layout.columns {
                let frame = cellFrame(extent, left: left(ofRow: table), top: tableTop)
                guard needsToDraw(frame) else { continue }
                let title = OverlayTableLayout.title(of: extent.column, sizeUnit: sizeUnit)
                let attributes = OverlayStyle.titleAttributes
                let width = title.size(withAttributes: attributes).width
                draw(OverlayTableRow.Cell(text: title, width: width), in: frame, attributes)
            }
        }
    }

    private func cellFrame(
        _ extent: OverlayTableLayout.ColumnExtent, left: CGFloat, top: CGFloat
    ) -> CGRect {
        CGRect(
            x: left + extent.left, y: top, width: extent.right - extent.left, height: lineHeight)
    }

    /// Draws a text aligned to the right edge of its cell.
    private func draw(
        _ cell: OverlayTableRow.Cell, in frame: CGRect, _ attributes: [TextAttribute: Any]
    ) {
        if cell.text.isEmpty { return }
        cell.text.draw(
            at: CGPoint(x: frame.maxX - cell.width, y: frame.minY), withAttributes: attributes)
    }
}
