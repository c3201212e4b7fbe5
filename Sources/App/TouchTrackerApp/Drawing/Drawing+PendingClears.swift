/// Requests to delete all strokes that wait until all stored strokes are restored.
extension Drawing {
    /// A request to delete all strokes that was made before all stored strokes were restored, and
    /// therefore waits.
    struct PendingClear {
        /// The identifier that the next new stroke would have received at the time of the request.
        /// The clear deletes only strokes with lower identifiers.
        let firstRetainedID: Stroke.ID
        /// The number of edits that could be undone at the time of the request.
        let editCount: Int
    }

    /// Returns whether a stored stroke that has not been restored yet may lie above `stroke`.
    func mayComeAbove(_ stroke: Stroke) -> Bool {
        guard case .inserting(let queue) = restoring else { return false }
        return stroke.level < queue.firstNewLevel
    }

    /// The requests to delete all strokes that wait until all stored strokes are restored, in the
    /// order of the requests.
    private var pendingClears: [PendingClear] {
        if case .inserting(let queue) = restoring { queue.clears } else { [] }
    }

    /// The index in `undoable` of the first edit after the newest pending clear, or 0 if there is
    /// none.
    var firstEditAfterPendingClears: Int { pendingClears.last?.editCount ?? 0 }

    /// Whether a request to delete all strokes waits until all stored strokes are restored.
    package var hasPendingClear: Bool { !pendingClears.isEmpty }

    /// Whether the newest edit is a request to delete all strokes that waits until all stored
    /// strokes are restored.
    var isNewestEditPendingClear: Bool { pendingClears.last?.editCount == undoable.count }

    /// Whether the newest edit that can be undone deleted all strokes, or will delete them when all
    /// stored strokes are restored.
    package var isNewestEditClear: Bool {
        if isNewestEditPendingClear { return true }
        if case .cleared = undoable.last { return true }
        return false
    }

    /// Whether there are strokes to delete, or stored strokes that have not been restored yet.
    package var canClear: Bool {
        guard case .inserting(let queue) = restoring else { return !order.isEmpty }
        return !isPendingClearComplete(queue)
    }

    /// Whether a pending clear will already delete all strokes.
    private func isPendingClearComplete(_ queue: RestoreQueue) -> Bool {
        guard let last = queue.clears.last else { return false }
        return !order.contains { $0 >= last.firstRetainedID }
    }

    /// Adds `clear`, a request to delete all strokes, to the pending clears of `queue`. Does
    /// nothing if an earlier pending clear will already delete all strokes.
    ///
    /// - Returns: Whether the clear was added.
    func enqueue(_ clear: PendingClear, _ queue: RestoreQueue) -> Bool {
        if isPendingClearComplete(queue) { return false }
        queue.clears.append(clear)
        discardRedo()
        return true
    }

    /// Cancels the newest pending clear (a request to delete all strokes that waits until all
    /// stored strokes are restored), if it is the newest edit.
    ///
    /// - Returns: Whether a pending clear was cancelled.
    func cancelNewestPendingClear() -> Bool {
        guard isNewestEditPendingClear, case .inserting(let queue) = restoring else {
            return false
        }
        queue.clears.removeLast()
        return true
    }

    /// Performs pending clears, the requests to delete all strokes that waited for restoring. The
    /// result is the same as if each clear had been performed at the time of its request.
    ///
    /// The method undoes all edits since the first request. It then performs the clears and redoes
    /// the edits in their original order, except edits of strokes that a clear deleted.
    func perform(_ clears: [PendingClear]) {
        guard let first = clears.first, let last = clears.last else { return }
        let since = undoable[first.editCount...]
        for edit in since.reversed() { apply(edit, isForward: false) }
        undoable.removeSubrange(first.editCount...)
        var cleared: [DrawingEdit] = []
        var done = first.editCount
        for (index, clear) in clears.enumerated() {
            let ids = order.filter { $0 < clear.firstRetainedID }
            if !ids.isEmpty {
                cleared.append(.cleared(ids))
                apply(.cleared(ids), isForward: true)
                undoable.append(.cleared(ids))
            }
            let next = index + 1 < clears.count ? clears[index + 1].editCount : since.endIndex
            for edit in since[done..<next] {
                guard let edit = edit.restricted(toIDsFrom: clear.firstRetainedID) else { continue }
                apply(edit, isForward: true)
                undoable.append(edit)
            }
            done = next
        }
        // Undone edits of strokes that the last clear deleted cannot be redone. All edits that had
        // been undone before its request were discarded at that time.
        redoable = redoable.compactMap { $0.restricted(toIDsFrom: last.firstRetainedID) }
        for edit in cleared { notifyObservers(.done(edit)) }
    }
}
