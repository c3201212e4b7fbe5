import TouchKit

/// How edits change the strokes, their order and the picture.
extension Drawing {
    /// Applies an edit to the strokes and the picture if `isForward` is `true`, or reverts the edit
    /// if `isForward` is `false`.
    func apply(_ edit: DrawingEdit, isForward: Bool) {
        switch edit {
        case .added(let stroke):
            setVisible(isForward, stroke.id)
        case .deleted(let id):
            setVisible(!isForward, id)
        case .cleared(let ids):
            setAllVisible(!isForward, ids)
        case .erased(let ids):
            setErased(isForward, ids)
        case .recolored(let id, let from, let to):
            entries.update(id) { $0.stroke.color = isForward ? to : from }
            updatePicture(id)
        case .broughtToFront(let id, let from, let to):
            setLevel(isForward ? to : from, of: id)
        case .reshaped(let id, let from, let to):
            setPoints(isForward ? to : from, of: id)
        case .parts(let edits):
            for edit in isForward ? edits : edits.reversed() { apply(edit, isForward: isForward) }
        }
        scheduleRepaint()
    }

    /// Shows or hides the stroke with the identifier `id`.
    func setVisible(_ isVisible: Bool, _ id: Stroke.ID) {
        guard let stroke = entries[id]?.stroke else { return }
        entries.update(id) { $0.isVisible = isVisible }
        if isVisible {
            order.insert(id, at: orderIndex(of: stroke))
        } else {
            order.remove(at: orderIndex(of: stroke))
        }
        updatePicture(id)
    }

    /// Shows or hides the strokes with the identifiers `ids`. Shown strokes return to their former
    /// positions in the drawing order.
    func setAllVisible(_ isVisible: Bool, _ ids: [Stroke.ID]) {
        for id in ids { entries.update(id) { $0.isVisible = isVisible } }
        if isVisible {
            order = order.isEmpty ? ids : merging(order, ids)
        } else {
            order.removeAll { entries[$0]?.isVisible == false }
        }
        picture.setHidden(!isVisible, of: ids.compactMap { entries[$0]?.paintedStroke })
        if let excludedStrokeID { updateTouchPicture(excludedStrokeID) }
    }

    /// Changes a stroke's level (its position in the drawing order) in the drawing and the picture.
    private func setLevel(_ level: Int, of id: Stroke.ID) {
        guard let entry = entries[id] else { return }
        order.remove(at: orderIndex(of: entry.stroke))
        var stroke = entry.stroke
        stroke.level = level
        entries.update(id) { $0.stroke.level = level }
        order.insert(id, at: orderIndex(of: stroke))
        picture.setLevel(StrokeDrawing.Level(level), of: entry.paintedStroke)
    }

    /// Replaces the points of the stroke with the identifier `id` in the drawing and the picture.
    private func setPoints(_ points: [CGPoint], of id: Stroke.ID) {
        guard let entry = entries[id] else { return }
        entries.update(id) { $0.stroke.points = points }
        Stroke.setContents(of: path, to: points, drawnWith: entry.stroke.tool)
        picture.setPath(path, of: entry.paintedStroke)
    }

    // MARK: Order

    /// Returns the index of a visible stroke in `order`, or, for a hidden stroke, the index at
    /// which it must be inserted.
    func orderIndex(of stroke: Stroke) -> Int {
        var (low, high) = (0, order.count)
        // Most strokes belong on top, so the binary search is rarely needed.
        if let top = order.last, isBelow(top, stroke) { return high }
        while low < high {
            let middle = (low + high) / 2
            if isBelow(order[middle], stroke) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether the stroke with the identifier `id` is below `stroke` in the drawing order.
    func isBelow(_ id: Stroke.ID, _ stroke: Stroke) -> Bool {
        let level = entries[id]?.stroke.level ?? .min
        return level < stroke.level || (level == stroke.level && id < stroke.id)
    }

    /// Merges `left` and `right`, two lists of identifiers in drawing order, into one list in
    /// drawing order.
    private func merging(_ left: [Stroke.ID], _ right: [Stroke.ID]) -> [Stroke.ID] {
        var result: [Stroke.ID] = []
        result.reserveCapacity(left.count + right.count)
        var rest = right[...]
        for id in left {
            guard let stroke = entries[id]?.stroke else { continue }
            while let next = rest.first, isBelow(next, stroke) {
                result.append(next)
                rest.removeFirst()
            }
            result.append(id)
        }
        return result + rest
    }
}
