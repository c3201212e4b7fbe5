/// A view that presents data using rows in a single column.
///
/// The table has one section in the plain style. Only the visible rows have cells; a cell that
/// leaves the screen is used again. UIKit's further sections with headers and footers, the grouped
/// styles, the index, editing, swipe actions, moving rows, row animations, drag and drop,
/// prefetching and diffable data sources are missing.
@MainActor
open class UITableView: UIScrollView {
    /// Constants that indicate a position in the table view to which to scroll a row. The raw
    /// values are the same as in UIKit.
    public enum ScrollPosition: Int, Sendable {
        /// The table view scrolls the least distance that shows the row.
        case none = 0
        /// The table view scrolls the row to the top.
        case top = 1
        /// The table view scrolls the row to the middle.
        case middle = 2
        /// The table view scrolls the row to the bottom.
        case bottom = 3
    }

    /// The type of animation to use when rows are inserted or deleted. Rows are never animated; the
    /// constants exist for source compatibility. The raw values are the same as in UIKit.
    public enum RowAnimation: Int, Sendable {
        /// The rows fade into or out of the table view.
        case fade = 0
        /// The rows appear without an animation.
        case none = 5
        /// The table view chooses an animation.
        case automatic = 100
    }

    /// The style for cells used as separators. The raw values are the same as in UIKit.
    public enum SeparatorStyle: Int, Sendable {
        /// There are no separators.
        case none = 0
        /// A line below each row.
        case singleLine = 1
    }

    /// The height of a row that its cell determines.
    public static let automaticDimension: CGFloat = -1

    /// The object that acts as the data source of the table view. The table view loads its rows
    /// before the next touch or frame.
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet { if dataSource !== oldValue { setNeedsReload() } }
    }
    /// The delegate, which receives the messages of `UITableViewDelegate` if it conforms to that
    /// protocol.
    open override weak var delegate: (any UIScrollViewDelegate)? {
        didSet { tableDelegate = delegate as? any UITableViewDelegate }
    }
    /// The delegate, if it conforms to `UITableViewDelegate`.
    final weak var tableDelegate: (any UITableViewDelegate)?

    // MARK: Appearance

    /// The default height in points of each row, or `automaticDimension`, the default: the cell's
    /// `sizeThatFits(_:)` determines it.
    open var rowHeight = UITableView.automaticDimension { didSet { setNeedsReload() } }
    /// The height in points that rows have until they were shown; `automaticDimension`, the
    /// default, for 44 points. A positive `rowHeight` takes precedence.
    open var estimatedRowHeight = UITableView.automaticDimension { didSet { setNeedsReload() } }
    /// The style for table cells used as separators.
    open var separatorStyle = SeparatorStyle.singleLine { didSet { updateSeparators() } }
    /// The color of separator rows; the style's color if `nil`.
    open var separatorColor: UIColor? { didSet { updateSeparators() } }
    /// The default inset of cell separators; only the left and right insets count.
    open var separatorInset = UIEdgeInsets(
        top: 0, left: ControlStyle.margin, bottom: 0, right: 0)
    {
        didSet { updateSeparators() }
    }
    /// The view that displays above the table's content, of the height of its frame.
    open var tableHeaderView: UIView? {
        didSet { replace(oldValue, with: tableHeaderView) }
    }
    /// The view that displays below the table's content, of the height of its frame.
    open var tableFooterView: UIView? {
        didSet { replace(oldValue, with: tableFooterView) }
    }

    // MARK: Selection

    /// A Boolean value that determines whether users can select a row.
    open var allowsSelection = true
    /// A Boolean value that determines whether users can select more than one row.
    open var allowsMultipleSelection = false

    // MARK: State

    /// The heights of the rows.
    final var heights = RowHeights()
    /// The visible cells, whose rows are consecutive.
    final var cells: [UITableViewCell] = []
    /// The row of the first visible cell.
    final var firstRow = 0
    /// The cells that can be used again, which are hidden subviews, and their reuse identifiers.
    ///
    /// Changing an array in a dictionary would allocate memory.
    private var reusableCells: [(identifier: String, cells: [UITableViewCell])] = []
    /// The registered classes of cells by reuse identifier.
    private var cellClasses: [String: UITableViewCell.Type] = [:]
    /// The number of reloads and batch updates. A layout of the rows whose callbacks change this
    /// number starts again.
    final var updateCount = 0
    /// Whether the cells are being changed, so that a layout of the rows must wait.
    final var isChangingCells = false
    /// Whether the number of rows must be read from the data source.
    final var needsReload = true
    /// The selected rows.
    final var selectedRows: Set<Int> = []
    /// The row that a touch highlights, and the touch, or `nil` if there is none.
    final var press: (row: Int, touch: UITouch)?
    /// The row and position to which the animation with a motion number scrolls, or `nil` before
    /// the first animation.
    private var animationEnd: (row: Int, position: ScrollPosition, motionNumber: Int)?
    /// The changes of a batch update in progress, or `nil` if there is none.
    final var batch: TableUpdate?

    /// Creates a table view with the specified frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .systemBackground
        alwaysBounceVertical = true
        cells.reserveCapacity(64)
    }

    // MARK: Cells

    /// Registers a class to use in creating new table cells.
    open func register(
        _ cellClass: UITableViewCell.Type?, forCellReuseIdentifier identifier: String
    ) {
        cellClasses[identifier] = cellClass
    }

    /// Returns a cell that is no longer visible, after its `prepareForReuse()`, or a new cell of
    /// the registered class, or `nil` if no class is registered.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        for index in reusableCells.indices where reusableCells[index].identifier == identifier {
            guard let cell = reusableCells[index].cells.popLast() else { break }
            cell.prepareForReuse()
            return cell
        }
        return cellClasses[identifier]?.init(style: .default, reuseIdentifier: identifier)
    }

    /// Stores a cell that is no longer visible, so that it can be used again.
    final func addReusableCell(_ cell: UITableViewCell, withIdentifier identifier: String) {
        for index in reusableCells.indices where reusableCells[index].identifier == identifier {
            reusableCells[index].cells.append(cell)
            return
        }
        reusableCells.append((identifier, [cell]))
    }

    /// Returns a reusable table-view cell for the specified row.
    ///
    /// - Precondition: A class is registered for the identifier.
    open func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
            preconditionFailure(
                "UITableView: cannot dequeue a cell: no class is registered for \(identifier); "
                    + "call register(_:forCellReuseIdentifier:)")
        }
        return cell
    }

    /// The table cells that are visible in the table view, from top to bottom. While the table view
    /// displays rows, for example in `tableView(_:willDisplay:forRowAt:)`, the cells so far.
    public var visibleCells: [UITableViewCell] {
        layoutIfNeeded()
        return cells
    }

    /// The rows that are visible, from top to bottom. While the table view displays rows, for
    /// example in `tableView(_:willDisplay:forRowAt:)`, the rows so far.
    public var indexPathsForVisibleRows: [IndexPath]? {
        layoutIfNeeded()
        return cells.indices.map { IndexPath(row: firstRow + $0, section: 0) }
    }

    /// Returns the cell of a row, or `nil` if the row is not visible.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        cell(ofRow: indexPath.row)
    }

    /// Returns the visible cell of a row, or `nil`.
    final func cell(ofRow row: Int) -> UITableViewCell? {
        cells.indices.contains(row - firstRow) ? cells[row - firstRow] : nil
    }

    /// Returns the row of a cell, or `nil` if the cell is not visible.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        cells.firstIndex { $0 === cell }.map { IndexPath(row: firstRow + $0, section: 0) }
    }

    // MARK: Geometry

    /// The number of sections: 1.
    open var numberOfSections: Int { 1 }

    /// Returns the number of rows in a section.
    open func numberOfRows(inSection section: Int) -> Int {
        reloadIfNeeded()
        return section == 0 ? heights.count : 0
    }

    /// Returns the drawing area for a row, which depends on estimates if rows before were never
    /// shown.
    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        reloadIfNeeded()
        guard 0..<heights.count ~= indexPath.row else { return .zero }
        return CGRect(
            x: 0, y: headerHeight + heights.offset(of: indexPath.row), width: bounds.width,
            height: heights[indexPath.row])
    }

    /// Returns the row at a point in the table view's coordinates, or `nil` if there is none.
    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        reloadIfNeeded()
        let offset = point.y - headerHeight
        guard bounds.minX..<bounds.maxX ~= point.x, offset >= 0, offset < heights.total else {
            return nil
        }
        return IndexPath(row: heights.row(at: offset), section: 0)
    }

    /// The height of the header view, in points.
    final var headerHeight: CGFloat { tableHeaderView?.frame.height ?? 0 }

    /// Scrolls through the table view until a row is at a particular location on the screen.
    open func scrollToRow(
        at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
    ) {
        reloadIfNeeded()
        guard 0..<heights.count ~= indexPath.row else { return }
        layoutIfNeeded()
        let target = offset(showing: indexPath, at: scrollPosition)
        setContentOffset(target, animated: animated)
        if animated, motion != nil {
            // The least distance depends on the offset, which changes during the animation.
            let isAtTop = offset(showing: indexPath, at: .top) == target
            let position = scrollPosition == .none ? (isAtTop ? .top : .bottom) : scrollPosition
            animationEnd = (indexPath.row, position, motionNumber)
            return
        }
        // Rows that are shown for the first time can have other heights than estimated.
        for _ in 0..<3 {
            layoutIfNeeded()
            setContentOffset(offset(showing: indexPath, at: scrollPosition), animated: false)
        }
    }

    override func target(of animation: ScrollAnimation) -> CGPoint {
        guard let animationEnd, animationEnd.motionNumber == motionNumber else {
            return super.target(of: animation)
        }
        // An update may have removed rows.
        reloadIfNeeded()
        let row = min(animationEnd.row, heights.count - 1)
        return offset(showing: IndexPath(row: row, section: 0), at: animationEnd.position)
    }

    override func scrollToTarget(of animation: ScrollAnimation) {
        let number = motionNumber
        super.scrollToTarget(of: animation)
        guard animationEnd?.motionNumber == number else { return }
        // Rows that are shown for the first time can have other heights than estimated.
        for _ in 0..<3 {
            layoutIfNeeded()
            // A callback may have started another motion.
            guard motionNumber == number else { return }
            super.scrollToTarget(of: animation)
        }
    }

    /// Returns the content offset at which a row is at a position.
    private func offset(showing indexPath: IndexPath, at position: ScrollPosition) -> CGPoint {
        let rect = rectForRow(at: indexPath)
        let insets = adjustedContentInset
        let top = rect.minY - insets.top
        let bottom = rect.maxY + insets.bottom - bounds.height
        let y: CGFloat
        switch position {
        case .none: y = min(max(bounds.minY, bottom), top)
        case .top: y = top
        case .middle: y = (top + bottom) / 2
        case .bottom: y = bottom
        }
        return CGPoint(x: bounds.minX, y: range(of: .vertical).clamp(y))
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutRows()
    }

    // MARK: Touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let touch = UITouch.earliest(in: touches), pressRow(touch) { return }
        super.touchesBegan(touches, with: event)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let press, touches.contains(press.touch) { return }
        super.touchesMoved(touches, with: event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let press, touches.contains(press.touch) else {
            return super.touchesEnded(touches, with: event)
        }
        selectRow(liftedBy: press.touch)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let press, touches.contains(press.touch) else {
            return super.touchesCancelled(touches, with: event)
        }
        releasePress()
    }
}
