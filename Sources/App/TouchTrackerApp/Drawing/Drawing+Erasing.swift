import TouchKit

/// Erasing strokes with a touch.
extension Drawing {
    /// The edit of a touch that erases strokes. The edit grows while the touch moves, so that undo
    /// restores all strokes of the touch.
    struct Erasure {
        /// The index of the edit in `undoable`.
        fileprivate let index: Int
        /// The identifier of the first erased stroke, which identifies the edit at `index`.
        fileprivate let firstID: Stroke.ID
    }

    /// The maximum number of strokes that are hidden one by one. Hiding more strokes at once costs
    /// less than moving the drawing order for each of them.
    private static let maximumSingleCount = 32

    /// Erases the visible strokes whose center line is within `distance` of the segment from
    /// `start` to `end`, all in points.
    ///
    /// - Parameter erasure: The edit of the touch; `nil` until the touch has erased a stroke. If
    ///   the edit was undone meanwhile, or the drawing was changed by other means than erasing, the
    ///   strokes are erased by a new edit.
    /// - Complexity: O(log *n* + *m*), where *n* is the number of strokes and *m* the number of
    ///   points of the strokes near the segment.
    func erase(
        from start: CGPoint, to end: CGPoint, within distance: CGFloat, _ erasure: inout Erasure?
    ) {
        var ids: [Stroke.ID] = []
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        // Circles whose centers are one radius apart overlap, so no stroke passes between them.
        let length = (dx * dx + dy * dy).squareRoot()
        let steps = length.isFinite ? min(Int((length / distance).rounded(.up)), 1_000) : 0
        for step in 0...steps {
            let part = steps == 0 ? 1 : CGFloat(step) / CGFloat(steps)
            let point = CGPoint(x: start.x + dx * part, y: start.y + dy * part)
            picture.forEachStroke(near: point, within: distance) { stroke in
                let id = entries.id(of: stroke)
                if ids.contains(id) { return }
                // Hiding a stroke twice would remove another stroke from the drawing order.
                for part in editableParts(of: id) where !ids.contains(part) { ids.append(part) }
            }
        }
        if !ids.isEmpty { erase(ids, &erasure) }
    }

    private func erase(_ ids: [Stroke.ID], _ erasure: inout Erasure?) {
        apply(.erased(ids), isForward: true)
        if let erasure, canGrow(erasure), case .erased(var all) = undoable[erasure.index] {
            // The array is moved, not copied, while it grows.
            undoable[erasure.index] = .erased([])
            all += ids
            undoable[erasure.index] = .erased(all)
        } else {
            erasure = Erasure(index: undoable.count, firstID: ids[0])
            undoable.append(.erased(ids))
        }
        discardRedo()
        notifyObservers(.done(.erased(ids)))
    }

    /// Returns whether more strokes can be added to the edit of `erasure`.
    ///
    /// A later edit that is no erasure may have added or changed the strokes that are erased now.
    /// Undo must then show them before it reverts that edit, so they need an edit of their own.
    private func canGrow(_ erasure: Erasure) -> Bool {
        guard undoable.indices.contains(erasure.index),
            case .erased(let ids) = undoable[erasure.index], ids.first == erasure.firstID
        else { return false }
        return undoable[(erasure.index + 1)...].allSatisfy {
            if case .erased = $0 { true } else { false }
        }
    }

    /// Hides the strokes with the identifiers `ids`, or shows them at their former positions in the
    /// drawing order.
    func setErased(_ isErased: Bool, _ ids: [Stroke.ID]) {
        if ids.count <= Self.maximumSingleCount {
            for id in ids { setVisible(!isErased, id) }
        } else if isErased {
            setAllVisible(false, ids)
        } else {
            let order = ids.sorted { id, other in
                entries[other].map { isBelow(id, $0.stroke) } ?? false
            }
            setAllVisible(true, order)
        }
    }
}
