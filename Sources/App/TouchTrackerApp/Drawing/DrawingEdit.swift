import TouchKit

/// An edit of a drawing, with all data needed to undo and redo it.
package enum DrawingEdit: Hashable, Sendable {
    /// A stroke was added.
    case added(Stroke)
    /// A stroke was deleted.
    case deleted(Stroke.ID)
    /// All strokes were deleted; the value lists their identifiers from the lowest stroke to the
    /// topmost.
    case cleared([Stroke.ID])
    /// A stroke's color changed.
    case recolored(Stroke.ID, from: InkColor, to: InkColor)
    /// A stroke was moved above all others, which changed its level.
    case broughtToFront(Stroke.ID, from: Int, to: Int)
    /// A stroke was moved, rotated or scaled; both arrays have the same number of points.
    case reshaped(Stroke.ID, from: [CGPoint], to: [CGPoint])
}

extension DrawingEdit {
    /// The identifier of the stroke that the edit changes, or `nil` for a clear, which deletes
    /// several strokes.
    var id: Stroke.ID? {
        switch self {
        case .added(let stroke): stroke.id
        case .deleted(let id), .recolored(let id, _, _), .broughtToFront(let id, _, _),
            .reshaped(let id, _, _):
            id
        case .cleared: nil
        }
    }
}

/// A notification to a drawing's observers: an edit and whether it was done, undone or redone.
package enum DrawingChange: Hashable, Sendable {
    /// A new edit was made, and all undone edits were discarded, so that they cannot be redone.
    ///
    /// Exception: a clear that is requested while strokes are being restored is made after all of
    /// them are restored. Edits that were undone between the request and the clear can still be
    /// redone.
    case done(DrawingEdit)
    /// The newest edit was undone.
    case undone(DrawingEdit)
    /// The edit that was undone last was redone.
    case redone(DrawingEdit)

    /// The edit that was done, undone or redone.
    package var edit: DrawingEdit {
        switch self {
        case .done(let edit), .undone(let edit), .redone(let edit): edit
        }
    }
}
