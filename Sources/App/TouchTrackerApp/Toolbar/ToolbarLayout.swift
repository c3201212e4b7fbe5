import TouchKit

/// The frames of the parts of the toolbar, in points of the toolbar's superview.
///
/// If all colors and line widths fit into one row with buttons of at least 44 points, which
/// requires 704 points, or 748 with a button for pages, they are part of the row (wide layout). If
/// they do not fit, the row has one button that opens a strip of colors, and one button that opens
/// a strip of line widths.
struct ToolbarLayout: Equatable {
    /// The permitted range of the width and height of a button, in points.
    private static let cellExtents: ClosedRange<CGFloat> = 44...52
    /// The space between two groups of buttons in the wide layout, in points.
    private static let groupGap: CGFloat = 12
    /// The minimum distance between the toolbar and the left and right edges of its superview, in
    /// points.
    static let margin: CGFloat = 4
    /// The distance between the row of buttons and the bottom edge, in points.
    private static let bottomMargin: CGFloat = 8
    /// The space between the row and an open strip, in points.
    private static let stripGap: CGFloat = 8

    /// Whether the colors and line widths are part of the row of buttons.
    let isWide: Bool
    /// The frame of the row with all buttons.
    let row: CGRect
    /// The frame of the tool button.
    let tool: CGRect
    /// The frame of the color button, or of all color buttons in the wide layout.
    let color: CGRect
    /// The frame of the line width button, or of all line width buttons in the wide layout.
    let width: CGRect
    /// The frame of the undo button.
    let undo: CGRect
    /// The frame of the redo button.
    let redo: CGRect
    /// The frame of the clear button.
    let clear: CGRect
    /// The frame of the button for pages; empty if there is none.
    let pages: CGRect
    /// The rectangle that was passed to `init(in:hasPages:)`, without the margins on all sides.
    private let availableArea: CGRect

    /// Calculates the layout of a row that is at the bottom of `bounds` and centered horizontally.
    /// If `hasPages` is `true`, the row has a button for pages.
    init(in bounds: CGRect, hasPages: Bool = false) {
        availableArea = bounds.insetBy(dx: Self.margin, dy: Self.margin)
        let colors = InkColor.allCases.count
        let widths = InkWidth.allCases.count
        let gaps = 3 * Self.groupGap
        let more = hasPages ? 1 : 0
        let wideCount = 4 + more + colors + widths
        let wideCell = Self.cell(availableArea.width - gaps, among: wideCount)
        isWide = wideCell >= Self.cellExtents.lowerBound
        let cell = min(
            max(
                isWide ? wideCell : Self.cell(availableArea.width, among: 6 + more),
                Self.cellExtents.lowerBound),
            Self.cellExtents.upperBound)
        let extent = isWide ? CGFloat(wideCount) * cell + gaps : CGFloat(6 + more) * cell
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
        pages = next(more)
    }

    /// Returns the maximum side length of a square cell, in points, at which `count` cells fit into
    /// `length` points. The result is even, so that icons are aligned to whole points.
    private static func cell(_ length: CGFloat, among count: Int) -> CGFloat {
        (length / CGFloat(count) / 2).rounded(.down) * 2
    }

    /// The maximum size of a strip, in points.
    var maximumStripSize: CGSize { availableArea.size }

    /// Returns the frame of a strip with the given size. The strip is above the row, and if
    /// possible centered above the button that opens it.
    func strip(_ size: CGSize, above button: CGRect) -> CGRect {
        let x = (button.midX - size.width / 2).rounded(.down)
        return CGRect(
            x: max(min(x, availableArea.maxX - size.width), availableArea.minX),
            y: row.minY - Self.stripGap - size.height, width: size.width, height: size.height)
    }
}
