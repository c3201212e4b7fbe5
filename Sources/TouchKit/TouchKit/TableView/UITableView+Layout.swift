// Rows: which rows have cells, and where the cells are.
extension UITableView {
    /// Reloads the rows of the table view, and removes the selection.
    public func reloadData() {
        setNeedsReload()
        reloadIfNeeded()
    }

    /// Reads the number of rows before the next touch or frame.
    func setNeedsReload() {
        needsReload = true
        setNeedsLayout()
    }

    /// The height of rows that were never shown, in points.
    var estimatedHeight: CGFloat {
        if rowHeight > 0 { return rowHeight }
        return estimatedRowHeight > 0 ? estimatedRowHeight : ControlStyle.rowHeight
    }

    /// Reads the number of rows from the data source, if the rows must be reloaded.
    func reloadIfNeeded() {
        guard needsReload, let dataSource else { return }
        needsReload = false
        updateCount += 1
        changeCells {
            releasePress()
            recycleAllCells()
            selectedRows.removeAll()
            let count = dataSource.tableView(self, numberOfRowsInSection: 0)
            heights = RowHeights(count: count, estimate: estimatedHeight)
        }
        updateContentSize()
        scrollToContent()
        setNeedsLayout()
    }

    /// Scrolls to the end of the content if the offset is beyond it, because rows were removed.
    func scrollToContent() {
        let end = range(of: .vertical).maximum
        guard drag == nil, motion == nil, contentOffset.y > end else { return }
        contentOffset.y = end
    }

    /// Gives cells to the visible rows, and takes the cells of other rows.
    ///
    /// If a callback of the data source or delegate reloads or changes rows, the layout starts
    /// again, or ends with the next layout if that happens repeatedly. A callback that requires a
    /// layout, for example by reading `visibleCells`, requests the next layout instead.
    func layoutRows() {
        if isChangingCells { return setNeedsLayout() }
        changeCells {
            for _ in 0..<4 where layOutRowsOnce() { return }
        }
    }

    /// Calls `body`, which changes the cells and calls the data source and the delegate. A layout
    /// of the rows waits until `body` has returned.
    func changeCells(_ body: () -> Void) {
        let wasChangingCells = isChangingCells
        isChangingCells = true
        body()
        isChangingCells = wasChangingCells
    }

    /// Gives cells to the visible rows, unless a callback reloads or changes rows.
    ///
    /// If rows turn out to have other heights than estimated, the rows that were visible before
    /// keep their places on the screen: the content offset changes without a message to the
    /// delegate.
    ///
    /// - Returns: Whether the layout is complete.
    private func layOutRowsOnce() -> Bool {
        reloadIfNeeded()
        guard heights.count > 0, dataSource != nil else {
            recycleAllCells()
            layoutHeaderAndFooter()
            updateContentSize()
            return true
        }
        let count = updateCount
        let top = bounds.minY - headerHeight
        let first = heights.row(at: max(top, 0))
        // Without a height, the row above a boundary contains the end of the bounds.
        let last = max(first, heights.row(at: max(top + bounds.height - 0.001, 0)))
        recycleCells(outside: first...last)
        guard updateCount == count else { return false }
        let anchor = cells.isEmpty ? first : firstRow
        let anchorOffset = heights.offset(of: anchor)
        if cells.isEmpty { firstRow = first }
        while firstRow > first {
            guard insertCell(forRow: firstRow - 1) else { return false }
        }
        var row = firstRow + cells.count
        var bottom = heights.offset(of: row)
        while row < heights.count && bottom < top + bounds.height {
            guard insertCell(forRow: row) else { return false }
            row += 1
            bottom = heights.offset(of: row)
        }
        guard measureCells() else { return false }
        placeCells()
        layoutHeaderAndFooter()
        updateContentSize()
        let change = heights.offset(of: anchor) - anchorOffset
        if change != 0 {
            bounds = CGRect(
                origin: CGPoint(x: bounds.minX, y: bounds.minY + change), size: bounds.size)
        }
        return true
    }

    // MARK: Cells

    /// Adds the cell of the row before the first or after the last cell. Returns whether the rows
    /// are still the same after the callbacks.
    private func insertCell(forRow row: Int) -> Bool {
        guard let dataSource else { return false }
        let indexPath = IndexPath(row: row, section: 0)
        let count = updateCount
        let cell = dataSource.tableView(self, cellForRowAt: indexPath)
        guard updateCount == count else {
            hide(cell)
            return false
        }
        cell.setNeedsLayout()
        if row < firstRow {
            cells.insert(cell, at: 0)
            firstRow = row
        } else {
            cells.append(cell)
        }
        if cell.superview !== self { insertSubview(cell, at: 0) }
        configureSeparator(of: cell)
        cell.setSelected(selectedRows.contains(row), animated: false)
        cell.isHidden = false
        guard measure(cell, row: row) else { return false }
        tableDelegate?.tableView(self, willDisplay: cell, forRowAt: indexPath)
        return updateCount == count
    }

    /// Measures the cells whose width has changed. Returns whether the rows are still the same.
    private func measureCells() -> Bool {
        for (index, cell) in cells.enumerated() where cell.bounds.width != bounds.width {
            guard measure(cell, row: firstRow + index) else { return false }
        }
        return true
    }

    /// Determines the height of a row. Returns whether the rows are still the same.
    private func measure(_ cell: UITableViewCell, row: Int) -> Bool {
        let count = updateCount
        var height =
            tableDelegate?.tableView(self, heightForRowAt: IndexPath(row: row, section: 0))
            ?? rowHeight
        if height < 0 {
            height = cell.sizeThatFits(CGSize(width: bounds.width, height: 0)).height
        }
        guard updateCount == count else { return false }
        heights.setHeight(height, of: row)
        return true
    }

    private func placeCells() {
        var y = headerHeight + heights.offset(of: firstRow)
        for (index, cell) in cells.enumerated() {
            let height = heights[firstRow + index]
            let frame = CGRect(x: 0, y: y, width: bounds.width, height: height)
            if cell.frame != frame { cell.frame = frame }
            y += height
        }
    }

    private func recycleCells(outside rows: ClosedRange<Int>) {
        while let cell = cells.last, firstRow + cells.count - 1 > rows.upperBound {
            cells.removeLast()
            recycle(cell, row: firstRow + cells.count)
        }
        while let cell = cells.first, firstRow < rows.lowerBound {
            cells.removeFirst()
            firstRow += 1
            recycle(cell, row: firstRow - 1)
        }
    }

    func recycleAllCells() {
        while let cell = cells.popLast() { recycle(cell, row: firstRow + cells.count) }
    }

    /// Hides a cell until it is used again, or removes it if it has no reuse identifier.
    private func hide(_ cell: UITableViewCell) {
        if let identifier = cell.reuseIdentifier {
            cell.isHidden = true
            addReusableCell(cell, withIdentifier: identifier)
        } else {
            cell.removeFromSuperview()
        }
    }

    /// Hides or removes the cell of a row, and notifies the delegate.
    private func recycle(_ cell: UITableViewCell, row: Int) {
        if press?.row == row { releasePress() }
        hide(cell)
        tableDelegate?.tableView(
            self, didEndDisplaying: cell, forRowAt: IndexPath(row: row, section: 0))
    }

    // MARK: Surroundings

    /// Adds a header or footer view in place of another one, or adopts the changed height of the
    /// same view.
    func replace(_ old: UIView?, with new: UIView?) {
        if old !== new {
            old?.removeFromSuperview()
            if let new { addSubview(new) }
        }
        updateContentSize()
        setNeedsLayout()
    }

    private func layoutHeaderAndFooter() {
        if let tableHeaderView {
            tableHeaderView.frame = CGRect(
                x: 0, y: 0, width: bounds.width, height: tableHeaderView.frame.height)
        }
        if let tableFooterView {
            tableFooterView.frame = CGRect(
                x: 0, y: headerHeight + heights.total, width: bounds.width,
                height: tableFooterView.frame.height)
        }
    }

    func updateContentSize() {
        let footer = tableFooterView?.frame.height ?? 0
        let size = CGSize(
            width: bounds.width, height: headerHeight + heights.total + footer)
        if size != contentSize { contentSize = size }
    }

    func updateSeparators() {
        for cell in cells { configureSeparator(of: cell) }
    }

    private func configureSeparator(of cell: UITableViewCell) {
        cell.setSeparator(
            separatorStyle == .none ? nil : separatorColor ?? .separator, inset: separatorInset)
    }
}
