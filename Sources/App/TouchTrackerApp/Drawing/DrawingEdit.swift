import TouchKit

/// An edit of a drawing that can be undone and redone. The drawing retains deleted strokes, so an
/// edit that deletes strokes contains only their identifiers.
package enum DrawingEdit: Hashable, Sendable {
    /// A stroke was added. The value is the new stroke.
    case added(Stroke)
    /// A stroke was deleted. The value is the identifier of the stroke.
    case deleted(Stroke.ID)
    /// All strokes were deleted. The value lists their identifiers from the lowest stroke to the
    /// topmost.
    case cleared([Stroke.ID])
    /// Strokes were erased with one touch, or all parts of a long touch were deleted. The value
    /// lists their identifiers in the order in which they were erased.
    case erased([Stroke.ID])
    /// The color of a stroke was changed. The values are the identifier of the stroke and its old
    /// and new color.
    case recolored(Stroke.ID, from: InkColor, to: InkColor)
    /// A stroke was moved above all other strokes. The values are its identifier and its old and
    /// new level (position in the drawing order).
    case broughtToFront(Stroke.ID, from: Int, to: Int)
    /// A stroke was moved, rotated or scaled. The values are its identifier and its old and new
    /// points; both arrays have the same number of points.
    case reshaped(Stroke.ID, from: [CGPoint], to: [CGPoint])
    /// The strokes of a long touch were changed together. The value contains an edit for each
    /// stroke, in the order in which they are applied.
    case parts([DrawingEdit])
}

extension DrawingEdit {
    /// The identifiers of the strokes that the edit changes.
    package var ids: [Stroke.ID] {
        switch self {
        case .added(let stroke): [stroke.id]
        case .deleted(let id), .recolored(let id, _, _), .broughtToFront(let id, _, _),
            .reshaped(let id, _, _):
            [id]
        case .cleared(let ids), .erased(let ids): ids
        case .parts(let edits): edits.flatMap(\.ids)
        }
    }

    /// The strokes that the edit added.
    var addedStrokes: [Stroke] {
        switch self {
        case .added(let stroke): [stroke]
        case .parts(let edits): edits.flatMap(\.addedStrokes)
        default: []
        }
    }
}

/// A change of a drawing that is passed to its observers: an edit that was done, undone or redone.
package enum DrawingChange: Hashable, Sendable {
    /// A new edit was made. The drawing discards all undone edits, so they can no longer be redone.
    case done(DrawingEdit)
    /// The newest edit was undone.
    case undone(DrawingEdit)
    /// The edit that was undone most recently was redone.
    case redone(DrawingEdit)

    /// Whether the edit was undone.
    package var isUndone: Bool { if case .undone = self { true } else { false } }

    /// The edit that was done, undone or redone.
    package var edit: DrawingEdit {
        switch self {
        case .done(let edit), .undone(let edit), .redone(let edit): edit
        }
    }
}
