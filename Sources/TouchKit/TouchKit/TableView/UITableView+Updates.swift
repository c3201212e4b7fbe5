/// The changes of the rows in a batch update.
struct TableUpdate {
    /// The rows that were deleted, as numbers before the update.
    var deleted: Set<Int> = []
    /// The rows that were inserted, as numbers after the update.
    var inserted: Set<Int> = []
    /// The nesting depth of `beginUpdates()`.
    var depth = 0
}

// Changes of single rows, which are never animated.
extension UITableView {
    /// Inserts rows at the locations that the index paths identify, after the data source was
    /// changed. The rows are not animated.
    ///
    /// - Precondition: The data source returns the number of rows after the change.
    public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { $0.inserted.formUnion(indexPaths.map(\.row)) }
    }

    /// Deletes the rows that the index paths identify, after the data source was changed. The rows
    /// are not animated.
    ///
    /// - Precondition: The data source returns the number of rows after the change.
    public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { $0.deleted.formUnion(indexPaths.map(\.row)) }
    }

    /// Reloads the specified rows. The rows are not animated, and their selection is removed.
    public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { _ in
            for indexPath in indexPaths { selectedRows.remove(indexPath.row) }
        }
    }

    /// Begins a series of changes that become effective together.
    public func beginUpdates() {
        batch = batch ?? TableUpdate()
        batch?.depth += 1
    }

    /// Ends a series of changes. Deletions are numbered before the series, insertions after it.
    public func endUpdates() {
        guard var update = batch else { return }
        update.depth -= 1
        batch = update.depth > 0 ? update : nil
        if batch == nil { apply(update) }
    }

    /// Makes several changes together, and calls the completion handler.
    public func performBatchUpdates(
        _ updates: (() -> Void)?, completion: ((_ finished: Bool) -> Void)? = nil
    ) {
        beginUpdates()
        updates?()
        endUpdates()
        completion?(true)
    }

    private func change(_ body: (inout TableUpdate) -> Void) {
        beginUpdates()
        var update = batch ?? TableUpdate()
        body(&update)
        batch = update
        endUpdates()
    }

    private func apply(_ update: TableUpdate) {
        guard let dataSource else { return }
        // Rows that were never loaded, or must be loaded again, include the changes already.
        if needsReload { return reloadIfNeeded() }
        let inserted = update.inserted.sorted()
        let count = dataSource.tableView(self, numberOfRowsInSection: 0)
        let expected = heights.count - update.deleted.count + inserted.count
        precondition(
            count == expected,
            "UITableView: cannot update rows: the data source returns \(count) rows instead of "
                + "\(expected)")
        updateCount += 1
        // The callbacks below can reload the rows or update them again.
        selectedRows = Set(
            selectedRows.subtracting(update.deleted).map { row in
                var moved = row - update.deleted.count { $0 < row }
                for new in inserted where new <= moved { moved += 1 }
                return moved
            })
        heights.update(
            removing: update.deleted, inserting: inserted, estimate: estimatedHeight)
        changeCells {
            releasePress()
            recycleAllCells()
        }
        updateContentSize()
        scrollToContent()
        setNeedsLayout()
        layoutIfNeeded()
    }
}
