import TouchKit
import TouchTrackerStore

/// An object that restores stored strokes into a drawing page by page, in the order of their
/// identifiers. During restoring, the drawing shows a stored picture of the strokes, if there is
/// one.
@MainActor
final class DrawingRestorer {
    private let drawing: Drawing

    /// Starts restoring stored strokes into an empty drawing.
    ///
    /// - Parameters:
    ///   - drawing: The drawing. New strokes get identifiers and levels above those of all stored
    ///     strokes.
    ///   - head: The properties of the stored drawing, of which the next identifier and the next
    ///     level are used.
    ///   - picture: The stored picture of the drawing, or `nil`.
    init(_ drawing: Drawing, head: DrawingHead, picture: EncodedPicture?) {
        self.drawing = drawing
        drawing.beginRestoring(
            nextID: Int(head.nextID), nextLevel: Int(head.nextLevel), picture: picture)
    }

    /// Passes the next page of stored strokes to the drawing.
    func restore(_ page: [Stroke]) {
        drawing.restore(page)
    }

    /// Informs the drawing that the last page of stored strokes has been passed.
    func finish() {
        drawing.finishRestoring()
    }

    /// Restores all stored strokes that have been passed so far, and returns when they are
    /// restored. Without this call, the drawing restores them in steps of limited duration.
    func restoreImmediately() {
        while drawing.continueRestoring() {}
    }

    /// Restores all stored strokes that have been passed so far, but does not paint them.
    func restoreWithoutPainting() {
        while !drawing.hasAllStrokes, drawing.continueRestoring() {}
    }
}
