import TouchKit
import TouchKitGeometry

/// What is said of one finger, as the columns of a row.
struct OverlayRow: Equatable {
    /// The columns, from the left.
    enum Column: Int, CaseIterable {
        case slot, id, points, units, pressure, size, rate
    }

    /// What a cell says.
    struct Cell: Equatable {
        var text = ""
        /// Of the text, in points: measured once, and drawn whenever something moves below.
        var width: CGFloat = 0
    }

    private var cells = [Cell](repeating: Cell(), count: Column.allCases.count)

    subscript(column: Column) -> Cell {
        get { cells[column.rawValue] }
        set { cells[column.rawValue] = newValue }
    }
}

/// The columns' places; pure but for the font's measures.
@MainActor
struct OverlayColumns {
    /// Where a column lies, in points.
    struct Edge {
        let column: OverlayRow.Column
        var left: CGFloat
        var right: CGFloat
    }

    /// Which columns there are, from the left.
    private(set) var edges: [Edge] = []
    /// Of all of them, in points.
    var width: CGFloat { edges.last?.right ?? 0 }
    /// Whether places have a digit behind the point.
    private(set) var hasTenths = true
    /// How many rows lie beside each other.
    private(set) var tables = 1
    /// From one row to the one beside it, in points.
    private(set) var step: CGFloat = 0

    private static let leastGap: CGFloat = 4
    private static let largestGap: CGFloat = 18
    /// Between rows that lie beside each other, in points.
    private static let tableGap: CGFloat = 24

    init() {}

    /// Places columns in a width.
    ///
    /// - Parameters:
    ///   - width: The room, in points.
    ///   - hasPressure: Whether a panel tells pressure.
    ///   - hasSize: Whether a panel tells the size of contacts.
    init(width: CGFloat, hasPressure: Bool, hasSize: Bool) {
        let half = (width - Self.tableGap) / 2
        place(in: half, hasPressure, hasSize)
        if fits(half) {
            tables = 2
            step = half + Self.tableGap
            return
        }
        place(in: width, hasPressure, hasSize)
        if fits(width) { return }
        hasTenths = false
        place(in: width, hasPressure, hasSize)
    }

    private func fits(_ width: CGFloat) -> Bool { edges.last.map { $0.right <= width } ?? true }

    private mutating func place(in width: CGFloat, _ hasPressure: Bool, _ hasSize: Bool) {
        edges.removeAll()
        var needed: CGFloat = 0
        for column in OverlayRow.Column.allCases {
            if column == .pressure && !hasPressure || column == .size && !hasSize { continue }
            let widest = max(
                Self.width(Self.widest(column, hasTenths: hasTenths)),
                Self.width(Self.title(column, unit: "mm")))
            edges.append(Edge(column: column, left: needed, right: needed + widest))
            needed += widest
        }
        // What is left goes between columns.
        let gaps = (width - needed) / CGFloat(max(edges.count - 1, 1))
        let gap = min(max(gaps, Self.leastGap), Self.largestGap)
        for index in edges.indices {
            edges[index].left += CGFloat(index) * gap
            edges[index].right += CGFloat(index) * gap
        }
    }

    private static func width(_ text: String) -> CGFloat {
        text.size(withAttributes: OverlayLooks.text).width.rounded(.up)
    }

    private static func widest(_ column: OverlayRow.Column, hasTenths: Bool) -> String {
        switch column {
        case .slot: "00"
        case .id: "00000"
        case .points: hasTenths ? "0000.0 0000.0" : "000 000"
        case .units: "00000 00000"
        case .pressure: ".00"
        case .size: "00"
        case .rate: "000"
        }
    }

    /// What stands above a column.
    static func title(_ column: OverlayRow.Column, unit: String) -> String {
        switch column {
        case .slot: ""
        case .id: "id"
        case .points: "points"
        case .units: "units"
        case .pressure: "p"
        case .size: unit
        case .rate: "Hz"
        }
    }
}
