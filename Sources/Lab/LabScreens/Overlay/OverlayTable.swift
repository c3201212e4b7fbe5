import TouchKit
import TouchKitGeometry

/// The texts of one contact in the overlay's table.
struct OverlayTableRow: Equatable {
    /// The columns of the table, from left to right.
    enum Column: Int, CaseIterable {
        /// The kernel slot of the contact.
        case slot
        /// The kernel's tracking id of the contact.
        case id
        /// The position in points.
        case points
        /// The position in device units.
        case units
        /// The pressure, 0…1.
        case pressure
        /// The length of the contact, in millimeters or points.
        case size
        /// The report rate in Hz.
        case rate
    }

    /// The text of a cell.
    struct Cell: Equatable {
        var text = ""
        /// The width of the text in points. The width is stored, because cells are drawn more often
        /// than they change.
        var width: CGFloat = 0
    }

    private var cells = [Cell](repeating: Cell(), count: Column.allCases.count)

    /// The cell in a column.
    subscript(column: Column) -> Cell {
        get { cells[column.rawValue] }
        set { cells[column.rawValue] = newValue }
    }
}

/// The horizontal layout of the overlay's table.
///
/// If the width suffices for two tables side by side, consecutive rows alternate between them.
@MainActor
struct OverlayTableLayout {
    /// A column together with its left and right edge.
    struct ColumnExtent {
        let column: OverlayTableRow.Column
        /// The left edge of the column in points, relative to the left edge of the table.
        var left: CGFloat
        /// The right edge of the column in points, relative to the left edge of the table.
        var right: CGFloat
    }

    /// The visible columns from left to right.
    private(set) var columns: [ColumnExtent] = []
    /// The width of a table, in points.
    var tableWidth: CGFloat { columns.last?.right ?? 0 }
    /// Whether the table shows positions in points with one decimal.
    private(set) var hasDecimals = true
    /// The number of tables side by side: 1 or 2.
    private(set) var tableCount = 1
    /// The distance between the left edges of adjacent tables in points, or 0 with one table.
    private(set) var tableSpacing: CGFloat = 0

    private static let minimumColumnGap: CGFloat = 4
    private static let maximumColumnGap: CGFloat = 18
    /// The gap between two tables, in points.
    private static let tableGap: CGFloat = 24

    /// Creates a layout without columns.
    init() {}

    /// Creates a layout for an available width. Uses two tables if they fit, otherwise one.
    /// Positions have no decimals if the single table would otherwise be too wide.
    ///
    /// - Parameters:
    ///   - width: The available width, in points.
    ///   - hasPressure: Whether a connected touchscreen reports pressure.
    ///   - hasSize: Whether a connected touchscreen reports the contact size.
    init(width: CGFloat, hasPressure: Bool, hasSize: Bool) {
        let half = (width - Self.tableGap) / 2
        layOutColumns(in: half, hasPressure, hasSize)
        if fits(half) {
            tableCount = 2
            tableSpacing = half + Self.tableGap
            return
        }
        layOutColumns(in: width, hasPressure, hasSize)
        if fits(width) { return }
        hasDecimals = false
        layOutColumns(in: width, hasPressure, hasSize)
    }

    private func fits(_ width: CGFloat) -> Bool { tableWidth <= width }

    private mutating func layOutColumns(
        in width: CGFloat, _ hasPressure: Bool, _ hasSize: Bool
    ) {
        columns.removeAll()
        var neededWidth: CGFloat = 0
        for column in OverlayTableRow.Column.allCases {
            if column == .pressure && !hasPressure || column == .size && !hasSize { continue }
            let columnWidth = max(
                Self.width(Self.widestText(column, hasDecimals: hasDecimals)),
                Self.width(Self.title(of: column, sizeUnit: "mm")))
            columns.append(
                ColumnExtent(column: column, left: neededWidth, right: neededWidth + columnWidth))
            neededWidth += columnWidth
        }
        // The gaps between the columns share the remaining width.
        let share = (width - neededWidth) / CGFloat(max(columns.count - 1, 1))
        let gap = min(max(share, Self.minimumColumnGap), Self.maximumColumnGap)
        for index in columns.indices {
            columns[index].left += CGFloat(index) * gap
            columns[index].right += CGFloat(index) * gap
        }
    }

    private static func width(_ text: String) -> CGFloat {
        text.size(withAttributes: OverlayStyle.valueAttributes).width.rounded(.up)
    }

    /// Returns a text as wide as the widest usual text of a column.
    private static func widestText(
        _ column: OverlayTableRow.Column, hasDecimals: Bool
    ) -> String {
        switch column {
        case .slot: "00"
        case .id: "00000"
        case .points: hasDecimals ? "0000.0 0000.0" : "000 000"
        case .units: "00000 00000"
        case .pressure: ".00"
        case .size: "00"
        case .rate: "000"
        }
    }

    /// Returns the title of a column.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - sizeUnit: The unit of contact sizes, which is the title of their column.
    static func title(of column: OverlayTableRow.Column, sizeUnit: String) -> String {
        switch column {
        case .slot: ""
        case .id: "id"
        case .points: "points"
        case .units: "units"
        case .pressure: "p"
        case .size: sizeUnit
        case .rate: "Hz"
        }
    }
}
