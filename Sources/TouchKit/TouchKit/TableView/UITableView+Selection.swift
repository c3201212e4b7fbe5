// Touches on rows, and the selection.
extension UITableView {
    // MARK: Selection by the application

    /// The selected row, or the first of several, or `nil` if no row is selected.
    public var indexPathForSelectedRow: IndexPath? {
        selectedRows.min().map { IndexPath(row: $0, section: 0) }
    }

    /// The selected rows in ascending order, or `nil` if no row is selected.
    public var indexPathsForSelectedRows: [IndexPath]? {
        selectedRows.isEmpty
            ? nil : selectedRows.sorted().map { IndexPath(row: $0, section: 0) }
    }

    /// Selects a row, optionally scrolling it to a position, without a message to the delegate. No
    /// row is selected if `indexPath` is `nil`.
    public func selectRow(
        at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
        reloadIfNeeded()
        if !allowsMultipleSelection || indexPath == nil {
            for row in selectedRows where row != indexPath?.row {
                setSelected(false, row: row, animated: animated)
            }
        }
        guard let indexPath, 0..<heights.count ~= indexPath.row else { return }
        setSelected(true, row: indexPath.row, animated: animated)
        if scrollPosition != .none {
            scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
        }
    }

    /// Deselects a row, without a message to the delegate.
    public func deselectRow(at indexPath: IndexPath, animated: Bool) {
        setSelected(false, row: indexPath.row, animated: animated)
    }

    private func setSelected(_ isSelected: Bool, row: Int, animated: Bool) {
        if isSelected { selectedRows.insert(row) } else { selectedRows.remove(row) }
        cell(ofRow: row)?.setSelected(isSelected, animated: animated)
    }

    // MARK: Touches

    /// Highlights the row of a touch that began in its cell.
    func pressRow(_ touch: UITouch) -> Bool {
        releaseLostPress(before: touch)
        guard allowsSelection, press == nil,
            let indexPath = indexPathForRow(at: touch.location(in: self)),
            let cell = cell(ofRow: indexPath.row), touch.hitView?.isDescendant(of: cell) == true,
            tableDelegate?.tableView(self, shouldHighlightRowAt: indexPath) ?? true
        else { return false }
        press = (indexPath.row, touch)
        cell.setHighlighted(true, animated: false)
        tableDelegate?.tableView(self, didHighlightRowAt: indexPath)
        return true
    }

    /// Removes the highlight of a row whose touch the table view cannot follow to its end, because
    /// the view under the touch was removed or moved.
    ///
    /// - Parameter touch: A touch that begins.
    private func releaseLostPress(before touch: UITouch) {
        guard let press else { return }
        let continues =
            press.touch !== touch && press.touch.hitView?.isDescendant(of: self) == true
            && window?.application?.dispatcher.isOpenInView(press.touch) == true
        if !continues { releasePress() }
    }

    /// Removes the highlight of the pressed row, and returns the row.
    @discardableResult
    func releasePress() -> Int? {
        guard let row = press?.row else { return nil }
        press = nil
        cell(ofRow: row)?.setHighlighted(false, animated: false)
        tableDelegate?.tableView(self, didUnhighlightRowAt: IndexPath(row: row, section: 0))
        return row
    }

    /// Selects the row that a touch was lifted from, or deselects it if several rows can be
    /// selected.
    func selectRow(liftedBy touch: UITouch) {
        let isInside = press.map {
            rectForRow(at: IndexPath(row: $0.row, section: 0)).contains(touch.location(in: self))
        }
        guard let row = releasePress(), isInside == true else { return }
        let indexPath = IndexPath(row: row, section: 0)
        if allowsMultipleSelection && selectedRows.contains(row) {
            deselectByTouch(row)
            return
        }
        guard let tableDelegate else {
            selectRow(at: indexPath, animated: false, scrollPosition: .none)
            return
        }
        guard let selected = tableDelegate.tableView(self, willSelectRowAt: indexPath) else {
            return
        }
        if !allowsMultipleSelection {
            for old in selectedRows where old != selected.row { deselectByTouch(old) }
        }
        // The delegate may have removed rows.
        reloadIfNeeded()
        guard 0..<heights.count ~= selected.row else { return }
        setSelected(true, row: selected.row, animated: false)
        tableDelegate.tableView(self, didSelectRowAt: selected)
    }

    private func deselectByTouch(_ row: Int) {
        var indexPath = IndexPath(row: row, section: 0)
        if let tableDelegate {
            guard let other = tableDelegate.tableView(self, willDeselectRowAt: indexPath) else {
                return
            }
            indexPath = other
        }
        setSelected(false, row: indexPath.row, animated: false)
        tableDelegate?.tableView(self, didDeselectRowAt: indexPath)
    }
}
