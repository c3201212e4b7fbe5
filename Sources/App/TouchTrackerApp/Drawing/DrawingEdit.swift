import TouchKit

/// One thing that was done to a drawing; it says enough to be done backwards and again.
package enum DrawingEdit: Hashable, Sendable {
    /// A stroke was drawn.
    case added(Stroke)
    /// A stroke was taken out.
    case deleted(Stroke.ID)
    /// All strokes were taken out: these, from the lowest to the topmost.
    case cleared([Stroke.ID])
    /// A stroke got another colour.
    case recolored(Stroke.ID, from: InkColor, to: InkColor)
    /// A stroke was put above all others: from one level to another.
    case broughtToFront(Stroke.ID, from: Int, to: Int)
    /// A stroke was moved, turned or scaled: from points to as many others.
    case reshaped(Stroke.ID, from: [CGPoint], to: [CGPoint])
}

extension DrawingEdit {
    /// The stroke that it is about; nil where it is about several.
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

/// What happened to a drawing, for those who follow it.
package enum DrawingChange: Hashable, Sendable {
    /// Something new was done. What had been undone can't be done again any more; only a clear that had
    /// to wait for strokes to be restored leaves what was undone since it was asked for.
    case done(DrawingEdit)
    /// The newest edit was undone.
    case undone(DrawingEdit)
    /// The edit that was undone last was done again.
    case redone(DrawingEdit)

    /// The edit.
    package var edit: DrawingEdit {
        switch self {
        case .done(let edit), .undone(let edit), .redone(let edit): edit
        }
    }
}
