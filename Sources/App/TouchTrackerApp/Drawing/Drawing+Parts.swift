import TouchKit

/// Touches that drew several strokes, because they had too many samples for one
/// (`PenInk.maximumSampleCount`). Every edit of a stroke applies to all strokes of its touch.
extension Drawing {
    /// The maximum number of strokes of one touch. A touch that continues longer begins another
    /// touch. The value limits the time of an edit: 33 million samples, more than a day at 240 Hz.
    static let maximumPartCount = 1_024

    /// Returns the identifier of the first stroke of the touch that drew `continued`, or `nil` if a
    /// stroke cannot continue that touch.
    func firstPartID(continuing continued: Stroke.ID) -> Stroke.ID? {
        guard let first = entries[continued]?.stroke.firstPartID,
            touchParts[first]?.count ?? 1 < Self.maximumPartCount
        else { return nil }
        return first
    }

    /// Returns whether `stroke`, which is being restored, can be a part of the touch whose first
    /// stroke has the identifier `stroke.firstPartID`. A stroke that continues another one is not
    /// the first of its touch, so that each stroke belongs to exactly one touch.
    func isValidPart(_ stroke: Stroke) -> Bool {
        let first = stroke.firstPartID
        if first == stroke.id { return true }
        if let other = entries[first]?.stroke.firstPartID, other != first { return false }
        return stroke.tool == .pen && touchParts[first]?.count ?? 1 < Self.maximumPartCount
    }

    /// Returns the identifiers of the strokes of the touch that drew the stroke with the identifier
    /// `id`, in ascending order, including hidden strokes.
    func parts(of id: Stroke.ID) -> [Stroke.ID] {
        guard let first = entries[id]?.stroke.firstPartID else { return [] }
        return touchParts[first] ?? [id]
    }

    /// Returns the identifiers of the visible strokes of the touch that drew the visible stroke
    /// with the identifier `id`. Returns no identifiers while stored strokes of the touch may still
    /// have to be restored, because an edit would not apply to them.
    func editableParts(of id: Stroke.ID) -> [Stroke.ID] {
        guard stroke(id) != nil else { return [] }
        let parts = parts(of: id)
        if !hasAllStrokes, let last = parts.last, last < entries.firstNewID,
            entries[last]?.stroke.points.count ?? 0 >= PenInk.maximumSampleCount
        {
            return []
        }
        return parts.count == 1 ? parts : parts.filter { entries[$0]?.isVisible == true }
    }

    /// Returns the visible stroke with the identifier `id` with the points of all visible strokes
    /// of its touch, or `nil` if no visible stroke has this identifier.
    ///
    /// - Complexity: O(*n*) for a touch with several strokes, where *n* is the number of points.
    package func joinedStroke(_ id: Stroke.ID) -> Stroke? {
        guard var joined = stroke(id) else { return nil }
        let parts = parts(of: id)
        if parts.count > 1 { joined.points = parts.flatMap { stroke($0)?.points ?? [] } }
        return joined
    }

    /// Returns the distance from `point` to the visible strokes of the touch that drew the stroke
    /// with the identifier `id`, in points, or infinity if there are none.
    func distance(toTouchOf id: Stroke.ID, from point: CGPoint) -> CGFloat {
        parts(of: id).compactMap { stroke($0)?.distance(to: point) }.min() ?? .infinity
    }

    /// Returns whether the touch that drew the stroke with the identifier `id` also drew `stroke`.
    func isPart(_ stroke: Stroke, ofTouchOf id: Stroke.ID?) -> Bool {
        guard let id else { return false }
        return id == stroke.id || entries[id]?.stroke.firstPartID == stroke.firstPartID
    }

    /// Adds `stroke` to the strokes of its touch if it continues another stroke.
    func appendPart(_ stroke: Stroke) {
        if stroke.firstPartID == stroke.id { return }
        touchParts[stroke.firstPartID, default: [stroke.firstPartID]].append(stroke.id)
    }

    /// Removes `stroke`, which no edit can show again, from the strokes of its touch.
    func removePart(_ stroke: Stroke) {
        touchParts[stroke.firstPartID]?.removeAll { $0 == stroke.id }
        if touchParts[stroke.firstPartID]?.isEmpty == true {
            touchParts[stroke.firstPartID] = nil
        }
    }

    /// Applies and records the edits of the strokes of one touch as one edit.
    ///
    /// - Returns: Whether there are edits.
    func perform(_ edits: [DrawingEdit]) -> Bool {
        guard let edit = edits.first else { return false }
        return perform(edits.count == 1 ? edit : .parts(edits))
    }

    /// Records a new stroke, which continues another stroke. Together with the edit that added the
    /// other strokes of the touch, the addition becomes the newest edit, unless the user has edited
    /// one of these strokes meanwhile.
    func recordPart(_ stroke: Stroke) {
        let added = DrawingEdit.added(stroke)
        let first = stroke.firstPartID
        if let index = additionIndex(of: touchParts[first] ?? [first]) {
            let earlier = undoable.remove(at: index)
            if case .parts(let edits) = earlier {
                undoable.append(.parts(edits + [added]))
            } else {
                undoable.append(.parts([earlier, added]))
            }
        } else {
            undoable.append(added)
        }
        appendPart(stroke)
        updatePicture(stroke.id)
        discardRedo()
        notifyObservers(.done(added))
    }

    /// Returns the index of the edit in `undoable` that added strokes with identifiers in `ids`, or
    /// `nil` if a later edit changes one of them.
    private func additionIndex(of ids: [Stroke.ID]) -> Int? {
        let index = undoable.lastIndex { $0.ids.contains(where: ids.contains) }
        guard let index, undoable[index].addedStrokes.contains(where: { ids.contains($0.id) })
        else { return nil }
        return index
    }
}
