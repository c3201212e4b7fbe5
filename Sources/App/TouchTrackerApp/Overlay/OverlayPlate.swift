import TouchKit
import TouchKitGeometry

/// A dark plate at an edge: figures of all fingers and of frames, and a row for each finger.
///
/// It tells what has changed cell by cell, so that a digit costs the pixels of its column.
final class OverlayPlate: UIView {
    /// A figure among the lines on top.
    enum Item: Int, CaseIterable {
        case device, fingers, frames, latency, jitter, jitterMillimeters
    }

    private static let inset: CGFloat = 6
    private static let gap: CGFloat = 14

    private var texts = [String](repeating: "", count: Item.allCases.count)
    private var places = [CGRect](repeating: .zero, count: Item.allCases.count)
    private var columns = OverlayColumns()
    private var rows: [OverlayRow] = []
    private(set) var rowCount = 0
    private var hasPressure = false
    private var hasSize = false
    /// The unit of sizes: `mm`, or `pt` where nobody knows how large the picture is.
    private var unit = ""
    private var tableTop: CGFloat = 0
    private let lineHeight: CGFloat

    init() {
        // Rows lie on whole points.
        lineHeight = max(OverlayLooks.font.lineHeight.rounded(.up), 16) + 1
        super.init(frame: .zero)
        backgroundColor = OverlayLooks.plate
        isUserInteractionEnabled = false
        clipsToBounds = true
    }

    /// Whether places have a digit behind the point.
    var hasTenths: Bool { columns.hasTenths }

    /// The height it takes for so many rows, in points.
    func height(rows: Int) -> CGFloat {
        let lines = (rows + columns.tables - 1) / columns.tables
        return tableTop + (rows > 0 ? CGFloat(lines + 1) * lineHeight : 0) + Self.inset
    }

    // MARK: Laying out

    /// Places everything anew.
    ///
    /// - Parameters:
    ///   - width: Its width, in points.
    ///   - hasPressure: Whether a panel tells pressure.
    ///   - hasSize: Whether a panel tells the size of contacts.
    ///   - unit: The unit of sizes.
    func arrange(width: CGFloat, hasPressure: Bool, hasSize: Bool, unit: String) {
        self.hasPressure = hasPressure
        self.hasSize = hasSize
        self.unit = unit
        let room = width - 2 * Self.inset
        columns = OverlayColumns(width: room, hasPressure: hasPressure, hasSize: hasSize)
        var x = Self.inset
        var y = Self.inset
        for item in Item.allCases {
            let wanted = (Self.widest(item) ?? self[item])
                .size(withAttributes: OverlayLooks.text).width.rounded(.up)
            let needed = min(wanted, room)
            if x > Self.inset, x + needed > Self.inset + room {
                x = Self.inset
                y += lineHeight
            }
            places[item.rawValue] = CGRect(x: x, y: y, width: needed, height: lineHeight)
            x += needed + Self.gap
        }
        tableTop = y + lineHeight
        setNeedsDisplay()
    }

    /// The longest text that there usually is; nil where it is known.
    private static func widest(_ item: Item) -> String? {
        switch item {
        case .device: nil
        case .fingers: "10 fingers, most 10"
        case .frames: "240 frames/s, 888 missed"
        case .latency: "latency 888.8 ms, most 888.8"
        case .jitter: "jitter 88.8 px, rms 88.8"
        case .jitterMillimeters: "8.88 mm, rms 8.88"
        }
    }

    // MARK: What it says

    /// What a figure says.
    subscript(item: Item) -> String {
        get { texts[item.rawValue] }
        set {
            if newValue == texts[item.rawValue] { return }
            texts[item.rawValue] = newValue
            setNeedsDisplay(places[item.rawValue])
        }
    }

    /// So many rows are to be seen.
    func show(rows count: Int) {
        if count == rowCount { return }
        while rows.count < count { rows.append(OverlayRow()) }
        rowCount = count
        setNeedsDisplay()
    }

    /// What a cell says.
    func set(_ text: String, _ column: OverlayRow.Column, ofRow row: Int) {
        guard row < rows.count, rows[row][column].text != text else { return }
        rows[row][column] = OverlayRow.Cell(
            text: text, width: text.size(withAttributes: OverlayLooks.text).width)
        guard let edge = columns.edges.first(where: { $0.column == column }) else { return }
        setNeedsDisplay(cell(edge, left: left(ofRow: row), top: top(ofRow: row)))
    }

    /// All that is written.
    var words: [String] {
        texts.filter { !$0.isEmpty }
            + (0..<rowCount).map { row in
                columns.edges.map { rows[row][$0.column].text }.joined(separator: "|")
            }
    }

    // MARK: Drawing

    private func top(ofRow row: Int) -> CGFloat {
        tableTop + CGFloat(row / columns.tables + 1) * lineHeight
    }

    private func left(ofRow row: Int) -> CGFloat {
        Self.inset + CGFloat(row % columns.tables) * columns.step
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        for item in Item.allCases where needsToDraw(places[item.rawValue]) {
            // Cut off at its place where it is longer than ever.
            texts[item.rawValue].draw(
                at: places[item.rawValue].origin, withAttributes: OverlayLooks.text)
        }
        if rowCount == 0 { return }
        for table in 0..<min(columns.tables, rowCount) {
            for edge in columns.edges {
                let cell = cell(edge, left: left(ofRow: table), top: tableTop)
                if needsToDraw(cell) {
                    let title = OverlayColumns.title(edge.column, unit: unit)
                    let width = title.size(withAttributes: OverlayLooks.quiet).width
                    draw(OverlayRow.Cell(text: title, width: width), in: cell, OverlayLooks.quiet)
                }
            }
        }
        for row in 0..<rowCount {
            let top = top(ofRow: row)
            let left = left(ofRow: row)
            if !needsToDraw(
                CGRect(x: left, y: top, width: columns.width, height: lineHeight))
            {
                continue
            }
            for edge in columns.edges {
                let cell = cell(edge, left: left, top: top)
                if !needsToDraw(cell) { continue }
                if edge.column == .slot {
                    var ground = cell
                    ground.size.height -= 1
                    context.setFillColor(OverlayLooks.color(row).cgColor)
                    context.fill(ground)
                }
                draw(rows[row][edge.column], in: cell, OverlayLooks.text)
            }
        }
    }

    private func cell(_ edge: OverlayColumns.Edge, left: CGFloat, top: CGFloat) -> CGRect {
        CGRect(x: left + edge.left, y: top, width: edge.right - edge.left, height: lineHeight)
    }

    /// Draws a text that ends at its cell's right edge.
    private func draw(_ content: OverlayRow.Cell, in cell: CGRect, _ look: [TextAttribute: Any]) {
        if content.text.isEmpty { return }
        content.text.draw(
            at: CGPoint(x: cell.maxX - content.width, y: cell.minY), withAttributes: look)
    }
}
