import TouchKit

/// Where the toolbar's parts lie: pure geometry, in points of the view that it lies in.
///
/// One rule: where colours and widths fit into the row with cells of 44 points they stand there, one tap
/// away (704 points and more); elsewhere a button stands for each of both and opens a strip.
struct ToolbarLayout: Equatable {
    private static let cellExtents: ClosedRange<CGFloat> = 44...52
    /// Between groups of buttons in the wide row, in points.
    private static let groupGap: CGFloat = 12
    /// The least distance from the left and right edges, in points.
    static let margin: CGFloat = 4
    /// From the bottom edge, in points.
    private static let bottomMargin: CGFloat = 8
    /// Between the row and a strip, in points.
    private static let stripGap: CGFloat = 8

    /// Whether colours and widths stand in the row.
    let isWide: Bool
    /// The panel with the buttons.
    let row: CGRect
    let tool: CGRect
    /// The button, or in the wide row all colours.
    let color: CGRect
    /// The button, or in the wide row all widths.
    let width: CGRect
    let undo: CGRect
    let redo: CGRect
    let clear: CGRect
    private let room: CGRect

    /// Lays out the row at the bottom edge of a rectangle, in its middle.
    init(in bounds: CGRect) {
        room = bounds.insetBy(dx: Self.margin, dy: Self.margin)
        let colors = InkColor.allCases.count
        let widths = InkWidth.allCases.count
        let gaps = 3 * Self.groupGap
        let wideCell = Self.cell(room.width - gaps, among: 4 + colors + widths)
        isWide = wideCell >= Self.cellExtents.lowerBound
        let cell = min(
            max(isWide ? wideCell : Self.cell(room.width, among: 6), Self.cellExtents.lowerBound),
            Self.cellExtents.upperBound)
        let extent = isWide ? CGFloat(4 + colors + widths) * cell + gaps : 6 * cell
        let corner = CGPoint(
            x: bounds.minX + ((bounds.width - extent) / 2).rounded(.down),
            y: bounds.maxY - Self.bottomMargin - cell)
        row = CGRect(x: corner.x, y: corner.y, width: extent, height: cell)
        let gap = isWide ? Self.groupGap : 0
        var x = corner.x
        func next(_ cells: Int) -> CGRect {
            let rect = CGRect(x: x, y: corner.y, width: CGFloat(cells) * cell, height: cell)
            x = rect.maxX
            return rect
        }
        tool = next(1)
        x += gap
        color = next(isWide ? colors : 1)
        x += gap
        width = next(isWide ? widths : 1)
        x += gap
        undo = next(1)
        redo = next(1)
        clear = next(1)
    }

    /// The extent of a cell where so many share a length; even, so that icons lie on whole points.
    private static func cell(_ length: CGFloat, among count: Int) -> CGFloat {
        (length / CGFloat(count) / 2).rounded(.down) * 2
    }

    /// The room for a strip, in points.
    var stripRoom: CGSize { room.size }

    /// Where a strip of this size lies that a button opens.
    func strip(_ size: CGSize, above button: CGRect) -> CGRect {
        let x = (button.midX - size.width / 2).rounded(.down)
        return CGRect(
            x: max(min(x, room.maxX - size.width), room.minX),
            y: row.minY - Self.stripGap - size.height, width: size.width, height: size.height)
    }
}
